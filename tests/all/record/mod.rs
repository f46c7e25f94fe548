//! Records: written and read back without loss, files of other programs, and what is refused.

mod convert;
mod csa;
mod games;
mod jkf;
mod ki2;
mod kif;
mod mutations;
mod round_trip;
mod samples;
mod shared;
