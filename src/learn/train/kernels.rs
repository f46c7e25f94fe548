//! The arithmetic of training for one tile of the accumulators: forward pass and gradient.
//!
//! A tile is [`LANES`] numbers of an accumulator: their column of
//! the input table, their biases, and their weights in the first layer. Tiles meet only in the
//! outputs of that layer, so each is worked on alone, by any thread, and its table (300 KB for our own inputs) stays
//! in a core's second-level cache. Where numbers are multiplied in pairs, both of a pair are in the same tile: the
//! partners are its second half. What must hold: the order of every sum is written here, so the result
//! depends neither on threads nor on instructions.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use super::activations::Activation;
use super::batch::{Batch, Layout};
use engine::eval::nnue::instructions::Kernel;
use engine::eval::nnue::products::Products;
use engine::eval::nnue::shape::LANES;
use std::marker::PhantomData;
use std::ops::Range;

/// One number for each neuron of a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Row(pub [f32; LANES]);

impl Row {
    pub const ZERO: Self = Self([0.0; LANES]);

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

/// A first layer, with its weights made ready for a forward pass.
pub trait FirstLayer: Sized {
    /// Numbers for each position among the outputs, and among their slopes.
    const WIDTH: usize;

    /// The layer with these weights: for what the side to move sees, then for the other side, each with rows for
    /// the `outputs` of one stack after the other.
    fn new(weights: [&[Row]; 2], outputs: usize) -> Self;

    /// Writes the tile's share of the outputs of `stack`, of which there are [`Self::WIDTH`].
    fn forward(&self, stack: usize, neurons: [&Row; 2], share: &mut [f32]);

    /// Adds the gradient of a side's `weights` and of the biases, and makes slopes of the side's
    /// neurons, each of which comes with its stack.
    fn backward<'a>(
        weights: Rows,
        neurons: impl Iterator<Item = (usize, &'a mut Row)>,
        slopes: &[f32],
        gradient: &mut [Row],
        bias: &mut Row,
    );
}

/// The rows of a side's weights in a first layer.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// Those of one stack after the other.
    pub rows: &'a [Row],
    /// How many each stack has.
    pub outputs: usize,
}

impl Rows<'_> {
    /// The rows of `stack`.
    #[inline(always)]
    fn of(self, stack: usize) -> Range<usize> {
        stack * self.outputs..(stack + 1) * self.outputs
    }
}

/// One output, of clamped squares, in a single stack.
pub struct Squares([Row; 2]);

impl FirstLayer for Squares {
    const WIDTH: usize = 1;

    #[inline(always)]
    fn new(weights: [&[Row]; 2], _: usize) -> Self {
        Self(weights.map(|rows| rows[0]))
    }

    #[inline(always)]
    fn forward(&self, _: usize, neurons: [&Row; 2], share: &mut [f32]) {
        let [us, them] = &self.0;
        let [own, other] = neurons.map(Row::clamped);
        let mut terms = own.times(&own).times(us);
        terms.add(&other.times(&other).times(them));
        share[0] = terms.sum();
    }

    #[inline(always)]
    fn backward<'a>(
        weights: Rows,
        neurons: impl Iterator<Item = (usize, &'a mut Row)>,
        slopes: &[f32],
        gradient: &mut [Row],
        bias: &mut Row,
    ) {
        let weights = &weights.rows[0];
        let mut output = gradient[0];
        for ((_, neurons), &slope) in neurons.zip(slopes) {
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

/// Up to [`LANES`] outputs of each stack, of activations. Weights are turned round: a row has what a
/// neuron is worth to each output, so that nothing is summed across a row.
pub struct Linear<A> {
    sides: [Vec<[Row; LANES]>; 2],
    activation: PhantomData<A>,
}

impl<A: Activation + Default> FirstLayer for Linear<A> {
    const WIDTH: usize = LANES;

    #[inline(always)]
    fn new(weights: [&[Row]; 2], outputs: usize) -> Self {
        Self {
            sides: weights.map(|rows| rows.chunks_exact(outputs).map(turned).collect()),
            activation: PhantomData,
        }
    }

    #[inline(always)]
    fn forward(&self, stack: usize, neurons: [&Row; 2], share: &mut [f32]) {
        let [own, other] = neurons.map(|neurons| A::default().values(neurons));
        let [owns, others] = &self.sides;
        let mut sum = weighed(&own, A::COUNT, &owns[stack]);
        sum.add(&weighed(&other, A::COUNT, &others[stack]));
        share.copy_from_slice(&sum.0);
    }

    #[inline(always)]
    fn backward<'a>(
        weights: Rows,
        neurons: impl Iterator<Item = (usize, &'a mut Row)>,
        slopes: &[f32],
        gradient: &mut [Row],
        bias: &mut Row,
    ) {
        for ((stack, neurons), slopes) in neurons.zip(slopes.chunks_exact(LANES)) {
            let values = A::default().values(neurons);
            let mut through = Row::ZERO;
            let range = weights.of(stack);
            let rows = weights.rows[range.clone()].iter().zip(&mut gradient[range]);
            for ((weights, gradient), &slope) in rows.zip(slopes) {
                gradient.add_times(slope, &values);
                through.add_times(slope, weights);
            }
            *neurons = A::default().slopes(neurons, &through);
            bias.add(neurons);
        }
    }
}

/// The sums of the first `count` of `values`, each times its column.
#[inline(always)]
fn weighed(values: &Row, count: usize, columns: &[Row; LANES]) -> Row {
    let mut sums = Row::ZERO;
    for (value, column) in values.0[..count].iter().zip(columns) {
        sums.add_times(*value, column);
    }
    sums
}

/// Sums the neurons of a tile for each position, and their share of the first layer's outputs.
pub struct Forward<'a, F> {
    pub first: PhantomData<F>,
    pub layout: &'a Layout,
    pub weights: &'a [Row],
    pub batch: &'a Batch,
    /// Written: two rows for each position, the neurons before they are clamped.
    pub neurons: &'a mut [Row],
    /// Written: the tile's share of the outputs for each position.
    pub shares: &'a mut [f32],
}

impl<F: FirstLayer> Kernel for Forward<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Products) {
        let bias = &self.weights[self.layout.bias()];
        let weights = [0, 1].map(|side| &self.weights[self.layout.weights(side)]);
        let first = F::new(weights, self.layout.outputs);
        let shares = self.shares.chunks_exact_mut(F::WIDTH);
        let results = self.neurons.chunks_exact_mut(2).zip(shares);
        let positions = self.batch.inputs.iter().zip(&self.batch.stacks);
        for ((lists, &stack), (neurons, share)) in positions.zip(results) {
            for (neurons, list) in neurons.iter_mut().zip(lists) {
                *neurons = sum_rows(bias, self.weights, list);
            }
            first.forward(stack.into(), [&neurons[0], &neurons[1]], share);
        }
    }
}

/// Adds the gradient of a tile's table over a batch.
pub struct Backward<'a, F> {
    pub first: PhantomData<F>,
    pub layout: &'a Layout,
    pub weights: &'a [Row],
    pub batch: &'a Batch,
    /// By how much the loss grows with the outputs of the first layer, for each position.
    pub slopes: &'a [f32],
    /// What [`Forward`] wrote; overwritten by the slopes of the loss in the neurons.
    pub neurons: &'a mut [Row],
    /// What is added to, row by row as in `weights`.
    pub gradient: &'a mut [Row],
}

impl<F: FirstLayer> Kernel for Backward<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Products) {
        let mut bias = self.gradient[self.layout.bias()];
        for side in 0..2 {
            let rows = self.layout.weights(side);
            let gradient = &mut self.gradient[rows.clone()];
            let neurons = self.neurons.iter_mut().skip(side).step_by(2);
            let stacks = self.batch.stacks.iter().map(|&stack| stack.into());
            let weights = Rows {
                rows: &self.weights[rows],
                outputs: self.layout.outputs,
            };
            F::backward(
                weights,
                stacks.zip(neurons),
                self.slopes,
                gradient,
                &mut bias,
            );
        }
        self.gradient[self.layout.bias()] = bias;
        for block in &self.batch.blocks {
            let neurons = &self.neurons[2 * block.first..];
            for (row, users) in block.users() {
                gather(&mut self.gradient[row], neurons, users);
            }
        }
    }
}

/// Adds to `row` those of `neurons` that are named, in two interleaved sums for speed.
#[inline(always)]
fn gather(row: &mut Row, neurons: &[Row], names: &[u16]) {
    let (mut even, mut odd) = (*row, Row::ZERO);
    let pairs = names.chunks_exact(2);
    let rest = pairs.remainder();
    for pair in pairs {
        even.add(&neurons[pair[0] as usize]);
        odd.add(&neurons[pair[1] as usize]);
    }
    if let [last] = rest {
        even.add(&neurons[*last as usize]);
    }
    even.add(&odd);
    *row = even;
}

/// The bias and the rows of `inputs`, summed.
#[inline(always)]
fn sum_rows(bias: &Row, weights: &[Row], inputs: &[u32]) -> Row {
    let mut sum = *bias;
    for &input in inputs {
        sum.add(&weights[input as usize]);
    }
    sum
}
