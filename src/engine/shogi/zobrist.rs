//! Keys for hashing a position.
//!
//! A position's key is the exclusive or of one random word per piece on its square, another for
//! White to move, and a mixed word of both hands. The hands need no table: two hands are 64
//! bits already, and a bijective mix of them can never make two different hands collide on the
//! same board.

use super::hand::Hand;
use shogi_core::{Piece, Square};

/// splitmix64 (Steele, Lea and Flood 2014), the usual way to fill a table of keys.
const fn splitmix64(state: u64) -> u64 {
    mixed(state.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// The last step of splitmix64: every bit of the result follows from every bit of `bits`.
pub const fn mixed(bits: u64) -> u64 {
    let z = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static ON_SQUARE: [[u64; 81]; 32] = {
    let mut table = [[0; 81]; 32];
    let mut piece = 0;
    while piece < 32 {
        let mut square = 0;
        while square < 81 {
            table[piece][square] = splitmix64((piece * 81 + square + 1) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The part of a key that says that White is to move.
pub const WHITE_TO_MOVE: u64 = splitmix64(0x004B_594F_4D49);

/// The part of a key for `piece` on `square`.
#[inline]
pub fn on_square(piece: Piece, square: Square) -> u64 {
    ON_SQUARE[usize::from(piece.as_u8() & 31)][square.array_index()]
}

/// The part of a key for what Black and White hold in hand.
#[inline]
pub const fn in_hands(black: Hand, white: Hand) -> u64 {
    let hands = (white.bits() as u64) << 32 | black.bits() as u64;
    let z = hands.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (z ^ (z >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
