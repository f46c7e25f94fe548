//! What nodes teach histories: when, and how much.
//!
//! Lessons and numbers are those of `YaneuraOu` 33ccf1f.

use super::exchange::taken_kind;
use super::histories::Arrival;
use super::node::Node;
use super::pruning::Tried;
use super::worker::Worker;
use crate::shogi::pieces::kind_of;
use crate::shogi::{Color, Move, PieceKind};

/// What a lesson weighs for what follows the moves before, the last first, in 1024ths.
const WEIGHTS: [i32; 6] = [1157, 648, 288, 576, 140, 441];
/// What each lesson adds to an answer beside that.
const ANSWER_LIFT: i32 = 88;

impl Worker {
    /// Teaches what follows the moves before `ply` about a move made there.
    #[inline]
    pub fn teach_continuations(&mut self, ply: usize, arrival: Arrival, bonus: i32) {
        // Out of check there is little choice: what came earlier matters less.
        let count = if self.line.at(ply).in_check() { 2 } else { 6 };
        for (back, weight) in (1..).zip(WEIGHTS).take(count) {
            let row = self.line.before(ply, back).row;
            if row.is_some() {
                let lift = if back == 1 { ANSWER_LIFT } else { 0 };
                let bonus = bonus * weight / 1024 + lift;
                self.learned
                    .histories
                    .continuations
                    .update(row, arrival, bonus);
            }
        }
    }

    /// The same of the move before `ply`.
    #[inline]
    pub fn teach_continuations_of_move_before(&mut self, ply: usize, bonus: i32) {
        if let Some(before) = ply.checked_sub(1) {
            let arrival = self.line.at(before).arrival;
            self.teach_continuations(before, arrival, bonus);
        }
    }

    /// Teaches all that goes by quiet moves about `mv`, a move at `ply`.
    #[inline]
    pub fn teach_quiet(&mut self, ply: usize, mv: Move, bonus: i32) {
        let pos = &self.line.pos;
        let (side, arrival) = (pos.side(), Arrival::new(pos.placed(mv), mv.to()));
        let pawns = self.line.at(ply).keys.pawns;
        let histories = &mut self.learned.histories;
        histories.main.update(side, mv, bonus);
        histories.near_root.update(ply, mv, bonus * 761 / 1024);
        let of_pawns = bonus * if bonus > 0 { 850 } else { 550 } / 1024;
        histories.pawns.update(pawns, arrival, of_pawns);
        self.teach_continuations(ply, arrival, bonus * 955 / 1024);
    }

    /// Teaches about `mv`, a capture at the node at hand.
    #[inline]
    pub fn teach_capture(&mut self, mv: Move, bonus: i32) {
        let pos = &self.line.pos;
        let arrival = Arrival::new(pos.placed(mv), mv.to());
        let taken = taken_kind(pos, mv);
        self.learned
            .histories
            .captures
            .update(arrival, taken, bonus);
    }

    /// Teaches the main history about the move before `ply`, and, unless a pawn moved or something promoted, the
    /// one by the pawns of today.
    #[inline]
    pub fn teach_move_before(&mut self, ply: usize, bonus: i32, bonus_of_pawns: Option<i32>) {
        let before = self.line.before(ply, 1);
        let (mv, arrival) = (before.made, before.arrival);
        let side: Color = self.line.pos.side().flip();
        let histories = &mut self.learned.histories;
        histories.main.update(side, mv, bonus);
        let piece = self.line.pos.piece_at(mv.to()).map(kind_of);
        if let Some(bonus) = bonus_of_pawns
            && piece != Some(PieceKind::Pawn)
            && !mv.is_promotion()
        {
            let pawns = self.line.at(ply).keys.pawns;
            histories.pawns.update(pawns, arrival, bonus);
        }
    }

    /// What is learned where a move was best.
    pub fn learn_from_best(&mut self, node: &Node, tried: &Tried) {
        let (ply, depth, best) = (node.ply, node.depth, tried.best_move);
        let order_before = self.line.before(ply, 1).order;
        let of_table = if best == node.table_move { 353 } else { 0 };
        let bonus = (128 * depth - 77).min(1529) + of_table + order_before / 32;
        let malus = (882 * depth - 204).min(2122);
        if self.line.pos.captured(best).is_some() {
            self.teach_capture(best, bonus * 1286 / 1024);
        } else {
            self.teach_quiet(ply, best, bonus * 806 / 1024);
        }
        let is_quiet = self.line.pos.captured(best).is_none();
        let mut rest = malus * 1113 / 1024;
        for &mv in &tried.failed {
            if self.line.pos.captured(mv).is_some() {
                self.teach_capture(mv, -malus * 1559 / 1024);
            } else if is_quiet {
                rest = rest * 977 / 1024;
                self.teach_quiet(ply, mv, -rest);
            }
        }
        if tried.best >= node.beta && self.settings.config.interest > 0 {
            let side = self.line.pos.side();
            self.learned.plausibility.penalize(side, &tried.failed);
        }
        let before = self.line.before(ply, 1);
        if before.is_quiet() && before.number == 1 + i32::from(before.known) {
            self.teach_continuations_of_move_before(ply, -malus * 616 / 1024);
        }
    }

    /// What is learned where all moves have failed: the move before was good, the more so the deeper the search, the
    /// later it was tried, and the further the value falls short of what both sides had thought.
    pub fn learn_from_failure(&mut self, node: &Node, tried: &Tried) {
        let (ply, depth) = (node.ply, node.depth);
        let before = self.line.before(ply, 1);
        if !before.is_quiet() {
            if before.arrival.is_some() {
                let (arrival, takes) = (before.arrival, before.takes);
                self.learned.histories.captures.update(arrival, takes, 1018);
            }
            return;
        }
        let mut scale = -232 - before.order / 108 + (59 * depth).min(454);
        if before.number > 8 {
            scale += 169;
        }
        if !node.in_check && tried.best <= node.eval - 110 {
            scale += 145;
        }
        if !before.in_check() && tried.best <= -before.eval - 73 {
            scale += 154;
        }
        let praise = (135 * depth - 80).min(1400) * scale.max(0);
        self.teach_continuations_of_move_before(ply, praise * 221 / 16_384);
        self.teach_move_before(ply, praise * 235 / 32_768, Some(praise * 290 / 8192));
    }

    /// What is learned where the table ends a node.
    #[inline]
    pub fn learn_from_table(&mut self, node: &Node, is_above: bool) {
        if !is_above || node.table_move.is_none() {
            return;
        }
        if !node.table_captures {
            self.teach_quiet(node.ply, node.table_move, (130 * node.depth - 71).min(1043));
        }
        let before = self.line.before(node.ply, 1);
        if before.is_quiet() && before.number <= 4 {
            self.teach_continuations_of_move_before(node.ply, -2142);
        }
    }

    /// What the static value was off by, where the value found can tell.
    pub fn learn_correction(&mut self, node: &Node, tried: &Tried) {
        let (best, has_best) = (tried.best_move, tried.best_move.is_some());
        let captures = has_best && self.line.pos.captured(best).is_some();
        if node.in_check || captures || (tried.best > node.eval) != has_best {
            return;
        }
        let weight = if has_best { 12 } else { 17 };
        let error = (tried.best - node.eval) * node.depth * weight;
        let (line, side) = (&self.line, self.line.pos.side());
        let moves = line.last_moves(node.ply);
        let corrections = &mut self.learned.corrections;
        corrections.learn(&line.at(node.ply).keys, side, moves, error);
    }
}
