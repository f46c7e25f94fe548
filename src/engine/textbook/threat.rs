//! What a quiet move threatens and saves, in centipawns. Source: J. Rollason, "Interest Search", AI Factory, 2014.

use crate::eval::handmade::EXCHANGE;
use crate::shogi::checks::attacked_by;
use crate::shogi::pieces::{kind_of, opponent};
use crate::shogi::sliders::attacks;
use crate::shogi::{Bitboard, Class, Move, Position, Square};

/// The most that an attack and a fork together are worth.
const MOST: i32 = 1000;

/// What a node knows about attacks.
pub struct Threats<'a> {
    pos: &'a Position,
    /// What the other side attacks.
    attacked: Bitboard,
    /// Its pieces but pawns and the king.
    targets: Bitboard,
}

impl<'a> Threats<'a> {
    /// Of `pos`.
    pub fn of(pos: &'a Position) -> Self {
        let them = opponent(pos.side());
        let others = pos.class(Class::Pawn) | pos.class(Class::King);
        Self {
            pos,
            attacked: attacked_by(pos, them),
            targets: pos.color(them).without(others),
        }
    }

    /// The best enemy piece that `mv` attacks which is worth more than the mover or unguarded, and the second best.
    pub fn attack(&self, mv: Move) -> i32 {
        let kind = kind_of(self.pos.placed(mv));
        let own = EXCHANGE.taken[kind as usize] / 2;
        let left = mv.from().map_or(Bitboard::EMPTY, Bitboard::single);
        let occupied = self.pos.occupied().without(left);
        let reached = attacks(Class::of(kind), self.pos.side(), mv.to(), occupied);
        let (mut best, mut second) = (0, 0);
        for square in reached & self.targets {
            let victim = self.worth(square);
            if victim > own || !self.attacked.contains(square) {
                (best, second) = (best.max(victim), second.max(best.min(victim)));
            }
        }
        (best + second).min(MOST)
    }

    /// Half of what leaving an attacked square saves, less half of what arriving on one exposes.
    pub fn escape(&self, mv: Move) -> i32 {
        let kind = kind_of(self.pos.placed(mv));
        if Class::of(kind) == Class::King {
            return 0;
        }
        let is_attacked = |square| i32::from(self.attacked.contains(square));
        let escapes = mv.from().map_or(0, is_attacked) - is_attacked(mv.to());
        escapes * EXCHANGE.taken[kind as usize] / 4
    }

    /// Half of what both sides together gain or lose by the capture of the piece on `square`.
    pub fn worth(&self, square: Square) -> i32 {
        let piece = self.pos.piece_at(square);
        piece.map_or(0, |piece| EXCHANGE.taken[kind_of(piece) as usize] / 2)
    }
}
