//! What becomes of the first layer's outputs in training: the output itself for our own shape, two
//! more layers for others, in one or several stacks.
//!
//! The stacks stand one after the other in the table, each as [`Places`] says.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use super::activations::{Activation, Clamped, SquaredAndClamped};
use super::kernels::{Row, turned};
use super::model::Parameters;
use super::quantise::{Bounds, short_cut};
use engine::eval::nnue::instructions::{Instructions, Kernel};
use engine::eval::nnue::products::Products;
use engine::eval::nnue::shape::{LANES, Layers};

/// Where everything is among the rows of a stack.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// Rows for the outputs of the second layer, one after the other.
    blocks: usize,
}

impl Places {
    /// The biases of the first layer, in our own shape the output's in the first lane.
    pub const FIRST_BIAS: usize = 0;
    /// For each output of the second layer its weights.
    pub const SECOND: usize = 1;

    /// Those of `layers`.
    pub const fn of(layers: Layers) -> Self {
        let second = match layers {
            Layers::Squared => 0,
            Layers::Dense { second, .. } => second,
            Layers::Stacked(layers) => layers.second,
        };
        Self {
            blocks: second.div_ceil(LANES),
        }
    }

    /// The biases of the second layer.
    pub const fn second_bias(self) -> usize {
        Self::SECOND + self.blocks * LANES
    }

    /// The weights of the output.
    pub const fn output(self) -> usize {
        self.second_bias() + self.blocks
    }

    /// The bias of the output, in the first lane.
    pub const fn output_bias(self) -> usize {
        self.output() + self.blocks
    }

    /// How many rows there are.
    pub const fn count(self) -> usize {
        match self.blocks {
            0 => 1,
            _ => self.output_bias() + 1,
        }
    }
}

/// What is added to the output of the layers: a sum of the first one, times a factor.
pub type ShortCut = (usize, f32);

/// The layers from the first one's biases on.
pub struct Head {
    layers: Layers,
    pub places: Places,
    pub short_cut: Option<ShortCut>,
    pub table: Parameters,
    /// The sums of the first layer for the positions of a batch.
    first: Vec<f32>,
    /// The sums of the second layer.
    second: Vec<Row>,
    /// By how much the loss grows with the sums of the first layer.
    slopes: Vec<f32>,
}

impl Head {
    /// The head of `layers` in so many `stacks`, of which an output of 1 is worth `scale` centipawns, with weights
    /// that `draw` draws within the bound it is given. All stacks begin with the same.
    pub fn random(
        layers: Layers,
        stacks: usize,
        scale: f32,
        bounds: Bounds,
        mut draw: impl FnMut(f32) -> Row,
    ) -> Self {
        let places = Places::of(layers);
        let mut rows = vec![bounds.bias; places.count()];
        if places.blocks > 0 {
            rows[Places::SECOND..places.second_bias()].fill(bounds.layer);
            rows[places.output()..places.output_bias()].fill(bounds.output);
        }
        let mut table = Parameters::new(rows.repeat(stacks));
        let (inputs, outputs) = match layers {
            Layers::Squared => (0, 0),
            Layers::Dense { first, second } => (first, second),
            Layers::Stacked(layers) => (2 * layers.first, layers.second),
        };
        let reach = |inputs: usize| 1.0 / (inputs as f32).sqrt();
        for row in &mut table.weights[Places::SECOND..][..outputs] {
            row.0[..inputs].copy_from_slice(&draw(reach(inputs)).0[..inputs]);
        }
        for block in 0..places.blocks {
            let output = draw(reach(outputs).min(bounds.output));
            let count = (outputs - block * LANES).min(LANES);
            let row = &mut table.weights[places.output() + block];
            row.0[..count].copy_from_slice(&output.0[..count]);
        }
        table.repeat(0..places.count(), stacks);
        Self {
            layers,
            places,
            short_cut: short_cut(layers, scale),
            table,
            first: Vec::new(),
            second: Vec::new(),
            slopes: Vec::new(),
        }
    }

    /// The rows of stack `number`.
    pub fn stack(&self, number: usize) -> &[Row] {
        let count = self.places.count();
        &self.table.weights[number * count..][..count]
    }

    /// The outputs for positions with these `stacks`, of which `shares` are those of each tile.
    pub fn forward<'a>(
        &mut self,
        instructions: Instructions,
        stacks: &[u16],
        shares: impl Iterator<Item = &'a [f32]>,
    ) -> Vec<f32> {
        let (rows, count) = (&self.table.weights, self.places.count());
        let width = match self.layers {
            Layers::Squared => 1,
            _ => LANES,
        };
        self.first.clear();
        for &stack in stacks {
            let biases = &rows[usize::from(stack) * count + Places::FIRST_BIAS].0;
            self.first.extend(&biases[..width]);
        }
        for tile in shares {
            for (sum, share) in self.first.iter_mut().zip(tile) {
                *sum += share;
            }
        }
        match self.layers {
            Layers::Squared => self.first.clone(),
            Layers::Dense { .. } => self.forward_with(instructions, stacks, Clamped),
            Layers::Stacked(layers) => {
                let count = layers.first;
                self.forward_with(instructions, stacks, SquaredAndClamped { count })
            }
        }
    }

    fn forward_with(
        &mut self,
        instructions: Instructions,
        stacks: &[u16],
        activation: impl Activation,
    ) -> Vec<f32> {
        let mut outputs = vec![0.0; stacks.len()];
        self.second
            .resize(stacks.len() * self.places.blocks, Row::ZERO);
        instructions.run(Forward {
            layers: Kept {
                activation,
                places: self.places,
                short_cut: self.short_cut,
                weights: &self.table.weights,
            },
            stacks,
            first: self.first.as_chunks().0,
            second: &mut self.second,
            outputs: &mut outputs,
        });
        outputs
    }

    /// Adds the gradient, where `slopes` are by how much the loss grows with each output of positions with these
    /// `stacks`, and returns by how much it grows with those of the first layer.
    pub fn backward(
        &mut self,
        instructions: Instructions,
        stacks: &[u16],
        slopes: &[f32],
    ) -> &[f32] {
        self.slopes.resize(self.first.len(), 0.0);
        match self.layers {
            Layers::Squared => {
                self.table.gradient[Places::FIRST_BIAS].0[0] = slopes.iter().sum();
                self.slopes.copy_from_slice(slopes);
            }
            Layers::Dense { .. } => self.backward_with(instructions, stacks, slopes, Clamped),
            Layers::Stacked(layers) => {
                let count = layers.first;
                self.backward_with(instructions, stacks, slopes, SquaredAndClamped { count });
            }
        }
        &self.slopes
    }

    fn backward_with(
        &mut self,
        instructions: Instructions,
        stacks: &[u16],
        slopes: &[f32],
        activation: impl Activation,
    ) {
        instructions.run(Backward {
            layers: Kept {
                activation,
                places: self.places,
                short_cut: self.short_cut,
                weights: &self.table.weights,
            },
            stacks,
            first: self.first.as_chunks().0,
            second: &self.second,
            slopes,
            gradient: &mut self.table.gradient,
            first_slopes: self.slopes.as_chunks_mut().0,
        });
    }
}

/// What both passes know of the layers.
struct Kept<'a, A> {
    /// Between the first layer and the second.
    activation: A,
    places: Places,
    short_cut: Option<ShortCut>,
    weights: &'a [Row],
}

/// From the sums of the first layer to those of the second and the output.
struct Forward<'a, A> {
    layers: Kept<'a, A>,
    stacks: &'a [u16],
    first: &'a [[f32; LANES]],
    second: &'a mut [Row],
    outputs: &'a mut [f32],
}

impl<A: Activation> Kernel for Forward<'_, A> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Products) {
        let Kept {
            activation,
            places,
            short_cut,
            weights,
        } = self.layers;
        let blocks = places.blocks;
        let all = weights.chunks_exact(places.count());
        let columns: Vec<_> = all
            .flat_map(|stack| stack[Places::SECOND..places.second_bias()].chunks_exact(LANES))
            .map(turned)
            .collect();
        let sums = self.first.iter().zip(self.second.chunks_exact_mut(blocks));
        let positions = self.stacks.iter().zip(sums).zip(self.outputs);
        for ((&stack, (first, second)), output) in positions {
            let stack = usize::from(stack);
            let rows = &weights[stack * places.count()..][..places.count()];
            let values = activation.values(&Row(*first));
            let mut sum = rows[places.output_bias()].0[0];
            for (block, second) in second.iter_mut().enumerate() {
                let mut sums = rows[places.second_bias() + block];
                for (value, column) in values.0.iter().zip(&columns[stack * blocks + block]) {
                    sums.add_times(*value, column);
                }
                *second = sums;
                sum += sums.clamped().times(&rows[places.output() + block]).sum();
            }
            let past = short_cut.map(|(lane, factor)| factor * first[lane]);
            *output = sum + past.unwrap_or_default();
        }
    }
}

/// The way back.
struct Backward<'a, A> {
    layers: Kept<'a, A>,
    stacks: &'a [u16],
    first: &'a [[f32; LANES]],
    second: &'a [Row],
    slopes: &'a [f32],
    gradient: &'a mut [Row],
    first_slopes: &'a mut [[f32; LANES]],
}

impl<A: Activation> Kernel for Backward<'_, A> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Products) {
        let Kept {
            activation,
            places,
            short_cut,
            weights,
        } = self.layers;
        let sums = self
            .first
            .iter()
            .zip(self.second.chunks_exact(places.blocks));
        let slopes = self.slopes.iter().zip(self.first_slopes);
        for ((&stack, (first, second)), (&slope, first_slopes)) in
            self.stacks.iter().zip(sums).zip(slopes)
        {
            let start = usize::from(stack) * places.count();
            let weights = &weights[start..][..places.count()];
            let gradient = &mut self.gradient[start..][..places.count()];
            let (first, mut through) = (Row(*first), Row::ZERO);
            let values = activation.values(&first);
            gradient[places.output_bias()].0[0] += slope;
            for (block, second) in second.iter().enumerate() {
                let output = places.output() + block;
                gradient[output].add_times(slope, &second.clamped());
                let mut back = Row::ZERO;
                back.add_times(slope, &weights[output]);
                let second_slopes = second.slopes(&back);
                gradient[places.second_bias() + block].add(&second_slopes);
                for output in 0..LANES {
                    let (row, slope) = (
                        Places::SECOND + block * LANES + output,
                        second_slopes.0[output],
                    );
                    gradient[row].add_times(slope, &values);
                    through.add_times(slope, &weights[row]);
                }
            }
            let mut slopes = activation.slopes(&first, &through);
            if let Some((lane, factor)) = short_cut {
                slopes.0[lane] += slope * factor;
            }
            gradient[Places::FIRST_BIAS].add(&slopes);
            *first_slopes = slopes.0;
        }
    }
}
