//! The learned evaluation: a small network over pieces on squares and in hand.
//!
//! Our own networks and those of other programs (K-P, `HalfKP`) differ only in data. From the
//! bottom: `features` (a position as a set of inputs) ← `shape` (what a network is made of) ← `chunk`,
//! `layers` (from accumulators to an output), `error` ← `network` (the parameters) ← `format` (how
//! they are kept), `instructions` (one code for every processor) ← `accumulator` (values along a
//! line of moves).
//!
//! # Generations
//!
//! Each network learned from the games of all generations so far, from random openings, made by
//! `datagen` and `train` as `scripts/learn.sh` strings them together. Score and result are the
//! losses on held-back games in whole numbers, comparable only within a line's data; Elo in matches
//! at 10 ms of CPU time a move, all 2026-11-20.
//!
//! | generation | games by | nodes a move | positions so far | H | epochs, decay | score | result | to the last | to the hand-made |
//! |---|---|---|---|---|---|---|---|---|---|
//! | 0 | hand-made | 1,000 | 1.2 M | 256 | 3, 3 | 0.0040 | 0.6204 | | +108 ± 73 (120 games) |
//! | 1 | generation 0 | 1,000 | 2.8 M | 256 | 4, 3 | 0.0040 | 0.6267 | | +221 ± 67 (160 games) |
//! | 2 | generation 1 | 1,000 | 5.2 M | 256 | 8, 1 | 0.0043 | 0.6235 | | +308 ± 73 (200 games) |
//! | 3 | generation 2 | 400 | 17.1 M | 256 | 8, 1 | 0.0033 | 0.6287 | +145 ± 50 (200 games) | |
//! | 4 | generation 3 | 400 | 30.5 M | 512 | 8, 1 | 0.0030 | 0.6284 | +129 ± 45 (240 games) | see README |
//!
//! Sequential tests with other openings (0 against 30 Elo, 10 ms) accepted 3 over 2 after 88 games
//! (64-23-1) and 4 over 3 after 150 (92-54-4).
//!
//! Generation 0 was quantised coarsely (see `network`), which cost it most of what it knew. With
//! generation 2's data, against each other at 7 ms, 90 games a pair: 8 epochs at decay 1 60-29-1
//! against 4 at 3, 54-36 against 14 at 0.5 (over-fitted: score 0.0057), 46-43-1 against the same
//! with H 512. So one more generation's worth lay in the recipe, and those data asked for no larger
//! network yet; 30 million positions were given one at once. Games of 400 nodes a move come three
//! times as fast as those of 1,000 (6,000 positions a second of two cores) and are as rarely drawn
//! (0.5 %). After generation 4 it still gained as much as after 3: go on.

pub mod accumulator;
mod chunk;
mod error;
pub mod features;
mod format;
pub mod instructions;
pub mod layers;
pub mod network;
pub mod shape;

pub use accumulator::Stack;
pub use error::NetworkError;
pub use format::NetworkFile;
pub use layers::Scaling;
pub use network::Network;
