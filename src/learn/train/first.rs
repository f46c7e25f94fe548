//! The first layer after the accumulators, as far as one tile goes: of squares for our own shape,
//! of the numbers themselves for dense layers.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use super::row::{Row, turned};
use engine::eval::nnue::shape::LANES;

/// A first layer, with its weights made ready for a forward pass.
pub trait FirstLayer: Sized {
    /// Numbers for each position among the outputs, and among their slopes.
    const WIDTH: usize;

    /// The layer with these weights, a row for each output: for what the side to move sees, then
    /// for the other side.
    fn new(weights: [&[Row]; 2]) -> Self;

    /// Writes the tile's share of the outputs, of which there are [`Self::WIDTH`].
    fn forward(&self, neurons: [&Row; 2], share: &mut [f32]);

    /// Adds the gradient of a side's `weights` and of the biases, and makes slopes of the side's
    /// neurons.
    fn backward<'a>(
        weights: &[Row],
        neurons: impl Iterator<Item = &'a mut Row>,
        slopes: &[f32],
        gradient: &mut [Row],
        bias: &mut Row,
    );
}

/// One output, of clamped squares.
pub struct Squares([Row; 2]);

impl FirstLayer for Squares {
    const WIDTH: usize = 1;

    #[inline(always)]
    fn new(weights: [&[Row]; 2]) -> Self {
        Self(weights.map(|rows| rows[0]))
    }

    #[inline(always)]
    fn forward(&self, neurons: [&Row; 2], share: &mut [f32]) {
        let [us, them] = &self.0;
        let [own, other] = neurons.map(Row::clamped);
        let mut terms = own.times(&own).times(us);
        terms.add(&other.times(&other).times(them));
        share[0] = terms.sum();
    }

    #[inline(always)]
    fn backward<'a>(
        weights: &[Row],
        neurons: impl Iterator<Item = &'a mut Row>,
        slopes: &[f32],
        gradient: &mut [Row],
        bias: &mut Row,
    ) {
        let weights = &weights[0];
        let mut output = gradient[0];
        for (neurons, &slope) in neurons.zip(slopes) {
            let values = neurons.clamped();
            let mut through = Row::ZERO;
            for lane in 0..LANES {
                let value = values.0[lane];
                output.0[lane] += slope * value * value;
                through.0[lane] = 2.0 * slope * weights.0[lane] * value;
            }
            *neurons = neurons.slopes(&through);
            bias.add(neurons);
        }
        gradient[0] = output;
    }
}

/// Up to [`LANES`] outputs, of clamped numbers. Its weights are turned round: a row has what a
/// neuron is worth to each output, so that nothing is summed across a row.
pub struct Linear([[Row; LANES]; 2]);

impl FirstLayer for Linear {
    const WIDTH: usize = LANES;

    #[inline(always)]
    fn new(weights: [&[Row]; 2]) -> Self {
        Self(weights.map(turned))
    }

    #[inline(always)]
    fn forward(&self, neurons: [&Row; 2], share: &mut [f32]) {
        let [own, other] = neurons.map(Row::clamped);
        let [mut sum, mut others] = [Row::ZERO; 2];
        for lane in 0..LANES {
            sum.add_times(own.0[lane], &self.0[0][lane]);
            others.add_times(other.0[lane], &self.0[1][lane]);
        }
        sum.add(&others);
        share.copy_from_slice(&sum.0);
    }

    #[inline(always)]
    fn backward<'a>(
        weights: &[Row],
        neurons: impl Iterator<Item = &'a mut Row>,
        slopes: &[f32],
        gradient: &mut [Row],
        bias: &mut Row,
    ) {
        for (neurons, slopes) in neurons.zip(slopes.chunks_exact(LANES)) {
            let values = neurons.clamped();
            let mut through = Row::ZERO;
            for ((weights, gradient), &slope) in weights.iter().zip(&mut *gradient).zip(slopes) {
                gradient.add_times(slope, &values);
                through.add_times(slope, weights);
            }
            *neurons = neurons.slopes(&through);
            bias.add(neurons);
        }
    }
}
