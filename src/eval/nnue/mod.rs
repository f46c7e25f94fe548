//! The learned evaluation: a small network over pieces on squares and in hand.
//!
//! From the bottom: `features` (a position as a set of inputs), `network` (the parameters), `file`
//! (how they are kept) and `instructions` (one code for every processor) ← `accumulator` (values
//! along a line of moves).
//!
//! # Generations
//!
//! Each network learned from the games of all generations so far, 1,000 nodes a move from random
//! openings, made by `datagen` and `train` as `scripts/learn.sh` strings them together. Score and
//! result are the losses on held-back games in whole numbers, comparable only within a line's data;
//! Elo in matches at 10 ms of CPU time a move, all 2026-11-20.
//!
//! | generation | games by | positions so far | H | epochs, decay | score | result | to the last | to the hand-made |
//! |---|---|---|---|---|---|---|---|---|
//! | 0 | hand-made | 1.1 M | 256 | 3, 3 | 0.0040 | 0.6204 | | +108 ± 73 (120 games) |
//! | 1 | generation 0 | 2.7 M | 256 | 4, 3 | 0.0040 | 0.6267 | | +221 ± 67 (160 games) |
//! | 2 | generation 1 | 4.9 M | 256 | 8, 1 | 0.0043 | 0.6235 | | +308 ± 73 (200 games) |
//!
//! Generation 0 was quantised coarsely (see `network`), which cost it most of what it knew. With
//! generation 2's data, against each other at 7 ms, 90 games a pair: 8 epochs at decay 1 60-29-1
//! against 4 at 3, 54-36 against 14 at 0.5 (over-fitted: score 0.0057), 46-43-1 against the same
//! with H 512. So one more generation's worth lay in the recipe, and the data asks for no larger
//! network yet.

pub mod accumulator;
pub mod features;
pub mod file;
pub mod instructions;
pub mod network;

pub use accumulator::Stack;
pub use file::NetworkError;
pub use network::Network;
