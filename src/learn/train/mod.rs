//! Training a network on the engine's own games, on the processor.
//!
//! A [`Shape`] says what a network is made of, and nothing else does: its inputs, how many numbers an accumulator has,
//! and what becomes of them. What a shape adds to the others is
//!
//! | part | in which shapes | where |
//! |---|---|---|
//! | rows of a position's facts | all: the engine says which | [`each_row`](engine::eval::nnue::accumulator::each_row) |
//! | rows that inputs share, rare rows | inputs for each square of the own king: `HalfKP`, `HalfKA` | `batch::Layout` |
//! | activations | clamped and squared (our own), clamped (K-P, `HalfKP`), multiplied in pairs (SFNN) | `kernels`, `activations` |
//! | stacks of layers, of which the position chooses one | SFNN: the engine says which | `batch::Layout`, `head` |
//! | squares beside clamped sums, the short cut to the output | SFNN | `activations`, `head` |
//! | whole numbers | our own, and those that `YaneuraOu` reads | `quantise` |
//!
//! and the engine's format code writes the file. What is learned is the probability of winning,
//! β σ(score / S) + (1 − β) result, by its squared error, with Adam and decoupled weight decay.
//!
//! A step of Adam takes rows that no position of the batch has on as they are: with 125,388 inputs it would take far longer
//! than to learn otherwise. Only rare rows are left out so, those by the square of the own king.
//!
//! Work is shared out by tiles, not by positions: tiles meet only in the output, so no thread
//! needs a gradient table of its own, nothing is reduced, and the number of threads cannot change
//! a bit of the result. One core of a Zen 5 with AVX-512, shared with others, learned from 1.3 M
//! positions per second of CPU time at H = 64, 0.43 M at 256 and 0.23 M at 512 (2026-11-20; every
//! run of `usi-engine train` ends by saying so).

mod activations;
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
use activations::HALF;
use base::files::Difference;
use batch::{Layout, MOST_STACKS};
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
        "{0} cannot be trained; expected flat_Hx2, near_Hx2, attacks_Hx2, kp_Hx2-N-M or halfkp_Hx2-N-M with N at \
         most {LANES}, such as halfkp_256x2-32-32, or an edition of SFNN with a first layer of at most {HALF}, \
         {MOST_STACKS} stacks at most, and neither groups nor progress, such as SFNN1536"
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

/// Refuses a shape that cannot be trained, which a [`Trainer`] would only do once all data is read.
///
/// # Errors
/// If no network of this shape can be trained.
pub fn check(shape: Shape) -> Result<(), TrainError> {
    let layout = Layout::of(shape).ok_or(TrainError::Shape(shape));
    layout.map(|_| ())
}

#[cfg(test)]
mod tests;
