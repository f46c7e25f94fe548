//! Numbers side by side, as vector instructions take them.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use crate::eval::nnue::shape::LANES;

/// One number for each neuron of a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Row(pub [f32; LANES]);

impl Row {
    /// All zero.
    pub const ZERO: Self = Self([0.0; LANES]);

    /// Adds `other`.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for lane in 0..LANES {
            self.0[lane] += other.0[lane];
        }
    }

    /// Adds `other`, `factor` times.
    #[inline(always)]
    pub fn add_times(&mut self, factor: f32, other: &Self) {
        for lane in 0..LANES {
            self.0[lane] += factor * other.0[lane];
        }
    }

    /// Activations: the numbers clamped to 0..=1.
    #[inline(always)]
    #[must_use]
    pub fn clamped(&self) -> Self {
        let mut clamped = self.0;
        for number in &mut clamped {
            *number = number.clamp(0.0, 1.0);
        }
        Self(clamped)
    }

    /// The slopes of numbers whose activations have the slopes `through`.
    #[inline(always)]
    #[must_use]
    pub fn slopes(&self, through: &Self) -> Self {
        let mut slopes = [0.0; LANES];
        for lane in 0..LANES {
            let inside = self.0[lane] > 0.0 && self.0[lane] < 1.0;
            slopes[lane] = if inside { through.0[lane] } else { 0.0 };
        }
        Self(slopes)
    }

    /// The sum of products.
    #[inline(always)]
    pub fn dot(&self, other: &Self) -> f32 {
        let mut terms = [0.0; LANES];
        for lane in 0..LANES {
            terms[lane] = self.0[lane] * other.0[lane];
        }
        Self(terms).sum()
    }

    /// The sum, by halves.
    #[inline(always)]
    pub fn sum(self) -> f32 {
        let (mut terms, mut width) = (self.0, LANES / 2);
        while width > 0 {
            for lane in 0..width {
                terms[lane] += terms[lane + width];
            }
            width /= 2;
        }
        terms[0]
    }
}

/// At most [`LANES`] rows as columns.
#[inline(always)]
pub fn turned(rows: &[Row]) -> [Row; LANES] {
    let mut columns = [Row::ZERO; LANES];
    for (place, row) in rows.iter().enumerate() {
        for (column, number) in columns.iter_mut().zip(row.0) {
            column.0[place] = number;
        }
    }
    columns
}
