//! The log likelihood ratio as a Brownian motion that starts at 0 and ends at one of two bounds: how long a
//! test takes, and what it says when it has ended.
//!
//! In a long match the ratio is a sum of many small independent steps. Then how likely a test
//! passes, how long it takes, and how likely it would have gone worse than it did have closed
//! forms. They leave out that the last step goes beyond the bound, some 5 % of the length.
//!
//! A test that stops at a bound overstates the strength. Counting a fast loss as worse than a
//! slow one, and a slow win as worse than a fast one, orders all outcomes; the estimate is the
//! strength at which the observed outcome is the median of that order, and the ends of its interval
//! are those at which it is the 2.5 % and the 97.5 % point (as fishtest does). Without a stop this
//! is nearly the plain estimate.

use super::sample::{
    Interval, Sample, normal_cdf, root_of_falling, scaled_normal_cdf, score_of_elo,
};
use super::sprt::Hypotheses;
use serde::Serialize;
use std::f64::consts::PI;

/// Below this drift across the whole corridor, in units of the variance, there is none.
const NO_DRIFT: f64 = 1e-8;

/// A Brownian motion between two bounds, one step per game or pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// Expected change per step.
    pub drift: f64,
    /// Variance per step.
    pub variance: f64,
    /// Below 0 and above 0.
    pub bounds: [f64; 2],
}

impl Walk {
    /// The ratio of `test` if games or pairs (`games_each` 1 or 2) truly have this mean score and
    /// variance.
    pub fn new(test: &Hypotheses, score: f64, variance: f64, games_each: f64) -> Self {
        let [s0, s1] = [test.elo0, test.elo1].map(|elo| test.score_at(elo, variance, games_each));
        Self {
            drift: (score - f64::midpoint(s0, s1)) * (s1 - s0) / variance,
            variance: (s1 - s0) * (s1 - s0) / variance,
            bounds: test.bounds(),
        }
    }

    /// The distances from `llr` to the bounds, one negative and one positive; `None` if it is not
    /// between them.
    fn distances(&self, llr: f64) -> Option<[f64; 2]> {
        let [down, up] = self.bounds.map(|bound| bound - llr);
        (down < 0.0 && up > 0.0).then_some([down, up])
    }

    /// The probability to arrive at the upper bound from `llr`.
    pub fn pass_probability(&self, llr: f64) -> f64 {
        let Some([down, up]) = self.distances(llr) else {
            return f64::from(u8::from(llr >= self.bounds[1]));
        };
        let rate = 2.0 * self.drift / self.variance;
        if (rate * (up - down)).abs() < NO_DRIFT {
            -down / (up - down)
        } else if rate > 0.0 {
            (rate * down).exp_m1() / (-rate * (up - down)).exp_m1()
        } else {
            (-rate * down).exp_m1() / ((-rate * down).exp() - (-rate * up).exp())
        }
    }

    /// The expected number of steps from `llr` to a bound.
    pub fn expected_steps(&self, llr: f64) -> f64 {
        let Some([down, up]) = self.distances(llr) else {
            return 0.0;
        };
        if (self.drift / self.variance * (up - down)).abs() < NO_DRIFT {
            return -down * up / self.variance;
        }
        let pass = self.pass_probability(llr);
        (pass * up + (1.0 - pass) * down) / self.drift
    }

    /// The probability of a worse outcome than to be at `end` after `steps`: an earlier arrival at
    /// the lower bound, a later one at the upper, or a smaller value between them.
    pub fn worse_probability(&self, steps: f64, end: f64) -> f64 {
        let [lower, upper] = self.bounds;
        let width = upper - lower;
        let spread = self.variance * steps / (width * width);
        let steepness = self.drift / self.variance * width;
        // Where the walk has no time or no inclination to touch both bounds, one reflection at each
        // is good to ten digits; elsewhere so is the series in sines, and converges fast.
        if spread < 0.01 || steepness.abs() > 30.0 {
            self.worse_by_reflection(steps, end)
        } else {
            self.worse_by_sines(steps, end)
        }
    }

    fn worse_by_reflection(&self, steps: f64, end: f64) -> f64 {
        let [lower, upper] = self.bounds;
        let deviation = (self.variance * steps).sqrt();
        let mean = self.drift * steps;
        let rate = 2.0 * self.drift / self.variance;
        normal_cdf((end - mean) / deviation)
            + scaled_normal_cdf(rate * lower, (2.0 * lower - end + mean) / deviation)
            - scaled_normal_cdf(rate * upper, (end - mean - 2.0 * upper) / deviation)
    }

    /// The eigenfunctions of the diffusion between absorbing bounds, integrated up to `end`.
    fn worse_by_sines(&self, steps: f64, end: f64) -> f64 {
        let [lower, upper] = self.bounds;
        let width = upper - lower;
        let (start, end) = (-lower, end - lower);
        let gamma = self.drift / self.variance;
        let ever_at_lower = if (gamma * width).abs() < NO_DRIFT {
            upper / width
        } else {
            (2.0 * gamma * upper).exp_m1() / (2.0 * gamma * width).exp_m1()
        };
        let mode = |n: f64| {
            let wave = n * PI / width;
            let decay = (wave * wave + gamma * gamma) * self.variance * steps / 2.0;
            let (sin, cos) = (wave * end).sin_cos();
            let integral =
                2.0 * (gamma * sin - wave * cos) / (width * (gamma * gamma + wave * wave));
            (gamma * (end - start) - decay).exp() * integral * (wave * start).sin()
        };
        // At the least spread allowed, 0.01, mode 40 is below exp(-78).
        ever_at_lower + (1..=40).map(|n| mode(f64::from(n))).sum::<f64>()
    }
}

/// Strengths beyond this many Elo are not told apart.
const LIMIT: f64 = 4000.0;

/// The strength of the first player, as it appears after a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AfterStop {
    /// The median-unbiased Elo difference (logistic, whatever the model of the test).
    pub elo: Interval,
    /// The probability, 0–1, that a test between equal players would have gone worse.
    pub los: f64,
}

impl AfterStop {
    /// What `test` says after it ended with these counts; `None` for an empty sample.
    pub fn new(test: &Hypotheses, sample: &Sample) -> Option<Self> {
        if sample.size() == 0.0 {
            return None;
        }
        let games_each = sample.games_each();
        let sample = sample.with_spread().regularised();
        let [score, variance] = sample.moments();
        // The test ended where the straight line from 0 to the present ratio is cut by a bound.
        let walk = Walk::new(test, score, variance, games_each);
        let [lower, upper] = walk.bounds;
        let reached = walk.drift * sample.size();
        let llr = reached.clamp(lower, upper);
        let share = if reached == 0.0 { 1.0 } else { llr / reached };
        let steps = share * sample.size();
        // The probability of a worse outcome if the players truly differ by so much.
        let worse = |elo: f64| {
            let walk = Walk::new(test, score_of_elo(elo), variance, games_each);
            walk.worse_probability(steps, llr)
        };
        let elo_where_worse_is =
            |probability: f64| root_of_falling(-LIMIT, LIMIT, |elo| worse(elo) - probability);
        Some(Self {
            elo: Interval {
                low: elo_where_worse_is(0.975),
                value: elo_where_worse_is(0.5),
                high: elo_where_worse_is(0.025),
            },
            los: worse(0.0),
        })
    }
}

/// What to expect of a test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// The test.
    pub test: Hypotheses,
    /// The share of drawn games that is assumed, 0–1.
    pub draw_rate: f64,
    /// At `elo0`, halfway, at `elo1`, and as far again.
    pub rows: Vec<ForecastRow>,
}

/// What to expect if the players differ by so much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ForecastRow {
    /// The true difference, in the model of the test.
    pub elo: f64,
    /// The probability that H1 is accepted, 0–1.
    pub pass_probability: f64,
    /// Expected pairs until the test stops.
    pub pairs: f64,
    /// Expected games until the test stops.
    pub games: f64,
}

impl Forecast {
    /// The plan of `test` where games of a pair are independent, the players nearly equal, and
    /// `draw_rate` (0 or more, below 1) of the games are drawn.
    pub fn new(test: Hypotheses, draw_rate: f64) -> Self {
        let (elo0, elo1) = (test.elo0, test.elo1);
        let strengths = [elo0, f64::midpoint(elo0, elo1), elo1, 2.0 * elo1 - elo0];
        let rows = strengths.map(|elo| ForecastRow::new(&test, draw_rate, elo));
        Self {
            test,
            draw_rate,
            rows: rows.to_vec(),
        }
    }
}

impl ForecastRow {
    /// What to expect of `test` at the true difference `elo`.
    pub fn new(test: &Hypotheses, draw_rate: f64, elo: f64) -> Self {
        // A decided game is ½ away from the mean; a pair's score is the mean of two games.
        let variance = (1.0 - draw_rate) / 4.0 / 2.0;
        let walk = Walk::new(test, test.score_at(elo, variance, 2.0), variance, 2.0);
        let pairs = walk.expected_steps(0.0);
        Self {
            elo,
            pass_probability: walk.pass_probability(0.0),
            pairs,
            games: 2.0 * pairs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(steepness: f64) -> Walk {
        // Corridor and variance are 1 wide.
        Walk {
            drift: steepness,
            variance: 1.0,
            bounds: [-0.4, 0.6],
        }
    }

    #[test]
    fn both_forms_agree_where_one_hands_over() {
        let seams = [(0.01, 0.0), (0.01, -14.0), (0.02, 30.0), (0.03, -30.0)];
        for (steps, steepness) in seams {
            let walk = walk(steepness);
            for end in [-0.4, -0.1, 0.0, 0.3, 0.6] {
                let one = walk.worse_by_reflection(steps, end);
                let other = walk.worse_by_sines(steps, end);
                let place = format!("{steps} {steepness} {end}");
                assert!((one - other).abs() < 1e-9, "{place}: {one} {other}");
            }
        }
    }

    #[test]
    fn in_the_end_the_worse_outcome_is_the_lower_bound() {
        for steepness in [-40.0, -3.0, 0.0, 1e-9, 0.5, 20.0] {
            let walk = walk(steepness);
            let fail = 1.0 - walk.pass_probability(0.0);
            for end in walk.bounds {
                let worse = walk.worse_probability(100.0, end);
                let place = format!("{steepness} {end}");
                assert!((worse - fail).abs() < 1e-8, "{place}: {worse} {fail}");
            }
        }
    }

    #[test]
    fn beyond_a_bound_nothing_is_left() {
        let walk = walk(1.0);
        for (llr, passes) in [(-9.0, "0"), (-0.4, "0"), (0.6, "1")] {
            assert_eq!(walk.pass_probability(llr).to_string(), passes);
            assert_eq!(walk.expected_steps(llr).to_string(), "0");
        }
    }
}
