//! Why something is not a network that can be played with, each in one line.

use super::features::INPUTS;
use super::shape::{FeatureSet, HIDDEN, SCALE};
use std::io;
use thiserror::Error;

/// Why something is not a network.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// What is there is no file.
    #[error("{0}; expected a file")]
    NotAFile(&'static str),
    /// It does not begin like a network.
    #[error("not a network; expected a file that begins with `KYOMI-NN` or as YaneuraOu's nn.bin")]
    NotANetwork,
    /// It has another form.
    #[error("form {found} of a network; expected {expected}")]
    Version {
        /// The form it has.
        found: u32,
        /// The form that can be read.
        expected: u32,
    },
    /// It is an NNUE file of another form.
    #[error("NNUE version {found:08X}; expected {expected:08X}")]
    NnueVersion {
        /// The version it has.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// It is for other inputs.
    #[error(
        "a network of {0} inputs; expected {INPUTS}, {near} or {all}",
        near = FeatureSet::Near.inputs(),
        all = FeatureSet::Attacks.inputs()
    )]
    Inputs(u32),
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
    /// It is too short or too long.
    #[error("{found} bytes; expected {expected}")]
    Length {
        /// How many bytes there are.
        found: u64,
        /// How many there would have to be.
        expected: u64,
    },
    /// It is longer than any network.
    #[error("{found} bytes; expected {most} at most")]
    TooLong {
        /// How many bytes there are.
        found: u64,
        /// How many there can be.
        most: u64,
    },
    /// What was read is not what was written.
    #[error("damaged: its checksum differs")]
    Checksum,
    /// The words about its making are none.
    #[error("damaged: its description is not UTF-8")]
    Origin,
    /// The words about its making are too many.
    #[error("damaged: a description of {found} bytes; expected {most} at most")]
    TextLength {
        /// How many there are.
        found: u64,
        /// How many there can be.
        most: u64,
    },
    /// A network of another kind.
    #[error("a network of kind {0}; expected HalfKP or K-P with two hidden layers")]
    Kind(String),
    /// Its length is no network's.
    #[error(
        "{0} bytes after the description, as no HalfKP or K-P network has: damaged, or of another \
         shape"
    )]
    Shape(u64),
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
    #[error("output weight {0}; expected -{most} to {most}", most = super::layers::MOST_OUTPUT_WEIGHT)]
    OutputWeight(i16),
}
