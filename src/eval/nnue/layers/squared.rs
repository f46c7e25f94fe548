//! The output of our own networks: clamped numbers squared and weighed.
//!
//! Squares and products in blocks of 128 instead of 32 numbers: with H 256, a move and its value in
//! 36.9 instead of 40.6 ns with AVX-512, 47.9 instead of 49.9 with AVX2, 83 instead of 66 for
//! processors with neither (Zen 4, `cargo bench --bench evaluate` of both in turn, 2026-11-20).

use super::Chunk;
use crate::eval::LONGEST_MATE;
use bytemuck::cast_slice;

/// An accumulator's number for an activation of 1.
pub const QA: i16 = 1 << 10;
/// The square of an activation of 1, as it is weighed.
pub const SQUARE_ONE: i32 = 1 << 14;
/// An output weight's number for 1.
pub const QB: i16 = 1 << 8;
/// The greatest output weight.
pub const MOST_OUTPUT_WEIGHT: i16 = 2 * QB;

/// So many products of at most [`SQUARE_ONE`] and twice [`QB`] add up to no more than 30 bits.
const BLOCK: usize = 128;

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
    pub fn output(&self, mover: &[Chunk], other: &[Chunk]) -> i64 {
        let (own, others) = self.weights.split_at(mover.len());
        weighed(mover, own) + weighed(other, others) + i64::from(self.bias)
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
fn weighed(numbers: &[Chunk], weights: &[Chunk]) -> i64 {
    let (numbers, numbers_rest) = cast_slice(numbers).as_chunks::<BLOCK>();
    let (weights, weights_rest) = cast_slice(weights).as_chunks::<BLOCK>();
    let mut sum = dot(numbers_rest.iter().map(|&n| squared(n)), weights_rest);
    for (numbers, weights) in numbers.iter().zip(weights) {
        // A loop: `map` on the array was not compiled for the kernel's instructions.
        let mut squares = [0; BLOCK];
        for (square, number) in squares.iter_mut().zip(numbers) {
            *square = squared(*number);
        }
        sum += dot(squares.into_iter(), weights);
    }
    sum
}

/// The sum of at most [`BLOCK`] products.
#[inline(always)]
fn dot(squares: impl Iterator<Item = i16>, weights: &[i16]) -> i64 {
    let mut sum = 0_i32;
    for (square, weight) in squares.zip(weights) {
        sum += i32::from(square) * i32::from(*weight);
    }
    i64::from(sum)
}
