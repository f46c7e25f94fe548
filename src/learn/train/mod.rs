//! Training a network on the engine's own games, on the processor.
//!
//! The network is of our own shape, (2344 → H) × 2 → 1 with squared clipped `ReLU`, with or without
//! 1372 inputs more for pieces near the own king, or a K-P network
//! with two hidden layers: a [`Shape`] says which. What it learns is the probability of winning,
//! β σ(score / S) + (1 − β) result, by its squared error, with Adam and decoupled weight decay.
//!
//! Work is shared out by tiles, not by positions: tiles meet only in the output, so no thread
//! needs a gradient table of its own, nothing is reduced, and the number of threads cannot change
//! a bit of the result. One core of a Zen 5 with AVX-512, shared with others, learned from 1.3 M
//! positions per second of CPU time at H = 64, 0.43 M at 256 and 0.23 M at 512 (2026-11-20; every
//! run of `usi-engine train` ends by saying so).

mod batch;
mod console;
mod examples;
mod head;
mod kernels;
mod model;
mod quantise;
mod run;
mod targets;
mod trainer;

pub use console::{Console, curve, introduce};
pub use examples::{Examples, Filter};
pub use run::Settings;
pub use trainer::Trainer;

use super::dataset::{BadGame, DatasetError};
use base::files::Difference;
use engine::eval::nnue::NetworkError;
use engine::eval::nnue::shape::{LANES, Shape};
use std::io;

/// Why there is no training, or no more of it.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The games cannot be read.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A game makes no sense.
    #[error(transparent)]
    Game(#[from] BadGame),
    /// There is too little to learn from or to check it with, or training cannot begin with such a network.
    #[error("{0}")]
    Unfit(String),
    /// Positions cannot be kept in a file, or not be read again.
    #[error("temporary file: {0}")]
    Temporary(#[from] io::Error),
    /// No such network can be trained.
    #[error(
        "{0} cannot be trained; expected flat_Hx2, near_Hx2, attacks_Hx2, or kp_Hx2-N-M with layers of at \
         most {LANES}, such as kp_256x2-32-32"
    )]
    Shape(Shape),
    /// Results do not follow scores.
    #[error(
        "results do not follow scores, so that no scale fits them; expected other data, or a scale"
    )]
    NoScale,
    /// A network cannot have these numbers.
    #[error("network: {0}")]
    Network(#[from] NetworkError),
    /// These are not the bytes of a run.
    #[error("no checkpoint of this version, or a damaged one")]
    NoCheckpoint,
    /// These are the bytes of a run with other settings or data.
    #[error("checkpoint of another run: {0}")]
    OtherRun(Difference),
    /// A checkpoint cannot be written as JSON.
    #[error("checkpoint: {0}")]
    Json(#[from] serde_json::Error),
}

#[cfg(test)]
mod tests;
