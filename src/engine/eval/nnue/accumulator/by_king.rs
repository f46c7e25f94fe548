//! Rows of pieces for each square of the own king: `HalfKP` and `HalfKA`, mirrored or not.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::features::Feature;
use super::super::features::halfkp::{
    ABSENT, BOARD_SQUARES, HALF_SQUARES, KINGLESS, UNUSED, mirrored_number, number,
};
use super::super::shape::FeatureSet;
use super::Inputs;

/// Rows for each square of the own king.
#[derive(Clone, Copy)]
pub struct ByKing {
    /// Whether the board is mirrored where that king is beyond [`HALF_SQUARES`].
    is_mirrored: bool,
    /// Kings have no rows, share those of so many squares (1), or have rows of their own (2).
    kings: usize,
}

impl ByKing {
    /// Those of `features`.
    #[inline(always)]
    pub fn of(features: FeatureSet) -> Self {
        use FeatureSet::{HalfKa1, HalfKa2, HalfKaHm1, HalfKaHm2, HalfKpVm};
        Self {
            is_mirrored: matches!(features, HalfKpVm | HalfKaHm1 | HalfKaHm2),
            kings: match features {
                HalfKa1 | HalfKaHm1 => 2,
                HalfKa2 | HalfKaHm2 => 1,
                _ => 0,
            },
        }
    }

    /// The first of the rows for `king`, and whether it is mirrored.
    #[inline(always)]
    fn first(self, king: usize) -> (usize, bool) {
        let is_mirrored = self.is_mirrored && king >= HALF_SQUARES;
        let square = if is_mirrored {
            (BOARD_SQUARES - 9 - king / 9 * 9) + king % 9
        } else {
            king
        };
        (
            square * (KINGLESS + self.kings * BOARD_SQUARES),
            is_mirrored,
        )
    }
}

impl Inputs for ByKing {
    const BY_KING: bool = true;
    const COUNT_ABSENT: bool = true;

    #[inline(always)]
    fn row(self, king: usize, fact: Feature) -> usize {
        let (first, is_mirrored) = self.first(king);
        let number = if is_mirrored {
            mirrored_number(fact)
        } else {
            number(fact)
        };
        let number = match self.kings {
            0 if number >= KINGLESS => UNUSED,
            1 if number >= KINGLESS + BOARD_SQUARES => number - BOARD_SQUARES,
            _ => number,
        };
        first + number
    }

    #[inline(always)]
    fn absent(self, king: usize) -> usize {
        self.first(king).0 + ABSENT
    }
}
