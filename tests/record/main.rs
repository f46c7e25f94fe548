//! Records: written and read back without loss, files of other programs, and what is refused.

#[path = "../common/mod.rs"]
mod common;

mod csa;
mod games;
mod kif;
mod round_trip;
mod samples;
mod shared;
