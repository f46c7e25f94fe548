//! What a node leaves behind: histories, negative plausibility, corrections, and its entry of the
//! table.

use super::tried::Tried;
use super::{Node, SUPERIOR};
use crate::eval::is_mate;
use crate::search::history::{Arrival, bonus};
use crate::search::ordering::is_noisy;
use crate::search::score::Bound;
use crate::search::signals::Shared;
use crate::search::tt::Entry;
use crate::search::worker::Worker;
use crate::shogi::Move;

impl Worker {
    /// Teaches histories, negative plausibility, corrections and the table.
    pub(super) fn learn(&mut self, shared: &Shared, node: &Node, first_alpha: i32, tried: &Tried) {
        let bound = if tried.best >= node.beta {
            self.learn_from_cut(node, tried);
            Bound::Lower
        } else if tried.best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if node.ply == 0 && self.first_root_move > 0 {
            return;
        }
        if !node.in_check {
            self.learn_correction(node, tried, bound);
        }
        let entry = Entry {
            mv: tried.best_move,
            value: tried.best,
            eval: node.raw_eval,
            budget: node.budget,
            bound,
            mateless: node.mateless,
        };
        self.keep(shared, node.ply, entry);
    }

    fn learn_from_cut(&mut self, node: &Node, tried: &Tried) {
        let Some((&cut, before)) = tried.moves.split_last() else {
            return;
        };
        if cut != tried.best_move {
            return;
        }
        let (ply, side) = (node.ply, self.pos.side());
        self.plausibility.penalize(side, before);
        let bonus = bonus(node.budget.mean());
        self.reward(ply, cut, bonus);
        let malus = bonus * self.settings.config.malus_percent / 100;
        for &mv in before {
            self.reward(ply, mv, -malus);
        }
        if !is_noisy(&self.pos, cut) {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != cut {
                *killers = [cut, killers[0]];
            }
            let context = self.context(ply);
            self.histories.remember(context, cut);
        }
    }

    /// What the static value was off by, where the value found can tell.
    fn learn_correction(&mut self, node: &Node, tried: &Tried, bound: Bound) {
        let quiet = tried.best_move.is_none() || !is_noisy(&self.pos, tried.best_move);
        let telling = match bound {
            Bound::Exact => true,
            Bound::Lower => tried.best > node.eval,
            Bound::Upper => tried.best < node.eval,
        };
        if self.settings.config.correction_percent > 0
            && quiet
            && telling
            && !is_mate(tried.best)
            && tried.best.abs() < SUPERIOR
        {
            let error = tried.best - node.eval;
            self.corrections.learn(&self.pos, error, node.budget.mean());
        }
    }

    fn reward(&mut self, ply: usize, mv: Move, bonus: i32) {
        let arrival = Arrival::new(self.pos.placed(mv), mv.to());
        if let Some(taken) = self.pos.captured(mv) {
            let taken = taken.piece_kind() as usize;
            self.histories.reward_capture(arrival, taken, bonus);
        } else {
            let context = self.context(ply);
            self.histories.reward_quiet(context, arrival, bonus);
        }
    }
}
