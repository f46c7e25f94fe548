//! The output of our own networks: clamped numbers squared and weighed.
//!
//! Summed in sixteen sums: 1.038 times the nodes per second with AVX-512, 1.021 with AVX2 and 1.020 with
//! neither, beside one sum for each block of 128 (`usi-engine bench` of both in turn with
//! `KYOMI_INSTRUCTIONS`, H 512, an Intel Xeon, 2026-11-25).
//!
//! What must hold: an accumulator has at most 1024 numbers, of which each of sixteen sums takes 64
//! products of at most [`SQUARE_ONE`] and [`MOST_OUTPUT_WEIGHT`], so that they stay below 30 bits.

use super::Chunk;
use crate::eval::LONGEST_MATE;
use crate::eval::nnue::products::Products;

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
    pub weights: Vec<Chunk>,
    /// The worth of nothing, times [`SQUARE_ONE`] and [`QB`].
    pub bias: i32,
}

impl Squared {
    /// The output, times [`SQUARE_ONE`] and [`QB`].
    #[inline(always)]
    pub fn output(&self, products: impl Products, mover: &[Chunk], other: &[Chunk]) -> i64 {
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
fn weighed(products: impl Products, numbers: &[Chunk], weights: &[Chunk]) -> i64 {
    let mut sums = products.nothing();
    for (numbers, weights) in numbers.iter().zip(weights) {
        let mut squares = Chunk::ZERO;
        for (square, number) in squares.0.iter_mut().zip(numbers.0) {
            *square = squared(number);
        }
        sums = products.pairs(sums, &squares, weights);
    }
    products.numbers(sums).into_iter().map(i64::from).sum()
}
