//! Depth-first proof-number search (Nagai 2002), and the line of a mate that it has proven.
//!
//! A node goes down into its most promising child until its own numbers pass the thresholds that
//! its parent set; these are an eighth above what would make another child more promising, so
//! that the search does not jump to and fro (1+ε). The sum of the children's numbers would count
//! twice what lies below two of them: children that come to much the same as another wait until
//! that one is decided, and every child is looked up again before it is searched.
//!
//! The line is the attacker's shortest known way against the longest known defence.

use super::leaf::LeafEvaluator;
use super::node::{
    ANY_PLIES, Child, INFINITE, NO_PLY, Node, Role, Thresholds, Value, list_children,
};
use super::path::{Path, PathRefutations};
use super::tt::Memory;
use super::{MateProgress, Watch};
use crate::shogi::pieces::opponent;
use crate::shogi::{Color, Hand, Move, MoveList, Position, Undo};
use std::collections::HashMap;
use std::iter;

/// One search, from one position.
pub(super) struct Search<'a> {
    pub pos: Position,
    pub watch: Watch<'a>,
    pub memory: Memory<'a>,
    /// Which of several equally good children comes first: the last one instead of the first.
    pub prefers_last: bool,
    attacker: Color,
    path: Path,
    refuted: PathRefutations,
    /// The children of the nodes of the path, those of the last node at the end.
    children: Vec<Child>,
    leaves: LeafEvaluator,
    list: MoveList,
    /// Of positions of the line, with the attacker's hand: how many plies the mate takes at most.
    walked: HashMap<(u64, Hand), u16>,
}

impl<'a> Search<'a> {
    /// A search for a mate by the side to move of `pos`, on `path`, which is empty.
    pub(super) fn new(pos: &Position, path: Path, memory: Memory<'a>, watch: Watch<'a>) -> Self {
        Self::of(pos, pos.side(), path, memory, watch)
    }

    /// A search for a mate by `attacker`, on `path`, which is empty.
    pub(super) fn of(
        pos: &Position,
        attacker: Color,
        path: Path,
        memory: Memory<'a>,
        watch: Watch<'a>,
    ) -> Self {
        Self {
            pos: pos.clone(),
            watch,
            memory,
            prefers_last: false,
            attacker,
            leaves: LeafEvaluator::new(path.has_ends()),
            path,
            refuted: PathRefutations::new(),
            children: Vec::new(),
            list: MoveList::new(),
            walked: HashMap::new(),
        }
    }

    /// Whose move it is.
    pub(super) fn role(&self) -> Role {
        self.node().role()
    }

    /// Who attacks.
    pub(super) fn attacker(&self) -> Color {
        self.attacker
    }

    /// The attacker's hand.
    pub(super) fn hand(&self) -> Hand {
        self.node().hand()
    }

    fn node(&self) -> Node<'_> {
        Node {
            pos: &self.pos,
            attacker: self.attacker,
        }
    }

    /// How far the search has come.
    pub(super) fn progress(&self) -> MateProgress {
        self.watch.progress(&self.memory, &self.path)
    }

    /// Takes `line` for that of the mate that is known, of `plies` at most, and says so.
    pub(super) fn announce(&mut self, line: &[Move], plies: u16) {
        self.watch.mate = Some((line.to_vec(), plies));
        self.watch.report(&self.memory, &self.path);
    }

    fn enter(&mut self, mv: Option<Move>) {
        self.path.push(&self.pos, self.hand(), mv);
    }

    /// Counts the present position as one that was searched.
    pub(super) fn count(&mut self) {
        self.watch.count_node(&self.memory, &self.path);
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
        self.enter(None);
        let value = self.search(thresholds, remaining);
        self.path.pop();
        value
    }

    /// What is known about the present position, from the table or else as a leaf.
    pub(super) fn appraise(&mut self, remaining: u16) -> Value {
        self.recall(remaining)
            .unwrap_or_else(|| self.look(remaining))
    }

    /// What a first look at the present position says.
    fn look(&mut self, remaining: u16) -> Value {
        let seen = match self.role() {
            Role::Attacker => self.leaves.value_for_attacker(&mut self.pos, remaining),
            Role::Defender => self.leaves.value_for_defender(&mut self.pos, remaining),
        };
        let (key, hand) = (self.pos.board_key(), self.hand());
        self.memory.store_look(key, hand, seen);
        seen
    }

    /// What the table says about the present position.
    pub(super) fn recall(&self, remaining: u16) -> Option<Value> {
        self.recall_at(self.pos.board_key(), self.hand(), remaining)
    }

    /// What the table says about a position. Where too few plies are left to search on, only what is
    /// decided counts.
    fn recall_at(&self, board_key: u64, hand: Hand, remaining: u16) -> Option<Value> {
        let known = self.memory.find(board_key, hand, remaining);
        known.filter(|value| value.is_decided() || remaining >= 3)
    }

    /// The shortest mate in the present position that the table knows, of at most so many `plies`.
    pub(super) fn shortest_mate(&self, plies: u16) -> Option<Value> {
        let within = |plies| self.recall(plies).filter(Value::is_mate);
        let shorter = |value: &Value| within(value.plies.checked_sub(1)?);
        iter::successors(within(plies), shorter).last()
    }

    /// Searches the present position, which is not decided, until its numbers pass `thresholds`.
    fn search(&mut self, thresholds: Thresholds, remaining: u16) -> Value {
        let before = self.watch.nodes;
        self.watch.count_node(&self.memory, &self.path);
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
        let mut before = None;
        for index in 0..self.list.len() {
            let child = self.node().child(self.list[index], before);
            if !child.follows {
                self.memory.prefetch(child.board_key, child.value.hand);
            }
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
        let child = self.children[index];
        let (board_key, hand) = (child.board_key, child.value.hand);
        let value = self
            .known_on_path(board_key, hand, remaining)
            .or_else(|| self.recall_at(board_key, hand, remaining))
            .unwrap_or_else(|| self.after(child.mv, |search| search.look(remaining)));
        let child = &mut self.children[index];
        child.value = value;
        child.waits = false;
    }

    /// What the way to a position after a move of the present one says about it.
    fn known_on_path(&self, board_key: u64, hand: Hand, remaining: u16) -> Option<Value> {
        let waiting = self.pos.hand(opponent(self.pos.side()));
        if let Some(since) = self.path.recurrence(board_key, hand, waiting) {
            let value = Value::no_mate(ANY_PLIES, hand);
            return Some(Value { since, ..value });
        }
        let known = self.refuted.find(self.path.key_with(board_key, hand));
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
            self.enter(Some(child.mv));
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

/// A mate that is proven to take so many plies at most, and a line of it. The line is of that length
/// unless the replies that hold out as long as is proven were not found out.
pub(super) struct Line {
    pub moves: Vec<Move>,
    pub plies: u16,
}

/// A move of the line, or its end.
enum Step {
    /// A move, and how many plies the mate takes at most after any other that may be played.
    Move(Move, u16),
    End,
}

/// A move of the line, with what is to be known when it is taken back.
struct Made {
    mv: Move,
    undo: Undo,
    before: (u64, Hand),
    others: u16,
}

/// So many plies are walked at most until a line is as long as is proven.
const MOST_WALKED: usize = 4000;

impl Search<'_> {
    /// The moves from the present position, a proven mate, to its end: at most `left`, as the proof
    /// has it, or just as many if that is known to be the shortest (`exact`). None if a limit was
    /// reached before what the table has forgotten was found again.
    ///
    /// What the table proves of a reply may be more plies than the mate after it then takes, and
    /// another reply holds out longer. So what a walk shows is noted, and the next walk goes another
    /// way, until the line is as long as is proven.
    pub(super) fn line(&mut self, left: u16, exact: bool) -> Option<Line> {
        self.walked.clear();
        let mut best = self.walk(left, exact)?;
        let mut walked = best.moves.len();
        while best.moves.len() < usize::from(best.plies) && walked < MOST_WALKED {
            let Some(next) = self.walk(left, exact) else {
                break;
            };
            walked += next.moves.len();
            let is_same = next.moves == best.moves;
            best = next;
            if is_same {
                break;
            }
        }
        best.plies = best.plies.min(left);
        Some(best)
    }

    /// One walk along the line.
    fn walk(&mut self, mut left: u16, exact: bool) -> Option<Line> {
        let mut made = Vec::new();
        let mut ended = false;
        while let Some(step) = self.next_of_line(left, exact).filter(|_| !ended) {
            match step {
                Step::Move(mv, others) => {
                    let before = (self.pos.board_key(), self.hand());
                    let undo = self.pos.do_move(mv);
                    made.push(Made {
                        mv,
                        undo,
                        before,
                        others,
                    });
                }
                Step::End => ended = true,
            }
            left = left.saturating_sub(1);
        }
        let moves = made.iter().map(|made| made.mv).collect();
        let mut plies = 0;
        for made in made.into_iter().rev() {
            self.pos.undo_move(made.mv, made.undo);
            if ended {
                plies = plies.max(made.others) + 1;
                let known = self.walked.entry(made.before).or_insert(plies);
                *known = plies.min(*known);
                plies = *known;
            }
        }
        ended.then_some(Line { moves, plies })
    }

    /// The plies that walks along the line have shown the mate in the present position to take at most.
    fn plies_walked(&self) -> Option<u16> {
        let position = (self.pos.board_key(), self.hand());
        self.walked.get(&position).copied()
    }

    /// The shortest mate known in the present position, of at most so many `plies`, in plies.
    fn fewest_plies(&self, plies: u16) -> Option<u16> {
        let of_table = self.shortest_mate(plies).map(|value| value.plies);
        let of_walks = self.plies_walked().filter(|&walked| walked <= plies);
        of_table.into_iter().chain(of_walks).min()
    }

    /// How the line goes on, if that can be found out.
    fn next_of_line(&mut self, remaining: u16, exact: bool) -> Option<Step> {
        let moves = self.moves();
        match self.role() {
            Role::Attacker => self.best_check(&moves, remaining),
            Role::Defender if moves.is_empty() => Some(Step::End),
            Role::Defender => self.longest_reply(&moves, remaining, exact),
        }
    }

    fn best_check(&mut self, moves: &[Move], remaining: u16) -> Option<Step> {
        let left = remaining.saturating_sub(1);
        let plies_if_mate = |value: Value| value.is_mate().then_some(value.plies);
        self.shortest_known(moves, |search| search.fewest_plies(left))
            .or_else(|| self.shortest_known(moves, |search| plies_if_mate(search.appraise(left))))
            .or_else(|| {
                self.decide_anew(remaining);
                self.shortest_known(moves, |search| plies_if_mate(search.recall(left)?))
            })
            .map(|mv| Step::Move(mv, 0))
    }

    /// The one of `moves` after which there is the shortest mate that `look` finds.
    fn shortest_known(
        &mut self,
        moves: &[Move],
        look: impl Fn(&mut Self) -> Option<u16>,
    ) -> Option<Move> {
        let mut best: Option<(u16, Move)> = None;
        for &mv in moves {
            if let Some(plies) = self.after(mv, &look)
                && best.is_none_or(|(fewest, _)| plies < fewest)
            {
                best = Some((plies, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// The one of `moves` after which the mate takes longest, as far as is known; if it is to be
    /// `exact`, one after which there is no mate in less than `remaining` plies.
    fn longest_reply(&mut self, moves: &[Move], remaining: u16, exact: bool) -> Option<Step> {
        let left = remaining.saturating_sub(1);
        let (mut longest, mut others): (Option<(u16, Move)>, u16) = (None, 0);
        for &mv in moves {
            let plies = self.after(mv, |search| {
                let known = search.plies_walked().filter(|&walked| walked <= left);
                if known.is_none() && !search.decide(left).is_mate() {
                    return None;
                }
                search.fewest_plies(left).or(Some(left))
            })?;
            if exact && self.takes(mv, left) {
                return Some(Step::Move(mv, left));
            }
            match longest {
                Some((most, _)) if plies <= most => others = others.max(plies),
                _ => {
                    others = longest.map_or(0, |(most, _)| most);
                    longest = Some((plies, mv));
                }
            }
        }
        longest.map(|(_, mv)| Step::Move(mv, others))
    }

    /// Whether there is no mate in less than `plies` after `mv`.
    fn takes(&mut self, mv: Move, plies: u16) -> bool {
        plies < 2
            || self
                .after(mv, |search| search.decide(plies - 2))
                .is_no_mate()
    }

    /// What `look` says about the position after `mv`.
    fn after<T>(&mut self, mv: Move, look: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.pos.do_move(mv);
        let seen = look(self);
        self.pos.undo_move(mv, undo);
        seen
    }
}
