//! What becomes of the first layer's outputs in training: the output itself for our own shape, two
//! more layers for dense ones.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use super::kernels::{Row, turned};
use super::model::Parameters;
use super::quantise::Bounds;
use engine::eval::nnue::instructions::{Instructions, Kernel};
use engine::eval::nnue::products::Products;
use engine::eval::nnue::shape::{LANES, Layers};

/// Rows of the table: biases of the first layer, in our own shape the output's in the first lane.
pub const FIRST_BIAS: usize = 0;
/// For each output of the second layer its weights.
const SECOND: usize = 1;
/// The biases of the second layer.
pub const SECOND_BIAS: usize = SECOND + LANES;
/// The weights of the output.
pub const OUTPUT: usize = SECOND_BIAS + 1;
/// The bias of the output, in the first lane.
pub const OUTPUT_BIAS: usize = OUTPUT + 1;

/// The layers from the first one's biases on.
pub struct Head {
    layers: Layers,
    pub table: Parameters,
    /// The sums of the first layer for the positions of a batch.
    first: Vec<f32>,
    /// The sums of the second layer.
    second: Vec<Row>,
    /// By how much the loss grows with the sums of the first layer.
    slopes: Vec<f32>,
}

impl Head {
    /// The head of `layers`, with weights that `draw` draws within the bound it is given.
    pub fn random(layers: Layers, bounds: Bounds, mut draw: impl FnMut(f32) -> Row) -> Self {
        let mut rows = vec![bounds.bias];
        if let Layers::Dense { .. } = layers {
            rows.extend([bounds.layer; LANES]);
            rows.extend([bounds.bias, bounds.output, bounds.bias]);
        }
        let mut table = Parameters::new(rows);
        if let Layers::Dense { first, second } = layers {
            let reach = |inputs: usize| 1.0 / (inputs as f32).sqrt();
            for row in &mut table.weights[SECOND..][..second] {
                row.0[..first].copy_from_slice(&draw(reach(first)).0[..first]);
            }
            let output = draw(reach(second).min(bounds.output));
            table.weights[OUTPUT].0[..second].copy_from_slice(&output.0[..second]);
        }
        Self {
            layers,
            table,
            first: Vec::new(),
            second: Vec::new(),
            slopes: Vec::new(),
        }
    }

    /// The weights of the second layer, a row for each output.
    pub fn second(&self) -> &[Row] {
        &self.table.weights[SECOND..][..LANES]
    }

    /// The outputs for `count` positions, of which `shares` are those of each tile.
    pub fn forward<'a>(
        &mut self,
        instructions: Instructions,
        count: usize,
        shares: impl Iterator<Item = &'a [f32]>,
    ) -> Vec<f32> {
        let biases = &self.table.weights[FIRST_BIAS].0;
        let biases = match self.layers {
            Layers::Squared => &biases[..1],
            _ => biases,
        };
        self.first.clear();
        (0..count).for_each(|_| self.first.extend(biases));
        for tile in shares {
            for (sum, share) in self.first.iter_mut().zip(tile) {
                *sum += share;
            }
        }
        match self.layers {
            Layers::Squared => self.first.clone(),
            _ => self.dense(instructions, count),
        }
    }

    fn dense(&mut self, instructions: Instructions, count: usize) -> Vec<f32> {
        let mut outputs = vec![0.0; count];
        self.second.resize(count, Row::ZERO);
        instructions.run(Forward {
            weights: &self.table.weights,
            first: self.first.as_chunks().0,
            second: &mut self.second,
            outputs: &mut outputs,
        });
        outputs
    }

    /// Adds the gradient, where `slopes` are by how much the loss grows with each output, and
    /// returns by how much it grows with those of the first layer.
    pub fn backward(&mut self, instructions: Instructions, slopes: &[f32]) -> &[f32] {
        self.slopes.resize(self.first.len(), 0.0);
        match self.layers {
            Layers::Squared => {
                self.table.gradient[FIRST_BIAS].0[0] = slopes.iter().sum();
                self.slopes.copy_from_slice(slopes);
            }
            _ => instructions.run(Backward {
                weights: &self.table.weights,
                first: self.first.as_chunks().0,
                second: &self.second,
                slopes,
                gradient: &mut self.table.gradient,
                first_slopes: self.slopes.as_chunks_mut().0,
            }),
        }
        &self.slopes
    }
}

/// From the sums of the first layer to those of the second and the output.
struct Forward<'a> {
    weights: &'a [Row],
    first: &'a [[f32; LANES]],
    second: &'a mut [Row],
    outputs: &'a mut [f32],
}

impl Kernel for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Products) {
        let columns = turned(&self.weights[SECOND..][..LANES]);
        let results = self.second.iter_mut().zip(self.outputs);
        for (first, (second, output)) in self.first.iter().zip(results) {
            let values = Row(*first).clamped();
            let mut sums = self.weights[SECOND_BIAS];
            for (value, column) in values.0.iter().zip(&columns) {
                sums.add_times(*value, column);
            }
            *second = sums;
            let bias = self.weights[OUTPUT_BIAS].0[0];
            *output = bias + sums.clamped().times(&self.weights[OUTPUT]).sum();
        }
    }
}

/// The way back.
struct Backward<'a> {
    weights: &'a [Row],
    first: &'a [[f32; LANES]],
    second: &'a [Row],
    slopes: &'a [f32],
    gradient: &'a mut [Row],
    first_slopes: &'a mut [[f32; LANES]],
}

impl Kernel for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Products) {
        let Self {
            weights, gradient, ..
        } = self;
        let sums = self.first.iter().zip(self.second);
        let slopes = self.slopes.iter().zip(self.first_slopes);
        for ((first, second), (&slope, first_slopes)) in sums.zip(slopes) {
            let (first, mut through) = (Row(*first), Row::ZERO);
            let values = first.clamped();
            gradient[OUTPUT].add_times(slope, &second.clamped());
            gradient[OUTPUT_BIAS].0[0] += slope;
            through.add_times(slope, &weights[OUTPUT]);
            let second_slopes = second.slopes(&through);
            gradient[SECOND_BIAS].add(&second_slopes);
            through = Row::ZERO;
            for output in 0..LANES {
                let slope = second_slopes.0[output];
                gradient[SECOND + output].add_times(slope, &values);
                through.add_times(slope, &weights[SECOND + output]);
            }
            let slopes = first.slopes(&through);
            gradient[FIRST_BIAS].add(&slopes);
            *first_slopes = slopes.0;
        }
    }
}
