//! The learned evaluation: a small network over pieces on squares and in hand.
//!
//! Our own networks and those of other programs (K-P, `HalfKP`) differ only in data. [`features`] makes
//! a position a set of inputs, [`shape`] says what a network is made of, [`network`] has its parameters,
//! `format` keeps them in files, [`accumulator`] and [`layers`] make values of them along a line of
//! moves, and [`instructions`] runs the same code with what the processor has.
//!
//! Each of our networks learned from the games of all generations before it. `docs/training.md` has the
//! table of generations.

#[doc(hidden)]
pub mod accumulator;
#[doc(hidden)]
pub mod features;
mod format;
#[doc(hidden)]
pub mod instructions;
#[doc(hidden)]
pub mod layers;
#[doc(hidden)]
pub mod network;
#[doc(hidden)]
pub mod products;
#[doc(hidden)]
pub mod shape;

pub use accumulator::Stack;
pub use format::NetworkFile;
pub use layers::Scaling;
pub use network::{Network, NetworkError};
