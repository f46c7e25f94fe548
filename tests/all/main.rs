//! Every test that looks at the library or the program from outside. One program holds them all:
//! each further one would have to be linked with the whole engine again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

mod analyze;
mod architecture;
mod books;
mod brute_force;
mod clock;
mod common;
mod conformance;
mod datagen;
mod differential;
mod exchange;
mod fuzz;
mod incremental;
mod judge;
mod lost;
mod networks;
mod nnue;
mod play;
mod record;
mod rules;
mod search;
mod selfplay;
mod settings;
mod sfen;
mod source;
mod statistics;
mod suites;
mod train;
mod tree;
mod tsume;
mod usi;
