//! Depth-first proof-number search.
//!
//! A node goes down into its most promising child until its own numbers pass the thresholds that
//! its parent set; these are an eighth above what would make another child more promising, so
//! that the search does not jump to and fro (1+ε). The sum of the children's numbers would count
//! twice what lies below two of them: children that come to much the same as another wait until
//! that one is decided, and every child is looked up again before it is searched.

use super::children::{Child, list_children};
use super::limits::Watch;
use super::look::{Looker, all_of_kinds_held, before_move, denied};
use super::path::{Path, Refuted};
use super::table::Table;
use super::value::{ANY_PLIES, INFINITE, NO_PLY, Role, Value};
use crate::shogi::{Checks, Color, Hand, Move, MoveList, Position, Undo};

/// At which numbers a node gives the word back to its parent.
#[derive(Clone, Copy)]
struct Thresholds {
    pn: u32,
    dn: u32,
}

impl Thresholds {
    fn of(role: Role, goal: u32, danger: u32) -> Self {
        match role {
            Role::Attacker => Self {
                pn: goal,
                dn: danger,
            },
            Role::Defender => Self {
                pn: danger,
                dn: goal,
            },
        }
    }

    fn goal(self, role: Role) -> u32 {
        match role {
            Role::Attacker => self.pn,
            Role::Defender => self.dn,
        }
    }

    fn passed_by(self, value: &Value) -> bool {
        value.pn >= self.pn || value.dn >= self.dn
    }
}

/// One search, from one position.
pub(super) struct Search<'a> {
    pub pos: Position,
    pub watch: Watch<'a>,
    pub table: Table,
    attacker: Color,
    path: Path,
    refuted: Refuted,
    /// The children of the nodes of the path, those of the last node at the end.
    children: Vec<Child>,
    looker: Looker,
    list: MoveList,
}

impl<'a> Search<'a> {
    /// A search for a mate by the side to move of `pos`, on `path`, which is empty.
    pub(super) fn new(pos: &Position, path: Path, table: Table, watch: Watch<'a>) -> Self {
        let mut search = Self {
            pos: pos.clone(),
            watch,
            table,
            attacker: pos.side(),
            looker: Looker::new(path.has_ends()),
            path,
            refuted: Refuted::new(),
            children: Vec::new(),
            list: MoveList::new(),
        };
        search.enter();
        search
    }

    /// Whose move it is.
    pub(super) fn role(&self) -> Role {
        if self.pos.side() == self.attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    /// The attacker's hand.
    fn hand(&self) -> Hand {
        self.pos.hand(self.attacker)
    }

    fn enter(&mut self) {
        self.path.push(&self.pos, self.hand());
    }

    /// Makes `mv`.
    pub(super) fn make(&mut self, mv: Move) -> Undo {
        let undo = self.pos.do_move(mv);
        self.enter();
        undo
    }

    /// Takes back `mv`, the last move made.
    pub(super) fn unmake(&mut self, mv: Move, undo: Undo) {
        self.path.pop();
        self.pos.undo_move(mv, undo);
    }

    /// The checks of the attacker or the replies of the defender, whoever is to move.
    pub(super) fn moves(&mut self) -> Vec<Move> {
        list_children(&self.pos, self.role(), &mut self.list);
        self.list.to_vec()
    }

    /// Searches the present position until it is decided, for mates of at most `remaining` plies,
    /// or until a limit is reached.
    pub(super) fn decide(&mut self, remaining: u16) -> Value {
        let known = self.appraise(remaining);
        if known.is_decided() {
            return known;
        }
        let thresholds = Thresholds {
            pn: INFINITE,
            dn: INFINITE,
        };
        self.search(thresholds, remaining)
    }

    /// What is known about the present position, from the table or by a first look.
    pub(super) fn appraise(&mut self, remaining: u16) -> Value {
        if let Some(known) = self.recall(remaining) {
            return known;
        }
        let seen = match self.role() {
            Role::Attacker => self.looker.at_attacker(&mut self.pos, remaining),
            Role::Defender => self.looker.at_defender(&mut self.pos, remaining),
        };
        let (key, hand) = (self.pos.board_key(), self.hand());
        self.table.store(key, hand, seen, 1);
        seen
    }

    /// What the table says about the present position. Where too few plies are left to search on,
    /// only what is decided counts.
    pub(super) fn recall(&self, remaining: u16) -> Option<Value> {
        let key = self.pos.board_key();
        let known = self.table.find(key, self.hand(), remaining);
        known.filter(|value| value.is_decided() || remaining >= 3)
    }

    /// Searches the present position, which is not decided, until its numbers pass `thresholds`.
    fn search(&mut self, thresholds: Thresholds, remaining: u16) -> Value {
        let before = self.watch.nodes;
        self.watch.count_node(self.table.permille());
        let first = self.children.len();
        self.expand(remaining - 1);
        let mut value = self.summary(first);
        while !(thresholds.passed_by(&value) || self.watch.is_over()) {
            self.advance(first, &value, thresholds, remaining - 1);
            value = self.summary(first);
        }
        self.children.truncate(first);
        self.keep(value, (self.watch.nodes - before) as u32)
    }

    /// Stores `value`, that of the present position, and returns it.
    fn keep(&mut self, mut value: Value, nodes: u32) -> Value {
        let (key, hand) = (self.pos.board_key(), self.hand());
        if value.since >= self.path.ply() {
            value.since = NO_PLY;
        }
        if value.since == NO_PLY {
            self.table.store(key, hand, value, nodes);
        } else {
            self.refuted.store(self.path.key(), value);
        }
        value
    }

    /// Appends the children of the present position, as far as they do not wait for others.
    fn expand(&mut self, remaining: u16) {
        let first = self.children.len();
        list_children(&self.pos, self.role(), &mut self.list);
        let role = self.role();
        let mut before = None;
        for index in 0..self.list.len() {
            let child = Child::new(&self.pos, role, self.list[index], before);
            before = Some(child.mv);
            self.children.push(child);
        }
        self.wake(first, remaining);
    }

    /// Values children, up to one that decides the node, whose turn has come.
    fn wake(&mut self, first: usize, remaining: u16) {
        let role = self.role();
        let mut passed = true;
        for index in first..self.children.len() {
            let child = &self.children[index];
            if child.waits && (passed || !child.follows) {
                self.value_child(index, remaining);
                if self.children[index].value.goal(role) == 0 {
                    return;
                }
            }
            let child = &self.children[index];
            passed = !child.waits && child.value.danger(role) == 0;
        }
    }

    fn value_child(&mut self, index: usize, remaining: u16) {
        let mv = self.children[index].mv;
        let undo = self.pos.do_move(mv);
        let value = self
            .known_on_path(remaining)
            .unwrap_or_else(|| self.appraise(remaining));
        self.pos.undo_move(mv, undo);
        let child = &mut self.children[index];
        child.value = value;
        child.waits = false;
    }

    /// What the way to the present position, which is not yet entered, says about it.
    fn known_on_path(&self, remaining: u16) -> Option<Value> {
        let (key, hand) = (self.pos.board_key(), self.hand());
        if let Some(since) = self.path.recurrence(&self.pos, hand) {
            let value = Value::no_mate(ANY_PLIES, hand);
            return Some(Value { since, ..value });
        }
        let known = self.refuted.find(self.path.key_with(key, hand));
        known.filter(|value| value.plies >= remaining)
    }

    /// Goes down into the most promising child.
    fn advance(&mut self, first: usize, value: &Value, thresholds: Thresholds, remaining: u16) {
        let role = self.role();
        let (best, second) = self.best_two(first);
        let child = self.children[best];
        let goal = thresholds.goal(role).min(second + second / 8 + 1);
        let others = value.danger(role).saturating_sub(child.value.danger(role));
        let danger = thresholds.goal(role.flip()).saturating_sub(others);
        let limits = Thresholds::of(role, goal, danger);
        let undo = self.pos.do_move(child.mv);
        let known = self.recall(remaining).unwrap_or(child.value);
        let found = if known.is_decided() || limits.passed_by(&known) {
            known
        } else {
            self.enter();
            let found = self.search(limits, remaining);
            self.path.pop();
            found
        };
        self.pos.undo_move(child.mv, undo);
        self.children[best].value = found;
        if found.danger(role) == 0 {
            self.wake(first, remaining);
        }
    }

    /// The child with the least to do, and how much there is to do for the next.
    fn best_two(&self, first: usize) -> (usize, u32) {
        let role = self.role();
        let (mut best, mut least, mut second) = (first, (u32::MAX, u32::MAX), INFINITE);
        for (index, child) in self.children.iter().enumerate().skip(first) {
            if child.waits {
                continue;
            }
            let value = (child.value.goal(role), child.value.danger(role));
            if value < least {
                second = least.0.min(INFINITE);
                (best, least) = (index, value);
            } else {
                second = second.min(value.0);
            }
        }
        (best, second)
    }

    /// The value of the present position, whose children begin at `first`.
    fn summary(&self, first: usize) -> Value {
        let role = self.role();
        let children = &self.children[first..];
        let awake = || children.iter().filter(|child| !child.waits);
        let goal = awake().map(|child| child.value.goal(role)).min();
        if goal == Some(0) {
            return self.won(children);
        }
        let dangers = awake().map(|child| child.value.danger(role));
        let danger = dangers.fold(0, u32::saturating_add).min(INFINITE - 1);
        if danger == 0 {
            return self.lost(children);
        }
        let goal = goal.unwrap_or(1);
        let numbers = Thresholds::of(role, goal, danger);
        Value::open(numbers.pn, numbers.dn, self.hand())
    }

    /// The side to move has reached its goal by one of `children`.
    fn won(&self, children: &[Child]) -> Value {
        let role = self.role();
        let winners = children
            .iter()
            .filter(|child| !child.waits && child.value.goal(role) == 0);
        match role {
            Role::Attacker => {
                let best = winners.min_by_key(|child| child.value.plies);
                best.map_or(Value::open(1, 1, self.hand()), |child| {
                    let hand = before_move(&self.pos, child.mv, child.value.hand);
                    Value::mate(child.value.plies + 1, hand)
                })
            }
            Role::Defender => {
                let best = winners.max_by_key(|child| (child.value.since, child.value.plies));
                best.map_or(Value::open(1, 1, self.hand()), |child| {
                    let there_are = self.all_held();
                    let hand = child.value.hand.min(there_are);
                    Value {
                        since: child.value.since,
                        ..Value::no_mate(child.value.plies.saturating_add(1), hand)
                    }
                })
            }
        }
    }

    /// The other side has reached its goal whatever is played.
    fn lost(&self, children: &[Child]) -> Value {
        match self.role() {
            Role::Attacker => self.refuted(children),
            Role::Defender => {
                let denied = denied(&self.pos, &Checks::of(&self.pos));
                let hand = children
                    .iter()
                    .fold(denied, |hand, child| hand.max(child.value.hand));
                let plies = children.iter().map(|child| child.value.plies).max();
                Value::mate(plies.map_or(0, |plies| plies + 1), hand)
            }
        }
    }

    /// No check mates.
    fn refuted(&self, children: &[Child]) -> Value {
        let start = (all_of_kinds_held(&self.pos), ANY_PLIES, NO_PLY);
        let (hand, plies, since) = children.iter().fold(start, |(hand, plies, since), child| {
            let value = &child.value;
            (
                hand.min(before_move(&self.pos, child.mv, value.hand)),
                plies.min(value.plies.saturating_add(1)),
                since.min(value.since),
            )
        });
        Value {
            since,
            ..Value::no_mate(plies, hand)
        }
    }

    /// The pieces in both hands.
    fn all_held(&self) -> Hand {
        self.hand().plus(self.pos.hand(self.attacker.flip()))
    }
}
