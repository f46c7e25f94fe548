//! The generalized log likelihood ratio of two hypotheses about the strength, exactly.
//!
//! For each hypothesis the distribution of results is taken that explains the counts best among
//! those with that strength; the ratio is between these two (Van den Bergh, "A practical
//! introduction to the GSPRT"). Zero counts are raised as counts, never as shares.

use super::numeric::root_of_falling;
use super::sample::{NELO_SCALE, Sample, moments};

/// Rounds of the normalized model, each of which gains more than a digit.
const MAX_ROUNDS: usize = 100;

/// Shares that change less than this have converged.
const CONVERGED: f64 = 1e-13;

/// The log likelihood ratio of mean score `scores[1]` against `scores[0]`, each within 0–1; `None`
/// for scores outside.
pub fn logistic_llr(sample: &Sample, scores: [f64; 2]) -> Option<f64> {
    let sample = sample.regularised();
    let shares = sample.shares();
    ratio(&sample, scores, |score| {
        tilted(&shares, sample.scores().map(|a| a - score).collect())
    })
}

/// The log likelihood ratio of normalized Elo `nelo[1]` against `nelo[0]`; `None` for a strength
/// that no distribution near the counts has.
pub fn normalized_llr(sample: &Sample, nelo: [f64; 2]) -> Option<f64> {
    let sample = sample.regularised();
    let per_sample = sample.games_each().sqrt() / NELO_SCALE;
    ratio(&sample, nelo, |nelo| {
        with_deviates(&sample, nelo * per_sample)
    })
}

/// The log likelihood ratio of the distributions that `fit` finds for two strengths.
fn ratio(
    sample: &Sample,
    strengths: [f64; 2],
    fit: impl Fn(f64) -> Option<Vec<f64>>,
) -> Option<f64> {
    let [null, alternative] = strengths.map(fit);
    let (null, alternative) = (null?, alternative?);
    let shares = sample.shares();
    let terms = shares.iter().zip(null.iter().zip(&alternative));
    let sum: f64 = terms.map(|(share, (p0, p1))| share * (p1 / p0).ln()).sum();
    Some(sample.size() * sum)
}

/// The likeliest distribution in which the expected `payoff` is 0, given observed `shares`:
/// share / (1 + θ payoff). `None` unless payoffs of both signs exist.
fn tilted(shares: &[f64], payoff: Vec<f64>) -> Option<Vec<f64>> {
    let min = payoff.iter().copied().fold(f64::INFINITY, f64::min);
    let max = payoff.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(min < 0.0 && max > 0.0) {
        return None;
    }
    let theta = root_of_falling(-1.0 / max, -1.0 / min, |theta| {
        let terms = shares.iter().zip(&payoff);
        terms.map(|(p, phi)| p * phi / (1.0 + theta * phi)).sum()
    });
    let tilted = shares.iter().zip(payoff);
    Some(tilted.map(|(p, phi)| p / (1.0 + theta * phi)).collect())
}

/// The likeliest distribution whose mean lies `deviates` standard deviations above ½.
///
/// That condition is not linear in the distribution: each round linearises it around the last.
fn with_deviates(sample: &Sample, deviates: f64) -> Option<Vec<f64>> {
    let observed = sample.shares();
    let mut fitted = leaning(sample, deviates);
    for _ in 0..MAX_ROUNDS {
        let [mean, variance] = moments(&fitted, &sample.scores());
        let deviation = variance.sqrt();
        let payoff = sample.scores().map(|score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - 0.5 * deviates * deviation * (1.0 + distance * distance)
        });
        let next = tilted(&observed, payoff.collect())?;
        let change = fitted.iter().zip(&next).map(|(a, b)| (a - b).abs());
        let change = change.fold(0.0, f64::max);
        fitted = next;
        if change < CONVERGED {
            break;
        }
    }
    Some(fitted)
}

/// Even shares, but more of the best score (of the worst, if `deviates` is negative), so that the mean
/// lies so many standard deviations above ½. From even shares alone the rounds find no strength beyond
/// one deviation.
fn leaning(sample: &Sample, deviates: f64) -> Vec<f64> {
    let count = sample.scores().count();
    let favoured = if deviates < 0.0 { 0 } else { count - 1 };
    let with = |more: f64| -> Vec<f64> {
        let even = (1.0 - more) / count as f64;
        let share = |place| if place == favoured { even + more } else { even };
        (0..count).map(share).collect()
    };
    let lacking = |more| {
        let [mean, variance] = moments(&with(more), &sample.scores());
        deviates.abs() * variance.sqrt() - (mean - 0.5).abs()
    };
    with(root_of_falling(0.0, 1.0, lacking))
}
