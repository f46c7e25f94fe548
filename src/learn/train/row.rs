//! Numbers side by side, as vector instructions take them.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use engine::eval::nnue::shape::LANES;

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
        let mut slopes = through.0;
        for (slope, number) in slopes.iter_mut().zip(self.0) {
            let inside = number > 0.0 && number < 1.0;
            *slope = if inside { *slope } else { 0.0 };
        }
        Self(slopes)
    }

    /// The products.
    #[inline(always)]
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut products = self.0;
        for (product, factor) in products.iter_mut().zip(other.0) {
            *product *= factor;
        }
        Self(products)
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
