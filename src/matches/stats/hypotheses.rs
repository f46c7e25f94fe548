//! A sequential probability ratio test as it is ordered: two strengths and two error rates.

use super::llr::{logistic_llr, normalized_llr};
use super::sample::{NELO_SCALE, Sample, score_of_elo};
use serde::Serialize;
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
        f.write_str(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
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

/// Why a test could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HypothesesError {
    /// Not of the form `key=value` with a known key.
    #[error("`{0}`: expected elo0=, elo1=, alpha=, beta= or model=")]
    Item(String),
    /// A value out of range.
    #[error("`{item}`: expected {expected}")]
    Value {
        /// The item.
        item: String,
        /// What its value can be.
        expected: &'static str,
    },
    /// Without the one or the other there is nothing to test.
    #[error("`{0}` lacks elo0= or elo1=: expected both, such as elo0=0 elo1=5")]
    Missing(String),
    /// The wrong way round.
    #[error("`{0}`: expected elo0 below elo1")]
    Order(String),
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
}

impl FromStr for Hypotheses {
    type Err = HypothesesError;

    /// Reads `elo0=0 elo1=5`, perhaps with `alpha=0.05`, `beta=0.05`, `model=logistic`, separated
    /// by spaces, in any order.
    fn from_str(text: &str) -> Result<Self, HypothesesError> {
        let mut test = Self::new(f64::NAN, f64::NAN);
        for item in text.split_whitespace() {
            test.set(item)?;
        }
        if test.elo0.is_nan() || test.elo1.is_nan() {
            return Err(HypothesesError::Missing(text.to_owned()));
        }
        if test.elo0 >= test.elo1 {
            return Err(HypothesesError::Order(text.to_owned()));
        }
        Ok(test)
    }
}

impl Hypotheses {
    fn set(&mut self, item: &str) -> Result<(), HypothesesError> {
        let unknown = || HypothesesError::Item(item.to_owned());
        let out_of_range = |expected| HypothesesError::Value {
            item: item.to_owned(),
            expected,
        };
        let (key, value) = item.split_once('=').ok_or_else(unknown)?;
        let number = value.parse::<f64>().ok();
        let strength = || {
            let number = number.filter(|elo| elo.abs() <= 1000.0);
            number.ok_or_else(|| out_of_range("a number from -1000 to 1000"))
        };
        let error_rate = || {
            let number = number.filter(|rate| *rate > 0.0 && *rate < 0.5);
            number.ok_or_else(|| out_of_range("a number above 0 and below 0.5"))
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
                    _ => return Err(out_of_range("normalized or logistic")),
                }
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }
}
