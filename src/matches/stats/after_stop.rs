//! Elo after a sequential test, without the bias of having stopped at a good moment.
//!
//! A test that stops at a bound overstates the strength. Counting a fast loss as worse than a
//! slow one, and a slow win as worse than a fast one, orders all outcomes; the estimate is the
//! strength at which the observed outcome is the median of that order, and the ends of its interval
//! are those at which it is the 2.5 % and the 97.5 % point (as fishtest does). Without a stop this
//! is nearly the plain estimate.

use super::hypotheses::Hypotheses;
use super::numeric::root_of_falling;
use super::sample::{Interval, Sample, score_of_elo};
use super::walk::Walk;
use serde::Serialize;

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
        let stop = Stop::new(test, sample);
        Some(Self {
            elo: Interval {
                low: stop.elo_where_worse_is(0.975),
                value: stop.elo_where_worse_is(0.5),
                high: stop.elo_where_worse_is(0.025),
            },
            los: stop.worse_probability(0.0),
        })
    }
}

/// Where and when a test ended.
struct Stop<'a> {
    test: &'a Hypotheses,
    variance: f64,
    games_each: f64,
    steps: f64,
    llr: f64,
}

impl<'a> Stop<'a> {
    /// The end of the straight line from 0 to the present ratio, cut at the bounds.
    fn new(test: &'a Hypotheses, sample: &Sample) -> Self {
        let games_each = sample.games_each();
        let sample = sample.with_spread().regularised();
        let [score, variance] = sample.moments();
        let walk = Walk::new(test, score, variance, games_each);
        let [lower, upper] = walk.bounds;
        let reached = walk.drift * sample.size();
        let llr = reached.clamp(lower, upper);
        let share = if reached == 0.0 { 1.0 } else { llr / reached };
        Self {
            test,
            variance,
            games_each,
            steps: share * sample.size(),
            llr,
        }
    }

    /// The probability of a worse outcome if the players truly differ by `elo`.
    fn worse_probability(&self, elo: f64) -> f64 {
        let score = score_of_elo(elo);
        let walk = Walk::new(self.test, score, self.variance, self.games_each);
        walk.worse_probability(self.steps, self.llr)
    }

    fn elo_where_worse_is(&self, probability: f64) -> f64 {
        root_of_falling(-LIMIT, LIMIT, |elo| {
            self.worse_probability(elo) - probability
        })
    }
}
