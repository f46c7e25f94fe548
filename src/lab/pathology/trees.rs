//! Random trees of the real-number model, many of them over threads, with a journal from which they go on.
//!
//! The root's value is 0, that of a position after a move is its own plus a step; at the leaves the search
//! sees the values with a normal error. Both the true and the seen values are backed up by minimax. Where
//! values are bounded, a step beyond the bounds is drawn again; errors are not bounded.
//!
//! Trees are grown in blocks, a line of the journal each. What must hold: a block follows from model, seed and
//! number alone, and sums are made in the order of blocks, so that the numbers are the same for any threads
//! and after any stop.

use super::models::Forest;
use super::{Curve, Point};

use crate::LabError;
use crate::results::Mean;
use base::progress::Screen;
use base::random::{Generator, generator};
use base::work::{Answer, Answers, Shown};
use libm::log;
use matches::stats::Z_95;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// How the value of a move differs from that of the position before. Random steps have a standard
/// deviation of 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Steps {
    Normal,
    Triangular,
    Uniform,
    /// By nothing for the first move, by 1 more for each after it.
    Fixed,
}

/// Half the width of the uniform distribution of deviation 1, and of each of the two whose sum is
/// triangular.
const UNIFORM: f64 = 1.732_050_807_568_877_2;
const TRIANGULAR: f64 = 1.224_744_871_391_589;

/// A source of random numbers that keeps the second of two normal ones.
pub struct Chance {
    random: Generator,
    kept: Option<f64>,
}

impl Chance {
    /// The numbers of `random`.
    pub fn new(random: Generator) -> Self {
        Self { random, kept: None }
    }

    /// Between −1 and 1.
    fn uniform(&mut self) -> f64 {
        2.0 * self.random.random::<f64>() - 1.0
    }

    /// A normal number, by the polar method (G. Marsaglia, 1964). Logarithms are those of `libm`, the same on
    /// every machine.
    pub fn normal(&mut self) -> f64 {
        if let Some(kept) = self.kept.take() {
            return kept;
        }
        loop {
            let (x, y) = (self.uniform(), self.uniform());
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                let factor = (-2.0 * log(square) / square).sqrt();
                self.kept = Some(y * factor);
                return x * factor;
            }
        }
    }

    /// What the move at `place` adds.
    pub fn step(&mut self, steps: Steps, place: u32) -> f64 {
        match steps {
            Steps::Normal => self.normal(),
            Steps::Triangular => TRIANGULAR * (self.uniform() + self.uniform()),
            Steps::Uniform => UNIFORM * self.uniform(),
            Steps::Fixed => f64::from(place),
        }
    }
}

/// How often errors are placed on the leaves of one tree.
pub const PLACEMENTS: usize = 10;

/// The true value of a position, then what is seen of it by each placement.
type Values = [f64; 1 + PLACEMENTS];

/// A kind of tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Moves of each position.
    pub branching: u32,
    pub depth: u32,
    /// What a move adds.
    pub steps: Steps,
    /// Values are at most so far from 0; none for no bounds.
    pub bound: Option<f64>,
    /// The standard deviation of the error at a leaf.
    pub noise: f64,
}

/// What a tree shows: the mean over all placements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// How often the move that looks best is not the best.
    pub of_move: f64,
    /// How far the root's value is from the true one.
    pub of_position: f64,
}

impl Model {
    /// What tree `number` shows under `seed`.
    pub fn errors(&self, seed: u64, number: u64) -> Errors {
        let mut grower = Grower {
            model: self,
            chance: Chance::new(generator(seed, number)),
        };
        let moves: Vec<Values> = grower.moves(0.0, self.depth).collect();
        let best = |placement: usize| {
            let places = 0..moves.len();
            places.max_by(|&one, &other| moves[one][placement].total_cmp(&moves[other][placement]))
        };
        let value = |placement: usize| best(placement).map_or(0.0, |place| moves[place][placement]);
        let (truth, right) = (value(0), best(0));
        let wrong = (1..=PLACEMENTS).filter(|&it| best(it) != right).count();
        let off = (1..=PLACEMENTS).map(|it| (value(it) - truth).abs());
        Errors {
            of_move: wrong as f64 / PLACEMENTS as f64,
            of_position: off.sum::<f64>() / PLACEMENTS as f64,
        }
    }
}

struct Grower<'a> {
    model: &'a Model,
    chance: Chance,
}

impl Grower<'_> {
    /// The moves of a position of this static value, `depth` plies above the leaves.
    fn moves(&mut self, value: f64, depth: u32) -> impl Iterator<Item = Values> {
        (0..self.model.branching).map(move |place| {
            let value = self.child(value, place);
            self.backed_up(value, depth - 1)
        })
    }

    fn child(&mut self, value: f64, place: u32) -> f64 {
        let bound = self.model.bound.unwrap_or(f64::INFINITY);
        loop {
            let child = value + self.chance.step(self.model.steps, place);
            if child.abs() <= bound {
                return child;
            }
        }
    }

    /// What minimax makes of a position of this static value. The sides take turns from the root, which
    /// takes the greatest.
    fn backed_up(&mut self, value: f64, depth: u32) -> Values {
        if depth == 0 {
            return std::array::from_fn(|placement| match placement {
                0 => value,
                _ => value + self.model.noise * self.chance.normal(),
            });
        }
        let is_roots_turn = (self.model.depth - depth).is_multiple_of(2);
        let (worst, better): (f64, fn(f64, f64) -> f64) = if is_roots_turn {
            (f64::NEG_INFINITY, f64::max)
        } else {
            (f64::INFINITY, f64::min)
        };
        let moves = self.moves(value, depth);
        moves.fold([worst; 1 + PLACEMENTS], |best, values| {
            std::array::from_fn(|it| better(best[it], values[it]))
        })
    }
}

/// Trees of a block.
const BLOCK: u64 = 100;

/// A series of models that differ in nothing but the depth.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    pub name: String,
    /// The deepest of them.
    pub model: Model,
    /// How many trees for each depth.
    pub trees: u64,
}

/// Which block of trees: the place of its series, the depth, the number of its first tree.
type Key = (usize, u32, u64);

/// What the trees of a block show, added up: the errors and their squares.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Sums {
    trees: u64,
    of_move: [f64; 2],
    of_position: [f64; 2],
}

/// A line of the journal.
#[derive(Debug, Serialize, Deserialize)]
struct Block {
    key: Key,
    sums: Sums,
}

impl Answer for Block {
    type Key = Key;

    fn key(&self) -> Key {
        self.key
    }
}

/// The errors of `all`, grown as `forest` is, with a journal called `name` if it has a folder. The journal of another
/// run is refused.
pub fn grow(
    all: &[Series],
    forest: &Forest,
    name: &str,
    screen: Screen,
) -> Result<Vec<Curve>, LabError> {
    let mut made = match &forest.folder {
        Some(folder) => {
            let head = json!({ "journal": "pathology", "seed": forest.seed, "series": all });
            Answers::open(&folder.join(format!("{name}.jsonl")), &head)?.unsynced()
        }
        None => Answers::default(),
    };
    let keys: Vec<Key> = all.iter().enumerate().flat_map(keys).collect();
    let worker = || {
        |key: &Key| {
            let (key, sums) = (*key, block(all, forest.seed, key));
            Ok::<_, LabError>(Block { key, sums })
        }
    };
    let shown = Shown::counted(screen, "blocks of trees").sized(|key| leaves(all, key));
    let workers = &forest.workers;
    workers.resume(&keys, |key| *key, worker, &mut made, shown)?;
    let curves = all.iter().enumerate();
    Ok(curves
        .map(|(place, series)| curve_of(place, series, &made))
        .collect())
}

/// The blocks of the series at a place.
fn keys((place, series): (usize, &Series)) -> impl Iterator<Item = Key> {
    let depths = 1..=series.model.depth;
    let trees = series.trees;
    depths.flat_map(move |depth| {
        let firsts = (0..trees.div_ceil(BLOCK)).map(|block| block * BLOCK);
        firsts.map(move |first| (place, depth, first))
    })
}

/// The leaves of a block.
fn leaves(all: &[Series], (place, depth, _): &Key) -> u64 {
    BLOCK * u64::from(all[*place].model.branching).pow(*depth)
}

fn block(all: &[Series], seed: u64, &(place, depth, first): &Key) -> Sums {
    let series = &all[place];
    let model = Model {
        depth,
        ..series.model.clone()
    };
    let apart = seed ^ (place as u64) << 40 ^ u64::from(depth) << 32;
    let mut sums = Sums::default();
    for number in first..series.trees.min(first + BLOCK) {
        let errors = model.errors(apart, number);
        sums.trees += 1;
        add(&mut sums.of_move, errors.of_move);
        add(&mut sums.of_position, errors.of_position);
    }
    sums
}

fn add([sum, squares]: &mut [f64; 2], error: f64) {
    *sum += error;
    *squares += error * error;
}

fn curve_of(place: usize, series: &Series, made: &Answers<Block>) -> Curve {
    let point = |depth| {
        let blocks = made
            .iter()
            .filter(|it| (it.key.0, it.key.1) == (place, depth));
        let blocks: Vec<&Sums> = blocks.map(|it| &it.sums).collect();
        Point {
            depth,
            move_error: mean_of(&blocks, |it| it.of_move),
            position_error: mean_of(&blocks, |it| it.of_position),
        }
    };
    Curve {
        name: series.name.clone(),
        points: (1..=series.model.depth).map(point).collect(),
        expected: Vec::new(),
    }
}

/// The mean over trees, with its 95 % error.
fn mean_of(blocks: &[&Sums], sums: fn(&Sums) -> [f64; 2]) -> Option<Mean> {
    let trees = blocks.iter().map(|it| it.trees).sum::<u64>() as f64;
    let total = |which: usize| blocks.iter().map(|it| sums(it)[which]).sum::<f64>();
    let value = total(0) / trees;
    let variance = (total(1) / trees - value * value).max(0.0);
    (trees > 0.0).then(|| Mean {
        value,
        error: Z_95 * (variance / trees).sqrt(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::generator;
    use base::work::Workers;
    use std::path::Path;
    use tempfile::tempdir;

    #[test]
    fn random_steps_have_mean_0_and_deviation_1() {
        for steps in [Steps::Normal, Steps::Triangular, Steps::Uniform] {
            let mut chance = Chance::new(generator(1, 1));
            let drawn: Vec<f64> = (0..20_000).map(|_| chance.step(steps, 0)).collect();
            let mean = drawn.iter().sum::<f64>() / 20_000.0;
            let square = drawn.iter().map(|it| it * it).sum::<f64>() / 20_000.0;
            assert!(
                mean.abs() < 0.03 && (square - 1.0).abs() < 0.04,
                "{steps:?}: {mean}, {square}"
            );
        }
        assert_eq!(Chance::new(generator(1, 1)).step(Steps::Fixed, 1) as i32, 1);
    }

    const MODEL: Model = Model {
        branching: 2,
        depth: 3,
        steps: Steps::Normal,
        bound: None,
        noise: 0.2,
    };

    #[test]
    fn without_noise_nothing_errs_and_with_much_a_move_is_a_guess() {
        let mean = |noise| {
            let model = Model { noise, ..MODEL };
            let trees = (0..400).map(|number| model.errors(7, number).of_move);
            trees.sum::<f64>() / 400.0
        };
        assert!(mean(0.0) < 1e-12);
        assert!((mean(1000.0) - 0.5).abs() < 0.03);
    }

    #[test]
    fn bounded_values_stay_within() {
        let model = Model {
            bound: Some(1.0),
            ..MODEL
        };
        let chance = Chance::new(generator(1, 2));
        let mut grower = Grower {
            model: &model,
            chance,
        };
        let children = (0..200).map(|_| grower.child(0.9, 0));
        assert!(children.into_iter().all(|it| it.abs() <= 1.0));
    }

    #[test]
    fn one_ply_errs_as_often_as_two_normal_differences_disagree() {
        let model = Model { depth: 1, ..MODEL };
        let trees = (0..4000).map(|number| model.errors(3, number).of_move);
        let mean = trees.sum::<f64>() / 4000.0;
        // The angle between the true difference and the seen one.
        let expected = 0.2_f64.atan() / std::f64::consts::PI;
        assert!((mean - expected).abs() < 0.008, "{mean} {expected}");
    }

    fn grown(folder: Option<&Path>, threads: usize, seed: u64) -> Result<String, LabError> {
        let forest = Forest {
            trees: 250,
            depth: 2,
            folder: folder.map(Path::to_owned),
            seed,
            workers: Workers::new(threads),
        };
        let series = Series {
            name: "b = 2".to_owned(),
            model: Model { depth: 2, ..MODEL },
            trees: 250,
        };
        let curves = grow(&[series], &forest, "trees", Screen::Lines(&mut Vec::new()))?;
        Ok(serde_json::to_string(&curves)?)
    }

    #[test]
    fn numbers_are_the_same_for_any_threads_and_another_run_is_refused() {
        let folder = tempdir().unwrap();
        let expected = grown(None, 1, 1).unwrap();
        assert_eq!(grown(Some(folder.path()), 3, 1).unwrap(), expected);
        assert_eq!(grown(Some(folder.path()), 2, 1).unwrap(), expected);
        assert_ne!(grown(None, 1, 2).unwrap(), expected);
        let refused = grown(Some(folder.path()), 1, 2).unwrap_err().to_string();
        assert!(
            refused.contains("belongs to another run: seed"),
            "{refused}"
        );
    }
}
