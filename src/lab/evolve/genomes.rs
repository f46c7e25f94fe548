//! What is bred: individuals that are nothing but the values of the pieces, in the hand-made evaluation; and
//! whole engines, as those of `EvoChess`: full-width alpha-beta whose evaluation, ordering and depth are bred.

use super::population::mutated;
use engine::eval::piece_values::{KINDS, PieceValues};
use engine::files::as_text;
use engine::random::Generator;
use engine::textbook::expression::{Expression, Fact, Operator};
use engine::textbook::{Knob, Rules};
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
const ORDERING: [&str; 3] = ["order_checks", "order_threats", "order_history"];
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
        let rules = Rules::default();
        let around = |knob: &Knob| {
            let most = 2 * rules.get(knob);
            random.random_range(0..=most.max(1))
        };
        let ordering = knobs().map(around).collect();
        Self {
            pieces: standard.mutated(&spread, FIRST_FACTOR, random),
            ordering,
            depth: gibberish(random),
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
            depth: mutated_expression(&self.depth, factor, random),
        }
    }

    /// Each module is that of one parent, but for the depth module, which is made of both.
    fn crossed(&self, other: &Self, random: &mut Generator) -> Self {
        let [pieces, ordering] = [0, 1].map(|_| if random.random() { self } else { other });
        Self {
            pieces: pieces.pieces.clone(),
            ordering: ordering.ordering.clone(),
            depth: crossed(&self.depth, &other.depth, random),
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

/// How deep a new expression is at most.
const DEEP: u32 = 3;
/// Larger expressions are not bred.
const MOST: usize = 60;
/// The greatest number of a new expression: a ply and a half.
const GREATEST: u32 = 150;

/// A small expression.
fn gibberish(random: &mut Generator) -> Expression {
    grown(random, DEEP)
}

fn grown(random: &mut Generator, deep: u32) -> Expression {
    if deep == 0 || random.random_range(0..4) == 0 {
        return leaf(random);
    }
    let mut part = || Box::new(grown(random, deep - 1));
    let [first, second, third] = [part(), part(), part()];
    match random.random_range(0..8) {
        0 => Expression::Ln(first),
        1 | 2 => Expression::If(Box::new([*first, *second, *third])),
        _ => {
            let operator = Operator::ALL[random.random_range(0..Operator::ALL.len())];
            Expression::Two(operator, Box::new([*first, *second]))
        }
    }
}

fn leaf(random: &mut Generator) -> Expression {
    if random.random() {
        Expression::Number(random.random_range(0..=GREATEST) as f32)
    } else {
        let fact = Fact::ALL[random.random_range(0..Fact::ALL.len())];
        Expression::Fact(fact)
    }
}

/// `one` with a part of `other` in the place of a part of its own; `one` itself if that would be too
/// large.
fn crossed(one: &Expression, other: &Expression, random: &mut Generator) -> Expression {
    let parts = other.all();
    let new = parts[random.random_range(0..parts.len())].clone();
    replaced(one, new, random)
}

/// `of` with something else in the place of one of its parts; by a small `factor` often a number that
/// differs a little.
fn mutated_expression(of: &Expression, factor: f64, random: &mut Generator) -> Expression {
    if random.random::<f64>() * 2.0 < factor {
        let new = grown(random, DEEP - 1);
        return replaced(of, new, random);
    }
    let mut changed = of.clone();
    let place = random.random_range(0..of.size());
    if let Some(Expression::Number(number)) = changed.part_mut(place) {
        *number = (*number * random.random_range(0.7..1.4)).round();
    }
    changed
}

fn replaced(of: &Expression, new: Expression, random: &mut Generator) -> Expression {
    let mut changed = of.clone();
    if let Some(part) = changed.part_mut(random.random_range(0..of.size())) {
        *part = new;
    }
    if changed.size() <= MOST {
        changed
    } else {
        of.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::random::generator;

    #[test]
    fn what_is_bred_is_read_back_and_stays_small() {
        let mut random = generator(5, 0);
        let mut expressions: Vec<_> = (0..50).map(|_| gibberish(&mut random)).collect();
        let mut differ = 0;
        for round in 0..2000 {
            let [one, other] = [0, 1].map(|_| random.random_range(0..expressions.len()));
            let child = crossed(&expressions[one], &expressions[other], &mut random);
            let child = mutated_expression(&child, 1.0, &mut random);
            assert!(child.size() <= MOST);
            assert_eq!(child.to_string().parse().as_ref(), Ok(&child), "{child}");
            differ += usize::from(child != expressions[one]);
            let place = round % expressions.len();
            expressions[place] = child;
        }
        assert!(differ > 1000, "{differ}");
    }
}
