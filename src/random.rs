//! Random numbers that follow from a seed and a number alone, so that whatever is drawn by them can
//! be repeated, continued, or spread over machines. Layer 1.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Random numbers for item `number` under `seed`.
pub fn generator(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
