//! How far the static value is off in positions of a kind, learned from what searches found.
//!
//! Idea: correction history (Stockfish and others, 2024). Three tables, by both sides' pawns, by
//! both hands, and by kings and their generals, share the correction between them: each moves a
//! little the way of "value found − corrected static value" (least mean squares), for each side
//! to move. Their sum, weighed by `correction_percent`, corrects the static value wherever such
//! pawns, hands or castles come up again.

use crate::shogi::{Bitboard, Class, Color, Position};

const ENTRIES: usize = 1 << 14;
/// Fixed point: entries per centipawn.
const UNIT: i32 = 16;
/// Most that one table corrects, in centipawns.
const MOST: i32 = 128;
const TABLES: usize = 3;

/// The tables of one thread.
pub struct Corrections {
    /// By side to move and table, [`ENTRIES`] each.
    entries: Vec<i16>,
}

impl Corrections {
    /// Tables that know nothing.
    pub(super) fn new() -> Self {
        Self {
            entries: vec![0; 2 * TABLES * ENTRIES],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(0);
    }

    /// What to add to the static value of `pos` at 100 percent, in centipawns.
    #[inline]
    pub fn of(&self, pos: &Position) -> i32 {
        let entries = places(pos).map(|place| i32::from(self.entries[place]));
        entries.iter().sum::<i32>() / UNIT
    }

    /// Notes that the corrected value of `pos` was too low by `error` centipawns, as a search of
    /// mean budget `depth` (centi-plies) found.
    pub fn learn(&mut self, pos: &Position, error: i32, depth: i32) {
        let half_plies = (depth / 50).clamp(1, 24);
        let step = error.clamp(-MOST, MOST) * UNIT * half_plies / 256;
        for place in places(pos) {
            let entry = &mut self.entries[place];
            *entry = (i32::from(*entry) + step).clamp(-MOST * UNIT, MOST * UNIT) as i16;
        }
    }
}

/// Where the tables keep what concerns `pos`.
#[inline]
fn places(pos: &Position) -> [usize; TABLES] {
    let castle = pos.class(Class::King) | pos.class(Class::Gold) | pos.class(Class::Silver);
    let hands = [Color::Black, Color::White].map(|color| u64::from(pos.hand(color).bits()));
    let first = pos.side().array_index() * TABLES;
    [
        first * ENTRIES + set_key(pos, pos.class(Class::Pawn)),
        (first + 1) * ENTRIES + index(hands[0] << 32 | hands[1]),
        (first + 2) * ENTRIES + set_key(pos, castle),
    ]
}

#[inline]
fn set_key(pos: &Position, set: Bitboard) -> usize {
    let (black, white) = (set & pos.color(Color::Black), set & pos.color(Color::White));
    let mix = |set: Bitboard| set.low() ^ set.high().rotate_left(45);
    index(mix(black) ^ mix(white).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Fibonacci hashing.
#[inline]
fn index(number: u64) -> usize {
    (number.wrapping_mul(0xD1B5_4A32_D192_ED03) >> 50) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_remembered_for_the_side_to_move() {
        let mut corrections = Corrections::new();
        let mut pos = Position::default();
        for _ in 0..1000 {
            let error = 50 - corrections.of(&pos);
            corrections.learn(&pos, error, 1000);
        }
        let learned = corrections.of(&pos);
        assert!((45..=50).contains(&learned), "{learned}");
        pos.do_null_move();
        assert_eq!(corrections.of(&pos), 0);
        corrections.clear();
        pos.do_null_move();
        assert_eq!(corrections.of(&pos), 0);
    }
}
