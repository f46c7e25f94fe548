//! How far static values are off in positions of a kind, as searches have found.
//!
//! Idea: correction history (Stockfish and others, 2024). Positions are alike whose pawns are the same, whose lances,
//! knights and generals are, or all pieces but pawns of one side; and those to which the same pairs of moves have led.
//! Shapes and numbers are those of `YaneuraOu` 33ccf1f. Worth: without them 3.5 permille more of regret on 880
//! positions of games searched in their order (2026-11-28, `docs/search.md`).

use super::histories::Entries;
use super::histories::arrival::{ARRIVALS, Arrival};
use crate::shogi::position::{numbered_key, on_square};
use crate::shogi::{Class, Color, Piece, Position, Square};

/// Keys of some of the pieces of a position, from which entries are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys {
    /// Pawns of both sides.
    pub pawns: u64,
    /// Lances, knights, generals and what moves like a gold.
    minor: u64,
    /// All but pawns: Black's, White's.
    others: [u64; 2],
}

impl Keys {
    /// Those of an empty board.
    pub const EMPTY: Self = Self {
        pawns: numbered_key(9998),
        minor: 0,
        others: [0; 2],
    };

    /// Those of `pos`.
    pub fn of(pos: &Position) -> Self {
        let mut keys = Self::EMPTY;
        for square in pos.occupied() {
            if let Some(piece) = pos.piece_at(square) {
                keys.toggle(piece, square);
            }
        }
        keys
    }

    /// `piece` appears on or leaves `square`.
    #[inline]
    pub fn toggle(&mut self, piece: Piece, square: Square) {
        let key = on_square(piece, square);
        let (kind, color) = piece.to_parts();
        match Class::of(kind) {
            Class::Pawn => {
                self.pawns ^= key;
                return;
            }
            Class::Lance | Class::Knight | Class::Silver | Class::Gold => self.minor ^= key,
            _ => {}
        }
        self.others[color.array_index()] ^= key;
    }
}

/// The moves that led to a position, as corrections go by them.
#[derive(Clone, Copy, Debug)]
pub struct LastMoves {
    /// The last one.
    pub last: Arrival,
    /// The ones two and four plies before that position; they may be none.
    pub earlier: [Arrival; 2],
}

/// What the two pairs of moves are taken for where the last move is none.
const NO_MOVE: i32 = 8;
const ENTRIES: usize = 1 << 16;
const MOST: i32 = 1024;

/// The tables of one thread.
pub struct Corrections {
    /// By table, side to move and key.
    by_key: [Entries<0, MOST>; 4],
    /// By an earlier move and the last one.
    by_moves: Entries<6, MOST>,
}

impl Corrections {
    /// Tables that know nothing.
    pub fn new() -> Self {
        Self {
            by_key: std::array::from_fn(|_| Entries::new(2 * ENTRIES)),
            by_moves: Entries::new(ARRIVALS * ARRIVALS),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.by_key.iter_mut().for_each(Entries::clear);
        self.by_moves.clear();
    }

    /// What to add to the static value of a position where `side` has the move, in 131,072ths of a unit.
    #[inline]
    pub fn of(&self, keys: &Keys, side: Color, moves: LastMoves) -> i32 {
        let [pawns, minor, black, white] = places(keys, side);
        let by_key = |table: usize, place| self.by_key[table].get(place);
        let by_moves = if moves.last.is_some() {
            let pair = |earlier| self.by_moves.get(pair(earlier, moves.last));
            moves.earlier.map(pair).iter().sum()
        } else {
            NO_MOVE
        };
        12_153 * by_key(0, pawns)
            + 8620 * by_key(1, minor)
            + 12_355 * (by_key(2, black) + by_key(3, white))
            + 7982 * by_moves
    }

    /// Asks the processor to fetch what [`Self::of`] will ask for a little later: six places far from each other.
    #[inline]
    pub fn prefetch(&self, keys: &Keys, side: Color, moves: LastMoves) {
        for (table, place) in self.by_key.iter().zip(places(keys, side)) {
            table.prefetch(place);
        }
        for earlier in moves.earlier {
            self.by_moves.prefetch(pair(earlier, moves.last));
        }
    }

    /// Notes that the corrected static value was too low by so much, in 128ths of a unit and ply.
    pub fn learn(&mut self, keys: &Keys, side: Color, moves: LastMoves, error: i32) {
        let bonus = (error / 128).clamp(-MOST / 4, MOST / 4) * 1069 / 1024;
        let weights = [128, 153, 187, 187];
        for ((table, place), weight) in self.by_key.iter_mut().zip(places(keys, side)).zip(weights)
        {
            table.update(place, bonus * weight / 128);
        }
        if moves.last.is_some() {
            for (earlier, weight) in moves.earlier.into_iter().zip([126, 63]) {
                self.by_moves
                    .update(pair(earlier, moves.last), bonus * weight / 128);
            }
        }
    }
}

#[inline]
fn places(keys: &Keys, side: Color) -> [usize; 4] {
    let place = |key: u64| usize::from(key as u16) * 2 + side.array_index();
    [
        place(keys.pawns),
        place(keys.minor),
        place(keys.others[0]),
        place(keys.others[1]),
    ]
}

#[inline]
fn pair(earlier: Arrival, last: Arrival) -> usize {
    earlier.index() * ARRIVALS + last.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_remembered_for_the_side_to_move() {
        let mut corrections = Corrections::new();
        let keys = Keys::of(&Position::default());
        let moves = LastMoves {
            last: Arrival::NONE,
            earlier: [Arrival::NONE; 2],
        };
        let of = |it: &Corrections, side| it.of(&keys, side, moves) / 131_072;
        for _ in 0..1000 {
            let error = 50 - of(&corrections, Color::Black);
            corrections.learn(&keys, Color::Black, moves, error * 128);
        }
        let learned = of(&corrections, Color::Black);
        assert!((45..=50).contains(&learned), "{learned}");
        assert_eq!(of(&corrections, Color::White), 0);
        corrections.clear();
        assert_eq!(of(&corrections, Color::Black), 0);
    }

    #[test]
    fn keys_follow_from_the_pieces() {
        let (mut keys, pos) = (Keys::of(&Position::default()), Position::default());
        for square in pos.occupied() {
            keys.toggle(pos.piece_at(square).unwrap(), square);
        }
        assert_eq!(keys, Keys::EMPTY);
    }
}
