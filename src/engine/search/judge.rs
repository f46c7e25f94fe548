//! Judging a node by its static value: what it teaches, and the ways in which a node ends before its moves are tried.
//!
//! Ideas: swing of the static value, hindsight, razoring (J. Birmingham and P. Kent, 1977), reverse futility, null moves
//! (D. Beal, 1989; C. Donninger, 1993), internal reductions (E. Schröder, 2020), probcut (M. Buro, 1995), all as in
//! Stockfish. Numbers: `YaneuraOu` 33ccf1f.

use super::conventions::Conventions;
use super::ends::End;
use super::node::{Beside, Kind, Node, Task};
use super::picker::{Picker, Wanted};
use super::report::Bound;
use super::signals::Shared;
use super::table::{Entry, NO_VALUE, STATIC_ONLY};
use super::worker::Worker;
use crate::eval::{LONGEST_MATE, is_mate};

/// How far above beta, in units, the table's value ends a node that was found a little shallower.
const SMALL_PROBCUT: i32 = 416;
/// From this depth on a null move that holds beta is verified by a search without null moves.
const VERIFIED_FROM: i32 = 16;

impl Worker {
    /// Judges the node. A value ends it.
    #[inline]
    pub fn judge<K: Kind, C: Conventions>(
        &mut self,
        shared: &Shared,
        node: &mut Node,
    ) -> Option<i32> {
        let ply = node.ply;
        node.correction = self.correction(ply);
        if node.in_check {
            node.eval = self.line.before(ply, 2).eval;
            self.line.at_mut(ply).eval = node.eval;
            return self.small_probcut(node);
        }
        self.find_static_value::<C>(shared, node);
        self.learn_from_swing(node);
        node.improving = node.eval > self.line.before(ply, 2).eval;
        let parent_eval = self.line.before(ply, 1).eval;
        node.opponent_worse = node.eval > -parent_eval;
        if node.reduced_before >= 3 && !node.opponent_worse {
            node.depth += 1;
        }
        if node.reduced_before >= 2 && node.depth >= 2 && node.eval + parent_eval > 173 {
            node.depth -= 1;
        }
        if !K::PV && node.guess < node.alpha - 502 - 306 * node.depth * node.depth {
            self.counts.ends.note(End::Razoring);
            return Some(self.quiescence::<Beside, C>(shared, ply, node.alpha, node.beta));
        }
        if let Some(value) = self.reverse_futility(node) {
            return Some(self.ended(End::ReverseFutility, value));
        }
        if let Some(value) = self.null_move::<C>(shared, node) {
            return Some(self.ended(End::NullMove, value));
        }
        node.improving |= node.eval >= node.beta;
        let is_all = !K::PV && !node.cut;
        if node.table_move.is_none()
            && node.depth >= 6
            && !is_all
            && !self.line.at(ply).on_last_pv
            && node.reduced_before <= 3
        {
            node.depth -= 1;
        }
        if let Some(value) = self.probcut::<C>(shared, node) {
            return Some(self.ended(End::ProbCut, value));
        }
        self.small_probcut(node)
    }

    /// The static value, and a guess that is nearer where the table's bound allows one.
    #[inline]
    fn find_static_value<C: Conventions>(&mut self, shared: &Shared, node: &mut Node) {
        let ply = node.ply;
        if node.excluded.is_some() {
            // It stands on the line, and the guess is the same.
            node.raw_eval = node.eval;
            node.guess = node.eval;
            return;
        }
        node.raw_eval = if C::LATE || node.known.eval == NO_VALUE {
            self.line.evaluate(ply)
        } else {
            node.known.eval
        };
        node.eval = Self::corrected(node.raw_eval, node.correction);
        node.guess = node.eval;
        self.line.at_mut(ply).eval = node.eval;
        let known = &node.known;
        if known.is_hit() {
            if known.tells(known.value > node.eval) {
                node.guess = known.value;
            }
        } else {
            let entry = Entry {
                eval: node.raw_eval,
                depth: STATIC_ONLY,
                pv: self.line.at(ply).was_pv,
                ..Entry::NONE
            };
            shared.table.write(node.place, &entry);
        }
    }

    /// Far enough above beta, the opponent would not have let it come to this.
    #[inline]
    fn reverse_futility(&self, node: &Node) -> Option<i32> {
        let applies = !self.line.at(node.ply).was_pv
            && node.depth < 15
            && node.guess >= node.beta
            && (node.table_move.is_none() || node.table_captures)
            && node.beta > -LONGEST_MATE
            && node.guess < LONGEST_MATE;
        if !applies {
            return None;
        }
        let known = self.settings.config.reverse_futility_margin;
        let per_ply = if node.known.is_hit() {
            known
        } else {
            known * 55 / 76
        };
        let less = 2686 * i32::from(node.improving) + 362 * i32::from(node.opponent_worse);
        let margin = per_ply * node.depth - less * per_ply / 1024 + node.correction.abs() / 180_600;
        (node.guess - margin >= node.beta).then(|| (2 * node.beta + node.guess) / 3)
    }

    /// If even passing holds beta, some move will.
    fn null_move<C: Conventions>(&mut self, shared: &Shared, node: &Node) -> Option<i32> {
        let (ply, depth, beta) = (node.ply, node.depth, node.beta);
        let margin = self.settings.config.null_move_margin;
        let applies = node.cut
            && node.eval >= beta - 16 * depth - 53 * i32::from(node.improving) + margin
            && node.excluded.is_none()
            && beta > -LONGEST_MATE
            && ply >= self.null_moves_from;
        if !applies {
            return None;
        }
        let rest = depth - 7 - depth / 3;
        let task = Task {
            ply: ply + 1,
            alpha: -beta,
            beta: 1 - beta,
            depth: rest,
            cut: false,
        };
        self.line.make_null::<C>(shared.table, ply);
        let value = -self.node::<Beside, C>(shared, task);
        self.line.unmake_null();
        if self.gives_up::<C>() || value < beta || value >= LONGEST_MATE {
            return None;
        }
        if self.null_moves_from > 0 || depth < VERIFIED_FROM {
            return Some(value);
        }
        self.null_moves_from = ply + (3 * rest / 4).max(0) as usize;
        let task = Task {
            ply,
            alpha: beta - 1,
            beta,
            depth: rest,
            cut: false,
        };
        let verified = self.node::<Beside, C>(shared, task);
        self.null_moves_from = 0;
        (verified >= beta).then_some(value)
    }

    /// A capture that lifts the value well above beta in a shallow search will lift it above beta in a deep one.
    fn probcut<C: Conventions>(&mut self, shared: &Shared, node: &Node) -> Option<i32> {
        let margin = self.settings.config.probcut_margin;
        let bar = node.beta + margin - 61 * i32::from(node.improving);
        let known = &node.known;
        let speaks_against = known.value != NO_VALUE && known.value < bar;
        if node.depth < 3 || is_mate(node.beta) || speaks_against {
            return None;
        }
        let listed = self.moves.len();
        let value = self.try_captures::<C>(shared, node, bar);
        self.moves.truncate(listed);
        value
    }

    fn try_captures<C: Conventions>(
        &mut self,
        shared: &Shared,
        node: &Node,
        bar: i32,
    ) -> Option<i32> {
        let ply = node.ply;
        let rest = node.depth - 4;
        let wanted = Wanted::Gains(bar - node.eval);
        let mut picker = Picker::new(wanted, node.table_move, self.moves.len());
        while let Some(picked) = self.pick::<Beside, C>(ply, &mut picker, true) {
            let mv = picked.mv;
            if mv == node.excluded {
                continue;
            }
            let undo = self.make::<C>(shared, ply, mv);
            let mut value = -self.quiescence::<Beside, C>(shared, ply + 1, -bar, 1 - bar);
            if value >= bar && rest > 0 {
                let task = Task {
                    ply: ply + 1,
                    alpha: -bar,
                    beta: 1 - bar,
                    depth: rest,
                    cut: !node.cut,
                };
                value = -self.node::<Beside, C>(shared, task);
            }
            self.line.unmake(mv, undo);
            if self.gives_up::<C>() {
                return None;
            }
            if value >= bar {
                let entry = Entry {
                    mv,
                    value,
                    eval: node.raw_eval,
                    depth: rest + 1,
                    bound: Some(Bound::Lower),
                    pv: self.line.at(ply).was_pv,
                };
                shared.table.store(node.place, ply, &entry);
                if !is_mate(value) {
                    return Some(value - (bar - node.beta));
                }
            }
        }
        None
    }

    /// What the table found a little shallower, well above beta, will hold.
    #[inline]
    fn small_probcut(&mut self, node: &Node) -> Option<i32> {
        let known = &node.known;
        let holds = known.is_lower()
            && known.depth >= node.depth - 4
            && known.value != NO_VALUE
            && known.value >= node.beta + SMALL_PROBCUT
            && !is_mate(node.beta)
            && !is_mate(known.value);
        holds.then(|| self.ended(End::ProbCut, node.beta + SMALL_PROBCUT))
    }

    /// What the static values on both sides of a quiet move say of it. Idea: Stockfish.
    #[inline]
    fn learn_from_swing(&mut self, node: &Node) {
        let before = self.line.before(node.ply, 1);
        if !before.is_quiet() || before.in_check() {
            return;
        }
        let gain = (-(before.eval + node.eval)).clamp(-214, 171) + 60;
        let of_pawns = (!node.known.is_hit()).then_some(12 * gain);
        self.teach_move_before(node.ply, 10 * gain, of_pawns);
    }
}
