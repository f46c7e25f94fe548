//! Explains the moves of the root: the node's own phases, run once without searching, and what the
//! search left behind.

use super::Node;
use super::tried::Tried;
use crate::eval::INFINITE;
use crate::search::budget::{Budget, PLY};
use crate::search::config::TERMS;
use crate::search::explanation::{Cost, ExplainedMove, Found, MOST_PLIES, Part, Pruned};
use crate::search::facts::Facts;
use crate::search::interest::{bounded, in_check};
use crate::search::law::Law;
use crate::search::ordering::Picked;
use crate::search::score::Score;
use crate::search::signals::Shared;
use crate::search::similarity::Similarity;
use crate::search::worker::Worker;
use crate::shogi::{CheckSquares, Move};

impl Worker {
    /// Explains the moves of the root after a search of it, in the order of the picker. The search
    /// must have ended; its histories are as it left them.
    pub fn explain_moves(&mut self, shared: &Shared) -> Vec<ExplainedMove> {
        let told = self.root_moves.first().map(|root| root.told(0));
        let (plies, value) = told.map_or((self.iteration, 0), |it| (it.iteration, it.value));
        let mut node = self.explained_node(plies, value);
        self.stack[0].squares = CheckSquares::of(&self.pos);
        self.start_picking(&mut node);
        let (mut tried, mut seen) = (Tried::new(), Similarity::new());
        let mut explained = Vec::new();
        while let Some(picked) = self.pick(0, false) {
            let facts = self.facts(&node, &picked, &tried, &seen);
            let lost = self.lost_interest(&picked, &facts, &tried);
            explained.push(ExplainedMove {
                mv: picked.mv,
                kind: picked.kind,
                order: picked.order,
                rank: facts.rank,
                traits: facts.traits,
                cost: self.cost(&node, &picked, &facts, &tried),
                pruned: self.pruned(&picked, &facts, &tried, node.alpha),
                nodes: self.nodes_of(picked.mv),
                found: self.found(shared, picked.mv),
            });
            tried.spent = PLY + lost;
            let captures = self.pos.captured(picked.mv).is_some();
            seen.note(picked.mv, picked.check, captures);
            tried.searched += 1;
            tried.best = value;
        }
        explained
    }

    fn cost(&self, node: &Node, picked: &Picked, facts: &Facts, tried: &Tried) -> Cost {
        let ordinary = self.ordinary_cost(node);
        let mut parts = self.parts(picked, facts, tried);
        parts.retain(|&(_, cost)| cost != 0);
        Cost {
            total: ordinary + self.lost_interest(picked, facts, tried),
            ordinary,
            parts,
        }
    }

    /// Everything that makes up the lost interest of a move; the parts add up to it.
    fn parts(&self, picked: &Picked, facts: &Facts, tried: &Tried) -> Vec<Part> {
        match &self.settings.law {
            Law::Classic => return self.classic_lost(picked, facts, tried.spent).to_vec(),
            Law::Expression(law) => return vec![("cost law", law.lost(facts))],
            Law::Terms => {}
        }
        let config = &self.settings.config;
        let terms = TERMS.iter();
        let mut parts: Vec<_> = terms
            .map(|term| (term.name, (term.cost)(config, facts)))
            .collect();
        let sum = config.sum_of_terms(facts);
        let counted = in_check(config, facts, sum);
        let lost = bounded(config, facts, counted);
        parts.push(("in check", counted - sum));
        if lost < counted {
            parts.push(("first move", lost - counted));
        } else {
            parts.push(("least cost", lost - counted));
        }
        parts
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

    /// Which nodes prune a move, and by which rule.
    fn pruned(
        &mut self,
        picked: &Picked,
        facts: &Facts,
        tried: &Tried,
        value: i32,
    ) -> Option<Pruned> {
        let mut rule = |plies: u32| {
            let node = self.explained_node(plies, value);
            let depth = node.budget.mean();
            let facts = Facts { depth, ..*facts };
            let lost = self.lost_interest(picked, &facts, tried);
            self.prunes(&node, picked, lost, tried)
        };
        let until_plies = (1..=MOST_PLIES).find(|&plies| rule(plies).is_none());
        let last = until_plies.map_or(MOST_PLIES, |plies| plies - 1);
        let rule = (last > 0).then(|| rule(last)).flatten()?;
        Some(Pruned { rule, until_plies })
    }

    fn nodes_of(&self, mv: Move) -> u64 {
        let root = self.root_moves.iter().find(|root| root.mv == mv);
        root.map_or(0, |root| root.nodes)
    }

    fn found(&mut self, shared: &Shared, mv: Move) -> Option<Found> {
        let undo = self.pos.do_move(mv);
        let entry = shared.table.probe(self.table_key(), 1);
        self.pos.undo_move(mv, undo);
        let entry = entry?;
        Some(Found {
            score: Score::of_value(-entry.value),
            bound: entry.bound.turned(),
            plies: (entry.budget.mean().max(0) / PLY) as u32 + 1,
        })
    }
}
