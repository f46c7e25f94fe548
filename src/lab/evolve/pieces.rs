//! What is bred: individuals that are nothing but the values of the pieces, in the hand-made evaluation.

use super::population::mutated;
use base::random::Generator;
use engine::eval::piece_values::{KINDS, PieceValues};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Where values begin, in centipawns.
const START: RangeInclusive<i32> = 0..=1500;

/// The values of the pieces, in centipawns, in the order of [`KINDS`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pieces(Vec<i32>);

impl Pieces {
    /// Values to begin with.
    pub fn random(random: &mut Generator) -> Self {
        Self(KINDS.iter().map(|_| random.random_range(START)).collect())
    }

    /// The values as numbers.
    pub fn numbers(&self) -> Vec<f64> {
        self.0.iter().map(|&it| f64::from(it)).collect()
    }

    /// A mutant of it, by `factor`; `deviations` are those of the values in the population.
    #[must_use]
    pub fn mutated(&self, deviations: &[f64], factor: f64, random: &mut Generator) -> Self {
        let most = f64::from(PieceValues::MOST);
        let weights = self.0.iter().zip(deviations);
        let changed = weights.map(|(&value, deviation)| {
            let value = mutated(f64::from(value), *deviation, factor, random);
            value.round().clamp(-most, most) as i32
        });
        Self(changed.collect())
    }

    /// A player with them: `key=value,…`.
    pub fn settings(&self) -> String {
        let value = |place: usize| self.0.get(place).copied().unwrap_or_default();
        let values = PieceValues(std::array::from_fn(value));
        format!("eval=handmade,PieceValues={values}")
    }
}
