//! Rows of pieces for each square of the own king: `HalfKP` and `HalfKA`, mirrored or not.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::features::Feature;
use super::super::features::halfkp::{
    ABSENT, BOARD_SQUARES, HALF_SQUARES, KINGLESS, UNUSED, mirrored_number, number,
};
use super::Inputs;

/// Rows for each square of the own king. If `MIRRORED`, the board is mirrored where that king is beyond
/// [`HALF_SQUARES`]. Kings have no rows, share those of so many squares (1), or have rows of their own (2):
/// `KINGS`.
pub struct ByKing<const MIRRORED: bool, const KINGS: usize>;

impl<const MIRRORED: bool, const KINGS: usize> ByKing<MIRRORED, KINGS> {
    /// The first of the rows for `king`, and whether it is mirrored.
    #[inline(always)]
    fn first(king: usize) -> (usize, bool) {
        let is_mirrored = MIRRORED && king >= HALF_SQUARES;
        let square = if is_mirrored {
            (BOARD_SQUARES - 9 - king / 9 * 9) + king % 9
        } else {
            king
        };
        (square * (KINGLESS + KINGS * BOARD_SQUARES), is_mirrored)
    }
}

impl<const MIRRORED: bool, const KINGS: usize> Inputs for ByKing<MIRRORED, KINGS> {
    const BY_KING: bool = true;
    const COUNT_ABSENT: bool = true;

    #[inline(always)]
    fn row(king: usize, fact: Feature) -> usize {
        let (first, is_mirrored) = Self::first(king);
        let number = if is_mirrored {
            mirrored_number(fact)
        } else {
            number(fact)
        };
        let number = match KINGS {
            0 if number >= KINGLESS => UNUSED,
            1 if number >= KINGLESS + BOARD_SQUARES => number - BOARD_SQUARES,
            _ => number,
        };
        first + number
    }

    #[inline(always)]
    fn absent(king: usize) -> usize {
        Self::first(king).0 + ABSENT
    }
}
