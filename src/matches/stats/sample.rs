//! Estimates from counts: score, Elo, normalized Elo, likelihood of superiority, with errors; and the
//! figures of Rollason's article on negative plausibility (AI Factory, 2007), from wins and losses alone.
//!
//! Below them are the numerical tools of all statistics: a root, the normal and the beta distribution.

use super::counts::{Pentanomial, Trinomial};
use libm::{erfc, lgamma};
use serde::Serialize;
use std::f64::consts::SQRT_2;

/// Normalized Elo of a game whose expected score lies one standard deviation above ½:
/// 800 / ln 10.
pub const NELO_SCALE: f64 = 347.435_585_522_601_46;

/// What counts of 0 become for a likelihood ratio. A count, not a share: a share would weigh more
/// the longer the match.
const LEAST_COUNT: f64 = 0.001;

/// What is added to every count where all results are alike, so that their error is known: the
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
    /// Half the width, the usual "±"; `None` unless both ends are finite.
    pub fn error(&self) -> Option<f64> {
        let error = (self.high - self.low) / 2.0;
        error.is_finite().then_some(error)
    }

    /// Whether there is no width: the error is not known.
    pub fn is_point(&self) -> bool {
        self.low >= self.high
    }

    /// `value` and as much to either side.
    pub fn around(value: f64, error: f64) -> Self {
        Self {
            low: value - error,
            value,
            high: value + error,
        }
    }

    /// The value and its ends in another measure, which grows with this one.
    #[must_use]
    pub fn map(&self, measure: impl Fn(f64) -> f64) -> Self {
        Self {
            low: measure(self.low),
            value: measure(self.value),
            high: measure(self.high),
        }
    }

    /// Of a share of points the Elo difference, so that the ends need not be equally far away.
    #[must_use]
    pub fn elo(&self) -> Self {
        self.map(elo_of_score)
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

    /// The counts that errors follow from: the same, or those of [`PRIOR_COUNT`] more where all
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

    /// `value` between the `ends` that the counts say; `None` where one of the three is no number. No result
    /// says more than one of as many points as there can be: the ends reach as far as those of the shut-outs.
    fn interval(&self, value: f64, ends: fn(&Self) -> [f64; 2]) -> Option<Interval> {
        let [low, high] = ends(self);
        let [worst, best] = self.shut_outs().map(|it| ends(&it));
        let low = low.min(best[0]).min(value);
        let high = high.max(worst[1]).max(value);
        let numbers = ![low, value, high].iter().any(|it| it.is_nan());
        numbers.then_some(Interval { low, value, high })
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

/// The levels at which the article gives ranges.
pub const LEVELS: [f64; 4] = [0.50, 0.67, 0.95, 0.99];

/// The probability, 0–1, that the first player wins more than half of the decided games in the
/// long run.
pub fn probability_better(wins: u64, losses: u64) -> f64 {
    // P(share > ½) is P(share < ½) with the sides exchanged.
    beta_cdf(losses as f64 + 1.0, wins as f64 + 1.0, 0.5)
}

/// The range, 0–1, in which the true share of wins lies with probability `level` (0–1), as
/// probably below as above it.
pub fn win_share(wins: u64, losses: u64, level: f64) -> [f64; 2] {
    let (a, b) = (wins as f64 + 1.0, losses as f64 + 1.0);
    let tail = (1.0 - level) / 2.0;
    [tail, 1.0 - tail]
        .map(|probability| root_of_falling(0.0, 1.0, |share| probability - beta_cdf(a, b, share)))
}

/// The normal deviate that leaves 2.5 % on either side.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Halvings of an interval after which a root is as good as `f64` allows.
const HALVINGS: u32 = 100;

/// Continued fractions converge after about the root of the counts; this is for counts of 10⁹.
const MAX_TERMS: u32 = 100_000;

/// The root of `f`, which falls from positive to negative between `low` and `high`. At the ends
/// `f` need not be defined.
pub fn root_of_falling(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if f(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Φ: the probability that a standard normal variable is at most `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * erfc(-z / SQRT_2)
}

/// `exp(exponent) · Φ(z)`, also where the second factor underflows; meant for products that are
/// probabilities.
pub fn scaled_normal_cdf(exponent: f64, z: f64) -> f64 {
    if z > -30.0 {
        return exponent.exp() * normal_cdf(z);
    }
    // Asymptotic series of Φ; its next term is below 15 / z⁶ < 3e-8.
    let square = z * z;
    let series = 1.0 - 1.0 / square + 3.0 / (square * square);
    (exponent - 0.5 * square).exp() / (-z * (2.0 * std::f64::consts::PI).sqrt()) * series
}

/// The probability that a variable of the distribution Beta(`a`, `b`) is at most `x` (the
/// regularized incomplete beta function), for `a`, `b` > 0 and `x` in 0–1.
pub fn beta_cdf(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return f64::from(u8::from(x >= 1.0));
    }
    // The continued fraction converges fast below the mean; above it, the distribution mirrored.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_cdf(b, a, 1.0 - x);
    }
    let ln_front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * x.ln() + b * (1.0 - x).ln();
    ln_front.exp() / a * beta_fraction(a, b, x)
}

/// The continued fraction of [`beta_cdf`] (Abramowitz & Stegun 26.5.8) by Lentz's method: the
/// value is a product of ratios of successive numerators and of successive denominators.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut numerators, mut denominators, mut fraction) = (1.0, 0.0, 1.0);
    for term in 0..MAX_TERMS {
        let half = f64::from(term / 2);
        let coefficient = if term == 0 {
            1.0
        } else if term % 2 == 0 {
            half * (b - half) * x / ((a + 2.0 * half - 1.0) * (a + 2.0 * half))
        } else {
            -(a + half) * (a + b + half) * x / ((a + 2.0 * half) * (a + 2.0 * half + 1.0))
        };
        denominators = 1.0 / away_from_zero(1.0 + coefficient * denominators);
        numerators = away_from_zero(1.0 + coefficient / numerators);
        fraction *= numerators * denominators;
        if (numerators * denominators - 1.0).abs() < 1e-14 {
            break;
        }
    }
    fraction - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_article_of_2007() {
        assert_eq!(format!("{:.3}", probability_better(268, 206)), "0.998");
        let [low, high] = win_share(268, 206, 0.95).map(|share| 100.0 * share);
        assert_eq!(format!("{low:.1}–{high:.1} %"), "52.0–60.9 %");
    }

    #[test]
    fn sides_are_symmetric_and_levels_nested() {
        assert!((probability_better(0, 0) - 0.5).abs() < 1e-12);
        for (wins, losses) in [(0, 3), (10, 10), (268, 206), (50_000, 49_000)] {
            let sum = probability_better(wins, losses) + probability_better(losses, wins);
            assert!((sum - 1.0).abs() < 1e-9);
            let ranges = LEVELS.map(|level| win_share(wins, losses, level));
            for (level, [low, high]) in LEVELS.iter().zip(ranges) {
                let [from, to] = win_share(losses, wins, *level);
                assert!((low + to - 1.0).abs() < 1e-9 && (high + from - 1.0).abs() < 1e-9);
            }
            let is_nested = |two: &[[f64; 2]]| two[1][0] < two[0][0] && two[0][1] < two[1][1];
            assert!(ranges.windows(2).all(is_nested));
        }
    }

    #[test]
    fn normal_probabilities() {
        assert!((normal_cdf(Z_95) - 0.975).abs() < 1e-15);
        assert!((normal_cdf(-6.0) / 9.865_876_450_376_946e-10 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn scaled_probabilities_meet_at_the_seam() {
        let beside = [-29.999_999, -30.000_001];
        let [above, below] = beside.map(|z| scaled_normal_cdf(450.0, z));
        assert!((above / below - 1.0).abs() < 1e-4, "{above} {below}");
        assert!(scaled_normal_cdf(5000.0, -100.0).is_finite());
    }

    #[test]
    fn beta_probabilities() {
        // Polynomials: Beta(1, 1) is uniform, Beta(2, 1) has x², Beta(2, 3) as written.
        for x in [0.0, 0.1, 0.5, 0.77, 1.0_f64] {
            assert!((beta_cdf(1.0, 1.0, x) - x).abs() < 1e-14);
            assert!((beta_cdf(2.0, 1.0, x) - x * x).abs() < 1e-14);
            let cubic = x * x * (6.0 - 8.0 * x + 3.0 * x * x);
            assert!((beta_cdf(2.0, 3.0, x) - cubic).abs() < 1e-14, "{x}");
        }
        assert!((beta_cdf(1e6, 1e6, 0.5) - 0.5).abs() < 1e-9);
    }
}
