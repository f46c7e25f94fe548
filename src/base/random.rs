//! Random numbers. Those of a [`Generator`] follow from a seed and a number alone, so that whatever is drawn
//! by them can be repeated, continued, or spread over machines.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::hash::{BuildHasher, Hasher, RandomState};

/// What gives them.
pub type Generator = Xoshiro256PlusPlus;

/// A number from 0 to `count` − 1, each as likely; `count` is 1 or more.
pub fn below(generator: &mut Generator, count: usize) -> usize {
    generator.random_range(0..count)
}

/// Random numbers for item `number` under `seed`.
pub fn generator(seed: u64, number: u64) -> Generator {
    Xoshiro256PlusPlus::seed_from_u64(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// A number that nobody knows before: it follows from nothing.
pub fn unpredictable() -> u64 {
    RandomState::new().build_hasher().finish()
}
