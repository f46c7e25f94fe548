//! The parameters of a network, quantised, as they are used.
//!
//! Two accumulators, one for each side to see the position, of `hidden` numbers: biases plus the
//! rows of the inputs that are on. Their numbers, clamped to 0..=[`QA`] and squared, are weighed
//! by the output weights, the mover's first (squared clipped `ReLU`). Weights and biases of the
//! accumulators are times [`QA`], squares times [`SQUARE_ONE`], output weights times [`QB`], the
//! output's bias times the last two.
//!
//! With the usual 255, 255² and 64 (spec `evaluation.md` (b)) a network of 256 trained with weight
//! decay lost half of what it knew: held-back score loss 0.0040 in training, 0.0059 in whole
//! numbers (2.3 million positions, 2026-11-20).
//!
//! What must hold: there is a whole number of [`Chunk`]s in `hidden`, and no output weight is
//! beyond ±[`MOST_OUTPUT_WEIGHT`], so that 128 squares times their weights add up to 30 bits.

use super::features::INPUTS;
use bytemuck::{Pod, Zeroable};
use std::fmt;
use std::ops::RangeInclusive;
use thiserror::Error;

/// An accumulator's number for an activation of 1.
pub const QA: i16 = 1 << 10;
/// The square of an activation of 1, as it is weighed.
pub const SQUARE_ONE: i32 = 1 << 14;
/// An output weight's number for 1.
pub const QB: i16 = 1 << 8;
/// The greatest output weight.
pub const MOST_OUTPUT_WEIGHT: i16 = 2 * QB;
/// Numbers in a [`Chunk`].
pub const LANES: usize = 32;
/// How many numbers an accumulator can have; a multiple of [`LANES`].
pub const HIDDEN: RangeInclusive<usize> = 32..=1024;
/// What an output of 1 can be worth, in centipawns.
pub const SCALE: RangeInclusive<i32> = 1..=30_000;

/// As many numbers as one cache line and one AVX-512 register hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Chunk(pub [i16; LANES]);

impl Chunk {
    /// All numbers zero.
    pub const ZERO: Self = Self([0; LANES]);
}

/// The numbers of a network in order, as a trainer makes them and a file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// How the network was made, in words.
    pub origin: String,
    /// What an output of 1 is worth, in centipawns.
    pub scale: i32,
    /// For each input in turn what it adds to an accumulator, times [`QA`].
    pub weights: Vec<i16>,
    /// What an accumulator begins with, times [`QA`]. As long as an accumulator.
    pub biases: Vec<i16>,
    /// The worth of each number of the mover's accumulator, then of the opponent's, times [`QB`].
    pub output_weights: Vec<i16>,
    /// The worth of a position with nothing in the accumulators, times [`SQUARE_ONE`] and [`QB`].
    pub output_bias: i32,
}

/// Why numbers make no network.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum ParameterError {
    /// Accumulators of an impossible size.
    #[error(
        "accumulators of {0}; expected a multiple of 32 from {min} to {max}",
        min = HIDDEN.start(),
        max = HIDDEN.end()
    )]
    Hidden(usize),
    /// An impossible scale.
    #[error(
        "an output worth {0} centipawns; expected {min} to {max}",
        min = SCALE.start(),
        max = SCALE.end()
    )]
    Scale(i32),
    /// There are too few or too many of some numbers.
    #[error("{found} {name}; expected {expected}")]
    Count {
        /// Which numbers.
        name: &'static str,
        /// How many there are.
        found: usize,
        /// How many there would have to be.
        expected: usize,
    },
    /// An output weight that does not fit.
    #[error("output weight {0}; expected -{MOST_OUTPUT_WEIGHT} to {MOST_OUTPUT_WEIGHT}")]
    OutputWeight(i16),
}

/// A network. Cheap to use from many threads, expensive to copy.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    pub(super) origin: String,
    pub(super) scale: i32,
    pub(super) weights: Vec<Chunk>,
    pub(super) biases: Vec<Chunk>,
    pub(super) output_weights: Vec<Chunk>,
    pub(super) output_bias: i32,
}

/// Its shape and origin; the numbers would fill a screen a thousand times.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("hidden", &self.hidden())
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

impl Network {
    /// The network of these numbers.
    ///
    /// # Errors
    /// If a number is out of range, or there are not as many as there must be.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        let hidden = check_hidden(parameters.biases.len())?;
        check_scale(parameters.scale)?;
        for (name, found, expected) in [
            ("weights", parameters.weights.len(), INPUTS * hidden),
            (
                "output weights",
                parameters.output_weights.len(),
                2 * hidden,
            ),
        ] {
            if found != expected {
                return Err(ParameterError::Count {
                    name,
                    found,
                    expected,
                });
            }
        }
        let beyond = |&&weight: &&i16| weight.unsigned_abs() > MOST_OUTPUT_WEIGHT.unsigned_abs();
        if let Some(&weight) = parameters.output_weights.iter().find(beyond) {
            return Err(ParameterError::OutputWeight(weight));
        }
        Ok(Self {
            origin: parameters.origin,
            scale: parameters.scale,
            weights: chunks(&parameters.weights),
            biases: chunks(&parameters.biases),
            output_weights: chunks(&parameters.output_weights),
            output_bias: parameters.output_bias,
        })
    }

    /// The smallest network, to which every position is worth 0.
    pub fn blank() -> Self {
        let length = HIDDEN.start() / LANES;
        Self {
            origin: "blank".to_owned(),
            scale: *SCALE.start(),
            weights: vec![Chunk::ZERO; INPUTS * length],
            biases: vec![Chunk::ZERO; length],
            output_weights: vec![Chunk::ZERO; 2 * length],
            output_bias: 0,
        }
    }

    /// The numbers of this network.
    pub fn parameters(&self) -> Parameters {
        let numbers = |chunks: &[Chunk]| chunks.iter().flat_map(|chunk| chunk.0).collect();
        Parameters {
            origin: self.origin.clone(),
            scale: self.scale,
            weights: numbers(&self.weights),
            biases: numbers(&self.biases),
            output_weights: numbers(&self.output_weights),
            output_bias: self.output_bias,
        }
    }

    /// How the network was made, in words.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// How many numbers an accumulator has.
    pub fn hidden(&self) -> usize {
        self.biases.len() * LANES
    }
}

/// `hidden`, if accumulators can have so many numbers.
pub(super) fn check_hidden(hidden: usize) -> Result<usize, ParameterError> {
    let possible = HIDDEN.contains(&hidden) && hidden.is_multiple_of(LANES);
    possible
        .then_some(hidden)
        .ok_or(ParameterError::Hidden(hidden))
}

/// `scale`, if an output of 1 can be worth that.
pub(super) fn check_scale(scale: i32) -> Result<i32, ParameterError> {
    let possible = SCALE.contains(&scale);
    possible
        .then_some(scale)
        .ok_or(ParameterError::Scale(scale))
}

fn chunks(numbers: &[i16]) -> Vec<Chunk> {
    let (chunks, _) = numbers.as_chunks();
    chunks.iter().copied().map(Chunk).collect()
}
