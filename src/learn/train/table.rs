//! Parameters row by row, with their gradient and what Adam remembers of them.

use super::adam::{Adam, AdamStep};
use super::row::Row;
use engine::eval::nnue::instructions::Instructions;

/// Rows of parameters.
pub struct Table {
    /// The parameters.
    pub weights: Vec<Row>,
    /// Their gradient.
    pub gradient: Vec<Row>,
    mean: Vec<Row>,
    square: Vec<Row>,
    /// Row by row how far from zero a parameter may be.
    most: Vec<f32>,
    /// Row by row which share of the rate its parameters learn at: 1, unless set.
    pub pace: Vec<f32>,
}

impl Table {
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

    /// One step down the gradient, which is zero afterwards.
    pub fn learn(&mut self, instructions: Instructions, step: AdamStep) {
        instructions.run(Adam {
            weights: &mut self.weights,
            gradient: &mut self.gradient,
            mean: &mut self.mean,
            square: &mut self.square,
            most: &self.most,
            pace: &self.pace,
            step,
        });
    }

    /// What training goes on from.
    pub fn state(&self) -> impl Iterator<Item = &Row> {
        let parts = [&self.weights, &self.mean, &self.square];
        parts.into_iter().flatten()
    }

    /// The same, to be overwritten.
    pub fn state_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        let parts = [&mut self.weights, &mut self.mean, &mut self.square];
        parts.into_iter().flatten()
    }
}
