//! What a node leaves behind: histories, negative plausibility, corrections, and its entry of the
//! table.

use super::pruning::Tried;
use super::{Node, PLY};
use crate::search::game_rules::SUPERIOR;
use crate::search::histories::{Arrival, bonus, malus};
use crate::search::ordering::is_noisy;
use crate::search::path::StackEntry;
use crate::search::report::Bound;
use crate::search::signals::Shared;
use crate::search::styles::Style;
use crate::search::tt::Entry;
use crate::search::worker::Worker;
use crate::shogi::Move;
use crate::shogi::movegen::count_legal;

/// Percentage of the malus that the move before has, where it is refuted.
const BLAMED_PERCENT: i32 = 58;

impl Worker {
    /// Teaches histories, negative plausibility, corrections and the table.
    pub(super) fn learn<S: Style>(
        &mut self,
        shared: &Shared,
        node: &Node,
        first_alpha: i32,
        tried: &Tried,
    ) {
        let bound = if tried.best >= node.beta {
            self.learn_from_cut(node, tried);
            Bound::Lower
        } else if tried.best > first_alpha {
            Bound::Exact
        } else {
            self.praise_move_before(node, tried);
            Bound::Upper
        };
        if node.ply == 0 && !self.root_is_whole() {
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
        self.keep::<S>(shared, node.ply, entry);
    }

    /// Whether all legal moves of the root are searched: what is found without some of them is not the
    /// value of the position.
    fn root_is_whole(&self) -> bool {
        let asked = &self.root.moves[self.root.first..];
        asked.len() as u64 == count_legal(&self.path.pos)
    }

    fn learn_from_cut(&mut self, node: &Node, tried: &Tried) {
        let cut = tried.best_move;
        let before = tried.moves.strip_suffix(&[cut]);
        let before = before.unwrap_or(&tried.moves);
        let (ply, side) = (node.ply, self.path.pos.side());
        self.learned.plausibility.penalize(side, before);
        let depth = node.budget.mean();
        self.reward(ply, cut, bonus(depth, cut == node.table_move));
        let malus = malus(depth) * self.settings.config.malus_percent / 100;
        let mut share = 1000;
        for &mv in before {
            self.reward(ply, mv, -malus * share / 1000);
            share -= share / 20;
        }
        self.blame_move_before(ply, malus * BLAMED_PERCENT / 100);
        if !is_noisy(&self.path.pos, cut) {
            let killers = &mut self.path.stack[ply].killers;
            if killers[0] != cut {
                *killers = [cut, killers[0]];
            }
            let context = self.path.context(ply);
            self.learned.histories.remember(context, cut);
        }
    }

    /// Where all answers have failed, the move before was good: the more so the deeper the search, the later it
    /// was tried, and the further the value falls short of what both sides had thought. Idea and numbers:
    /// `YaneuraOu` 33ccf1f.
    fn praise_move_before(&mut self, node: &Node, tried: &Tried) {
        let Some(ply) = node.ply.checked_sub(1) else {
            return;
        };
        let before = &self.path.stack[ply];
        let Some(arrival) = before.arrival.filter(|_| before.quiet) else {
            return;
        };
        let depth = node.budget.mean().max(0);
        let mut scale = (59 * depth / PLY).min(454) - 232;
        if before.rank > 8 {
            scale += 169;
        }
        if !node.in_check && tried.best <= node.eval - 110 {
            scale += 145;
        }
        if !before.checks.in_check() && tried.best <= -before.eval - 73 {
            scale += 154;
        }
        let praise = (135 * depth / PLY - 80).clamp(0, 1400) * scale.max(0);
        let context = self.path.context(ply);
        let histories = &mut self.learned.histories;
        histories.reward_pairs(context, arrival, praise / 74);
        histories.reward_alone(arrival, praise / 139);
    }

    /// Where the first move of a node is refuted, it was bad. Idea: Stockfish.
    fn blame_move_before(&mut self, ply: usize, malus: i32) {
        if let Some(before) = ply.checked_sub(1)
            && self.path.stack[before].rank == 0
        {
            self.reward_made(before, -malus);
        }
    }

    /// What the static values on both sides of a quiet move say of it. Idea: Stockfish.
    pub(super) fn learn_from_swing(&mut self, node: &Node) {
        let Some(before) = node.ply.checked_sub(1) else {
            return;
        };
        let StackEntry { checks, eval, .. } = &self.path.stack[before];
        if !checks.in_check() {
            let gain = -(eval + node.eval) * 4;
            self.reward_made(before, gain.clamp(-400, 400));
        }
    }

    /// Teaches histories of the quiet move made at `ply`.
    fn reward_made(&mut self, ply: usize, bonus: i32) {
        let made = &self.path.stack[ply];
        if made.quiet
            && let Some(arrival) = made.arrival
        {
            let context = self.path.context(ply);
            self.learned.histories.reward_quiet(context, arrival, bonus);
        }
    }

    /// What the static value was off by, where the value found can tell.
    fn learn_correction(&mut self, node: &Node, tried: &Tried, bound: Bound) {
        let quiet = tried.best_move.is_none() || !is_noisy(&self.path.pos, tried.best_move);
        if self.settings.config.correction_percent > 0
            && quiet
            && bound.corrects(tried.best, node.eval)
            && tried.best.abs() < SUPERIOR
        {
            let error = tried.best - node.eval;
            let context = self.path.context(node.ply);
            let depth = node.budget.mean();
            let corrections = &mut self.learned.corrections;
            corrections.learn(&self.path.pos, context, error, depth);
        }
    }

    fn reward(&mut self, ply: usize, mv: Move, bonus: i32) {
        let arrival = Arrival::new(self.path.pos.placed(mv), mv.to());
        if let Some(taken) = self.path.pos.captured(mv) {
            let taken = taken.piece_kind() as usize;
            self.learned.histories.reward_capture(arrival, taken, bonus);
        } else {
            let context = self.path.context(ply);
            self.learned.histories.reward_quiet(context, arrival, bonus);
            self.learned.histories.reward_near_root(ply, arrival, bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Settings;
    use crate::search::interest::Budget;
    use crate::shogi::game::Game;
    use crate::shogi::movegen;

    #[test]
    fn a_cut_teaches_however_many_moves_came_before() {
        let (game, _) = Game::parse("sfen 4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9P 1").unwrap();
        let mut worker = Worker::at(&Settings::default(), &game);
        let moves = movegen::legal_moves(game.position());
        for searched in [3, 64, 65, 200] {
            let mut tried = Tried::new();
            for &mv in &moves[..searched] {
                let _ = tried.moves.try_push(mv);
            }
            let cut = moves[searched - 1];
            tried.best_move = cut;
            let node = worker.open(0, 1, Budget { own: 300, opp: 300 }, 0);
            let side = game.position().side();
            let before = worker.learned.plausibility.points(side, moves[0]);
            worker.learn_from_cut(&node, &tried);
            assert_eq!(worker.path.stack[0].killers[0], cut, "{searched}");
            assert!(worker.learned.plausibility.points(side, moves[0]) > before);
            assert_eq!(worker.learned.plausibility.points(side, cut), 0);
            worker.learned.plausibility.clear();
        }
    }
}
