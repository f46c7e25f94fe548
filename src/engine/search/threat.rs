//! Threats: what a quiet move attacks and forks, and what it saves or exposes.
//!
//! One map of enemy attacks serves all moves of a node. Source: J. Rollason, "Interest Search", AI Factory, 2014.

use super::exchange::VALUES;
use crate::shogi::checks::attacked_by;
use crate::shogi::pieces::{kind_of, opponent};
use crate::shogi::sliders::attacks;
use crate::shogi::{Bitboard, Class, Move, Position, Square};

/// Greatest attack and fork together that count, in units.
const MOST_ATTACK: i32 = 1000;

/// What a node knows about attacks.
pub struct Threats<'a> {
    pos: &'a Position,
    /// What the side not to move attacks.
    attacked: Bitboard,
    /// What can be threatened: the enemy's pieces but pawns and the king.
    targets: Bitboard,
}

impl<'a> Threats<'a> {
    /// Maps everything the side not to move attacks.
    pub fn of(pos: &'a Position) -> Self {
        let them = opponent(pos.side());
        let others = pos.class(Class::Pawn) | pos.class(Class::King);
        Self {
            pos,
            attacked: attacked_by(pos, them),
            targets: pos.color(them).without(others),
        }
    }

    /// The threat of a quiet move or drop, in units: the best enemy piece that it attacks, if worth more than the mover or
    /// unguarded, and the second best; half of the mover if it leaves an attack, and half less if it goes where it is
    /// attacked.
    pub fn of_move(&self, mv: Move) -> i32 {
        let (pos, to) = (self.pos, mv.to());
        let kind = kind_of(pos.placed(mv));
        let class = Class::of(kind);
        let (own, from) = (VALUES[kind as usize], mv.from());
        let left = from.map_or(Bitboard::EMPTY, Bitboard::single);
        let occupied = pos.occupied().without(left);
        let reached = attacks(class, pos.side(), to, occupied) & self.targets;
        let threat = self.attack(own, reached);
        if class == Class::King {
            return threat;
        }
        let escape = i32::from((left & self.attacked).any()) * own / 2;
        let exposure = i32::from(self.attacked.contains(to)) * own / 2;
        threat + escape - exposure
    }

    /// What attacking the enemy pieces on the squares `reached` is worth to a piece worth `own`.
    #[inline]
    fn attack(&self, own: i32, reached: Bitboard) -> i32 {
        let (mut best, mut second) = (0, 0);
        for square in reached {
            let victim = self.worth(square);
            if victim > own || !self.attacked.contains(square) {
                (best, second) = if victim > best {
                    (victim, best)
                } else {
                    (best, second.max(victim))
                };
            }
        }
        (best + second).min(MOST_ATTACK)
    }

    #[inline]
    fn worth(&self, square: Square) -> i32 {
        let piece = self.pos.piece_at(square);
        piece.map_or(0, |piece| VALUES[kind_of(piece) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::sfen;

    fn threat(text: &str, mv: &str) -> i32 {
        let pos = sfen::parse(text).unwrap();
        Threats::of(&pos).of_move(mv.parse().unwrap())
    }

    #[test]
    fn forks_escapes_and_exposures_are_seen() {
        // A knight attacks a rook and a gold: more than counts.
        assert_eq!(threat("k8/9/3r1g3/9/9/9/9/9/K8 b N 1", "N*5e"), MOST_ATTACK);
        // A silver that a pawn attacks steps aside, out of its reach or into that of a gold.
        let away = |to| threat("k8/9/9/2g1p4/4S4/9/9/9/4K4 b - 1", to);
        assert_eq!(away("5e6f"), 495 / 2);
        assert_eq!(away("5e6d"), 0);
    }
}
