//! What becomes of the accumulators: one output, and the value that it stands for.
//!
//! In our own networks clamped numbers are squared and weighed, in sixteen sums: 1.038 times the nodes
//! per second with AVX-512, 1.021 with AVX2 and 1.020 with neither, beside one sum for each block of 128
//! (`usi-engine bench` of both in turn with `KYOMI_INSTRUCTIONS`, H 512, an Intel Xeon, 2026-11-25).
//! K-P and `HalfKP` networks clamp numbers to 0..=127 and add up products of 8 bits in 32; so do those of
//! `stacked`, after they have multiplied numbers in pairs.
//!
//! What must hold: an accumulator of our own has at most 1024 numbers, of which each of sixteen sums
//! takes 64 products of at most [`SQUARE_ONE`] and [`MOST_OUTPUT_WEIGHT`], so that they stay below 30
//! bits.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

mod affine;
mod stacked;

use super::products::{Activations, Products, Vector};
use crate::eval::LONGEST_MATE;
use crate::shogi::{Color, Position};
pub use affine::{Affine, MOST_ACTIVATION, SHIFT};
use bytemuck::{cast_slice, cast_slice_mut};
pub use stacked::Stacks;
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
#[derive(Clone, PartialEq, Eq)]
pub enum Head {
    /// One layer on squares: our own networks.
    Squared(Squared),
    /// Three layers.
    Dense(Dense),
    /// One of several stacks of three layers.
    Stacked(Stacks),
}

impl Head {
    /// The output for `side`, whose accumulator is `mover`, to move in `pos`.
    #[inline(always)]
    pub fn output(
        &self,
        products: impl Products,
        (mover, other): (&[Vector], &[Vector]),
        (pos, side): (&Position, Color),
        scratch: &mut Scratch,
    ) -> i64 {
        match self {
            Self::Squared(output) => output.output(products, mover, other),
            Self::Dense(layers) => i64::from(layers.output(products, (mover, other), scratch)),
            Self::Stacked(stacks) => stacks.output(products, (mover, other), (pos, side), scratch),
        }
    }

    /// The value that `output` stands for, in centipawns.
    #[inline(always)]
    pub fn value(&self, output: i64, scaling: Scaling) -> i32 {
        let value = match self {
            Self::Squared(layer) => layer.value(output),
            Self::Dense(_) | Self::Stacked(_) => {
                let value = output / i64::from(scaling.fv_scale.max(1));
                value.clamp(-MOST_VALUE, MOST_VALUE) as i32
            }
        };
        if scaling.percent == 100 {
            value
        } else {
            (i64::from(value) * i64::from(scaling.percent) / 100) as i32
        }
    }
}

/// An accumulator's number for an activation of 1.
pub const QA: i16 = 1 << 10;
/// The square of an activation of 1, as it is weighed.
pub const SQUARE_ONE: i32 = 1 << 14;
/// An output weight's number for 1.
pub const QB: i16 = 1 << 8;
/// The greatest output weight.
pub const MOST_OUTPUT_WEIGHT: i16 = 2 * QB;

/// The output's parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squared {
    /// What an output of 1 is worth, in centipawns.
    pub scale: i32,
    /// The worth of each number of the mover's accumulator, then of the opponent's, times [`QB`].
    pub weights: Vec<Vector>,
    /// The worth of nothing, times [`SQUARE_ONE`] and [`QB`].
    pub bias: i32,
}

impl Squared {
    /// The output, times [`SQUARE_ONE`] and [`QB`].
    #[inline(always)]
    pub fn output(&self, products: impl Products, mover: &[Vector], other: &[Vector]) -> i64 {
        let (own, others) = self.weights.split_at(mover.len());
        let output = weighed(products, mover, own) + weighed(products, other, others);
        output + i64::from(self.bias)
    }

    /// The value that `output` stands for, in centipawns, never a mate.
    #[inline(always)]
    pub fn value(&self, output: i64) -> i32 {
        let one = i64::from(SQUARE_ONE) * i64::from(QB);
        let value = output * i64::from(self.scale) / one;
        let limit = i64::from(LONGEST_MATE) - 1;
        value.clamp(-limit, limit) as i32
    }
}

/// The square of an activation, 0..=[`SQUARE_ONE`]. Scaled up first, the product's upper half is
/// all that is needed, which is one instruction for a register full of numbers.
#[inline(always)]
fn squared(number: i16) -> i16 {
    const UP: u32 = u32::midpoint(SQUARE_ONE.ilog2(), u16::BITS) - QA.ilog2();
    let scaled = u32::from((number.clamp(0, QA) as u16) << UP);
    ((scaled * scaled) >> u16::BITS) as i16
}

/// What the numbers of an accumulator are worth, times [`SQUARE_ONE`] and [`QB`].
#[inline(always)]
fn weighed(products: impl Products, numbers: &[Vector], weights: &[Vector]) -> i64 {
    let mut sums = products.nothing();
    for (numbers, weights) in numbers.iter().zip(weights) {
        let mut squares = Vector::ZERO;
        for (square, number) in squares.0.iter_mut().zip(numbers.0) {
            *square = squared(number);
        }
        sums = products.pairs(sums, &squares, weights);
    }
    products.numbers(sums).into_iter().map(i64::from).sum()
}

/// Values of dense layers are clamped to ±this.
const MOST_VALUE: i64 = 31_753;

/// Three layers: two with activations, and the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dense {
    /// From the accumulators, the mover's first.
    pub first: Affine,
    /// The second.
    pub second: Affine,
    /// To one output.
    pub output: Affine,
}

/// Room for the activations between the layers.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    accumulators: Vec<Activations>,
    first: Vec<Activations>,
    second: Vec<Activations>,
    /// What the first of stacked layers sums up.
    sums: Vec<i32>,
}

impl Scratch {
    /// Room for the layers of `head`.
    pub fn of(head: &Head) -> Self {
        let layers = match head {
            Head::Squared(_) => None,
            Head::Dense(layers) => Some(layers),
            Head::Stacked(stacks) => stacks.stacks.first(),
        };
        layers.map_or_else(Self::default, |layers| Self {
            accumulators: layers.first.room(),
            first: layers.second.room(),
            second: layers.output.room(),
            sums: vec![0; layers.first.outputs()],
        })
    }
}

impl Dense {
    /// The output for the side whose accumulator is `mover`.
    #[inline(always)]
    pub fn output(
        &self,
        products: impl Products,
        (mover, other): (&[Vector], &[Vector]),
        scratch: &mut Scratch,
    ) -> i32 {
        let Scratch {
            accumulators,
            first,
            second,
            ..
        } = scratch;
        let (own, others) = cast_slice_mut(accumulators).split_at_mut(self.first.inputs() / 2);
        clamp(mover, own);
        clamp(other, others);
        let (firsts, seconds) = (cast_slice_mut(first), cast_slice_mut(second));
        self.first.activate::<_, u8>(products, accumulators, firsts);
        self.second.activate::<_, u8>(products, first, seconds);
        self.output.first(products, second)
    }
}

/// The activations of an accumulator.
#[inline(always)]
fn clamp(numbers: &[Vector], activations: &mut [u8]) {
    let numbers: &[i16] = cast_slice(numbers);
    for (activation, number) in activations.iter_mut().zip(numbers) {
        *activation = (*number).clamp(0, MOST_ACTIVATION as i16) as u8;
    }
}
