//! Judging a node before its moves are looked at: by its static value, by a pass, by a capture that would do, by
//! what the node before has paid, and by whether the table's move stands alone.
//!
//! Ideas as in today's best engines (Stockfish and `YaneuraOu`, read in 2026); constants are theirs as first values
//! where they have no knob.

use super::{Node, PLY};
use crate::eval::{INFINITE, is_mate};
use crate::search::ends::End;
use crate::search::game_rules::SUPERIOR;
use crate::search::ordering::Wanted;
use crate::search::quiescence::modest;
use crate::search::report::Bound;
use crate::search::signals::Shared;
use crate::search::styles::Style;
use crate::search::tt::Entry;
use crate::search::worker::Worker;
use crate::shogi::movegen::is_legal;
use crate::shogi::{CheckSquares, Move};

/// The part of its depth, one in so many, that a null move costs beside `null_move_cost`: the deeper the
/// node, the surer a pass that holds.
const NULL_DEPTH_SHARE: i32 = 4;
/// The most that a value far above beta adds to the cost of a null move, in centi-plies.
const MOST_NULL_EXCESS: i32 = 2 * PLY;
/// The least depth for a null move. Up to twice that its cost leaves the answer to quiescence.
const NULL_FROM: i32 = 2 * PLY;
/// The least depth for internal iterative reduction: with less, a search without a table move is cheap.
const REDUCTION_FROM: i32 = 4 * PLY;
/// The least depth at which a capture may end the node, and what its search costs.
const PROBCUT_FROM: i32 = 3 * PLY;
const PROBCUT_COST: i32 = 4 * PLY;
/// How much less the table's entry may reach than the node where its move may be singular.
const SHORT: i32 = 3 * PLY;
/// A move that was reduced by so much is looked at a ply deeper if it does not look worse for that.
const REGRETTED: i32 = 3 * PLY;
/// A move that was reduced by so much may be a ply shallower,
const TRUSTED: i32 = 2 * PLY;
/// if both static values, each from its own side, together come to so many centipawns.
const BOTH_GOOD: i32 = 135;

impl Worker {
    /// Ends the node by its static value (razoring, reverse futility, the null move) or by a capture (probcut).
    /// Without a move from the table the budgets shrink.
    #[inline]
    pub(super) fn judge<S: Style>(&mut self, shared: &Shared, node: &mut Node) -> Option<i32> {
        let ply = node.ply;
        node.guess = self.guess(node);
        if !node.in_check {
            let before = ply
                .checked_sub(2)
                .map_or(-INFINITE, |p| self.path.stack[p].eval);
            node.improving = node.eval > before;
            if node.excluded.is_none() {
                self.learn_from_swing(node);
            }
            if self.settings.config.hindsight > 0 && ply > 0 && node.excluded.is_none() {
                self.look_back(node);
            }
            if !node.pv && !is_mate(node.beta) && node.excluded.is_none() {
                if let Some(value) = self.razor::<S>(shared, node) {
                    return Some(self.ended(End::Razoring, value));
                }
                if let Some(value) = self.reverse_futility(node) {
                    return Some(self.ended(End::ReverseFutility, value));
                }
                if let Some(value) = self.null_move::<S>(shared, node) {
                    return Some(self.ended(End::NullMove, value));
                }
                if self.stopped {
                    return None;
                }
                node.improving |= self.settings.config.kinds > 0 && node.eval >= node.beta;
                if let Some(value) = self.probcut::<S>(shared, node) {
                    return Some(self.ended(End::ProbCut, value));
                }
                if self.stopped {
                    return None;
                }
            }
        }
        let reduction = self.settings.config.internal_reduction_cost;
        if reduction > 0
            && ply > 0
            && node.table_move.is_none()
            && node.budget.mean() >= REDUCTION_FROM
        {
            node.budget = node.budget.less(reduction);
            node.reduction = reduction;
        }
        self.judge_table_move::<S>(shared, node)
    }

    /// The static value, or that of the table where its bound says that it is nearer.
    #[inline]
    fn guess(&self, node: &Node) -> i32 {
        match node.known {
            Some(entry)
                if self.settings.config.table_guess > 0
                    && !node.in_check
                    && entry.value.abs() < SUPERIOR
                    && entry.bound.corrects(entry.value, node.eval) =>
            {
                entry.value
            }
            _ => node.eval,
        }
    }

    /// With hindsight: what the move before was reduced by was too much, or too little.
    #[inline]
    fn look_back(&self, node: &mut Node) {
        let before = &self.path.stack[node.ply - 1];
        if before.checks.in_check() {
            return;
        }
        let (reduced, both) = (before.reduced, node.eval + before.eval);
        if reduced >= REGRETTED && both <= 0 {
            node.budget = node.budget.less(-PLY);
        }
        if reduced >= TRUSTED && node.budget.mean() >= 2 * PLY && both > BOTH_GOOD {
            node.budget = node.budget.less(PLY);
        }
    }

    /// Far enough below alpha, only captures can help, and quiescence tries those.
    #[inline]
    fn razor<S: Style>(&mut self, shared: &Shared, node: &Node) -> Option<i32> {
        let margin = self.settings.config.razor_margin;
        let depth = node.budget.mean();
        let hundredths = if S::prunes_by_rules(&self.settings.config) {
            PLY + (depth / 10).pow(2)
        } else {
            depth
        };
        let hope = node.guess + margin * hundredths / PLY;
        if margin == 0 || hope >= node.alpha || is_mate(node.alpha) {
            return None;
        }
        let value = self.quiescence::<S>(shared, node.alpha, node.alpha + 1, node.ply, false);
        self.look_away_from_checks(node.ply);
        (value <= node.alpha && !self.stopped).then_some(value)
    }

    /// From now on no move of the node at `ply` counts as a check: where captures alone have lifted a value so
    /// far below alpha, it is they that matter. Our own. Worth: +14 (−1 to +29) in 1,600 games at equal nodes
    /// (2026-11-21).
    #[inline]
    fn look_away_from_checks(&mut self, ply: usize) {
        self.path.stack[ply].squares = CheckSquares::none();
    }

    /// Far enough above beta, the opponent would not have let it come to this.
    #[inline]
    fn reverse_futility(&self, node: &Node) -> Option<i32> {
        let config = &self.settings.config;
        let depth = node.budget.mean();
        let margin = config.reverse_futility_margin * depth / PLY;
        let applies = config.reverse_futility_margin > 0 && depth <= config.futility_limit;
        let holds = applies && node.guess - margin >= node.beta;
        holds.then(|| {
            if config.towards_beta > 0 {
                (2 * node.beta + node.guess) / 3
            } else {
                node.guess
            }
        })
    }

    /// If even passing holds beta, some move will. Both budgets pay for the pass. The cut is not
    /// verified by a search without a pass: that won nothing (`docs/notebook/2026-11-25.md`).
    fn null_move<S: Style>(&mut self, shared: &Shared, node: &Node) -> Option<i32> {
        let config = &self.settings.config;
        let (ply, depth) = (node.ply, node.budget.mean());
        let applies = config.null_move_cost > 0
            && depth >= NULL_FROM
            && node.guess >= node.beta
            && ply > 0
            && self.path.stack[ply - 1].arrival.is_some();
        if !applies {
            return None;
        }
        let excess = (node.guess - node.beta) / config.null_move_divisor;
        let cost = config.null_move_cost + depth / NULL_DEPTH_SHARE + excess.min(MOST_NULL_EXCESS);
        let rest = node.budget.less(cost);
        self.path.make_null(shared.table, ply);
        let value = -self.node::<S>(
            shared,
            -node.beta,
            1 - node.beta,
            rest.turned(),
            ply + 1,
            false,
        );
        self.path.unmake_null();
        if self.stopped {
            self.line_at_stop.push(Move::NONE);
            return None;
        }
        (value >= node.beta).then(|| modest(value, node.beta))
    }

    /// A capture that lifts the value well above beta in a shallow search will lift it above beta in a deep one;
    /// so will what the table found a little shallower. Idea: probcut (M. Buro, 1995), as in Stockfish.
    fn probcut<S: Style>(&mut self, shared: &Shared, node: &Node) -> Option<i32> {
        let config = &self.settings.config;
        let (ply, depth) = (node.ply, node.budget.mean());
        let (margin, table_margin) = (config.probcut_margin, config.table_probcut_margin);
        if margin == 0 || depth < PROBCUT_FROM {
            return None;
        }
        let rest = node.budget.less(PROBCUT_COST);
        if let Some(entry) = node.known
            && entry.bound != Bound::Upper
            && entry.budget.mean() >= rest.mean()
            && entry.value >= node.beta + table_margin
            && !is_mate(entry.value)
        {
            return Some(node.beta + table_margin);
        }
        let bar = node.beta + margin - if node.improving { margin / 4 } else { 0 };
        if is_mate(bar)
            || node
                .known
                .is_some_and(|entry| entry.value < bar && entry.budget.mean() >= rest.mean())
        {
            return None;
        }
        self.path.stack[ply]
            .picker
            .start(Wanted::Noisy, node.table_move, [Move::NONE; 4]);
        while let Some(picked) = self.pick::<S>(ply, false) {
            let mv = picked.mv;
            if !self.path.exchange_reaches(ply, mv, bar - node.eval) {
                continue;
            }
            let undo = self.make(shared, ply, mv);
            let mut value = -self.quiescence::<S>(shared, -bar, 1 - bar, ply + 1, true);
            if value >= bar && !self.stopped && rest.mean() > 0 {
                value = -self.node::<S>(shared, -bar, 1 - bar, rest.turned(), ply + 1, !node.cut);
            }
            self.path.unmake(mv, undo);
            if self.stopped {
                self.line_at_stop.push(mv);
                return None;
            }
            if value >= bar {
                let value = modest(value, bar);
                let entry = Entry {
                    mv,
                    value,
                    eval: node.raw_eval,
                    budget: rest.less(-PLY),
                    bound: Bound::Lower,
                    mateless: node.mateless,
                };
                self.keep::<S>(shared, ply, entry);
                return Some(value - (bar - node.beta));
            }
        }
        None
    }

    /// Finds out whether the table's move stands alone, and is worth a deeper look, or is not needed for a cut.
    ///
    /// Idea: singular extensions (T. Anantharaman, M. Campbell and F. Hsu, 1988), in today's form: the
    /// other moves are searched with half the budget against a value a margin below the table's. If
    /// none reaches it, the move is singular and costs less (`singular_bonus`); if they hold beta even
    /// so, several moves cut and the node ends (multi-cut).
    #[inline]
    fn judge_table_move<S: Style>(&mut self, shared: &Shared, node: &mut Node) -> Option<i32> {
        let config = &self.settings.config;
        let entry = node.known?;
        let applies = config.singular_margin > 0
            && node.ply > 0
            && node.ply < 2 * self.root.iteration as usize
            && node.budget.mean() >= config.singular_from
            && node.excluded.is_none()
            && entry.bound != Bound::Upper
            && entry.budget.mean() >= node.budget.mean() - SHORT
            && !is_mate(entry.value)
            && is_legal(&self.path.pos, &self.path.stack[node.ply].checks, entry.mv);
        if applies {
            self.search_alternatives::<S>(shared, node, entry.value)
        } else {
            None
        }
    }

    fn search_alternatives<S: Style>(
        &mut self,
        shared: &Shared,
        node: &mut Node,
        value: i32,
    ) -> Option<i32> {
        let config = &self.settings.config;
        let bonus = config.singular_bonus;
        let bar = value - config.singular_margin * node.budget.mean() / PLY;
        let ply = node.ply;
        self.path.stack[ply].excluded = node.table_move;
        let others = self.node::<S>(shared, bar - 1, bar, node.budget.half(), ply, node.cut);
        self.path.stack[ply].excluded = Move::NONE;
        if self.stopped {
            return Some(0);
        }
        if others < bar {
            node.singular = bonus;
        } else if bar >= node.beta && !node.pv {
            return Some(self.ended(End::MultiCut, bar));
        }
        None
    }
}
