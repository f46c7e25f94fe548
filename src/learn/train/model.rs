//! The network in training: its parameters in tiles and a head, and what Adam remembers of them.
//!
//! What must hold: the parameters after a step are the same for any number of threads.

use super::adam::AdamStep;
use super::batch::Batch;
use super::first::{FirstLayer, Linear, Squares};
use super::head::Head;
use super::kernels::{Backward, Forward};
use super::parallel;
use super::precision::Most;
use super::row::Row;
use super::rows::Layout;
use super::table::Table;
use engine::eval::nnue::instructions::Instructions;
use engine::eval::nnue::shape::{LANES, Layers, Shape};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::marker::PhantomData;
use std::ops::Range;

/// A network in single precision, with what it takes to train it.
pub struct Model {
    instructions: Instructions,
    shape: Shape,
    layout: Layout,
    tiles: Vec<Tile>,
    head: Head,
    /// Steps of Adam so far.
    steps: u64,
}

/// Some of the neurons; see [`super::kernels`].
struct Tile {
    table: Table,
    /// The neurons of each position of a batch, as its inputs sum them.
    neurons: Vec<Row>,
    /// Their share of each position's outputs of the first layer.
    shares: Vec<f32>,
}

impl Tile {
    /// A tile with weights that `draw` draws within the bound it is given.
    fn random(
        layout: &Layout,
        hidden: usize,
        most: Most,
        mut draw: impl FnMut(f32) -> Row,
    ) -> Self {
        let mut bounds = vec![most.layer; layout.count];
        bounds[..=layout.bias()].fill(most.input);
        bounds[layout.near()].fill(most.near);
        bounds[layout.attacks()].fill(most.attacks);
        let mut table = Table::new(bounds);
        let inputs = 1.0 / (layout.inputs as f32).sqrt();
        let outputs = 1.0 / (2.0 * hidden as f32).sqrt();
        table.weights[..=layout.bias()].fill_with(|| draw(inputs));
        for side in 0..2 {
            table.weights[layout.weights(side)].fill_with(|| draw(outputs));
        }
        Self {
            table,
            neurons: Vec::new(),
            shares: Vec::new(),
        }
    }

    fn forward<F: FirstLayer>(&mut self, with: Instructions, layout: &Layout, batch: &Batch) {
        let count = batch.inputs().len();
        self.neurons.resize(2 * count, Row::ZERO);
        self.shares.resize(F::WIDTH * count, 0.0);
        with.run(Forward {
            first: PhantomData::<F>,
            layout,
            weights: &self.table.weights,
            inputs: batch.inputs(),
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
        let most = Most::of(shape, scale);
        let mut tile = || Tile::random(&layout, shape.hidden, most, &mut draw);
        Some(Self {
            instructions: Instructions::best(),
            tiles: (0..shape.hidden / LANES).map(|_| tile()).collect(),
            head: Head::random(shape.layers, most, draw),
            shape,
            layout,
            steps: 0,
        })
    }

    /// What it is made of.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How its tables are laid out.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The outputs for the positions of `batch`.
    pub fn forward(&mut self, threads: usize, batch: &Batch) -> Vec<f32> {
        let (with, layout, layers) = (self.instructions, &self.layout, self.shape.layers);
        parallel::for_each(threads, &mut self.tiles, |tile| match layers {
            Layers::Squared => tile.forward::<Squares>(with, layout, batch),
            Layers::Dense { .. } => tile.forward::<Linear>(with, layout, batch),
        });
        let shares = self.tiles.iter().map(|tile| &tile.shares[..]);
        self.head.forward(with, batch.inputs().len(), shares)
    }

    /// One step down the slopes of `batch`, which must be the batch of the last
    /// [`Self::forward`].
    pub fn learn(&mut self, threads: usize, batch: &Batch, rate: f32, decay: f32) {
        self.backward(threads, batch);
        self.steps += 1;
        let (with, step) = (self.instructions, AdamStep::new(self.steps, rate, decay));
        parallel::for_each(threads, &mut self.tiles, |tile| {
            tile.table.learn(with, step);
        });
        self.head.table.learn(with, step);
    }

    /// Adds the gradient over `batch`.
    fn backward(&mut self, threads: usize, batch: &Batch) {
        let (with, layout, layers) = (self.instructions, &self.layout, self.shape.layers);
        let slopes = self.head.backward(with, batch.slopes());
        parallel::for_each(threads, &mut self.tiles, |tile| match layers {
            Layers::Squared => tile.backward::<Squares>(with, layout, batch, slopes),
            Layers::Dense { .. } => tile.backward::<Linear>(with, layout, batch, slopes),
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

    /// A row of the tables of all tiles, one tile after the other.
    pub fn row(&self, row: usize) -> impl Iterator<Item = f32> {
        let rows = self.tiles.iter().map(move |tile| tile.table.weights[row].0);
        rows.flatten()
    }

    /// The same row, to be overwritten.
    pub fn row_mut(&mut self, row: usize) -> impl Iterator<Item = &mut f32> {
        let tiles = self.tiles.iter_mut();
        tiles.flat_map(move |tile| &mut tile.table.weights[row].0)
    }

    /// What accumulators begin with.
    pub fn biases(&self) -> impl Iterator<Item = f32> {
        self.row(self.layout.bias())
    }

    /// What the numbers of a side's accumulator are worth to an output of the first layer.
    pub fn first_layer(&self, output: usize, side: usize) -> impl Iterator<Item = f32> {
        self.row(self.layout.weights(side).start + output)
    }

    /// The layers after the first one's weights.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The same, to be overwritten.
    pub fn head_mut(&mut self) -> &mut Head {
        &mut self.head
    }

    /// Everything that training goes on from but the number of steps, as numbers in order.
    pub fn state(&self) -> impl Iterator<Item = f32> {
        let tables = self.tiles.iter().map(|tile| &tile.table);
        let rows = tables.chain([&self.head.table]).flat_map(Table::state);
        rows.flat_map(|row| row.0)
    }

    /// Goes on from `state` after `steps` steps. The state must have as many numbers as
    /// [`Self::state`].
    pub fn restore(&mut self, steps: u64, state: impl IntoIterator<Item = f32>) {
        self.steps = steps;
        let tables = self.tiles.iter_mut().map(|tile| &mut tile.table);
        let rows = tables
            .chain([&mut self.head.table])
            .flat_map(Table::state_mut);
        for (place, number) in rows.flat_map(|row| &mut row.0).zip(state) {
            *place = number;
        }
    }

    /// How many steps there have been.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

#[cfg(test)]
mod tests;
