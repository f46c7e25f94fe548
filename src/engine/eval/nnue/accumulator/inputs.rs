//! How facts become rows of a transformer, which differs from one set of features to another.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::features::halfkp::{
    ABSENT, BOARD_SQUARES, HALF_SQUARES, KINGLESS, UNUSED, mirrored_number, number,
};
use super::super::features::near::{self, NO_KING, near};
use super::super::features::{Feature, MOST_ACTIVE};
use super::super::shape::FeatureSet;

/// Notes each row of `facts`, which are all that a side sees, its own king among them if networks with these
/// `features` need kings: first those of facts, then one for each piece that is nowhere, if these have rows, then
/// the second rows of facts. Rows that add nothing and those of attacks are left out.
pub fn each_row(features: FeatureSet, facts: &[Feature], note: impl FnMut(usize)) {
    match features {
        FeatureSet::Flat => each_row_of(Flat, facts, note),
        FeatureSet::Near | FeatureSet::Attacks => each_row_of(Near, facts, note),
        FeatureSet::Kp | FeatureSet::Ka2 => each_row_of(Kp, facts, note),
        set => each_row_of(ByKing::of(set), facts, note),
    }
}

fn each_row_of<I: Inputs>(inputs: I, facts: &[Feature], mut note: impl FnMut(usize)) {
    let king = if I::BY_KING {
        near::king(facts.iter().copied())
    } else {
        NO_KING
    };
    let with_row = facts.iter().filter(|fact| inputs.has_row(**fact));
    with_row.for_each(|&fact| note(inputs.row(king, fact)));
    if I::COUNT_ABSENT {
        (facts.len()..MOST_ACTIVE).for_each(|_| note(inputs.absent(king)));
    }
    let seconds = facts.iter().filter_map(|&fact| inputs.second(king, fact));
    seconds.for_each(note);
}

/// How facts become rows of a transformer: a type for each way, so that code is compiled for each.
pub trait Inputs: Copy {
    /// Whether rows depend on the square of the own king.
    const BY_KING: bool;
    /// Whether each piece that is nowhere has a row too.
    const COUNT_ABSENT: bool;

    /// The row of `fact`, both seen by the side whose king is on `king`.
    fn row(self, king: usize, fact: Feature) -> usize;

    /// Whether `fact` has a row of its own, and not one that adds nothing.
    fn has_row(self, _fact: Feature) -> bool {
        true
    }

    /// The row that `fact` has beside the other, if it has two.
    #[inline(always)]
    fn second(self, _king: usize, _fact: Feature) -> Option<usize> {
        None
    }

    /// The row of a piece that is nowhere.
    #[inline(always)]
    fn absent(self, _king: usize) -> usize {
        ABSENT
    }
}

/// Our own.
#[derive(Clone, Copy)]
pub struct Flat;
/// Our own, with pieces near the own king.
#[derive(Clone, Copy)]
pub struct Near;
/// Pieces and kings.
#[derive(Clone, Copy)]
pub struct Kp;
/// Pieces for each square of the own king: `HalfKP` and `HalfKA`, mirrored or not.
#[derive(Clone, Copy)]
pub struct ByKing {
    /// Whether the board is mirrored where that king is beyond [`HALF_SQUARES`].
    is_mirrored: bool,
    /// Kings have no rows, share those of so many squares (1), or have rows of their own (2).
    kings: usize,
}

impl Inputs for Flat {
    const BY_KING: bool = false;
    const COUNT_ABSENT: bool = false;

    #[inline(always)]
    fn row(self, _: usize, fact: Feature) -> usize {
        usize::from(fact)
    }
}

impl Inputs for Near {
    const BY_KING: bool = true;
    const COUNT_ABSENT: bool = false;

    #[inline(always)]
    fn row(self, king: usize, fact: Feature) -> usize {
        Flat.row(king, fact)
    }

    #[inline(always)]
    fn second(self, king: usize, fact: Feature) -> Option<usize> {
        near(king, fact).map(usize::from)
    }
}

impl Inputs for Kp {
    const BY_KING: bool = false;
    const COUNT_ABSENT: bool = true;

    #[inline(always)]
    fn row(self, _: usize, fact: Feature) -> usize {
        number(fact)
    }
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

    fn has_row(self, fact: Feature) -> bool {
        self.kings > 0 || number(fact) < KINGLESS
    }

    #[inline(always)]
    fn absent(self, king: usize) -> usize {
        self.first(king).0 + ABSENT
    }
}
