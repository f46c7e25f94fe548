//! What a run of training follows from, and how far it is.

use super::examples::{Examples, Filter};
use super::targets::Losses;
use base::files::as_text;
use engine::eval::nnue::shape::Shape;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// Fewer steps than about so many learn little (700 to 1000).
const LEAST_STEPS: u64 = 1000;
/// Positions in a step: smaller steps are too noisy, larger ones teach no more.
const BATCH: RangeInclusive<u64> = 64..=8192;

/// Everything that a run follows from but the data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// What the network is made of.
    #[serde(with = "as_text")]
    pub shape: Shape,
    /// How often each example is learned from.
    pub epochs: u64,
    /// Positions in a step, about.
    pub batch: usize,
    /// The greatest rate of learning.
    pub rate: f32,
    /// Weight decay: in a step at rate r, weights shrink by the r-fold of this.
    pub decay: f32,
    /// Added to the root of the mean square of a parameter's gradient, by which Adam divides. With next to
    /// nothing a parameter that is rarely used, and so has few gradients, goes as far in each step as others, wherever
    /// a single position sends it. That harms what a network has learned before.
    pub epsilon: f32,
    /// The share of the search's score in what is learned; the rest is the result's.
    pub blend: f32,
    /// Centipawns that an output of 1 is worth; fitted to the data if none.
    pub scale: Option<u16>,
    /// Whether each position is learned from in its mirror image too.
    pub flip: bool,
    /// From which everything random follows.
    pub seed: u64,
    /// Which positions are learned from.
    pub filter: Filter,
    /// The SHA-256 of the network that it begins with; none if it begins at random.
    pub start: Option<String>,
    /// The share of the rate at which the weights learn that this network has.
    pub old_rate: f32,
}

impl Settings {
    /// How often each example is in an epoch: its mirror image counts.
    pub fn images(&self) -> usize {
        if self.flip { 2 } else { 1 }
    }

    /// How many examples an epoch has.
    pub fn epoch_length(&self, examples: &Examples) -> usize {
        examples.training.total() * self.images()
    }

    /// Positions in a step with which a run on `examples` has enough steps.
    pub fn fitting_batch(&self, examples: &Examples) -> usize {
        let positions = self.epoch_length(examples) as u64 * self.epochs;
        let batch = positions / LEAST_STEPS;
        batch.clamp(*BATCH.start(), *BATCH.end()) as usize
    }
}

/// What came of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// The mean loss in training.
    pub training: f64,
    /// On the examples held back.
    pub validation: Losses,
}

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "training {:.5}; held back: {}",
            self.training, self.validation
        )
    }
}

/// How far a run is, beside the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The epochs that are over.
    pub epochs: Vec<Epoch>,
    /// The loss at some steps.
    pub curve: Vec<(u64, f64)>,
    /// The loss of the epoch so far.
    pub epoch: Mean,
    /// The loss since the last point of the curve.
    pub point: Mean,
}

/// A mean of numbers that come one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    /// One more number.
    pub fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    /// The mean; the next one begins.
    pub fn take(&mut self) -> f64 {
        let Self { sum, count } = std::mem::take(self);
        sum / count as f64
    }
}
