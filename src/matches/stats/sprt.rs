//! A sequential probability ratio test: two strengths and two error rates as they are ordered, the
//! generalized log likelihood ratio of counts, and a test that runs.
//!
//! For each hypothesis the distribution of results is taken that explains the counts best among
//! those with that strength; the ratio is between these two (Van den Bergh, "A practical
//! introduction to the GSPRT"). Zero counts are raised as counts, never as shares.
//!
//! A running test decides on pairs in the order of the schedule: in the order in which workers finish them, the
//! verdict would depend on the machine, and lean towards whatever ends games quickly.

use super::counts::{Counts, GamePoints, TextError};
use super::sample::{NELO_SCALE, Sample, moments, root_of_falling, score_of_elo};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// In what the two strengths are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo: how long the test takes does not depend on draws and openings.
    Normalized,
    /// Elo.
    Logistic,
}

/// Which hypothesis a test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Hypothesis {
    /// The first player is not stronger than `elo0`.
    H0,
    /// It is at least `elo1`.
    H1,
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The test of "at least `elo1`" against "at most `elo0`".
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Hypotheses {
    /// The strength of H0.
    pub elo0: f64,
    /// The strength of H1, above `elo0`.
    pub elo1: f64,
    /// The probability to accept H1 at `elo0`, above 0 and below ½.
    pub alpha: f64,
    /// The probability to accept H0 at `elo1`, above 0 and below ½.
    pub beta: f64,
    /// What the strengths are.
    pub model: Model,
}

/// Fewer games say nothing, however clear.
const LEAST_GAMES: f64 = 16.0;

impl Hypotheses {
    /// The test of two strengths with the usual errors of 5 % in normalized Elo.
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Normalized,
        }
    }

    /// The log likelihood ratios at which H0 and H1 are accepted (Wald).
    pub fn bounds(&self) -> [f64; 2] {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        [lower, ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The generalized log likelihood ratio of the counts; `None` for strengths out of reach.
    pub fn llr(&self, sample: &Sample) -> Option<f64> {
        let strengths = [self.elo0, self.elo1];
        match self.model {
            Model::Normalized => normalized_llr(sample, strengths),
            Model::Logistic => logistic_llr(sample, strengths.map(score_of_elo)),
        }
    }

    /// What a log likelihood ratio decides; `None`: to be continued.
    pub fn decision_at(&self, llr: f64) -> Option<Hypothesis> {
        let [lower, upper] = self.bounds();
        if llr >= upper {
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }

    /// What counts decide: as [`decision_at`](Self::decision_at), but nothing before 16 games (8 pairs).
    pub fn decide(&self, sample: &Sample) -> Option<Hypothesis> {
        let games = sample.size() * sample.games_each();
        if games < LEAST_GAMES {
            return None;
        }
        self.decision_at(self.llr(sample)?)
    }

    /// The score that strength `elo` means in the model, where `variance` is that of one game or
    /// pair and `games_each` says which.
    pub(super) fn score_at(&self, elo: f64, variance: f64, games_each: f64) -> f64 {
        match self.model {
            Model::Normalized => 0.5 + elo / NELO_SCALE * (variance * games_each).sqrt(),
            Model::Logistic => score_of_elo(elo),
        }
    }

    /// Takes `key=value`; otherwise says what was expected.
    fn set(&mut self, item: &str) -> Result<(), &'static str> {
        const KEYS: &str = "elo0=, elo1=, alpha=, beta= or model=";
        let (key, value) = item.split_once('=').ok_or(KEYS)?;
        let number = value.parse::<f64>().ok();
        let strength = || {
            let number = number.filter(|elo| elo.abs() <= 1000.0);
            number.ok_or("a number from -1000 to 1000")
        };
        let error_rate = || {
            let number = number.filter(|rate| *rate > 0.0 && *rate < 0.5);
            number.ok_or("a number above 0 and below 0.5")
        };
        match key {
            "elo0" => self.elo0 = strength()?,
            "elo1" => self.elo1 = strength()?,
            "alpha" => self.alpha = error_rate()?,
            "beta" => self.beta = error_rate()?,
            "model" => {
                self.model = match value {
                    "normalized" => Model::Normalized,
                    "logistic" => Model::Logistic,
                    _ => return Err("normalized or logistic"),
                }
            }
            _ => return Err(KEYS),
        }
        Ok(())
    }
}

impl FromStr for Hypotheses {
    type Err = TextError;

    /// Reads `elo0=0 elo1=5`, perhaps with `alpha=0.05`, `beta=0.05`, `model=logistic`, separated
    /// by spaces, in any order.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut test = Self::new(f64::NAN, f64::NAN);
        for item in text.split_whitespace() {
            let set = test.set(item);
            set.map_err(|expected| TextError(format!("`{item}`: expected {expected}")))?;
        }
        let problem = if test.elo0.is_nan() || test.elo1.is_nan() {
            " lacks elo0= or elo1=: expected both, such as elo0=0 elo1=5"
        } else if test.elo0 >= test.elo1 {
            ": expected elo0 below elo1"
        } else {
            return Ok(test);
        };
        Err(TextError(format!("`{text}`{problem}")))
    }
}

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

/// The end of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// What is accepted.
    pub accepted: Hypothesis,
    /// After how many pairs.
    pub pairs: u64,
    /// The log likelihood ratio at that moment.
    pub llr: f64,
}

/// A sequential test, fed with pairs.
#[derive(Clone, Debug)]
pub struct Sprt {
    hypotheses: Hypotheses,
    counts: Counts,
    waiting: BTreeMap<u64, [GamePoints; 2]>,
    verdict: Option<Verdict>,
}

impl Sprt {
    /// A test that has seen nothing yet.
    pub fn new(hypotheses: Hypotheses) -> Self {
        Self {
            hypotheses,
            counts: Counts::default(),
            waiting: BTreeMap::new(),
            verdict: None,
        }
    }

    /// Takes the result of pair `number`, counted from 0, in any order, and returns the verdict if
    /// there is one. A number that has been there before changes nothing, nor does anything after
    /// the verdict.
    pub fn add(&mut self, number: u64, pair: [GamePoints; 2]) -> Option<Verdict> {
        if number >= self.counts.pairs.pairs() {
            self.waiting.entry(number).or_insert(pair);
        }
        while self.verdict.is_none() {
            let next = self.waiting.remove(&self.counts.pairs.pairs());
            let Some(pair) = next else { break };
            self.counts.add_pair(pair);
            self.verdict = self.decide();
        }
        self.verdict
    }

    fn decide(&self) -> Option<Verdict> {
        let sample = Sample::from(&self.counts.pairs);
        Some(Verdict {
            accepted: self.hypotheses.decide(&sample)?,
            pairs: self.counts.pairs.pairs(),
            llr: self.hypotheses.llr(&sample)?,
        })
    }

    /// What is tested.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// The verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// What the test has counted: the completed prefix, up to the verdict.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The log likelihood ratio of what has been counted; `None` for strengths out of reach.
    pub fn llr(&self) -> Option<f64> {
        self.hypotheses.llr(&Sample::from(&self.counts.pairs))
    }
}
