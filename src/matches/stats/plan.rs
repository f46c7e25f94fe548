//! How long a sequential test will take, before its first game.

use super::hypotheses::Hypotheses;
use super::walk::Walk;
use serde::Serialize;

/// What to expect of a test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// The test.
    pub test: Hypotheses,
    /// The share of drawn games that is assumed, 0–1.
    pub draw_rate: f64,
    /// At `elo0`, halfway, at `elo1`, and as far again.
    pub rows: Vec<PlanRow>,
}

/// What to expect if the players differ by so much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlanRow {
    /// The true difference, in the model of the test.
    pub elo: f64,
    /// The probability that H1 is accepted, 0–1.
    pub pass_probability: f64,
    /// Expected pairs until the test stops.
    pub pairs: f64,
    /// Expected games until the test stops.
    pub games: f64,
}

impl Plan {
    /// The plan of `test` where games of a pair are independent, the players nearly equal, and
    /// `draw_rate` (0 or more, below 1) of the games are drawn.
    pub fn new(test: Hypotheses, draw_rate: f64) -> Self {
        let (elo0, elo1) = (test.elo0, test.elo1);
        let strengths = [elo0, f64::midpoint(elo0, elo1), elo1, 2.0 * elo1 - elo0];
        let rows = strengths.map(|elo| PlanRow::new(&test, draw_rate, elo));
        Self {
            test,
            draw_rate,
            rows: rows.to_vec(),
        }
    }
}

impl PlanRow {
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
