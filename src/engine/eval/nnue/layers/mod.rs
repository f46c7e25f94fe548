//! What becomes of the accumulators: one output, and the value that it stands for.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

mod affine;
mod dense;
mod squared;

use super::chunk::Chunk;
use super::products::Products;
pub use affine::{Affine, MOST_ACTIVATION, SHIFT};
pub use dense::{Dense, Scratch};
pub use squared::{MOST_OUTPUT_WEIGHT, QA, QB, SQUARE_ONE, Squared};
use std::ops::RangeInclusive;

/// How outputs are brought to our scale of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scaling {
    /// By what the output of dense layers is divided (`FV_SCALE`); our own networks know their scale.
    pub fv_scale: i32,
    /// What is then taken of a value (`EvalScale`), in percent.
    pub percent: i32,
}

impl Scaling {
    /// What `fv_scale` is unless it is set.
    pub const FV_SCALE: i32 = 16;
    /// What `fv_scale` can be.
    pub const FV_SCALES: RangeInclusive<i64> = 1..=128;
    /// What `percent` can be.
    pub const PERCENTS: RangeInclusive<i64> = 1..=1000;
}

impl Default for Scaling {
    fn default() -> Self {
        Self {
            fv_scale: Self::FV_SCALE,
            percent: 100,
        }
    }
}

/// The layers after the accumulators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// One layer on squares: our own networks.
    Squared(Squared),
    /// Three layers.
    Dense(Dense),
}

impl Head {
    /// The output for the side whose accumulator is `mover`.
    #[inline(always)]
    pub fn output(
        &self,
        products: impl Products,
        (mover, other): (&[Chunk], &[Chunk]),
        scratch: &mut Scratch,
    ) -> i64 {
        match self {
            Self::Squared(output) => output.output(products, mover, other),
            Self::Dense(layers) => i64::from(layers.output(products, (mover, other), scratch)),
        }
    }

    /// The value that `output` stands for, in centipawns.
    #[inline(always)]
    pub fn value(&self, output: i64, scaling: Scaling) -> i32 {
        let value = match self {
            Self::Squared(layer) => layer.value(output),
            Self::Dense(_) => dense::value(output, scaling.fv_scale),
        };
        if scaling.percent == 100 {
            value
        } else {
            (i64::from(value) * i64::from(scaling.percent) / 100) as i32
        }
    }
}
