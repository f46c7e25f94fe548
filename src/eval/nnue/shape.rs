//! What a network is made of, as data: which inputs it has, how many numbers an accumulator has,
//! and what comes after the accumulators.

use super::features::INPUTS;
use super::features::numbers::{BOARD_SQUARES, KINGLESS, NUMBERS};
use std::fmt;
use std::ops::RangeInclusive;

/// Numbers of an accumulator come in multiples of this.
pub const LANES: usize = 32;
/// How many numbers an accumulator of our own networks can have; a multiple of [`LANES`].
pub const HIDDEN: RangeInclusive<usize> = 32..=1024;
/// What an output of 1 of our own networks can be worth, in centipawns.
pub const SCALE: RangeInclusive<i32> = 1..=30_000;

/// Which inputs a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// Our own: every fact of [`super::features`] is one.
    Flat,
    /// Pieces, and both kings: K-P.
    Kp,
    /// Pieces, for each square of the own king anew: `HalfKP`.
    HalfKp,
}

impl FeatureSet {
    /// Its name in the names of networks.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Kp => "kp",
            Self::HalfKp => "halfkp",
        }
    }

    /// How many inputs there are.
    pub const fn inputs(self) -> usize {
        match self {
            Self::Flat => INPUTS,
            Self::Kp => NUMBERS,
            Self::HalfKp => BOARD_SQUARES * KINGLESS,
        }
    }

    /// Whether positions without both kings have no value.
    pub const fn needs_kings(self) -> bool {
        matches!(self, Self::HalfKp)
    }
}

/// What becomes of the accumulators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layers {
    /// Clamped and squared, they are weighed: one output.
    Squared,
    /// Clamped, they go through two layers of these sizes to one output.
    Dense {
        /// Outputs of the first layer.
        first: usize,
        /// Outputs of the second layer.
        second: usize,
    },
}

/// A network but for its numbers. Written as `halfkp_256x2-32-32`, or `flat_512x2` for our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its inputs.
    pub features: FeatureSet,
    /// How many numbers an accumulator has; a multiple of [`LANES`].
    pub hidden: usize,
    /// What follows.
    pub layers: Layers,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}x2", self.features.name(), self.hidden)?;
        match self.layers {
            Layers::Squared => Ok(()),
            Layers::Dense { first, second } => write!(f, "-{first}-{second}"),
        }
    }
}
