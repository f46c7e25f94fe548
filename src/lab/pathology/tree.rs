//! Random trees of the real-number model.
//!
//! The root's value is 0, that of a position after a move is its own plus a step; at the leaves the search
//! sees the values with a normal error. Both the true and the seen values are backed up by minimax. Where
//! values are bounded, a step beyond the bounds is drawn again; errors are not bounded.

use super::steps::{Chance, Steps};
use engine::random::generator;
use serde::{Deserialize, Serialize};

/// How often errors are placed on the leaves of one tree.
pub const PLACEMENTS: usize = 10;

/// The true value of a position, then what is seen of it by each placement.
type Values = [f64; 1 + PLACEMENTS];

/// A kind of tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Moves of each position.
    pub branching: u32,
    /// Plies.
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

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: Model = Model {
        branching: 2,
        depth: 3,
        steps: Steps::Normal,
        bound: None,
        noise: 0.2,
    };

    #[test]
    fn without_noise_nothing_errs_and_with_much_a_move_is_a_guess() {
        let blind = Model {
            noise: 1000.0,
            ..MODEL
        };
        let exact = Model {
            noise: 0.0,
            ..MODEL
        };
        let mean = |model: &Model| {
            let trees = (0..400).map(|number| model.errors(7, number).of_move);
            trees.sum::<f64>() / 400.0
        };
        assert!(mean(&exact) < 1e-12);
        assert!((mean(&blind) - 0.5).abs() < 0.03);
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
}
