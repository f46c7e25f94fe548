//! The arithmetic of training for one tile of the accumulators: forward pass and gradient.
//!
//! A tile is [`LANES`](engine::eval::nnue::shape::LANES) numbers of an accumulator: their column of
//! the input table, their biases, and their weights in the first layer. Tiles meet only in the
//! outputs of that layer, so each is worked on alone, by any thread, and its table (300 KB) stays
//! in a core's second-level cache. What must hold: the order of every sum is written here and in
//! `first`, so the result depends neither on threads nor on instructions.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use super::batch::Batch;
use super::first::FirstLayer;
use super::row::Row;
use super::rows::{Layout, Lists};
use engine::eval::nnue::features::Feature;
use engine::eval::nnue::instructions::Kernel;
use std::marker::PhantomData;

/// Sums the neurons of a tile for each position, and their share of the first layer's outputs.
pub struct Forward<'a, F> {
    /// The layer.
    pub first: PhantomData<F>,
    /// Where everything is in the tile's table.
    pub layout: &'a Layout,
    /// The tile's table.
    pub weights: &'a [Row],
    /// The inputs of each position.
    pub inputs: &'a [Lists],
    /// Written: two rows for each position, the neurons before they are clamped.
    pub neurons: &'a mut [Row],
    /// Written: the tile's share of the outputs for each position.
    pub shares: &'a mut [f32],
}

impl<F: FirstLayer> Kernel for Forward<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let bias = &self.weights[self.layout.bias()];
        let first = F::new([0, 1].map(|side| &self.weights[self.layout.weights(side)]));
        let shares = self.shares.chunks_exact_mut(F::WIDTH);
        let results = self.neurons.chunks_exact_mut(2).zip(shares);
        for (lists, (neurons, share)) in self.inputs.iter().zip(results) {
            for (neurons, list) in neurons.iter_mut().zip(lists) {
                *neurons = sum_rows(bias, self.weights, list);
            }
            first.forward([&neurons[0], &neurons[1]], share);
        }
    }
}

/// Adds the gradient of a tile's table over a batch.
pub struct Backward<'a, F> {
    /// The layer.
    pub first: PhantomData<F>,
    /// Where everything is in the tile's table.
    pub layout: &'a Layout,
    /// The tile's table.
    pub weights: &'a [Row],
    /// The batch.
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
    fn run(self) {
        let mut bias = self.gradient[self.layout.bias()];
        for side in 0..2 {
            let rows = self.layout.weights(side);
            let gradient = &mut self.gradient[rows.clone()];
            let neurons = self.neurons.iter_mut().skip(side).step_by(2);
            F::backward(
                &self.weights[rows],
                neurons,
                self.slopes,
                gradient,
                &mut bias,
            );
        }
        self.gradient[self.layout.bias()] = bias;
        for block in self.batch.blocks() {
            let neurons = &self.neurons[2 * block.first()..];
            for (row, users) in self.gradient.iter_mut().zip(block.users()) {
                gather(row, neurons, users);
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
fn sum_rows(bias: &Row, weights: &[Row], inputs: &[Feature]) -> Row {
    let mut sum = *bias;
    for &input in inputs {
        sum.add(&weights[input as usize]);
    }
    sum
}
