//! The network in training: its parameters in tiles, and what Adam remembers of them.
//!
//! What must hold: the parameters after a step are the same for any number of threads.

use super::batch::Batch;
use super::kernels::{Adam, AdamStep, Backward, Forward, Row};
use super::parallel;
use super::rows::{BIAS, NONE, OUTPUT, ROWS};
use crate::eval::nnue::NetworkError;
use crate::eval::nnue::features::INPUTS;
use crate::eval::nnue::instructions::Instructions;
use crate::eval::nnue::network::{LANES, Network, Parameters, QA, QB, SQUARE_ONE};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A network in single precision, with what it takes to train it.
pub struct Model {
    instructions: Instructions,
    tiles: Vec<Tile>,
    /// The bias of the output, in the first lane.
    output: Table,
    /// Steps of Adam so far.
    steps: u64,
}

/// Parameters, row by row, with their gradient and what Adam remembers.
struct Table {
    weights: Vec<Row>,
    gradient: Vec<Row>,
    mean: Vec<Row>,
    square: Vec<Row>,
}

/// Some of the hidden neurons; see [`super::kernels`].
struct Tile {
    table: Table,
    /// The neurons of each position of a batch, as its inputs sum them.
    neurons: Vec<Row>,
    /// Their share of each position's output.
    shares: Vec<f32>,
}

impl Table {
    fn new(rows: usize) -> Self {
        let zero = || vec![Row::ZERO; rows];
        Self {
            weights: zero(),
            gradient: zero(),
            mean: zero(),
            square: zero(),
        }
    }

    fn learn(&mut self, instructions: Instructions, step: AdamStep) {
        instructions.run(Adam {
            weights: &mut self.weights,
            gradient: &mut self.gradient,
            mean: &mut self.mean,
            square: &mut self.square,
            step,
        });
    }
}

impl Tile {
    fn forward(&mut self, instructions: Instructions, batch: &Batch) {
        let count = batch.inputs().len();
        self.neurons.resize(2 * count, Row::ZERO);
        self.shares.resize(count, 0.0);
        instructions.run(Forward {
            weights: &self.table.weights,
            inputs: batch.inputs(),
            neurons: &mut self.neurons,
            shares: &mut self.shares,
        });
    }

    fn backward(&mut self, instructions: Instructions, batch: &Batch) {
        instructions.run(Backward {
            weights: &self.table.weights,
            batch,
            neurons: &mut self.neurons,
            gradient: &mut self.table.gradient,
        });
    }
}

impl Model {
    /// A network of `hidden` neurons, a multiple of [`LANES`], with random weights that follow
    /// from `seed`.
    pub fn random(hidden: usize, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut draw = |most: f32| Row(std::array::from_fn(|_| rng.random_range(-most..=most)));
        let inputs = 1.0 / (INPUTS as f32).sqrt();
        let outputs = 1.0 / (2.0 * hidden as f32).sqrt();
        let mut tile = || {
            let mut table = Table::new(ROWS);
            table.weights[..OUTPUT].fill_with(|| draw(inputs));
            table.weights[OUTPUT..NONE].fill_with(|| draw(outputs));
            Tile {
                table,
                neurons: Vec::new(),
                shares: Vec::new(),
            }
        };
        Self {
            instructions: Instructions::best(),
            tiles: (0..hidden / LANES).map(|_| tile()).collect(),
            output: Table::new(1),
            steps: 0,
        }
    }

    /// The outputs for the positions of `batch`.
    pub fn forward(&mut self, threads: usize, batch: &Batch) -> Vec<f32> {
        let instructions = self.instructions;
        parallel::for_each(threads, &mut self.tiles, |tile| {
            tile.forward(instructions, batch);
        });
        let bias = self.output.weights[0].0[0];
        let shares = |number: usize| self.tiles.iter().map(move |tile| tile.shares[number]);
        let count = batch.inputs().len();
        (0..count)
            .map(|number| shares(number).fold(bias, |sum, share| sum + share))
            .collect()
    }

    /// One step down the slopes of `batch`, which must be the batch of the last
    /// [`Self::forward`].
    pub fn learn(&mut self, threads: usize, batch: &Batch, rate: f32, decay: f32) {
        self.steps += 1;
        let (instructions, step) = (self.instructions, AdamStep::new(self.steps, rate, decay));
        parallel::for_each(threads, &mut self.tiles, |tile| {
            tile.backward(instructions, batch);
            tile.table.learn(instructions, step);
        });
        self.output.gradient[0].0[0] = batch.slopes().iter().sum();
        self.output.learn(instructions, step);
    }

    /// The network as it is played with: whole numbers, and an output of 1 worth `scale`
    /// centipawns. `origin` says how it was made.
    ///
    /// # Errors
    /// If a network cannot have so many neurons, or that scale.
    pub fn quantised(&self, scale: i32, origin: String) -> Result<Network, NetworkError> {
        let (qa, qb) = (f32::from(QA), f32::from(QB));
        let row = |row: usize, factor: f32| {
            let rows = self.tiles.iter().map(move |tile| tile.table.weights[row]);
            rows.flat_map(move |row| row.0.map(|weight| (weight * factor).round() as i16))
        };
        Network::new(Parameters {
            origin,
            scale,
            weights: (0..INPUTS).flat_map(|input| row(input, qa)).collect(),
            biases: row(BIAS, qa).collect(),
            output_weights: row(OUTPUT, qb).chain(row(OUTPUT + 1, qb)).collect(),
            output_bias: (self.output.weights[0].0[0] * SQUARE_ONE as f32 * qb).round() as i32,
        })
    }

    /// Everything that training goes on from but the number of steps, as numbers in order.
    pub fn state(&self) -> impl Iterator<Item = f32> {
        let tables = self.tiles.iter().map(|tile| &tile.table);
        let parts = tables
            .chain([&self.output])
            .flat_map(|table| [&table.weights, &table.mean, &table.square]);
        parts.flatten().flat_map(|row| row.0)
    }

    /// Goes on from `state` after `steps` steps. The state must have as many numbers as
    /// [`Self::state`].
    pub fn restore(&mut self, steps: u64, state: impl IntoIterator<Item = f32>) {
        self.steps = steps;
        let tables = self.tiles.iter_mut().map(|tile| &mut tile.table);
        let parts = tables
            .chain([&mut self.output])
            .flat_map(|table| [&mut table.weights, &mut table.mean, &mut table.square]);
        let places = parts.flatten().flat_map(|row| &mut row.0);
        for (place, number) in places.zip(state) {
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
