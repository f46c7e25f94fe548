//! How facts become rows of a transformer, for each set of features as a type, so that code is
//! compiled for each.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::features::Feature;
use super::super::features::near::near;
use super::super::features::numbers::{ABSENT, KINGLESS, kingless_number, number};

/// A set of features.
pub trait Inputs {
    /// Whether rows depend on the square of the own king.
    const BY_KING: bool;
    /// Whether each piece that is nowhere has a row too.
    const COUNT_ABSENT: bool;

    /// The row of `fact`, both seen by the side whose king is on `king`.
    fn row(king: usize, fact: Feature) -> usize;

    /// The row that `fact` has beside the other, if it has two.
    #[inline(always)]
    fn second(_king: usize, _fact: Feature) -> Option<usize> {
        None
    }

    /// The row of a piece that is nowhere.
    #[inline(always)]
    fn absent(king: usize) -> usize {
        king * KINGLESS + ABSENT
    }
}

/// Our own.
pub struct Flat;
/// Our own, with pieces near the own king.
pub struct Near;
/// Pieces and kings.
pub struct Kp;
/// Pieces, for each square of the own king.
pub struct HalfKp;

impl Inputs for Flat {
    const BY_KING: bool = false;
    const COUNT_ABSENT: bool = false;

    #[inline(always)]
    fn row(_: usize, fact: Feature) -> usize {
        usize::from(fact)
    }
}

impl Inputs for Near {
    const BY_KING: bool = true;
    const COUNT_ABSENT: bool = false;

    #[inline(always)]
    fn row(king: usize, fact: Feature) -> usize {
        Flat::row(king, fact)
    }

    #[inline(always)]
    fn second(king: usize, fact: Feature) -> Option<usize> {
        near(king, fact).map(usize::from)
    }
}

impl Inputs for Kp {
    const BY_KING: bool = false;
    const COUNT_ABSENT: bool = true;

    #[inline(always)]
    fn row(_: usize, fact: Feature) -> usize {
        number(fact)
    }
}

impl Inputs for HalfKp {
    const BY_KING: bool = true;
    const COUNT_ABSENT: bool = true;

    #[inline(always)]
    fn row(king: usize, fact: Feature) -> usize {
        king * KINGLESS + kingless_number(fact)
    }
}
