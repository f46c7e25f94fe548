//! Why the moves of a position cost what they cost: the node's own phases, run once without
//! searching, and what the search left behind.

use super::moves::{LeftOut, Tried};
use super::{Node, PLY};
use crate::eval::INFINITE;
use crate::search::budget::Budget;
use crate::search::interest::{Facts, Term, each_term, growth, implausible, lost_interest};
use crate::search::ordering::{Kind, Picked};
use crate::search::report::{Bound, Score};
use crate::search::root::score;
use crate::search::signals::Shared;
use crate::search::similarity::Similarity;
use crate::search::tt;
use crate::search::worker::Worker;
use crate::shogi::{CheckSquares, Move};

/// A move of the root as a node sees it that looks for something better than the value found with
/// as many plies of budget as the last iteration had, and how far the search went with it.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The move.
    pub mv: Move,
    /// What sort of move it is to the move picker.
    pub kind: Kind,
    /// Its order score; comparable among moves of a kind.
    pub order: i32,
    /// The terms of its interest that are not 0, in centi-plies.
    pub terms: Vec<(Term, i32)>,
    /// What the moves searched before it have taken of its interest, in centi-plies.
    pub growth: i32,
    /// Surcharge for being like moves searched before, in centi-plies.
    pub similarity: i32,
    /// Surcharge of negative plausibility, in centi-plies.
    pub implausible: i32,
    /// Cost, in centi-plies: 100 and the interest lost.
    pub cost: i32,
    /// Why nodes of little budget leave it out; none if all look at it.
    pub left_out: Option<Omission>,
    /// Nodes that the search spent on it.
    pub nodes: u64,
    /// What the table knows of the position after it: the value for the side that makes the
    /// move, what it bounds, and the plies that it rests on.
    pub found: Option<Found>,
}

/// Why a move is left out, and by which nodes; at the root nothing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Omission {
    /// Why, where it is left out for the last time.
    pub reason: LeftOut,
    /// The least mean budget with which it is looked at, in plies; none within [`MOST_PLIES`].
    pub until_plies: Option<u32>,
}

/// The greatest budget for which explanations look, in plies.
pub const MOST_PLIES: u32 = 60;

/// What a search found out about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value, for the side that makes the move.
    pub score: Score,
    /// How it is meant.
    pub bound: Bound,
    /// Mean budget with which it was found, in plies, the move included.
    pub plies: u32,
}

impl Worker {
    /// Explains the moves of the root after a search of it, in the order of the picker. The search
    /// must have ended; its records are as it left them.
    pub fn explain(&mut self, shared: &Shared) -> Vec<Explanation> {
        let value = self.root_moves.first().map_or(0, |root| root.value);
        let mut node = self.explained_node(self.iteration, value);
        self.frames[0].squares = CheckSquares::of(&self.pos);
        self.start_picking(&mut node);
        let (mut tried, mut seen) = (Tried::new(), Similarity::new());
        let mut explanations = Vec::new();
        while let Some(picked) = self.pick(0, false) {
            let facts = self.facts(&node, &picked, &tried, &seen);
            let lost = lost_interest(&self.rules.config, &facts);
            let left_out = self.omission(&picked, &facts, &tried, value);
            tried.met_quiet |= picked.kind.is_quiet();
            let captures = self.pos.captured(picked.mv).is_some();
            seen.note(picked.mv, picked.check, captures);
            tried.spent = PLY + lost;
            tried.searched += 1;
            tried.best = value;
            let mut terms = Vec::new();
            each_term(&self.rules.config, &facts, |term, interest| {
                if interest != 0 {
                    terms.push((term, interest));
                }
            });
            explanations.push(Explanation {
                mv: picked.mv,
                kind: picked.kind,
                order: picked.order,
                terms,
                growth: growth(&self.rules.config, &facts),
                similarity: facts.like.surcharge(&self.rules.config),
                implausible: implausible(&self.rules.config, facts.points),
                cost: PLY + lost,
                left_out,
                nodes: self.nodes_of(picked.mv),
                found: self.found(shared, picked.mv),
            });
        }
        explanations
    }

    /// The root as a node further down that looks for more than `value`.
    fn explained_node(&mut self, plies: u32, value: i32) -> Node {
        let budget = Budget::at_root(plies, PLY);
        let mut node = self.open(value, value + 1, budget, 0);
        node.inner = true;
        node.eval = if node.in_check {
            -INFINITE
        } else {
            let raw = self.evaluate(0);
            self.corrected(raw)
        };
        node.table_move = self.root_moves.first().map_or(Move::NONE, |root| root.mv);
        node
    }

    fn omission(
        &mut self,
        picked: &Picked,
        facts: &Facts,
        tried: &Tried,
        value: i32,
    ) -> Option<Omission> {
        let mut reason = |plies: u32| {
            let node = self.explained_node(plies, value);
            let depth = node.budget.mean();
            let lost = lost_interest(&self.rules.config, &Facts { depth, ..*facts });
            self.leaves_out(&node, picked, lost, tried)
        };
        let until_plies = (1..=MOST_PLIES).find(|&plies| reason(plies).is_none());
        let last = until_plies.map_or(MOST_PLIES, |plies| plies - 1);
        let reason = (last > 0).then(|| reason(last)).flatten()?;
        Some(Omission {
            reason,
            until_plies,
        })
    }

    fn nodes_of(&self, mv: Move) -> u64 {
        let root = self.root_moves.iter().find(|root| root.mv == mv);
        root.map_or(0, |root| root.nodes)
    }

    fn found(&mut self, shared: &Shared, mv: Move) -> Option<Found> {
        let undo = self.pos.do_move(mv);
        let entry = shared.table.probe(self.pos.key(), 1);
        self.pos.undo_move(mv, undo);
        let entry = entry?;
        Some(Found {
            score: score(-entry.value),
            bound: match entry.bound {
                tt::Bound::Exact => Bound::Exact,
                tt::Bound::Lower => Bound::Upper,
                tt::Bound::Upper => Bound::Lower,
            },
            plies: (entry.budget.mean().max(0) / PLY) as u32 + 1,
        })
    }
}
