//! The learned evaluation: a small network over pieces on squares and in hand.
//!
//! Our own networks and those of other programs (K-P, `HalfKP`, SFNN) differ only in data. [`features`] makes
//! a position a set of inputs, [`shape`] says what a network is made of and [`edition`] what one of SFNN is,
//! [`choice`] which of several stacks of layers a position has, [`network`] has the parameters, `format`
//! keeps them in files, [`accumulator`] and [`layers`] make values of them along a line of
//! moves, and [`instructions`] runs the same code with what the processor has.
//!
//! Each of our networks learned from the games of all generations before it. `docs/training.md` has the
//! table of generations.

#[doc(hidden)]
pub mod accumulator;
#[doc(hidden)]
pub mod choice;
#[doc(hidden)]
pub mod edition;
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
mod stacks;

pub use accumulator::Stack;
pub use edition::Edition;
pub use format::NetworkFile;
pub use layers::Scaling;
pub use network::{Network, NetworkError};
