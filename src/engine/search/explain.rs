//! Explains a search: the moves of the root by the node's own phases, run once without searching, and the
//! line of play by what was paid for its moves.

use super::conventions::Own;
use super::cost::{self, Account, MoreFacts, PLY};
use super::explanation::{Cost, ExplainedMove, Found, LineEnd, MOST_PLIES, Pruned, Step, Term};
use super::node::{Beside, Node, Root};
use super::picker::{Kind, Picked};
use super::pruning::{Charged, Tried};
use super::report::{Bound, Score};
use super::signals::Shared;
use super::similarity::ONE;
use super::worker::Worker;
use crate::eval::INFINITE;
use crate::shogi::Move;
use crate::shogi::movegen::count_legal;
use crate::shogi::repetition::Repetition;

impl Worker {
    /// Explains the moves of the root after a search of it, in the order of the picker. The search
    /// must have ended; its histories are as it left them.
    pub fn explain_moves(&mut self, shared: &Shared) -> Vec<ExplainedMove> {
        let best = self.root.moves.first().map(|root| root.reported(0));
        let (plies, value) = best.map_or((self.root.iteration, 0), |it| (it.iteration, it.value));
        let (node, mut tried) = (self.explained_node(shared, plies, value), Tried::new());
        let mut picker = self.pick_from(&node);
        let mut explained = Vec::new();
        let listed = self.moves.len();
        while let Some(picked) = self.pick::<Root, Own>(0, &mut picker, true) {
            tried.number += 1;
            let charged = self.charge(&node, picked, &tried);
            explained.push(self.explained(shared, &node, picked, (&tried, &charged)));
            // As if it had fallen short like the mean of moves.
            tried.note_searched(&charged, 2 * ONE);
            tried.best = value;
        }
        self.moves.truncate(listed);
        explained
    }

    fn explained(
        &mut self,
        shared: &Shared,
        node: &Node,
        picked: Picked,
        (tried, charged): (&Tried, &Charged),
    ) -> ExplainedMove {
        let mut terms = Vec::new();
        let config = &self.settings.config;
        cost::charge_at_once(&mut terms, config, &charged.facts);
        let order = self.order_of(node.ply, self.line.pos.side(), charged);
        let more = MoreFacts {
            cuts_after: 0,
            ..self.more_facts::<Beside>(node, charged, order)
        };
        cost::charge_rest(&mut terms, config, &charged.facts, &more);
        let least = if tried.number == 1 {
            (Term::FirstMove, 0)
        } else {
            (Term::LeastCost, (-2 * PLY).max(terms.total()))
        };
        terms.charge(least.0, least.1 - terms.total());
        let mv = picked.mv;
        ExplainedMove {
            mv,
            kind: self.kind_of(node, picked),
            order: picked.order,
            rank: tried.number as usize - 1,
            traits: charged.facts.traits,
            cost: Cost::of_terms(&terms),
            pruned: self.pruned(shared, picked, tried, node.alpha),
            nodes: self.nodes_of(mv),
            found: self.found(shared, mv),
        }
    }

    /// What sort of move it is. Out of check the picker does not ask what captures lose.
    fn kind_of(&self, node: &Node, picked: Picked) -> Kind {
        let loses = || !self.gains(node.ply, picked.mv, 0);
        if picked.kind == Kind::GoodCapture && node.in_check && loses() {
            Kind::BadCapture
        } else {
            picked.kind
        }
    }

    /// The root as a node further down that looks for more than `value`.
    fn explained_node(&mut self, shared: &Shared, plies: u32, value: i32) -> Node {
        let mut node = self.open_at_root(shared, plies as i32, value);
        if !node.in_check {
            node.eval = self.line.at(0).eval;
        }
        node.table_move = self.root.moves.first().map_or(Move::NONE, |root| root.mv);
        node
    }

    /// Which nodes prune a move, and by which rule.
    fn pruned(
        &mut self,
        shared: &Shared,
        picked: Picked,
        tried: &Tried,
        value: i32,
    ) -> Option<Pruned> {
        let mut rule = |plies: u32| {
            let node = self.explained_node(shared, plies, value);
            // Whether it comes too late is decided by the moves before it.
            let mut again = Tried::new();
            (again.number, again.best, again.best_move) =
                (tried.number - 1, tried.best, Move::NONE);
            let charged = self.charge(&node, picked, tried);
            let rule = self.prunes::<Beside>(&node, &mut again, &charged);
            let is_late = !again.quiets_wanted && charged.takes == 0 && !node.in_check;
            rule.or_else(|| is_late.then_some(super::explanation::Pruning::LateMove))
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

    /// What is known of `mv`: of the best move what is told of it, of others what the table has, unless that says more than
    /// what the best is worth: it is of another iteration then.
    fn found(&mut self, shared: &Shared, mv: Move) -> Option<Found> {
        let best = self.root.moves.first()?;
        let told = best.reported(0);
        if mv == best.mv {
            return (told.value > -INFINITE).then(|| Found {
                score: Score::of_value(told.value),
                bound: told.bound,
                plies: told.iteration,
            });
        }
        let most = told.value;
        let undo = self.line.pos.do_move(mv);
        let entry = self.known::<Own>(shared, 1);
        self.line.pos.undo_move(mv, undo);
        let bound = entry.bound.filter(|_| entry.depth >= 0)?.turned();
        let is_of_now = bound == Bound::Upper || -entry.value <= most;
        is_of_now.then(|| Found {
            score: Score::of_value(-entry.value),
            bound,
            plies: entry.depth as u32 + 1,
        })
    }

    /// Explains the moves of the best line after a search, and why it ends.
    pub fn explain_line(&mut self, shared: &Shared) -> (Vec<Step>, Option<LineEnd>) {
        let Some(root) = self.root.moves.first().cloned() else {
            return (Vec::new(), None);
        };
        let best = root.reported(0);
        let (mut steps, mut undone) = (Vec::new(), Vec::new());
        let mut left = 100 * best.iteration as i32;
        for (ply, it) in best.line.iter().enumerate() {
            undone.push((it.mv, self.line.make::<Own>(shared.table, ply, it.mv)));
            let paid = it.paid;
            let after = 100 * i32::from(paid.after);
            let node = left - 100 * i32::from(paid.before);
            let singular = -100 * i32::from(paid.singular);
            let total = left - after;
            let rest = total - 100 - node - singular;
            let parts = [
                (Term::Node, node),
                (Term::Singular, singular),
                (Term::Interest, rest),
            ];
            steps.push(Step {
                mv: it.mv,
                cost: Cost::of_line(total, parts),
                left: after,
            });
            left = after;
        }
        let end = self.line_end(steps.len(), left);
        for (mv, undo) in undone.into_iter().rev() {
            self.line.unmake(mv, undo);
        }
        (steps, Some(end))
    }

    /// Why a line ends at `ply`, with so much depth left.
    fn line_end(&self, ply: usize, left: i32) -> LineEnd {
        if count_legal(&self.line.pos) == 0 {
            LineEnd::NoMoves
        } else if self.line.recurrence(ply) != Repetition::None {
            LineEnd::Repetition
        } else if self.line.is_out_of_moves(ply) {
            LineEnd::MaxMoves
        } else if self.line.declares(ply) {
            LineEnd::Declaration
        } else if left <= 0 {
            LineEnd::Spent
        } else {
            LineEnd::Open
        }
    }
}
