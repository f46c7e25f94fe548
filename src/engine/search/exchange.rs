//! What a move gains by exchange, counted plainly: a piece is worth its own value once, promotions do not count.
//!
//! [`shogi::exchange`](crate::shogi::exchange) counts what is in hand and promotions too, which is nearer to the truth
//! and slower; the margins of this search are those of plain values. A pinned piece joins in only once all that pin it
//! are gone. Source: the swap algorithm as in Stockfish.

use crate::shogi::checks::{aligned_sliders, all_attackers, sliding_attackers};
use crate::shogi::exchange::cheapest;
use crate::shogi::geometry::between;
use crate::shogi::pieces::{kind_of, opponent};
use crate::shogi::{Bitboard, Class, Color, Move, Position};
use std::cell::OnceCell;

/// What pieces are worth, in units, by `PieceKind as usize`; nothing stands for no piece.
pub const VALUES: [i32; 16] = [
    0, 90, 315, 405, 495, 540, 855, 990, 15_000, 540, 540, 540, 540, 945, 1395, 0,
];

/// The kind of piece that `mv` takes, as a number; 0 if it takes none.
#[inline]
pub fn taken_kind(pos: &Position, mv: Move) -> usize {
    pos.captured(mv).map_or(0, |it| kind_of(it) as usize)
}

/// What the piece is worth that `mv` takes; 0 if it takes none.
#[inline]
pub fn taken_value(pos: &Position, mv: Move) -> i32 {
    VALUES[taken_kind(pos, mv)]
}

/// Who is pinned, and by whom.
#[derive(Clone, Copy, Debug)]
struct Pin {
    /// Pieces that alone stand between a king and a slider.
    shields: Bitboard,
    /// The sliders where that piece is the king's own.
    pinners: Bitboard,
}

impl Pin {
    /// Those at the king of `side`. Sliders in its lines do not count as standing between.
    fn of(pos: &Position, side: Color) -> Self {
        let (mut shields, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
        if let Some(king) = pos.king(side) {
            let sliders = aligned_sliders(pos, king, opponent(side));
            let others = pos.occupied().without(sliders);
            for slider in sliders {
                let shield = between(king, slider) & others;
                if shield.any() && !shield.many() {
                    shields |= shield;
                    if (shield & pos.color(side)).any() {
                        pinners |= Bitboard::single(slider);
                    }
                }
            }
        }
        Self { shields, pinners }
    }
}

/// The pins of a position, found when they are first asked for.
#[derive(Default)]
pub struct Pins([OnceCell<Pin>; 2]);

impl Pins {
    /// Those of another position.
    #[inline]
    pub fn forget(&mut self) {
        self.0[0].take();
        self.0[1].take();
    }

    #[inline]
    fn of(&self, pos: &Position, side: Color) -> Pin {
        *self.0[side.array_index()].get_or_init(|| Pin::of(pos, side))
    }
}

/// Whether `mv`, a legal move of `pos` whose pins are `pins`, gains at least `least` units.
pub fn gains(pos: &Position, pins: &Pins, mv: Move, least: i32) -> bool {
    let to = mv.to();
    let mut swap = taken_value(pos, mv) - least;
    if swap < 0 {
        return false;
    }
    swap = VALUES[pos.moved_kind(mv) as usize] - swap;
    if swap <= 0 {
        return true;
    }
    let mut occupied = pos.occupied() ^ Bitboard::single(to);
    if let Some(from) = mv.from() {
        occupied ^= Bitboard::single(from);
    }
    let mut attackers = all_attackers(pos, to, occupied);
    let (mut side, mut wins) = (pos.side(), true);
    loop {
        side = opponent(side);
        attackers &= occupied;
        let mut able = attackers & pos.color(side);
        if able.is_empty() {
            return wins;
        }
        let pin = pins.of(pos, side);
        if (pin.pinners & occupied).any() {
            able = able.without(pin.shields);
            if able.is_empty() {
                return wins;
            }
        }
        wins = !wins;
        let Some((class, from)) = cheapest(pos, able) else {
            return wins;
        };
        if class == Class::King {
            let others = attackers & pos.color(opponent(side));
            return wins != others.any();
        }
        let kind = pos.piece_at(from).map_or(0, |it| kind_of(it) as usize);
        swap = VALUES[kind] - swap;
        if swap < i32::from(wins) {
            return wins;
        }
        occupied ^= Bitboard::single(from);
        attackers |= sliding_attackers(pos, to, occupied);
    }
}
