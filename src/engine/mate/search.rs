//! Depth-first proof-number search.
//!
//! A node goes down into its most promising child until its own numbers pass the thresholds that
//! its parent set; these are an eighth above what would make another child more promising, so
//! that the search does not jump to and fro (1+ε). The sum of the children's numbers would count
//! twice what lies below two of them: children that come to much the same as another wait until
//! that one is decided, and every child is looked up again before it is searched.

use super::children::{Child, list_children};
use super::limits::Watch;
use super::look::Looker;
use super::memory::Memory;
use super::node::Node;
use super::path::{Path, Refuted};
use super::value::{ANY_PLIES, INFINITE, NO_PLY, Role, Thresholds, Value};
use crate::shogi::{Color, Hand, Move, MoveList, Position};

/// One search, from one position.
pub(super) struct Search<'a> {
    pub pos: Position,
    pub watch: Watch<'a>,
    pub memory: Memory<'a>,
    /// Which of several equally good children comes first: the last one instead of the first.
    pub prefers_last: bool,
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
    pub(super) fn new(pos: &Position, path: Path, memory: Memory<'a>, watch: Watch<'a>) -> Self {
        Self {
            pos: pos.clone(),
            watch,
            memory,
            prefers_last: false,
            attacker: pos.side(),
            looker: Looker::new(path.has_ends()),
            path,
            refuted: Refuted::new(),
            children: Vec::new(),
            list: MoveList::new(),
        }
    }

    /// Whose move it is.
    pub(super) fn role(&self) -> Role {
        self.node().role()
    }

    /// The attacker's hand.
    fn hand(&self) -> Hand {
        self.node().hand()
    }

    fn node(&self) -> Node<'_> {
        Node {
            pos: &self.pos,
            attacker: self.attacker,
        }
    }

    fn enter(&mut self) {
        self.path.push(&self.pos, self.hand());
    }

    /// The checks of the attacker or the replies of the defender, whoever is to move.
    pub(super) fn moves(&mut self) -> Vec<Move> {
        list_children(&self.pos, self.role(), &mut self.list);
        self.list.to_vec()
    }

    /// Searches the present position, whatever came before it, until it is decided, for mates of at
    /// most `remaining` plies, or until a limit is reached.
    pub(super) fn decide(&mut self, remaining: u16) -> Value {
        let known = self.appraise(remaining);
        if known.is_decided() {
            return known;
        }
        self.decide_anew(remaining)
    }

    /// [`Search::decide`], whatever is known about the present position itself: for what the table
    /// has forgotten below it.
    pub(super) fn decide_anew(&mut self, remaining: u16) -> Value {
        let thresholds = Thresholds {
            pn: INFINITE,
            dn: INFINITE,
        };
        self.enter();
        let value = self.search(thresholds, remaining);
        self.path.pop();
        value
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
        self.memory.store(key, hand, seen, 1);
        seen
    }

    /// What the table says about the present position. Where too few plies are left to search on,
    /// only what is decided counts.
    pub(super) fn recall(&self, remaining: u16) -> Option<Value> {
        let key = self.pos.board_key();
        let known = self.memory.find(key, self.hand(), remaining);
        known.filter(|value| value.is_decided() || remaining >= 3)
    }

    /// Searches the present position, which is not decided, until its numbers pass `thresholds`.
    fn search(&mut self, thresholds: Thresholds, remaining: u16) -> Value {
        let before = self.watch.nodes;
        self.watch.count_node(&self.memory);
        let first = self.children.len();
        self.expand(remaining - 1);
        let mut value = self.node().value(&self.children[first..]);
        while !(thresholds.passed_by(&value) || self.watch.is_over()) {
            self.advance(first, &value, thresholds, remaining - 1);
            value = self.node().value(&self.children[first..]);
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
            self.memory.store(key, hand, value, nodes);
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
            if self.memory.is_shared() {
                self.claim(role, &known);
            }
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

    /// Lets the present position, of this `value` and about to be searched, look harder to the other
    /// threads, so that they turn elsewhere. The move to it was that of `role`.
    fn claim(&mut self, role: Role, value: &Value) {
        let goal = value.goal(role);
        let claimed = Thresholds::of(role, goal + goal / 4 + 1, value.danger(role));
        let (key, hand) = (self.pos.board_key(), self.hand());
        let claimed = Value::open(claimed.pn, claimed.dn, hand);
        self.memory.store(key, hand, claimed, 1);
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
            if value < least || self.prefers_last && value == least {
                second = least.0.min(INFINITE);
                (best, least) = (index, value);
            } else {
                second = second.min(value.0);
            }
        }
        (best, second)
    }
}
