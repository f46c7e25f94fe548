//! What is bred.

use engine::random::Generator;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An individual: numbers, and perhaps more, of which a player is made.
pub trait Genome: Clone + Send + Sync + Serialize + DeserializeOwned {
    /// What the journal calls individuals of this kind.
    const KIND: &'static str;

    /// One to begin with.
    fn random(random: &mut Generator) -> Self;

    /// Its numbers.
    fn numbers(&self) -> Vec<f64>;

    /// A mutant of it, by `factor`; `deviations` are those of the numbers in the population.
    #[must_use]
    fn mutated(&self, deviations: &[f64], factor: f64, random: &mut Generator) -> Self;

    /// A child of it and `other`; itself where individuals of the kind do not mate.
    #[must_use]
    fn crossed(&self, other: &Self, random: &mut Generator) -> Self;

    /// Its settings, `key=value,…`, as a player's text has them.
    fn settings(&self) -> String;
}
