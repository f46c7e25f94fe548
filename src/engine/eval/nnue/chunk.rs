//! Numbers of an accumulator side by side, as vector instructions take them.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::shape::LANES;
use bytemuck::{Pod, Zeroable};

/// As many numbers as one cache line and one AVX-512 register hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Chunk(pub [i16; LANES]);

impl Chunk {
    /// All numbers zero.
    pub const ZERO: Self = Self([0; LANES]);

    /// The sums, wrapping round.
    #[inline(always)]
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let mut sum = self.0;
        for (lane, number) in sum.iter_mut().zip(other.0) {
            *lane = lane.wrapping_add(number);
        }
        Self(sum)
    }

    /// The sums, which stop at the ends of the range.
    #[inline(always)]
    #[must_use]
    pub fn plus_saturating(self, other: Self) -> Self {
        let mut sum = self.0;
        for (lane, number) in sum.iter_mut().zip(other.0) {
            *lane = lane.saturating_add(number);
        }
        Self(sum)
    }

    /// The differences, wrapping round.
    #[inline(always)]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let mut rest = self.0;
        for (lane, number) in rest.iter_mut().zip(other.0) {
            *lane = lane.wrapping_sub(number);
        }
        Self(rest)
    }
}

/// Adds `row` to `sums` where it comes on, and takes it off again where it goes.
#[inline(always)]
pub fn change(sums: &mut [Chunk], row: &[Chunk], is_on: bool) {
    for (sum, row) in sums.iter_mut().zip(row) {
        *sum = if is_on {
            sum.plus(*row)
        } else {
            sum.minus(*row)
        };
    }
}

/// `numbers`, a multiple of [`LANES`], in chunks.
pub fn chunks(numbers: &[i16]) -> Vec<Chunk> {
    let (chunks, _) = numbers.as_chunks();
    chunks.iter().copied().map(Chunk).collect()
}

/// The numbers of `chunks`.
pub fn numbers(chunks: &[Chunk]) -> Vec<i16> {
    chunks.iter().flat_map(|chunk| chunk.0).collect()
}
