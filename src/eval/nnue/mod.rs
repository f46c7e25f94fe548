//! The learned evaluation: a small network over pieces on squares and in hand.
//!
//! From the bottom: `features` (a position as a set of inputs), `network` (the parameters), `file`
//! (how they are kept) and `instructions` (one code for every processor) ← `accumulator` (values
//! along a line of moves).
//!
//! # Generations
//!
//! Each network learned from the games of all generations so far, 1,000 nodes a move from random
//! openings, made by `datagen` and `train` as `scripts/learn.sh` strings them together
//! (`--resign 2000,2`, 4 epochs, the other settings at their defaults). Score and result are the losses
//! on held-back games in whole numbers; Elo in matches at 10 ms of CPU time a move, 2026-11-20.
//!
//! | generation | games by | positions so far | H | score | result | Elo to the last | to the hand-made |
//! |---|---|---|---|---|---|---|---|
//! | 0 | hand-made | 1.1 M | 256 | 0.0040 | 0.6204 | | +108 ± 73 (120 games) |
//! | 1 | generation 0 | 2.7 M | 256 | 0.0040 | 0.6267 | | +221 ± 67 (160 games) |
//!
//! Generation 0 was still quantised coarsely (see `network`), which cost it most of what it knew.

pub mod accumulator;
pub mod features;
pub mod file;
pub mod instructions;
pub mod network;

pub use accumulator::Stack;
pub use file::NetworkError;
pub use network::Network;
