//! One interior node as a sequence of phases: settle it without moves, judge it from its static
//! value, try its moves within the budgets, keep what was learned.
//!
//! There is one node function for every kind of search; what differs is the configuration. A
//! node knows both sides' budgets ([`Budget`]); a move costs an ordinary ply plus its lost
//! interest (`interest.rs`), is pruned if that overdraws its side's budget too far, and is searched
//! again at ordinary cost when it beats alpha at a higher one (verification).

mod classic;
mod explain;
mod learn;
mod line;
mod moves;
mod prices;
mod pruning;
mod rules;
mod singular;
mod tried;

use super::budget::{Budget, PLY};
use super::ends::End;
use super::quiescence::{answers, modest};
use super::score::Bound;
use super::signals::Shared;
use super::tt::Entry;
use super::worker::Worker;
use crate::eval::{INFINITE, MAX_PLY, is_mate, mate_in, mated_in};
use crate::shogi::mate_one::mate_in_one;
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
/// Moves of one node that histories and penalties remember.
const MOST_TRIED: usize = 64;

/// What the phases of a node hand to each other.
struct Node {
    alpha: i32,
    beta: i32,
    budget: Budget,
    ply: usize,
    pv: bool,
    in_check: bool,
    /// Static value as the evaluation gives it.
    raw_eval: i32,
    /// Static value corrected; −[`INFINITE`] in check.
    eval: i32,
    improving: bool,
    table_move: Move,
    /// Whether the table's move captures or promotes a pawn.
    table_captures: bool,
    known: Option<Entry>,
    /// Whether a mate in one was looked for in vain.
    mateless: bool,
    /// The move that is not to be tried, while its alternatives are searched.
    excluded: Move,
    /// Less cost for the table's move because it is singular.
    singular: i32,
    /// Whether it is below the root, where moves may be pruned.
    inner: bool,
}

impl Worker {
    /// The value of the position at `ply` within `alpha` and `beta` when both sides have
    /// `budget` left to spend.
    pub fn node(
        &mut self,
        shared: &Shared,
        alpha: i32,
        beta: i32,
        budget: Budget,
        ply: usize,
    ) -> i32 {
        let ruled = self.ruled(ply);
        if ruled.is_none() && budget.is_spent() {
            self.ends.note(End::Spent);
            return self.quiescence(shared, alpha, beta, ply, true);
        }
        self.count_node(shared, ply);
        self.stack[ply].line.clear();
        if self.stopped {
            return 0;
        }
        if let Some(value) = ruled {
            return self.ended(End::Rule, value);
        }
        let mut node = self.open(alpha, beta, budget, ply);
        if let Some(value) = self.settle(shared, &mut node) {
            return value;
        }
        if let Some(value) = self.judge(shared, &mut node) {
            return value;
        }
        if self.stopped {
            // What was stopped is no move of this node.
            return 0;
        }
        let mut tried = self.try_moves(shared, &mut node);
        if self.stopped {
            return 0;
        }
        self.ends.note(tried.end(alpha, node.beta));
        if tried.searched == 0 {
            return if node.excluded.is_some() {
                alpha
            } else if tried.pruned {
                self.quiescence(shared, alpha, beta, ply, true)
            } else {
                mated_in(ply)
            };
        }
        if tried.pruned {
            // A move that was pruned may be worth more than those tried, up to alpha.
            tried.best = tried.best.max(alpha);
        }
        if node.excluded.is_none() {
            self.learn(shared, &node, alpha, &tried);
        }
        tried.best
    }

    /// A node of which nothing is known yet.
    #[inline]
    fn open(&self, alpha: i32, beta: i32, budget: Budget, ply: usize) -> Node {
        Node {
            alpha,
            beta,
            budget,
            ply,
            pv: beta - alpha > 1,
            in_check: self.stack[ply].checks.in_check(),
            raw_eval: 0,
            eval: -INFINITE,
            improving: true,
            table_move: Move::NONE,
            table_captures: false,
            known: None,
            mateless: false,
            excluded: self.stack[ply].excluded,
            singular: 0,
            inner: ply > 0,
        }
    }

    /// Ends the node by its place in the line or by what the table knows. At the root nothing does.
    #[inline]
    fn settle(&mut self, shared: &Shared, node: &mut Node) -> Option<i32> {
        let ply = node.ply;
        if ply > 0 {
            if ply >= MAX_PLY {
                let value = self.evaluate(ply);
                return Some(self.ended(End::Rule, value));
            }
            node.alpha = node.alpha.max(mated_in(ply));
            node.beta = node.beta.min(mate_in(ply + 1));
            if node.alpha >= node.beta {
                return Some(self.ended(End::Rule, node.alpha));
            }
        }
        let known = shared.table.probe(self.table_key(), ply);
        node.known = known;
        node.table_move = known.map_or(Move::NONE, |entry| entry.mv);
        node.mateless = known.is_some_and(|entry| entry.mateless);
        if let Some(entry) = known {
            let enough = entry.budget.reaches(node.budget);
            let asked = !node.pv && ply > 0 && node.excluded.is_none();
            if asked && enough && answers(&entry, node.alpha, node.beta) {
                return Some(self.ended(End::Table, entry.value));
            }
        }
        if !node.in_check {
            (node.raw_eval, node.eval) = self.static_values(ply, known);
        }
        self.stack[ply].eval = node.eval;
        self.stack[ply].squares = CheckSquares::of(&self.pos);
        if ply == 0 {
            node.table_move = self.root_moves[self.first_root_move].mv;
        } else if let Some(value) = self.mate_at_once(shared, node) {
            return Some(value);
        }
        if !node.in_check {
            let values = (node.raw_eval, node.eval);
            self.keep_static_values(shared, ply, known, values, node.mateless);
        }
        None
    }

    /// Ends the node if a move mates.
    #[inline]
    fn mate_at_once(&mut self, shared: &Shared, node: &mut Node) -> Option<i32> {
        let from = self.settings.config.mate_one_from;
        if node.mateless || node.in_check || node.budget.mean() < from {
            return None;
        }
        let here = &self.stack[node.ply];
        let (checks, squares) = (&here.checks, &here.squares);
        let mate = mate_in_one(&mut self.pos, checks, squares, &mut self.scratch);
        node.mateless = mate.is_none();
        let mv = mate?;
        let value = self.keep_mate(shared, node.ply, mv, node.raw_eval);
        Some(self.ended(End::MateInOne, value))
    }

    /// Keeps for good that `mv` mates at `ply`, and gives the value.
    #[inline]
    pub fn keep_mate(&mut self, shared: &Shared, ply: usize, mv: Move, eval: i32) -> i32 {
        let entry = Entry {
            mv,
            value: mate_in(ply + 1),
            eval,
            budget: Budget::MOST,
            bound: Bound::Exact,
            mateless: false,
        };
        self.keep(shared, ply, entry);
        self.stack[ply].line.push(mv);
        entry.value
    }

    /// Ends the node by its static value: razoring, reverse futility and the null move. Without a
    /// move from the table the budgets shrink.
    #[inline]
    fn judge(&mut self, shared: &Shared, node: &mut Node) -> Option<i32> {
        let ply = node.ply;
        if !node.in_check {
            let before = ply.checked_sub(2).map_or(-INFINITE, |p| self.stack[p].eval);
            node.improving = node.eval > before;
            if !node.pv && !is_mate(node.beta) && node.excluded.is_none() {
                if let Some(value) = self.razor(shared, node) {
                    return Some(self.ended(End::Razoring, value));
                }
                if let Some(value) = self.reverse_futility(node) {
                    return Some(self.ended(End::ReverseFutility, value));
                }
                if let Some(value) = self.null_move(shared, node) {
                    return Some(self.ended(End::NullMove, value));
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
        }
        self.judge_table_move(shared, node)
    }

    /// Far enough below alpha, only captures can help, and quiescence tries those. Where they do,
    /// the node goes on without regard to checks: worth +14 (−1 to +29) in 1,600 games at equal
    /// nodes (2026-11-21).
    #[inline]
    fn razor(&mut self, shared: &Shared, node: &Node) -> Option<i32> {
        let margin = self.settings.config.razor_margin;
        let depth = node.budget.mean();
        let hundredths = if self.budget_prunes() {
            depth
        } else {
            PLY + (depth / 10).pow(2)
        };
        let hope = node.eval + margin * hundredths / PLY;
        if margin == 0 || hope >= node.alpha || is_mate(node.alpha) {
            return None;
        }
        let value = self.quiescence(shared, node.alpha, node.alpha + 1, node.ply, false);
        self.stack[node.ply].squares = CheckSquares::none();
        (value <= node.alpha && !self.stopped).then_some(value)
    }

    /// Far enough above beta, the opponent would not have let it come to this.
    #[inline]
    fn reverse_futility(&self, node: &Node) -> Option<i32> {
        let config = &self.settings.config;
        let depth = node.budget.mean();
        let margin = config.reverse_futility_margin * depth / PLY;
        let applies = config.reverse_futility_margin > 0 && depth <= config.futility_limit;
        (applies && node.eval - margin >= node.beta).then_some(node.eval)
    }

    /// If even passing holds beta, some move will. Both budgets pay for the pass. The cut is not
    /// verified by a search without a pass: that won nothing (2026-11-24, `docs/experiments.md`).
    fn null_move(&mut self, shared: &Shared, node: &Node) -> Option<i32> {
        let config = &self.settings.config;
        let (ply, depth) = (node.ply, node.budget.mean());
        let applies = config.null_move_cost > 0
            && depth >= NULL_FROM
            && node.eval >= node.beta
            && ply > 0
            && self.stack[ply - 1].arrival.is_some();
        if !applies {
            return None;
        }
        let excess = (node.eval - node.beta) / config.null_move_divisor;
        let cost = config.null_move_cost + depth / NULL_DEPTH_SHARE + excess.min(MOST_NULL_EXCESS);
        let rest = node.budget.less(cost);
        self.make_null(shared, ply);
        let value = -self.node(shared, -node.beta, 1 - node.beta, rest.turned(), ply + 1);
        self.unmake_null();
        if self.stopped {
            self.line_at_stop.push(Move::NONE);
            return None;
        }
        (value >= node.beta).then(|| modest(value, node.beta))
    }
}
