//! What is bred: individuals that are nothing but the values of the pieces, in the hand-made evaluation; and
//! whole engines, as those of `EvoChess`: full-width alpha-beta whose evaluation, ordering and depth are bred.

use super::breeding;
use super::population::mutated;

use engine::eval::piece_values::{KINDS, PieceValues};
use engine::files::as_text;
use engine::random::Generator;
use engine::search::SearchConfig;
use engine::search::config::Knob;
use engine::search::styles::expression::Expression;
use rand::RngExt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

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

/// The knobs of the order of moves.
const ORDERING: [&str; 3] = ["check_order", "threat_order", "implausible_order"];
/// The search that is changed: every move costs a ply, and nothing is pruned.
const BASE: &str = "search=alphabeta";
/// How far from those of the hand-made evaluation the values of the first individuals are.
const FIRST_FACTOR: f64 = 2.0;

/// An engine in three modules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Whole {
    /// Its evaluation.
    pieces: Pieces,
    /// Its order of moves: values of [`ORDERING`].
    ordering: Vec<i32>,
    /// Its depth: what a move costs.
    #[serde(with = "as_text")]
    depth: Expression,
}

impl Whole {
    /// How large its depth module is.
    pub fn size(&self) -> usize {
        self.depth.size()
    }
}

fn knobs() -> impl Iterator<Item = &'static Knob> {
    ORDERING.iter().filter_map(|name| Knob::named(name))
}

impl Genome for Whole {
    const KIND: &'static str = "whole engines";

    /// Evaluation and order begin near those of this engine, the depth module as gibberish.
    fn random(random: &mut Generator) -> Self {
        let standard = Pieces::standard();
        let spread: Vec<_> = standard.numbers().iter().map(|it| it / 4.0).collect();
        let config = SearchConfig::default();
        let around = |knob: &Knob| {
            let most = 2 * config.get(knob);
            random.random_range(0..=most.max(1))
        };
        let ordering = knobs().map(around).collect();
        Self {
            pieces: standard.mutated(&spread, FIRST_FACTOR, random),
            ordering,
            depth: breeding::gibberish(random),
        }
    }

    fn numbers(&self) -> Vec<f64> {
        let ordering = self.ordering.iter().map(|&it| f64::from(it));
        self.pieces.numbers().into_iter().chain(ordering).collect()
    }

    fn mutated(&self, deviations: &[f64], factor: f64, random: &mut Generator) -> Self {
        if factor == 0.0 {
            return self.clone();
        }
        let values = self.pieces.numbers().len().min(deviations.len());
        let (of_pieces, of_ordering) = deviations.split_at(values);
        let pieces = self.pieces.mutated(of_pieces, factor, random);
        let weights = self.ordering.iter().zip(of_ordering).zip(knobs());
        let ordering = weights.map(|((&value, deviation), knob)| {
            let value = mutated(f64::from(value), *deviation, factor, random);
            (value.round() as i32).clamp(knob.min, knob.max)
        });
        Self {
            pieces,
            ordering: ordering.collect(),
            depth: breeding::mutated(&self.depth, factor, random),
        }
    }

    /// Each module is that of one parent, but for the depth module, which is made of both.
    fn crossed(&self, other: &Self, random: &mut Generator) -> Self {
        let [pieces, ordering] = [0, 1].map(|_| if random.random() { self } else { other });
        Self {
            pieces: pieces.pieces.clone(),
            ordering: ordering.ordering.clone(),
            depth: breeding::crossed(&self.depth, &other.depth, random),
        }
    }

    fn settings(&self) -> String {
        let knobs = knobs().zip(&self.ordering);
        let knobs: Vec<_> = knobs
            .map(|(knob, value)| format!("{}={value}", knob.name))
            .collect();
        let (pieces, knobs, depth) = (self.pieces.settings(), knobs.join(","), &self.depth);
        format!("{BASE},{pieces},{knobs},CostLaw={depth}")
    }
}
