//! What becomes of sums in a network: activations, and the way back through them.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use super::kernels::Row;
use engine::eval::nnue::shape::LANES;

/// A way to make activations of a row of sums.
pub trait Activation: Copy {
    /// From this lane on there are no activations.
    const COUNT: usize = LANES;

    /// The activations of `sums`.
    fn values(self, sums: &Row) -> Row;

    /// The slopes of `sums` whose activations have the slopes `through`.
    fn slopes(self, sums: &Row, through: &Row) -> Row;
}

/// Each number clamped to 0..=1.
#[derive(Clone, Copy, Default)]
pub struct Clamped;

impl Activation for Clamped {
    #[inline(always)]
    fn values(self, sums: &Row) -> Row {
        sums.clamped()
    }

    #[inline(always)]
    fn slopes(self, sums: &Row, through: &Row) -> Row {
        sums.slopes(through)
    }
}

/// What whole numbers make of a product of two activations of 1: 127 · 127 / 128, where 127 is 1.
pub const PRODUCT: f32 = 127.0 / 128.0;
/// Half a tile.
pub const HALF: usize = LANES / 2;

/// Each number of the first half, clamped, times its partner in the second half.
#[derive(Clone, Copy, Default)]
pub struct Multiplied;

impl Activation for Multiplied {
    const COUNT: usize = HALF;

    #[inline(always)]
    fn values(self, sums: &Row) -> Row {
        let (clamped, mut values) = (sums.clamped().0, Row::ZERO);
        for lane in 0..HALF {
            values.0[lane] = clamped[lane] * clamped[lane + HALF] * PRODUCT;
        }
        values
    }

    #[inline(always)]
    fn slopes(self, sums: &Row, through: &Row) -> Row {
        let (clamped, mut slopes) = (sums.clamped().0, Row::ZERO);
        for lane in 0..HALF {
            let slope = through.0[lane] * PRODUCT;
            slopes.0[lane] = slope * clamped[lane + HALF];
            slopes.0[lane + HALF] = slope * clamped[lane];
        }
        sums.slopes(&slopes)
    }
}

/// The squares of the first numbers, at most 1, then the same numbers clamped.
#[derive(Clone, Copy)]
pub struct SquaredAndClamped {
    /// How many numbers: at most [`HALF`].
    pub count: usize,
}

impl Activation for SquaredAndClamped {
    #[inline(always)]
    fn values(self, sums: &Row) -> Row {
        let mut values = Row::ZERO;
        for lane in 0..self.count.min(HALF) {
            let sum = sums.0[lane];
            values.0[lane] = (sum * sum * PRODUCT).min(1.0);
            values.0[lane + self.count] = sum.clamp(0.0, 1.0);
        }
        values
    }

    #[inline(always)]
    fn slopes(self, sums: &Row, through: &Row) -> Row {
        let mut slopes = Row::ZERO;
        for lane in 0..self.count.min(HALF) {
            let sum = sums.0[lane];
            if sum * sum * PRODUCT < 1.0 {
                slopes.0[lane] = 2.0 * sum * PRODUCT * through.0[lane];
            }
            if sum > 0.0 && sum < 1.0 {
                slopes.0[lane] += through.0[lane + self.count];
            }
        }
        slopes
    }
}
