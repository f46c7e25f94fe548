//! The network in training: its parameters in tiles and a head, and the steps that they go down the slope.
//!
//! What must hold: the parameters after a step are the same for any number of threads.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use super::activations::{Clamped, Multiplied};
use super::batch::{Batch, Item, Layout};
use super::head::Head;
use super::kernels::{Backward, FirstLayer, Forward, Linear, Row, Squares};
use super::quantise::Bounds;
use base::work::for_each;
use engine::eval::nnue::instructions::{Instructions, Kernel};
use engine::eval::nnue::products::Products;
use engine::eval::nnue::shape::{LANES, Layers, Shape};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::marker::PhantomData;
use std::ops::Range;

/// A network in single precision, with what it takes to train it.
pub struct Model {
    instructions: Instructions,
    pub shape: Shape,
    pub layout: Layout,
    tiles: Vec<Tile>,
    /// The layers after the first one's weights.
    pub head: Head,
    /// Steps of Adam so far.
    pub steps: u64,
}

/// The share of the rate at which rare rows learn. Adam goes three times as far for a row that is seldom on, and so
/// such rows learn positions by heart. From 82,000 positions `halfkp_256x2-32-32` came to 0.0280 held back with 1,
/// 0.0224 with 0.3, 0.0217 with 0.1 and 0.0230 with 0.03, and without shared rows to 0.0387 (2026-11-29).
const RARE_PACE: f32 = 0.1;

/// Some of the neurons; see [`kernels`](super::kernels).
struct Tile {
    table: Parameters,
    /// The neurons of each position of a batch, as its inputs sum them.
    neurons: Vec<Row>,
    /// Their share of each position's outputs of the first layer.
    shares: Vec<f32>,
}

impl Tile {
    /// A tile with weights that `draw` draws within the bound it is given. Rare rows begin with nothing, and all
    /// stacks with the same.
    fn random(
        layout: &Layout,
        shape: Shape,
        bounds: Bounds,
        mut draw: impl FnMut(f32) -> Row,
    ) -> Self {
        let mut rows = vec![bounds.layer; layout.count];
        rows[..=layout.bias()].fill(bounds.input);
        rows[layout.near()].fill(bounds.near);
        rows[layout.attacks()].fill(bounds.attacks);
        let mut table = Parameters::new(rows);
        table.pace[..layout.rare].fill(RARE_PACE);
        let inputs = 1.0 / (layout.common as f32).sqrt();
        let outputs = 1.0 / (2.0 * shape.hidden as f32).sqrt();
        table.weights[layout.rare..=layout.bias()].fill_with(|| draw(inputs));
        if let Layers::Stacked(_) = shape.layers {
            // Products of nothing have no slope.
            table.weights[layout.bias()].add(&Row([0.5; LANES]));
        }
        for side in 0..2 {
            let rows = layout.weights(side);
            let stack = rows.start..rows.start + layout.outputs;
            table.weights[stack.clone()].fill_with(|| draw(outputs));
            table.repeat(stack, layout.stacks);
        }
        Self {
            table,
            neurons: Vec::new(),
            shares: Vec::new(),
        }
    }

    fn forward<F: FirstLayer>(&mut self, with: Instructions, layout: &Layout, batch: &Batch) {
        let count = batch.inputs.len();
        self.neurons.resize(2 * count, Row::ZERO);
        self.shares.resize(F::WIDTH * count, 0.0);
        with.run(Forward {
            first: PhantomData::<F>,
            layout,
            weights: &self.table.weights,
            batch,
            neurons: &mut self.neurons,
            shares: &mut self.shares,
        });
    }

    fn backward<F: FirstLayer>(
        &mut self,
        with: Instructions,
        layout: &Layout,
        batch: &Batch,
        slopes: &[f32],
    ) {
        with.run(Backward {
            first: PhantomData::<F>,
            layout,
            weights: &self.table.weights,
            batch,
            slopes,
            neurons: &mut self.neurons,
            gradient: &mut self.table.gradient,
        });
    }
}

impl Model {
    /// A network of `shape`, of which an output of 1 is worth `scale` centipawns, with random
    /// weights that follow from `seed`; none if such networks cannot be trained.
    pub fn random(shape: Shape, scale: f32, seed: u64) -> Option<Self> {
        let layout = Layout::of(shape)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut draw = |most: f32| Row(std::array::from_fn(|_| rng.random_range(-most..=most)));
        let bounds = Bounds::of(shape, scale);
        let mut tile = || Tile::random(&layout, shape, bounds, &mut draw);
        Some(Self {
            instructions: Instructions::best(),
            tiles: (0..shape.hidden / LANES).map(|_| tile()).collect(),
            head: Head::random(shape.layers, layout.stacks, scale, bounds, draw),
            shape,
            layout,
            steps: 0,
        })
    }

    /// The outputs for `count` positions, each as `item` says, which are then the positions of `batch`.
    pub fn outputs<'a>(
        &mut self,
        threads: usize,
        batch: &mut Batch,
        count: usize,
        item: impl Fn(usize) -> Item<'a> + Sync,
    ) -> Vec<f32> {
        batch.fill(threads, &self.layout, count, item);
        self.forward(threads, batch)
    }

    /// The outputs for the positions of `batch`.
    fn forward(&mut self, threads: usize, batch: &Batch) -> Vec<f32> {
        let (with, layout, layers) = (self.instructions, &self.layout, self.shape.layers);
        for_each(threads, &mut self.tiles, |tile| match layers {
            Layers::Squared => tile.forward::<Squares>(with, layout, batch),
            Layers::Dense { .. } => tile.forward::<Linear<Clamped>>(with, layout, batch),
            Layers::Stacked(_) => tile.forward::<Linear<Multiplied>>(with, layout, batch),
        });
        let shares = self.tiles.iter().map(|tile| &tile.shares[..]);
        self.head.forward(with, &batch.stacks, shares)
    }

    /// One step down the slopes of `batch`, which must be the batch of the last
    /// [`Self::forward`].
    pub fn learn(&mut self, threads: usize, batch: &Batch, pace: Pace) {
        self.backward(threads, batch);
        self.steps += 1;
        let (with, step) = (self.instructions, AdamStep::new(self.steps, pace));
        let common = self.layout.rare..self.layout.count;
        for_each(threads, &mut self.tiles, |tile| {
            tile.table.learn(with, step, &batch.rare, common.clone());
        });
        let all = 0..self.head.table.weights.len();
        self.head.table.learn(with, step, &[], all);
    }

    /// Adds the gradient over `batch`.
    fn backward(&mut self, threads: usize, batch: &Batch) {
        let (with, layout, layers) = (self.instructions, &self.layout, self.shape.layers);
        let slopes = self.head.backward(with, &batch.stacks, &batch.slopes);
        for_each(threads, &mut self.tiles, |tile| match layers {
            Layers::Squared => tile.backward::<Squares>(with, layout, batch, slopes),
            Layers::Dense { .. } => tile.backward::<Linear<Clamped>>(with, layout, batch, slopes),
            Layers::Stacked(_) => tile.backward::<Linear<Multiplied>>(with, layout, batch, slopes),
        });
    }

    /// From now on all parameters but the rows `fresh` of the inputs learn at this share of the rate.
    pub fn slow(&mut self, fresh: &Range<usize>, pace: f32) {
        for tile in &mut self.tiles {
            tile.table.pace.fill(pace);
            tile.table.pace[fresh.clone()].fill(1.0);
        }
        self.head.table.pace.fill(pace);
    }

    /// A row of the tables of all tiles, in the order of the network's numbers.
    pub fn row(&self, row: usize) -> impl Iterator<Item = f32> {
        let halves = self.halves();
        let width = LANES / halves;
        (0..halves).flat_map(move |half| {
            let rows = self
                .tiles
                .iter()
                .map(move |tile| &tile.table.weights[row].0);
            rows.flat_map(move |row| row[half * width..][..width].iter().copied())
        })
    }

    /// How many parts of an accumulator have some of their numbers in each tile.
    fn halves(&self) -> usize {
        match self.shape.layers {
            Layers::Stacked(_) => 2,
            _ => 1,
        }
    }

    /// The same row, to be overwritten, of a network whose numbers are not multiplied in pairs.
    pub fn row_mut(&mut self, row: usize) -> impl Iterator<Item = &mut f32> {
        let tiles = self.tiles.iter_mut();
        tiles.flat_map(move |tile| &mut tile.table.weights[row].0)
    }

    /// What an input adds to accumulators.
    pub fn input(&self, input: usize) -> impl Iterator<Item = f32> {
        let shared = self.layout.shared(input).map(|row| self.row(row));
        let mut shared = shared.into_iter().flatten();
        self.row(input)
            .map(move |weight| shared.next().map_or(weight, |more| weight + more))
    }

    /// What accumulators begin with.
    pub fn biases(&self) -> impl Iterator<Item = f32> {
        self.row(self.layout.bias())
    }

    /// What the activations of a side's accumulator are worth to an output of the first layer of a stack.
    pub fn first_layer(
        &self,
        stack: usize,
        output: usize,
        side: usize,
    ) -> impl Iterator<Item = f32> {
        let row = self.layout.weights(side).start + stack * self.layout.outputs + output;
        self.row(row).take(self.shape.hidden / self.halves())
    }

    /// Everything that training goes on from but the number of steps, as numbers in order.
    pub fn state(&self) -> impl Iterator<Item = f32> {
        let tables = self.tiles.iter().map(|tile| &tile.table);
        let rows = tables.chain([&self.head.table]).flat_map(Parameters::state);
        rows.flat_map(|row| row.0)
    }

    /// Goes on from `state` after `steps` steps. The state must have as many numbers as
    /// [`Self::state`].
    pub fn restore(&mut self, steps: u64, state: impl IntoIterator<Item = f32>) {
        self.steps = steps;
        let tables = self.tiles.iter_mut().map(|tile| &mut tile.table);
        let rows = tables
            .chain([&mut self.head.table])
            .flat_map(Parameters::state_mut);
        for (place, number) in rows.flat_map(|row| &mut row.0).zip(state) {
            *place = number;
        }
    }
}

/// Parameters row by row, with their gradient and what Adam remembers of them.
pub struct Parameters {
    pub weights: Vec<Row>,
    /// Zero after each step.
    pub gradient: Vec<Row>,
    /// The running means of the gradient and of its square.
    mean: Vec<Row>,
    square: Vec<Row>,
    /// Row by row how far from zero a parameter may be.
    most: Vec<f32>,
    /// Row by row which share of the rate its parameters learn at: 1, unless set.
    pub pace: Vec<f32>,
}

impl Parameters {
    /// A table of zeros, with a row for each bound.
    pub fn new(most: Vec<f32>) -> Self {
        let zero = || vec![Row::ZERO; most.len()];
        Self {
            weights: zero(),
            gradient: zero(),
            mean: zero(),
            square: zero(),
            pace: vec![1.0; most.len()],
            most,
        }
    }

    /// So many times in all what stands in the rows `first`, which are the first of all those.
    pub fn repeat(&mut self, first: Range<usize>, times: usize) {
        for time in 1..times {
            let place = first.start + time * first.len();
            self.weights.copy_within(first.clone(), place);
        }
    }

    /// One step down the gradient of the rows `some` and `all`; that of others must be zero.
    fn learn(
        &mut self,
        instructions: Instructions,
        step: AdamStep,
        some: &[usize],
        all: Range<usize>,
    ) {
        instructions.run(Adam {
            parameters: self,
            step,
            some,
            all,
        });
    }

    /// What training goes on from.
    fn state(&self) -> impl Iterator<Item = &Row> {
        let parts = [&self.weights, &self.mean, &self.square];
        parts.into_iter().flatten()
    }

    /// The same, to be overwritten.
    fn state_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        let parts = [&mut self.weights, &mut self.mean, &mut self.square];
        parts.into_iter().flatten()
    }
}

/// One step of Adam with decoupled weight decay (Loshchilov and Hutter 2019, algorithm 2). Rows that take no part in
/// it stay as they are, and so does what is remembered of them.
struct Adam<'a> {
    parameters: &'a mut Parameters,
    step: AdamStep,
    some: &'a [usize],
    all: Range<usize>,
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// How far a parameter goes whose gradient is always the same.
    pub rate: f32,
    /// In a step at rate r, weights shrink by the r-fold of this.
    pub decay: f32,
    /// Parameters whose gradient is mostly much less than this go less far.
    pub epsilon: f32,
}

/// The numbers of one step of Adam.
#[derive(Clone, Copy)]
struct AdamStep {
    /// The rate, corrected for the start of the running mean.
    rate: f32,
    /// The correction for the start of the running square: its square is multiplied with this.
    square_scale: f32,
    /// What decays of a weight before the step: rate times decay.
    lost: f32,
    /// Added to the divisor.
    epsilon: f32,
}

impl AdamStep {
    /// How much of the running mean is kept.
    const MEAN: f32 = 0.9;
    /// How much of the running square is kept.
    const SQUARE: f32 = 0.999;

    /// Step `number`, counted from 1.
    fn new(number: u64, pace: Pace) -> Self {
        let start = |kept: f32| 1.0 - libm::pow(f64::from(kept), number as f64);
        Self {
            rate: (f64::from(pace.rate) / start(Self::MEAN)) as f32,
            square_scale: (1.0 / start(Self::SQUARE)) as f32,
            lost: pace.rate * pace.decay,
            epsilon: pace.epsilon,
        }
    }
}

impl Kernel for Adam<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Products) {
        for &row in self.some {
            self.parameters.step(row, self.step);
        }
        for row in self.all {
            self.parameters.step(row, self.step);
        }
    }
}

impl Parameters {
    /// A step of one row.
    #[inline(always)]
    fn step(&mut self, row: usize, step: AdamStep) {
        let AdamStep {
            rate,
            square_scale,
            lost,
            epsilon,
        } = step;
        let (most, pace) = (self.most[row], self.pace[row]);
        let (rate, keep) = (rate * pace, 1.0 - lost * pace);
        let gradient = self.gradient[row];
        let [mut weights, mut mean, mut square] =
            [self.weights[row], self.mean[row], self.square[row]];
        for lane in 0..LANES {
            let slope = gradient.0[lane];
            let average = AdamStep::MEAN * mean.0[lane] + (1.0 - AdamStep::MEAN) * slope;
            let power =
                AdamStep::SQUARE * square.0[lane] + (1.0 - AdamStep::SQUARE) * slope * slope;
            let divisor = (power * square_scale).sqrt() + epsilon;
            let weight = weights.0[lane] * keep - rate * average / divisor;
            weights.0[lane] = weight.clamp(-most, most);
            mean.0[lane] = average;
            square.0[lane] = power;
        }
        self.weights[row] = weights;
        self.mean[row] = mean;
        self.square[row] = square;
        self.gradient[row] = Row::ZERO;
    }
}

#[cfg(test)]
mod tests;
