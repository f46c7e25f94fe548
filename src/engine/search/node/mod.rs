//! One interior node as a sequence of phases: settle it without moves, judge it from its static
//! value, try its moves within the budgets, keep what was learned.
//!
//! There is one node function for every kind of search; what differs is its style (`styles`). A
//! node knows both sides' budgets ([`Budget`]); a move costs an ordinary ply plus its lost
//! interest (`interest.rs`), is pruned if that overdraws its side's budget too far, and is searched
//! again at ordinary cost when it beats alpha at a higher one (verification).

mod explain;
mod judge;
mod learn;
mod moves;
pub mod pruning;

use super::ends::End;
use super::game_rules::SUPERIOR;
use super::interest::{Budget, PLY};
use super::quiescence::answers;
use super::report::Bound;
use super::root::PvMove;
use super::signals::Shared;
use super::styles::Style;
use super::tt::Entry;
use super::worker::Worker;
use crate::eval::{INFINITE, MAX_PLY, is_mate, mate_in, mated_in};
use crate::shogi::mate_one::mate_in_one;
use crate::shogi::{CheckSquares, Move};

/// The depth from which the table answers also where a node is of another kind than was expected. Source: Stockfish.
const SURE_FROM: i32 = 5 * PLY;
/// Moves of one node that histories and penalties remember.
const MOST_TRIED: usize = 64;

/// What the phases of a node hand to each other.
pub struct Node {
    pub alpha: i32,
    pub beta: i32,
    pub budget: Budget,
    pub ply: usize,
    pub pv: bool,
    /// Whether an early move is expected to cut: so it is where the move before was not the first of its node.
    pub cut: bool,
    pub in_check: bool,
    /// Static value as the evaluation gives it.
    pub raw_eval: i32,
    /// Static value corrected; −[`INFINITE`] in check.
    pub eval: i32,
    /// The static value, or that of the table where its bound says that it is nearer.
    pub guess: i32,
    pub improving: bool,
    pub table_move: Move,
    /// Whether the table's move captures or promotes a pawn.
    pub table_captures: bool,
    pub known: Option<Entry>,
    /// Whether a mate in one was looked for in vain.
    pub mateless: bool,
    /// The move that is not to be tried, while its alternatives are searched.
    pub excluded: Move,
    /// Less cost for the table's move because it is singular.
    pub singular: i32,
    /// What the budgets have lost because the table has no move.
    pub reduction: i32,
    /// Whether it is below the root, where moves may be pruned.
    pub inner: bool,
}

impl Worker {
    /// The value of the position at `ply` within `alpha` and `beta` when both sides have
    /// `budget` left to spend; `cut` where an early move is expected to cut.
    pub fn node<S: Style>(
        &mut self,
        shared: &Shared,
        alpha: i32,
        beta: i32,
        budget: Budget,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let ruled = self.path.ruled(ply);
        if ruled.is_none() && budget.is_spent() {
            self.counts.ends.note(End::Spent);
            return self.quiescence::<S>(shared, alpha, beta, ply, true);
        }
        self.path.stack[ply].line.clear();
        if self.stopped {
            return 0;
        }
        if let Some(value) = ruled {
            return self.ended(End::Rule, value);
        }
        let mut node = self.open(alpha, beta, budget, ply);
        node.cut = cut;
        if let Some(value) = self.settle::<S>(shared, &mut node) {
            return value;
        }
        if let Some(value) = self.judge::<S>(shared, &mut node) {
            return value;
        }
        if self.stopped {
            // What was stopped is no move of this node.
            return 0;
        }
        let mut tried = self.try_moves::<S>(shared, &mut node);
        if self.stopped {
            return 0;
        }
        self.counts.ends.note(tried.end(alpha, node.beta));
        if tried.searched == 0 {
            return if node.excluded.is_some() {
                alpha
            } else if tried.pruned {
                self.quiescence::<S>(shared, alpha, beta, ply, true)
            } else {
                mated_in(ply)
            };
        }
        if tried.pruned {
            // A move that was pruned may be worth more than those tried, up to alpha.
            tried.best = tried.best.max(alpha);
        }
        if self.settings.config.towards_beta > 0 {
            tried.best = towards(node.beta, tried.best, node.budget.mean());
        }
        if node.excluded.is_none() {
            self.learn::<S>(shared, &node, alpha, &tried);
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
            cut: false,
            in_check: self.path.stack[ply].checks.in_check(),
            raw_eval: 0,
            eval: -INFINITE,
            guess: -INFINITE,
            improving: true,
            table_move: Move::NONE,
            table_captures: false,
            known: None,
            mateless: false,
            excluded: self.path.stack[ply].excluded,
            singular: 0,
            reduction: 0,
            inner: ply > 0,
        }
    }

    /// Ends the node by its place in the line or by what the table knows. At the root nothing does.
    #[inline]
    fn settle<S: Style>(&mut self, shared: &Shared, node: &mut Node) -> Option<i32> {
        let ply = node.ply;
        if ply > 0 {
            if ply >= MAX_PLY {
                let value = self.path.evaluate(ply);
                return Some(self.ended(End::Rule, value));
            }
            node.alpha = node.alpha.max(mated_in(ply));
            node.beta = node.beta.min(mate_in(ply + 1));
            if node.alpha >= node.beta {
                return Some(self.ended(End::Rule, node.alpha));
            }
        }
        let known = shared.table.probe(self.path.table_key(), ply);
        node.known = known;
        node.table_move = known.map_or(Move::NONE, |entry| entry.mv);
        node.mateless = known.is_some_and(|entry| entry.mateless);
        if let Some(entry) = known {
            let enough = entry.budget.reaches(node.budget);
            let asked = !node.pv && ply > 0 && node.excluded.is_none();
            let expected = self.settings.config.kinds == 0
                || node.cut == (entry.value >= node.beta)
                || node.budget.mean() > SURE_FROM;
            if asked && enough && expected && answers(&entry, node.alpha, node.beta) {
                return Some(self.ended(End::Table, entry.value));
            }
        }
        if !node.in_check {
            (node.raw_eval, node.eval) = self.static_values(ply, known);
        }
        let inherits = node.in_check && self.settings.config.kinds > 0;
        self.path.stack[ply].eval = match ply.checked_sub(2) {
            Some(before) if inherits => self.path.stack[before].eval,
            _ => node.eval,
        };
        self.path.stack[ply].squares = CheckSquares::of(&self.path.pos);
        if ply == 0 {
            node.table_move = self.root.moves[self.root.first].mv;
        } else if let Some(value) = self.mate_at_once::<S>(shared, node) {
            return Some(value);
        }
        if !node.in_check {
            let values = (node.raw_eval, node.eval);
            self.keep_static_values::<S>(shared, ply, known, values, node.mateless);
        }
        None
    }

    /// Ends the node if a move mates.
    #[inline]
    fn mate_at_once<S: Style>(&mut self, shared: &Shared, node: &mut Node) -> Option<i32> {
        let from = self.settings.config.mate_one_from;
        if node.mateless || node.in_check || node.budget.mean() < from {
            return None;
        }
        let here = &self.path.stack[node.ply];
        let (checks, squares) = (&here.checks, &here.squares);
        let mate = mate_in_one(&mut self.path.pos, checks, squares, &mut self.scratch);
        node.mateless = mate.is_none();
        let mv = mate?;
        let value = self.keep_mate::<S>(shared, node.ply, mv, node.raw_eval);
        Some(self.ended(End::MateInOne, value))
    }

    /// Keeps for good that `mv` mates at `ply`, and gives the value.
    #[inline]
    pub fn keep_mate<S: Style>(&mut self, shared: &Shared, ply: usize, mv: Move, eval: i32) -> i32 {
        let entry = Entry {
            mv,
            value: mate_in(ply + 1),
            eval,
            budget: Budget::MOST,
            bound: Bound::Exact,
            mateless: false,
        };
        self.keep::<S>(shared, ply, entry);
        self.path.stack[ply].line.push(PvMove::ordinary(mv));
        entry.value
    }
}

/// A value that is above `beta`, found with a mean budget of `depth`, drawn towards it: how far above nobody
/// has asked. Idea: Stockfish.
#[inline]
fn towards(beta: i32, value: i32, depth: i32) -> i32 {
    let depth = depth.max(0);
    if value < beta || value.abs() >= SUPERIOR || is_mate(beta) {
        value
    } else {
        (value * depth + beta * PLY) / (depth + PLY)
    }
}
