//! The learned evaluation: a small network over pieces on squares and in hand.
//!
//! From the bottom: `features` (a position as a set of inputs), `network` (the parameters) ← `file`
//! (how they are kept), and `instructions` (one code for every processor) ← `accumulator` (values
//! along a line of moves).
//!
//! Each network learned from the games of all generations before it. `docs/experiments.md` has the
//! table of generations, with data, losses and matches.

#[doc(hidden)]
pub mod accumulator;
#[doc(hidden)]
pub mod features;
pub(crate) mod file;
#[doc(hidden)]
pub mod instructions;
#[doc(hidden)]
pub mod network;

pub use accumulator::Stack;
pub use file::NetworkError;
pub use network::{Network, ParameterError};
