//! One node as a sequence of phases: settle it without moves, judge it from its static value, try its moves, keep what
//! was learned.
//!
//! The algorithm and its numbers are those of `YaneuraOu` 33ccf1f, which follows Stockfish, down to the order of the
//! steps: `tests/all/tree.rs` holds them to the same trees, node by node. What interest adds are terms of the cost of a
//! move (`cost.rs`) and of its order. What kind a node is (root, on the principal variation, or beside it) is a type.

use super::conventions::{Conventions, Own, Visit};
use super::cost::PLY;
use super::ends::End;
use super::line::Paid;
use super::pruning::{Charged, Tried};
use super::report::Bound;
use super::root::Found;
use super::signals::Shared;
use super::table::{Entry, NO_VALUE, Place};
use super::worker::Worker;
use crate::eval::{INFINITE, LONGEST_MATE, MAX_PLY, is_mate, mate_in, mated_in};
use crate::shogi::Move;

/// A kind of node.
pub trait Kind {
    /// Whether its window is open.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
}

/// The root.
pub struct Root;
/// Below the root, with an open window.
pub struct Pv;
/// With a window that no value lies in.
pub struct Beside;

impl Kind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Kind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Kind for Beside {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// Within what, and how far, a node is searched.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub ply: usize,
    pub alpha: i32,
    pub beta: i32,
    /// Depth in plies; none are left at 0 and below.
    pub depth: i32,
    /// Whether an early move is expected to cut.
    pub cut: bool,
}

/// What the phases of a node hand to each other.
pub struct Node {
    pub ply: usize,
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
    pub cut: bool,
    pub in_check: bool,
    /// What the table knows, and where to tell it more.
    pub known: Entry,
    pub place: Place,
    pub table_move: Move,
    /// Whether that takes something.
    pub table_captures: bool,
    /// The correction of static values, in 131,072ths of a unit.
    pub correction: i32,
    /// Static value as the evaluation gives it.
    pub raw_eval: i32,
    /// Static value corrected; in check that of two plies before; [`NO_VALUE`] if there is none.
    pub eval: i32,
    /// The static value, or that of the table where its bound says that it is nearer.
    pub guess: i32,
    pub improving: bool,
    /// Whether the opponent stands worse than a ply before.
    pub opponent_worse: bool,
    /// By how many plies the node before reduced the move that led here.
    pub reduced_before: i32,
    /// The move that is not to be tried, while its alternatives are searched.
    pub excluded: Move,
}

impl Worker {
    /// The value of the position at the ply of `task`.
    pub fn node<K: Kind, C: Conventions>(&mut self, shared: &Shared, task: Task) -> i32 {
        let Task { ply, depth, .. } = task;
        if depth <= 0 {
            self.counts.ends.note(End::Spent);
            return if K::PV {
                self.quiescence::<Pv, C>(shared, ply, task.alpha, task.beta)
            } else {
                self.quiescence::<Beside, C>(shared, ply, task.alpha, task.beta)
            };
        }
        C::visit(|| self.visit(task));
        if C::LATE {
            self.look_late(shared);
        }
        let here = self.line.at_mut(ply);
        here.number = 0;
        if K::PV {
            here.pv.clear();
        }
        let mut node = match self.open::<K, C>(shared, task) {
            Ok(node) => node,
            Err(value) => return value,
        };
        if let Some(value) = self.settle::<K, C>(shared, &mut node) {
            return value;
        }
        if let Some(value) = self.judge::<K, C>(shared, &mut node) {
            return value;
        }
        if self.gives_up::<C>() {
            return 0;
        }
        // What this node lists stands behind what the nodes before it have listed.
        let listed = self.moves.len();
        let tried = self.try_moves::<K, C>(shared, &mut node);
        self.moves.truncate(listed);
        match tried {
            Ok(tried) => self.learn::<K>(shared, &node, tried),
            Err(value) => value,
        }
    }

    fn visit(&self, task: Task) -> Visit {
        let excluded = self.line.at(task.ply).excluded;
        Visit {
            nodes: self.counts.nodes,
            ply: task.ply,
            window: (task.alpha, task.beta),
            search: Some((task.depth, task.cut, excluded)),
            before: self.line.before(task.ply, 1).made,
        }
    }

    /// A node of which nothing is known but what the table says; or its value, where a rule gives it one.
    #[inline]
    fn open<K: Kind, C: Conventions>(&mut self, shared: &Shared, task: Task) -> Result<Node, i32> {
        let ply = task.ply;
        let (mut alpha, mut beta) = (task.alpha, task.beta);
        let in_check = self.line.at(ply).in_check();
        if !K::ROOT {
            if let Some(value) = self.line.ruled(ply, self.counts.nodes) {
                return Err(self.ended(End::Rule, value));
            }
            if self.stopped {
                return Err(0);
            }
            if ply >= MAX_PLY {
                let value = if in_check { 0 } else { self.line.evaluate(ply) };
                return Err(self.ended(End::Rule, value));
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return Err(self.ended(End::Rule, alpha));
            }
        }
        let reduced_before = std::mem::take(&mut self.line.parent_mut(ply).reduced);
        self.line.at_mut(ply + 2).cuts = 0;
        let key = self.line.table_key::<C>();
        let (known, place) = shared.table.probe(&self.line.pos, key, ply);
        let table_move = if K::ROOT {
            self.root.moves[self.root.first].mv
        } else {
            known.mv
        };
        let here = self.line.at_mut(ply);
        here.order = 0;
        here.known = known.is_hit();
        if here.excluded.is_none() {
            here.was_pv = K::PV || known.pv;
        }
        let (excluded, eval) = (here.excluded, here.eval);
        Ok(Node {
            ply,
            alpha,
            beta,
            depth: task.depth,
            cut: task.cut,
            in_check,
            known,
            place,
            table_move,
            table_captures: table_move.is_some() && self.line.pos.captured(table_move).is_some(),
            correction: 0,
            raw_eval: NO_VALUE,
            eval,
            guess: eval,
            improving: false,
            opponent_worse: false,
            reduced_before,
            excluded,
        })
    }

    /// The root as a node of so many plies that looks for more than `value`.
    pub fn open_at_root(&mut self, shared: &Shared, depth: i32, value: i32) -> Node {
        let task = Task {
            ply: 0,
            alpha: value,
            beta: value + 1,
            depth,
            cut: false,
        };
        self.root.window = self.root.window.max(1);
        self.line.find_squares(0);
        match self.open::<Root, Own>(shared, task) {
            Ok(node) => node,
            Err(_) => unreachable!("no rule gives the root a value"),
        }
    }

    /// Ends the node by what the table knows, or by a mate in one.
    #[inline]
    fn settle<K: Kind, C: Conventions>(&mut self, shared: &Shared, node: &mut Node) -> Option<i32> {
        let known = &node.known;
        if !K::PV && node.excluded.is_none() {
            let is_above = known.value >= node.beta;
            // From so deep a value on the table is not asked again with the expectation of the other kind of node.
            let is_expected = node.cut == is_above || node.depth > 5;
            let is_deep = known.depth > node.depth - i32::from(known.value <= node.beta);
            if is_deep && is_expected && known.tells(is_above) {
                let value = known.value;
                self.learn_from_table(node, is_above);
                return Some(self.ended(End::Table, value));
            }
        }
        self.line.find_squares(node.ply);
        if node.in_check {
            return None;
        }
        if (K::PV || node.table_move.is_none()) && self.line.declares(node.ply) {
            return Some(self.ended(End::Rule, mate_in(node.ply + 1)));
        }
        if K::ROOT || node.known.is_hit() || node.excluded.is_some() {
            return None;
        }
        let value = self.mate_at_once::<C>(shared, node.ply, node.place, node.depth + 6)?;
        Some(self.ended(End::MateInOne, value))
    }

    /// The value of the position at `ply`, if a move mates at once; it is kept for good.
    #[inline]
    pub fn mate_at_once<C: Conventions>(
        &mut self,
        shared: &Shared,
        ply: usize,
        place: Place,
        depth: i32,
    ) -> Option<i32> {
        let mv = self.line.mate_in_one::<C>(ply, &mut self.scratch)?;
        let pv = self.line.at(ply).was_pv;
        let entry = Entry {
            mv,
            value: mate_in(ply + 1),
            eval: NO_VALUE,
            depth: depth.min(MAX_PLY as i32 - 1),
            bound: Some(Bound::Exact),
            pv,
        };
        shared.table.write(place, &entry);
        self.line.at_mut(ply + 1).pv.clear();
        self.line.lead_with(ply, mv, Paid::default());
        Some(entry.value)
    }

    /// Tries the moves in order, each as far as its cost leaves; an error is the value of the node that ends it.
    fn try_moves<K: Kind, C: Conventions>(
        &mut self,
        shared: &Shared,
        node: &mut Node,
    ) -> Result<Tried, i32> {
        let ply = node.ply;
        let mut tried = Tried::new();
        let mut picker = self.pick_from(node);
        while let Some(picked) = self.pick::<K, C>(ply, &mut picker, tried.quiets_wanted) {
            let mv = picked.mv;
            if mv == node.excluded || (K::ROOT && !self.is_asked_for(mv)) {
                continue;
            }
            tried.number += 1;
            self.line.at_mut(ply).number = tried.number;
            let mut charged = self.charge(node, picked, &tried);
            if !K::ROOT
                && tried.best > -LONGEST_MATE
                && let Some(rule) = self.prunes::<K>(node, &mut tried, &charged)
            {
                self.counts.ends.note_pruned(rule);
                continue;
            }
            let (depth_before, mut extension) = (node.depth, 0);
            if !K::ROOT && mv == node.table_move && node.excluded.is_none() {
                extension = self.judge_table_move::<K, C>(shared, node)?;
                charged.depth += extension;
            }
            let nodes_before = self.counts.nodes;
            let undo = self.make::<C>(shared, ply, mv);
            self.charge_rest::<K>(node, &mut charged);
            let (value, depth) = self.search_move::<K, C>(shared, node, &tried, &charged);
            self.line.unmake(mv, undo);
            if self.stopped {
                return Err(0);
            }
            let paid = Paid {
                before: depth_before as i16,
                after: depth as i16,
                singular: extension as i16,
            };
            if K::ROOT {
                let is_best = tried.number == 1 || value > node.alpha;
                let found = Found {
                    value,
                    bound: Bound::within(value, node.alpha, node.beta),
                    is_best,
                };
                self.note_root_move(mv, paid, self.counts.nodes - nodes_before, found);
            }
            if self.takes_note::<K>(node, &mut tried, &charged, value, paid) {
                if extension < 2 || K::PV {
                    self.line.at_mut(ply).cuts += 1;
                }
                break;
            }
            tried.remember(&charged);
            if self.settings.config.interest > 0 {
                tried.note_searched(&charged, node.alpha - value);
            }
        }
        Ok(tried)
    }

    /// Takes note of the `value` of a move, and says whether it cuts.
    #[inline]
    fn takes_note<K: Kind>(
        &mut self,
        node: &mut Node,
        tried: &mut Tried,
        charged: &Charged,
        value: i32,
        paid: Paid,
    ) -> bool {
        let mv = charged.mv;
        // Now and then a move that is as good takes the place of the best (idea: Stockfish).
        let is_near_the_end = node.ply as i32 + 2 >= self.root.iteration as i32;
        let wins_ties = value == tried.best
            && is_near_the_end
            && self.counts.nodes & 0b1110 == 0
            && value.abs() + 1 < LONGEST_MATE;
        let counted = value + i32::from(wins_ties);
        if counted <= tried.best {
            return false;
        }
        tried.best = value;
        if counted <= node.alpha {
            return false;
        }
        tried.best_move = mv;
        if K::PV && !K::ROOT {
            self.line.lead_with(node.ply, mv, paid);
        }
        if value >= node.beta {
            return true;
        }
        if node.depth > 2 && node.depth < 14 && !is_mate(value) {
            node.depth -= 2;
        }
        node.alpha = value;
        false
    }

    /// The value of the move just made at `node`, as far as it takes to know, and the depth with which it was found.
    fn search_move<K: Kind, C: Conventions>(
        &mut self,
        shared: &Shared,
        node: &Node,
        tried: &Tried,
        charged: &Charged,
    ) -> (i32, i32) {
        let ply = node.ply;
        let (mut value, mut depth) = (-INFINITE, charged.depth);
        let mut searched = depth;
        let mut reduction = charged.cost;
        let narrow = |depth, cut| Task {
            ply: ply + 1,
            alpha: -node.alpha - 1,
            beta: -node.alpha,
            depth,
            cut,
        };
        if K::PV {
            // A move that is only as good as the best is not searched with an open window, and leads no line: what
            // stands there is that of a move before.
            self.line.at_mut(ply + 1).pv.clear();
        }
        if node.depth >= 2 && tried.number > 1 {
            let reduced = (depth - reduction / PLY).min(depth + 2).max(1) + i32::from(K::PV);
            let [similar, implausible] = charged.of_interest;
            let ends = &mut self.counts.ends;
            ends.note_reduction([reduction, similar, implausible]);
            self.line.at_mut(ply).reduced = depth - reduced;
            value = -self.node::<Beside, C>(shared, narrow(reduced, true));
            self.line.at_mut(ply).reduced = 0;
            searched = reduced;
            if value > node.alpha {
                let deeper = reduced < depth && value > tried.best + 48;
                let shallower = value < tried.best + 9;
                depth += i32::from(deeper) - i32::from(shallower);
                if depth > reduced {
                    value = -self.node::<Beside, C>(shared, narrow(depth, !node.cut));
                    searched = depth;
                }
                self.teach_continuations(ply, charged.arrival, 1426);
            }
        } else if !K::PV || tried.number > 1 {
            if node.table_move.is_none() {
                reduction += 1057;
            }
            let less = i32::from(reduction > 4628) + i32::from(reduction > 5772 && depth > 2);
            value = -self.node::<Beside, C>(shared, narrow(depth - less, !node.cut));
            searched = depth - less;
        }
        if K::PV && (tried.number == 1 || value > node.alpha) {
            let known = &node.known;
            let is_known = known.depth > 1
                || known.depth > 0 && known.value != NO_VALUE && is_mate(known.value);
            if charged.mv == node.table_move && is_known {
                depth = depth.max(1);
            }
            let task = Task {
                ply: ply + 1,
                alpha: -node.beta,
                beta: -node.alpha,
                depth,
                cut: false,
            };
            value = -self.node::<Pv, C>(shared, task);
            searched = depth;
        }
        (value, searched)
    }

    /// The value of a node whose moves were tried; what was found is kept.
    fn learn<K: Kind>(&mut self, shared: &Shared, node: &Node, mut tried: Tried) -> i32 {
        let Node {
            ply,
            beta,
            alpha,
            depth,
            ..
        } = *node;
        self.counts.ends.note(tried.end(alpha, beta));
        if tried.best >= beta && !is_mate(tried.best) && !is_mate(alpha) {
            tried.best = (tried.best * depth + beta) / (depth + 1);
        }
        if tried.number == 0 {
            tried.best = if node.excluded.is_some() {
                alpha
            } else {
                mated_in(ply)
            };
        } else if tried.best_move.is_some() {
            self.learn_from_best(node, &tried);
            if !K::PV {
                let is_table_move = tried.best_move == node.table_move;
                let bonus = if is_table_move { 805 } else { -787 };
                self.learned.histories.table_move.update(0, bonus);
            }
        } else {
            self.learn_from_failure(node, &tried);
        }
        if tried.best <= alpha {
            let of_parent = self.line.before(ply, 1).was_pv;
            self.line.at_mut(ply).was_pv |= of_parent;
        }
        if node.excluded.is_none() && (!K::ROOT || self.root.is_whole) {
            let bound = if tried.best >= beta {
                Bound::Lower
            } else if K::PV && tried.best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry {
                mv: tried.best_move,
                value: tried.best,
                eval: node.raw_eval,
                depth: if tried.number > 0 {
                    depth
                } else {
                    (depth + 6).min(MAX_PLY as i32 - 1)
                },
                bound: Some(bound),
                pv: self.line.at(ply).was_pv,
            };
            shared.table.store(node.place, ply, &entry);
        }
        self.learn_correction(node, &tried);
        tried.best
    }
}
