//! Threats: what a quiet move attacks and forks, and what it saves or exposes.
//!
//! One map of enemy attacks serves all moves of a node. Source: J. Rollason, "Interest Search", AI Factory, 2014.

use super::bitboard::Bitboard;
use super::checks::attacked_by;
use super::moves::Move;
use super::pieces::{Class, kind_of, opponent};
use super::position::Position;
use super::sliders::attacks;
use shogi_core::Square;

/// Greatest attack and fork together that count, in units.
const MOST_ATTACK: i32 = 1000;

/// What a node knows about attacks.
pub struct Threats<'a> {
    pos: &'a Position,
    /// What pieces are worth, in the asker's units, by `PieceKind as usize`.
    worths: &'static [i32; 16],
    /// What the side not to move attacks.
    attacked: Bitboard,
    /// What can be threatened: the enemy's pieces but pawns and the king.
    targets: Bitboard,
}

impl<'a> Threats<'a> {
    /// Maps everything the side not to move attacks, where pieces are worth `worths`, by `PieceKind as usize`.
    pub fn of(pos: &'a Position, worths: &'static [i32; 16]) -> Self {
        let them = opponent(pos.side());
        let others = pos.class(Class::Pawn) | pos.class(Class::King);
        Self {
            pos,
            worths,
            attacked: attacked_by(pos, them),
            targets: pos.color(them).without(others),
        }
    }

    /// What threatens by `mv`, a quiet move or a drop.
    #[inline]
    pub fn mover(&self, mv: Move) -> Mover<'_> {
        let kind = kind_of(self.pos.placed(mv));
        let class = Class::of(kind);
        let worth = self.worths[kind as usize];
        let half = if class == Class::King { 0 } else { worth / 2 };
        let left = mv.from().map_or(Bitboard::EMPTY, Bitboard::single);
        Mover {
            threats: self,
            class,
            worth,
            half,
            left: if (left & self.attacked).any() {
                half
            } else {
                0
            },
            occupied: self.pos.occupied().without(left),
        }
    }

    /// What the piece on `square` is worth; 0 if there is none.
    #[inline]
    pub fn worth(&self, square: Square) -> i32 {
        let piece = self.pos.piece_at(square);
        piece.map_or(0, |piece| self.worths[kind_of(piece) as usize])
    }
}

/// A piece before it goes or is dropped, in the form in which it arrives: what its moves have in common.
pub struct Mover<'a> {
    threats: &'a Threats<'a>,
    class: Class,
    worth: i32,
    /// What is at stake where it is attacked: half of it, nothing of a king.
    half: i32,
    /// What it saves by leaving where it stands.
    left: i32,
    /// What is occupied without it.
    occupied: Bitboard,
}

impl Mover<'_> {
    /// The threat of going to `to`, in units: what it attacks there and what it escapes.
    #[inline]
    pub fn threat(&self, to: Square) -> i32 {
        self.attack(to) + self.escape(to)
    }

    /// The best enemy piece that it attacks from `to`, if worth more than itself or unguarded, and the second best.
    #[inline]
    pub fn attack(&self, to: Square) -> i32 {
        let threats = self.threats;
        let reached = attacks(self.class, threats.pos.side(), to, self.occupied);
        let (mut best, mut second) = (0, 0);
        for square in reached & threats.targets {
            let victim = threats.worth(square);
            if victim > self.worth || !threats.attacked.contains(square) {
                (best, second) = if victim > best {
                    (victim, best)
                } else {
                    (best, second.max(victim))
                };
            }
        }
        (best + second).min(MOST_ATTACK)
    }

    /// Half of it if it leaves an attack, and half less if it is attacked on `to`; nothing for a king.
    #[inline]
    pub fn escape(&self, to: Square) -> i32 {
        let exposed = if self.threats.attacked.contains(to) {
            self.half
        } else {
            0
        };
        self.left - exposed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::sfen;

    /// Of a knight, a silver, a gold and a rook.
    static WORTHS: [i32; 16] = [0, 0, 0, 405, 495, 540, 0, 990, 0, 0, 0, 0, 0, 0, 0, 0];

    fn threat(text: &str, mv: &str) -> i32 {
        let pos = sfen::parse(text).unwrap();
        let mv: Move = mv.parse().unwrap();
        Threats::of(&pos, &WORTHS).mover(mv).threat(mv.to())
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
