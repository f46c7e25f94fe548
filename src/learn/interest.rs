//! Costs of moves learned from what became of them.
//!
//! Idea: realization probability (Y. Tsuruoka, D. Yokoyama and T. Chikayama, "Game-tree search
//! algorithm based on realization probability", ICGA Journal 25(3), 2002): a line is worth
//! following as far as it is likely to be played, so a move should cost the negative logarithm of
//! the probability that it is chosen. Here the moves that nodes of the engine's own games searched
//! after their first one are the trials, raising alpha is success, and the facts that interest
//! knows already are the features. For rare success −ln p is close to a linear
//! function of them, and every weight of that function is a knob that exists: what is learned is
//! a configuration, not a second search.
//!
//! Scale and offset of the costs are those at which the learned costs come nearest to the ones in
//! force, so that a match compares the weights alone.

mod features;
mod regression;

use crate::search::config::Knob;
use crate::search::interest::{Sample, lost_interest};
use crate::search::{Decision, Engine, Limits, SearchConfig, Settings};
use crate::selfplay::contest::openings::Openings;
use crate::shogi::game::Game;
use features::{BAD_CAPTURE, COUNT, FEATURES, Feature, GOOD_CAPTURE, ORDER, Row, row};
use regression::{dot, line, logistic};

/// Plays `games` games of this engine against itself, `nodes` nodes a move, and hands what became
/// of every move searched in them to `take`, game by game.
pub fn gather(
    settings: &Settings,
    games: u64,
    nodes: u64,
    seed: u64,
    mut take: impl FnMut(u64, &[Sample]),
) {
    const OPENING_PLIES: usize = 8;
    const LONGEST_GAME: u32 = 200;
    let mut engine = Engine::new(settings.clone());
    let openings = Openings::Random {
        plies: OPENING_PLIES,
    };
    for number in 0..games {
        let mut game: Game = openings.opening(seed, number);
        engine.new_game();
        while game.ending(Some(LONGEST_GAME)).is_none() {
            engine.set_game(game.clone());
            let (outcome, samples) = engine.sample(Limits::nodes(nodes));
            take(number, &samples);
            let Decision::Play { best, .. } = outcome.decision else {
                break;
            };
            if game.play(best).is_err() {
                break;
            }
        }
    }
}

/// A fit in progress: the trials that count, as rows.
#[derive(Default)]
pub struct Trials {
    rows: Vec<[f32; COUNT]>,
    succeeded: Vec<bool>,
    costs: Vec<f32>,
}

/// Least mean budget of the nodes that are learned from, in centi-plies.
const LEAST_DEPTH: i32 = 200;

impl Trials {
    /// Adds the samples that say something about costs: neither a node's first move, which costs
    /// a ply whatever it is, nor moves out of check, which have costs of their own. `config` is
    /// what they were searched with.
    pub fn add(&mut self, config: &SearchConfig, samples: &[Sample]) {
        for Sample { facts, succeeded } in samples {
            if facts.rank == 0 || facts.in_check || facts.depth < LEAST_DEPTH {
                continue;
            }
            self.rows.push(row(facts).map(|x| x as f32));
            self.succeeded.push(*succeeded);
            self.costs.push(lost_interest(config, facts) as f32);
        }
    }

    /// How many trials there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many succeeded.
    pub fn successes(&self) -> usize {
        self.succeeded.iter().filter(|&&it| it).count()
    }

    /// The weights of the log-odds of failure.
    fn weights(&self) -> Row {
        logistic(&self.rows, |number| !self.succeeded[number])
    }

    /// Fits, and says what it came to.
    pub fn fit(&self, config: &SearchConfig) -> Fit {
        let weights = self.weights();
        let surprise = |row: &[f32; COUNT]| dot(row, &weights);
        let (offset, scale) = line(
            self.rows.iter().map(surprise),
            self.costs.iter().map(|&cost| f64::from(cost)),
        );
        let knobs = knobs(&weights, offset, scale, config);
        let loss = |row: &[f32; COUNT], succeeded: bool| {
            let odds = surprise(row);
            (1.0 + (if succeeded { odds } else { -odds }).exp()).ln()
        };
        let pairs = self.rows.iter().zip(&self.succeeded);
        let total: f64 = pairs.map(|(row, &succeeded)| loss(row, succeeded)).sum();
        let rate = self.successes() as f64 / self.len() as f64;
        Fit {
            knobs,
            loss: total / self.len() as f64,
            blind_loss: -(rate * rate.ln() + (1.0 - rate) * (1.0 - rate).ln()),
        }
    }
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The knobs with their values, within their ranges.
    pub knobs: Vec<(&'static str, i32)>,
    /// Mean −ln of the probability given to what happened.
    pub loss: f64,
    /// The same when every move is given the same probability.
    pub blind_loss: f64,
}

/// The knobs that give a move of features x the cost `offset` + `scale` · (`weights` · x).
fn knobs(
    weights: &Row,
    offset: f64,
    scale: f64,
    config: &SearchConfig,
) -> Vec<(&'static str, i32)> {
    let cost = |i: usize| weights[i] * scale / FEATURES[i].unit;
    let typical_growth = offset + cost(0) + cost(1);
    let value = |(i, feature): (usize, &Feature)| match feature.knob {
        "growth_cost" => offset + cost(i),
        ORDER => 1000.0 / cost(i).max(1.0),
        GOOD_CAPTURE | BAD_CAPTURE => 100.0 + 100.0 * cost(i) / typical_growth,
        _ => cost(i),
    };
    let features = FEATURES.iter().enumerate();
    let clamped = features.filter_map(|(i, feature)| {
        let knob = Knob::named(feature.knob)?;
        let value = value((i, feature)).round();
        let value = if value.is_finite() {
            value as i32
        } else {
            config.get(knob)
        };
        Some((knob.name, value.clamp(knob.min, knob.max)))
    });
    clamped.collect()
}

#[cfg(test)]
mod tests;
