//! Individuals that are nothing but the values of the pieces, in the hand-made evaluation.

use super::genome::Genome;
use super::rules::mutated;
use engine::eval::piece_values::{KINDS, PieceValues};
use engine::random::Generator;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Where values begin, in centipawns.
const START: RangeInclusive<i32> = 0..=1500;

/// The values of the pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pieces(Vec<i32>);

impl Pieces {
    /// Those of the hand-made evaluation.
    pub fn standard() -> Self {
        Self(PieceValues::handmade().0.into())
    }

    /// The values in centipawns, in the order of [`KINDS`].
    pub fn values(&self) -> PieceValues {
        let value = |place: usize| self.0.get(place).copied().unwrap_or_default();
        PieceValues(std::array::from_fn(value))
    }
}

impl Genome for Pieces {
    const KIND: &'static str = "piece values";

    fn random(random: &mut Generator) -> Self {
        Self(KINDS.iter().map(|_| random.random_range(START)).collect())
    }

    fn numbers(&self) -> Vec<f64> {
        self.0.iter().map(|&it| f64::from(it)).collect()
    }

    fn mutated(&self, deviations: &[f64], factor: f64, random: &mut Generator) -> Self {
        let most = f64::from(PieceValues::MOST);
        let weights = self.0.iter().zip(deviations);
        let changed = weights.map(|(&value, deviation)| {
            let value = mutated(f64::from(value), *deviation, factor, random);
            value.round().clamp(-most, most) as i32
        });
        Self(changed.collect())
    }

    /// Kendall and Whitwell's do not mate.
    fn crossed(&self, _other: &Self, _random: &mut Generator) -> Self {
        self.clone()
    }

    fn settings(&self) -> String {
        format!("eval=handmade,PieceValues={}", self.values())
    }
}
