//! The learned evaluation: a small network over pieces on squares and in hand.
//!
//! Our own networks and those of other programs (K-P, `HalfKP`) differ only in data. From the
//! bottom: `features` (a position as a set of inputs) ← `shape` (what a network is made of) ← `chunk`,
//! `products` (of bytes) ← `layers` (from accumulators to an output), `error` ← `network` (the
//! parameters) ← `format` (how they are kept), `instructions` (one code for every processor) ←
//! `accumulator` (values along a line of moves).
//!
//! Each of our networks learned from the games of all generations before it. `docs/experiments.md`
//! has the table of generations, with data, losses and matches.

#[doc(hidden)]
pub mod accumulator;
mod chunk;
mod error;
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
pub use error::NetworkError;
pub use format::NetworkFile;
pub use layers::Scaling;
pub use network::Network;
