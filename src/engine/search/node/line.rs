//! Explains the line of play: its moves made once more, with what the table says was left to spend
//! after each.

use super::Node;
use crate::eval::INFINITE;
use crate::search::budget::Budget;
use crate::search::explanation::{Cost, LineEnd, Part, Step};
use crate::search::facts::when;
use crate::search::signals::Shared;
use crate::search::worker::Worker;
use crate::shogi::declaration::Declaration;
use crate::shogi::movegen::count_legal;
use crate::shogi::repetition::Repetition;

impl Worker {
    /// Explains the moves of the best line after a search, and why it ends.
    pub fn explain_line(&mut self, shared: &Shared) -> (Vec<Step>, Option<LineEnd>) {
        let Some(root) = self.root_moves.first().cloned() else {
            return (Vec::new(), None);
        };
        let told = root.told(0);
        let mut budget = Budget::at_root(told.iteration, self.settings.config.iteration_step);
        let (mut steps, mut undone) = (Vec::new(), Vec::new());
        for (ply, &mv) in told.line.iter().enumerate() {
            let node = self.open(-INFINITE, INFINITE, budget, ply);
            let ordinary = self.ordinary_cost(&node);
            undone.push((mv, self.make(shared, ply, mv)));
            let cost = self.cost_in_line(shared, &node, ordinary);
            budget = self.spend(budget, cost.total);
            steps.push(Step {
                mv,
                cost,
                left: budget.turned(),
            });
        }
        let end = self.line_end(&self.open(-INFINITE, INFINITE, budget, steps.len()));
        for (mv, undo) in undone.into_iter().rev() {
            self.unmake(mv, undo);
        }
        (steps, Some(end))
    }

    /// What the move that led here from `node` cost: the difference of the budgets, if the table
    /// has one that this line can have left, else `ordinary`.
    fn cost_in_line(&self, shared: &Shared, node: &Node, ordinary: i32) -> Cost {
        let entry = shared.table.probe(self.table_key(), node.ply + 1);
        let left = entry.map(|it| it.budget).filter(|left| !left.is_spent());
        let total = left.map_or(ordinary, |left| node.budget.mean() - left.mean());
        self.parts_in_line(node, total, ordinary).unwrap_or(Cost {
            total: ordinary,
            ordinary,
            parts: Vec::new(),
        })
    }

    /// The parts of what a move of a line cost; none if no such move costs that. None pays for lost
    /// interest in the end: one that beats alpha is searched again at ordinary cost.
    fn parts_in_line(&self, node: &Node, total: i32, ordinary: i32) -> Option<Cost> {
        let config = &self.settings.config;
        let may_be_singular = node.ply > 0 && node.budget.mean() >= config.singular_from;
        let reasons = [
            ("ordinary", 0),
            ("singular", when(may_be_singular, -config.singular_bonus)),
            ("no table move", config.internal_reduction_cost),
        ];
        let interest = |reason: Part| ("interest", total - ordinary - reason.1);
        let possible = -config.surplus_limit..=0;
        let fits = |&part: &Part| self.is_classic() || possible.contains(&interest(part).1);
        let reason = reasons.into_iter().find(fits)?;
        let mut parts = vec![reason, interest(reason)];
        parts.retain(|&(_, cost)| cost != 0);
        Some(Cost {
            total,
            ordinary,
            parts,
        })
    }

    /// Why a line ends at `node`.
    fn line_end(&self, node: &Node) -> LineEnd {
        let max_moves = self.settings.max_moves;
        let declaration = self.settings.entering_king.verdict(&self.pos);
        let declares = matches!(declaration, Declaration::Win | Declaration::Try(_));
        if count_legal(&self.pos) == 0 {
            LineEnd::NoMoves
        } else if self.recurrence(node.ply) != Repetition::None {
            LineEnd::Repetition
        } else if max_moves > 0 && self.pos.ply() > max_moves {
            LineEnd::MaxMoves
        } else if declares && !node.in_check {
            LineEnd::Declaration
        } else if node.budget.is_spent() {
            LineEnd::Spent
        } else {
            LineEnd::Open
        }
    }
}
