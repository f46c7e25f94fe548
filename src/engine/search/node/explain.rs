//! Explains a search: the moves of the root by the node's own phases, run once without searching, and the
//! line of play by what was paid for its moves.

use super::Node;
use super::pruning::Tried;
use crate::search::explanation::{Cost, ExplainedMove, Found, LineEnd, MOST_PLIES, Pruned, Step};
use crate::search::facts::Facts;
use crate::search::interest::{Budget, PLY};
use crate::search::penalties::Similarity;
use crate::search::picked::Picked;
use crate::search::report::Score;
use crate::search::signals::Shared;
use crate::search::styles::{Chosen, Classic, Interest, Laboratory, Modern, Style};
use crate::search::worker::Worker;
use crate::shogi::movegen::count_legal;
use crate::shogi::repetition::Repetition;
use crate::shogi::{CheckSquares, Move};

impl Worker {
    /// Explains the moves of the root after a search of it, in the order of the picker. The search
    /// must have ended; its histories are as it left them.
    pub fn explain_moves(&mut self, shared: &Shared) -> Vec<ExplainedMove> {
        match self.settings.style {
            Chosen::Interest => self.explain_moves_of::<Interest>(shared),
            Chosen::Modern => self.explain_moves_of::<Modern>(shared),
            Chosen::Classic => self.explain_moves_of::<Classic>(shared),
            Chosen::Laboratory(_) => self.explain_moves_of::<Laboratory>(shared),
        }
    }

    fn explain_moves_of<S: Style>(&mut self, shared: &Shared) -> Vec<ExplainedMove> {
        let best = self.root.moves.first().map(|root| root.reported(0));
        let (plies, value) = best.map_or((self.root.iteration, 0), |it| (it.iteration, it.value));
        let mut node = self.explained_node(plies, value);
        self.path.stack[0].squares = CheckSquares::of(&self.path.pos);
        self.start_picking::<S>(&mut node);
        let (mut tried, mut seen) = (Tried::new(), Similarity::new());
        let mut explained = Vec::new();
        while let Some(picked) = self.pick::<S>(0, false) {
            let facts = self.facts(&node, &picked, &tried, &seen);
            let lost = S::lost(self, &picked, &facts, &tried);
            explained.push(ExplainedMove {
                mv: picked.mv,
                kind: picked.kind,
                order: picked.order,
                rank: facts.rank,
                traits: facts.traits,
                cost: Cost::new(
                    self.ordinary_cost(&node),
                    lost,
                    S::parts(self, &picked, &facts, &tried),
                ),
                pruned: self.pruned::<S>(&picked, &facts, &tried, node.alpha),
                nodes: self.nodes_of(picked.mv),
                found: self.found(shared, picked.mv),
            });
            tried.spent = PLY + lost;
            let captures = self.path.pos.captured(picked.mv).is_some();
            seen.note(picked.mv, picked.check, captures);
            tried.searched += 1;
            tried.best = value;
        }
        explained
    }

    /// The root as a node further down that looks for more than `value`.
    fn explained_node(&mut self, plies: u32, value: i32) -> Node {
        let budget = Budget::at_root(plies, PLY);
        let mut node = self.open(value, value + 1, budget, 0);
        node.inner = true;
        if !node.in_check {
            let raw = self.path.evaluate(0);
            node.eval = self.corrected(raw);
        }
        node.table_move = self.root.moves.first().map_or(Move::NONE, |root| root.mv);
        node
    }

    /// Which nodes prune a move, and by which rule.
    fn pruned<S: Style>(
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
            let lost = S::lost(self, picked, &facts, tried);
            let config = &self.settings.config;
            S::prunes(config, &node, picked, lost, tried, &self.path)
        };
        let until_plies = (1..=MOST_PLIES).find(|&plies| rule(plies).is_none());
        let last = until_plies.map_or(MOST_PLIES, |plies| plies - 1);
        let rule = (last > 0).then(|| rule(last)).flatten()?;
        Some(Pruned { rule, until_plies })
    }

    fn nodes_of(&self, mv: Move) -> u64 {
        let root = self.root.moves.iter().find(|root| root.mv == mv);
        root.map_or(0, |root| root.nodes)
    }

    fn found(&mut self, shared: &Shared, mv: Move) -> Option<Found> {
        let undo = self.path.pos.do_move(mv);
        let entry = shared.table.probe(self.path.table_key(), 1);
        self.path.pos.undo_move(mv, undo);
        let entry = entry?;
        Some(Found {
            score: Score::of_value(-entry.value),
            bound: entry.bound.turned(),
            plies: (entry.budget.mean().max(0) / PLY) as u32 + 1,
        })
    }

    /// Explains the moves of the best line after a search, and why it ends.
    pub fn explain_line(&mut self, shared: &Shared) -> (Vec<Step>, Option<LineEnd>) {
        let Some(root) = self.root.moves.first().cloned() else {
            return (Vec::new(), None);
        };
        let best = root.reported(0);
        let mut budget = Budget::at_root(best.iteration, self.settings.config.iteration_step);
        let (mut steps, mut undone) = (Vec::new(), Vec::new());
        for (ply, it) in best.line.iter().enumerate() {
            undone.push((it.mv, self.path.make(shared.table, ply, it.mv)));
            budget = self.spend(budget.less(it.paid.reduction()), it.paid.for_the_move());
            steps.push(Step {
                mv: it.mv,
                cost: it.paid.explained(),
                left: budget.turned(),
            });
        }
        let end = self.line_end(steps.len(), budget);
        for (mv, undo) in undone.into_iter().rev() {
            self.path.unmake(mv, undo);
        }
        (steps, Some(end))
    }

    /// Why a line ends at `ply`, with this budget left.
    fn line_end(&self, ply: usize, budget: Budget) -> LineEnd {
        if count_legal(&self.path.pos) == 0 {
            LineEnd::NoMoves
        } else if self.path.recurrence(ply) != Repetition::None {
            LineEnd::Repetition
        } else if self.path.is_out_of_moves(ply) {
            LineEnd::MaxMoves
        } else if self.path.declares(ply) {
            LineEnd::Declaration
        } else if budget.is_spent() {
            LineEnd::Spent
        } else {
            LineEnd::Open
        }
    }
}
