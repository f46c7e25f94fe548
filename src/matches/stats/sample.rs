//! Estimates from counts: score, Elo, normalized Elo, likelihood of superiority, with errors.

use super::counts::{Pentanomial, Trinomial};
use super::numeric::{Z_95, normal_cdf};
use serde::Serialize;

/// Normalized Elo of a game whose expected score lies one standard deviation above ½:
/// 800 / ln 10.
pub const NELO_SCALE: f64 = 347.435_585_522_601_46;

/// What counts of 0 become for a likelihood ratio. A count, not a share: a share would weigh more
/// the longer the match.
const LEAST_COUNT: f64 = 0.001;

/// What is added to every count where all results are alike, so that their error can be told: the
/// prior of Jeffreys, as in cutechess. [`LEAST_COUNT`] would claim too much here: ± 34 Elo after
/// one level pair, where this says ± 256. The estimate itself is without it.
const PRIOR_COUNT: f64 = 0.5;

/// A value with its 95 % interval. Ends may be infinite, none is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// The estimate.
    pub value: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// `None` where one of the three is no number.
    fn new([low, value, high]: [f64; 3]) -> Option<Self> {
        let numbers = !(low.is_nan() || value.is_nan() || high.is_nan());
        numbers.then_some(Self { low, value, high })
    }

    /// Half the width, the usual "±"; `None` unless both ends are finite.
    pub fn error(&self) -> Option<f64> {
        let error = (self.high - self.low) / 2.0;
        error.is_finite().then_some(error)
    }

    /// Whether there is no width: the error is not known.
    pub fn is_point(&self) -> bool {
        self.low >= self.high
    }

    /// Of a share of points the Elo difference, so that the ends need not be equally far away.
    #[must_use]
    pub fn elo(&self) -> Self {
        Self {
            low: elo_of_score(self.low),
            value: elo_of_score(self.value),
            high: elo_of_score(self.high),
        }
    }
}

/// The Elo difference at which a share of points is expected; infinite from 0 down and 1 up.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The share of points, 0–1, expected at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Counts of equally spaced scores from 0 to 1: of games (three) or of pairs (five).
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    counts: Vec<f64>,
}

impl From<&Trinomial> for Sample {
    fn from(games: &Trinomial) -> Self {
        let counts = [games.losses, games.draws, games.wins];
        Self {
            counts: counts.map(|count| count as f64).to_vec(),
        }
    }
}

impl From<&Pentanomial> for Sample {
    fn from(pairs: &Pentanomial) -> Self {
        Self {
            counts: pairs.0.map(|count| count as f64).to_vec(),
        }
    }
}

impl Sample {
    /// The same counts with zeros raised a little, so that every score is possible.
    pub(super) fn regularised(&self) -> Self {
        let raised = |&count: &f64| if count == 0.0 { LEAST_COUNT } else { count };
        Self {
            counts: self.counts.iter().map(raised).collect(),
        }
    }

    /// Whether there are results, all of them alike.
    fn is_uniform(&self) -> bool {
        self.counts.iter().filter(|&&count| count > 0.0).count() == 1
    }

    /// The counts that errors are told from: the same, or those of [`PRIOR_COUNT`] more where all
    /// results are alike.
    pub(super) fn with_spread(&self) -> Self {
        let more = if self.is_uniform() { PRIOR_COUNT } else { 0.0 };
        Self {
            counts: self.counts.iter().map(|count| count + more).collect(),
        }
    }

    /// How many games or pairs.
    pub fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Games in each: 1 or 2.
    pub fn games_each(&self) -> f64 {
        if self.counts.len() == 3 { 1.0 } else { 2.0 }
    }

    /// The possible scores, 0–1, in the order of the counts.
    pub(super) fn scores(&self) -> impl Iterator<Item = f64> + Clone + use<> {
        let steps = self.counts.len() - 1;
        (0..=steps).map(move |index| index as f64 / steps as f64)
    }

    /// The share of each score; NaN for an empty sample.
    pub(super) fn shares(&self) -> Vec<f64> {
        let size = self.size();
        self.counts.iter().map(|count| count / size).collect()
    }

    /// Mean and variance of the score; NaN for an empty sample.
    pub fn moments(&self) -> [f64; 2] {
        moments(&self.shares(), &self.scores())
    }

    /// The share of points with its interval, whose ends may lie beyond 0 and 1; `None` for an
    /// empty sample.
    pub fn score(&self) -> Option<Interval> {
        self.interval(self.moments()[0], Self::ends_of_score)
    }

    /// The Elo difference with its interval: that of the score, so infinite where all was won or
    /// lost.
    pub fn elo(&self) -> Option<Interval> {
        Some(self.score()?.elo())
    }

    /// The normalized Elo difference with its interval: the score in standard deviations of one
    /// game, scaled so that it is close to Elo where draws are rare; infinite where all results are
    /// alike and not level. `None` for an empty sample.
    pub fn nelo(&self) -> Option<Interval> {
        let [mean, variance] = self.moments();
        let value = match self.nelo_of(mean, variance) {
            // All results are level.
            value if value.is_nan() && self.size() > 0.0 => 0.0,
            value => value,
        };
        self.interval(value, Self::ends_of_nelo)
    }

    /// The likelihood of superiority, 0–1: that the first player is the stronger one. `None` for
    /// an empty sample.
    pub fn los(&self) -> Option<f64> {
        let plain = |sample: &Self| {
            let spread = sample.with_spread();
            let [mean, variance] = spread.moments();
            normal_cdf((mean - 0.5) / (variance / spread.size()).sqrt())
        };
        let [worst, best] = self.shut_outs().map(|it| plain(&it));
        let los = plain(self);
        (!los.is_nan()).then(|| los.min(best).max(worst))
    }

    /// `value` between the `ends` that the counts say. No result says more than one of as many
    /// points as there can be: the ends reach as far as those of the shut-outs.
    fn interval(&self, value: f64, ends: fn(&Self) -> [f64; 2]) -> Option<Interval> {
        let [low, high] = ends(self);
        let [worst, best] = self.shut_outs().map(|it| ends(&it));
        let low = low.min(best[0]).min(value);
        let high = high.max(worst[1]).max(value);
        Interval::new([low, value, high])
    }

    /// As many results, all of them the worst; and all of them the best.
    fn shut_outs(&self) -> [Self; 2] {
        let last = self.counts.len() - 1;
        [0, last].map(|place| {
            let mut counts = vec![0.0; self.counts.len()];
            counts[place] = self.size();
            Self { counts }
        })
    }

    fn ends_of_score(&self) -> [f64; 2] {
        let spread = self.with_spread();
        let [mean, variance] = spread.moments();
        let error = Z_95 * (variance / spread.size()).sqrt();
        [mean - error, mean + error]
    }

    fn ends_of_nelo(&self) -> [f64; 2] {
        let spread = self.with_spread();
        let [mean, variance] = spread.moments();
        let value = spread.nelo_of(mean, variance);
        let error = NELO_SCALE * Z_95 / (spread.size() * self.games_each()).sqrt();
        [value - error, value + error]
    }

    fn nelo_of(&self, mean: f64, variance: f64) -> f64 {
        NELO_SCALE * (mean - 0.5) / (variance * self.games_each()).sqrt()
    }
}

/// Mean and variance of `scores` whose probabilities are `shares`.
pub(super) fn moments(shares: &[f64], scores: &(impl Iterator<Item = f64> + Clone)) -> [f64; 2] {
    let expected = |f: &dyn Fn(f64) -> f64| -> f64 {
        let weighted = shares.iter().zip(scores.clone());
        weighted.map(|(share, score)| share * f(score)).sum()
    };
    let mean = expected(&|score| score);
    [mean, expected(&|score| (score - mean) * (score - mean))]
}
