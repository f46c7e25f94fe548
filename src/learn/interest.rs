//! Costs of moves learned from what became of them.
//!
//! Idea: realization probability (Y. Tsuruoka, D. Yokoyama and T. Chikayama, "Game-tree search
//! algorithm based on realization probability", ICGA Journal 25(3), 2002): a line is worth
//! following as far as it is likely to be played, so a move should cost the negative logarithm of
//! the probability that it is chosen. Here the moves that nodes of the engine's own games searched
//! after their first one are the trials, raising alpha is success, and the facts that interest
//! knows already ([`Facts`]) are the features. For rare success −ln p is close to a linear
//! function of them, and every weight of that function is a knob that exists: what is learned is
//! a configuration, not a second search.
//!
//! Scale and offset of the costs are those at which the learned costs come nearest to the ones in
//! force, so that a match compares the weights alone.

use crate::search::config::KNOBS;
use crate::search::interest::{Facts, Sample, growth_unit, implausible_unit, lost_interest};
use crate::search::ordering::Kind;
use crate::search::{Decision, Engine, Limits, SearchConfig, Settings};
use crate::selfplay::openings::Openings;
use crate::shogi::game::Game;

/// A knob and the feature it multiplies: what one unit of it adds to a move's cost, times
/// `unit` so that all features are of the same size.
struct Feature {
    knob: &'static str,
    unit: f64,
    of: fn(&Facts) -> f64,
}

fn when(applies: bool) -> f64 {
    f64::from(u8::from(applies))
}

const FEATURES: &[Feature] = &[
    Feature {
        knob: "growth_cost",
        unit: 1.0,
        of: |_| 1.0,
    },
    Feature {
        knob: "growth_log_cost",
        unit: 1.0,
        of: growth_unit,
    },
    Feature {
        knob: "killer_bonus",
        unit: 1.0,
        of: |it| -when(it.kind == Kind::Killer),
    },
    Feature {
        knob: "counter_bonus",
        unit: 1.0,
        of: |it| -when(it.kind == Kind::Counter),
    },
    Feature {
        knob: "best_quiet_bonus",
        unit: 1.0,
        of: |it| -when(it.best_quiet),
    },
    Feature {
        knob: "capture_permille",
        unit: 1000.0,
        of: |it| -f64::from(it.gain) / 1000.0,
    },
    Feature {
        knob: "promotion_bonus",
        unit: 1.0,
        of: |it| -when(it.promotes),
    },
    Feature {
        knob: "check_bonus",
        unit: 1.0,
        of: |it| -when(it.check),
    },
    Feature {
        knob: "check_again_bonus",
        unit: 1.0,
        of: |it| -when(it.check && it.checked_before),
    },
    Feature {
        knob: "threat_permille",
        unit: 1000.0,
        of: |it| -f64::from(it.threat) / 1000.0,
    },
    Feature {
        knob: "beyond_cost",
        unit: 10.0,
        of: |it| f64::from(it.beyond) / 10.0,
    },
    Feature {
        knob: "pv_bonus",
        unit: 1.0,
        of: |it| -when(it.pv),
    },
    Feature {
        knob: "stagnation_cost",
        unit: 1.0,
        of: |it| when(!it.improving),
    },
    Feature {
        knob: "same_drop_cost",
        unit: 1.0,
        of: |it| f64::from(it.like.drop),
    },
    Feature {
        knob: "same_check_cost",
        unit: 1.0,
        of: |it| f64::from(it.like.check),
    },
    Feature {
        knob: "same_piece_cost",
        unit: 1.0,
        of: |it| f64::from(it.like.piece),
    },
    Feature {
        knob: "same_victim_cost",
        unit: 1.0,
        of: |it| f64::from(it.like.victim),
    },
    Feature {
        knob: "implausible_cost",
        unit: 1.0,
        of: |it| implausible_unit(it.points),
    },
    Feature {
        knob: ORDER,
        unit: 1.0,
        of: |it| -order(it),
    },
    Feature {
        knob: GOOD_CAPTURE,
        unit: 1.0,
        of: |it| when(it.kind == Kind::GoodCapture),
    },
    Feature {
        knob: BAD_CAPTURE,
        unit: 1.0,
        of: |it| when(it.kind == Kind::BadCapture),
    },
];

/// Not a factor of its feature but its inverse: order score per centi-ply.
const ORDER: &str = "order_divisor";
/// These are shares of the growth, not summands.
const GOOD_CAPTURE: &str = "good_capture_percent";
const BAD_CAPTURE: &str = "bad_capture_percent";
const COUNT: usize = FEATURES.len();
type Row = [f64; COUNT];

/// The order score of a quiet in thousands, within what order scores usually are.
fn order(facts: &Facts) -> f64 {
    if facts.kind == Kind::Quiet {
        f64::from(facts.order.clamp(-16_000, 16_000)) / 1000.0
    } else {
        0.0
    }
}

fn row(facts: &Facts) -> Row {
    std::array::from_fn(|i| (FEATURES[i].of)(facts))
}

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

    /// The weights of the log-odds of failure, by logistic regression (Newton's method with a
    /// slight pull to 0).
    fn weights(&self) -> Row {
        const ROUNDS: usize = 12;
        let mut weights = [0.0; COUNT];
        for _ in 0..ROUNDS {
            let mut gradient = weights;
            let mut curvature = [[0.0; COUNT]; COUNT];
            for (i, diagonal) in curvature.iter_mut().enumerate() {
                diagonal[i] = 1.0;
            }
            for (row, &succeeded) in self.rows.iter().zip(&self.succeeded) {
                let failure = 1.0 / (1.0 + (-dot(row, &weights)).exp());
                let error = failure - when(!succeeded);
                let slope = failure * (1.0 - failure);
                for i in 0..COUNT {
                    let x = f64::from(row[i]);
                    if x == 0.0 {
                        continue;
                    }
                    gradient[i] += error * x;
                    for j in 0..=i {
                        curvature[i][j] += slope * x * f64::from(row[j]);
                    }
                }
            }
            let step = solve(curvature, gradient);
            for (weight, step) in weights.iter_mut().zip(step) {
                *weight -= step;
            }
        }
        weights
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
        let knob = KNOBS.iter().find(|knob| knob.name == feature.knob)?;
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

fn dot(row: &[f32; COUNT], weights: &Row) -> f64 {
    row.iter()
        .zip(weights)
        .map(|(&x, w)| f64::from(x) * w)
        .sum()
}

/// The straight line through points by least squares, as offset and slope.
fn line(xs: impl Iterator<Item = f64>, ys: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut n, mut x_sum, mut y_sum, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (x, y) in xs.zip(ys) {
        n += 1.0;
        x_sum += x;
        y_sum += y;
        xx += x * x;
        xy += x * y;
    }
    let spread = n * xx - x_sum * x_sum;
    let slope = if spread > 0.0 {
        (n * xy - x_sum * y_sum) / spread
    } else {
        0.0
    };
    ((y_sum - slope * x_sum) / n.max(1.0), slope)
}

/// Solves the system of the symmetric, positive definite `matrix` of which the lower half is
/// given (Cholesky).
fn solve(mut matrix: [Row; COUNT], mut vector: Row) -> Row {
    for j in 0..COUNT {
        let used: f64 = (0..j).map(|k| matrix[j][k] * matrix[j][k]).sum();
        matrix[j][j] = (matrix[j][j] - used).max(1e-12).sqrt();
        for i in j + 1..COUNT {
            let used: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            matrix[i][j] = (matrix[i][j] - used) / matrix[j][j];
        }
    }
    for i in 0..COUNT {
        let used: f64 = (0..i).map(|k| matrix[i][k] * vector[k]).sum();
        vector[i] = (vector[i] - used) / matrix[i][i];
    }
    for i in (0..COUNT).rev() {
        let used: f64 = (i + 1..COUNT).map(|k| matrix[k][i] * vector[k]).sum();
        vector[i] = (vector[i] - used) / matrix[i][i];
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Failure by a law that is known is found again.
    #[test]
    fn a_known_law_is_learned() {
        let mut random = 12_345_u64;
        let mut next = move || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) as f64 / f64::from(1_u32 << 31)
        };
        let mut trials = Trials::default();
        for _ in 0..60_000 {
            let mut row = [0.0_f32; COUNT];
            row[0] = 1.0;
            row[1] = (next() * 4.0) as f32;
            row[2] = -(when(next() < 0.3) as f32);
            let odds = 1.0 + 0.5 * f64::from(row[1]) + 2.0 * f64::from(row[2]);
            trials.rows.push(row);
            trials.succeeded.push(next() > 1.0 / (1.0 + (-odds).exp()));
            trials.costs.push((20.0 + 40.0 * odds) as f32);
        }
        let weights = trials.weights();
        for (found, law) in weights.iter().zip([1.0, 0.5, 2.0, 0.0]) {
            assert!((found - law).abs() < 0.06, "{weights:?}");
        }
        let fit = trials.fit(&SearchConfig::default());
        assert!(fit.loss < fit.blind_loss);
        let knob = |name| fit.knobs.iter().find(|(it, _)| *it == name).unwrap().1;
        assert!((knob("growth_log_cost") - 20).abs() <= 2);
        assert!((knob("killer_bonus") - 80).abs() <= 5);
    }

    #[test]
    fn samples_of_games_make_a_valid_configuration() {
        let config = SearchConfig::default();
        let mut trials = Trials::default();
        let settings = Settings {
            hash_mb: 4,
            ..Settings::default()
        };
        gather(&settings, 1, 400, 7, |_, samples| {
            trials.add(&config, samples);
        });
        assert!(trials.len() > 1000 && trials.successes() > 10);
        let mut learned = config.clone();
        for (knob, value) in trials.fit(&config).knobs {
            learned.set(knob, &value.to_string()).unwrap();
        }
        assert_ne!(learned, config);
    }
}
