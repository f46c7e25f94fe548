//! What an output should have been, and how far off it was.
//!
//! An output o is the probability σ(o) of winning. In centipawns it is o · S, where S, the scale of
//! the search's own scores, is how many centipawns it must be ahead to win e times as often as it
//! loses.

use super::example::Example;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What outputs are measured by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The scale of the scores that are learned, in centipawns.
    pub scale: f32,
    /// The share of the search's score in the target; the rest is the result's.
    pub blend: f32,
}

impl Target {
    /// The probability that the output for `example` should give.
    pub fn of(self, example: &Example) -> f32 {
        let score = self.score_probability(example);
        let result = example.result();
        result.map_or(score, |it| self.blend * score + (1.0 - self.blend) * it)
    }

    /// The loss of `output` for `example`, the square of the error in probability, and its
    /// derivative.
    pub fn loss(self, example: &Example, output: f32) -> [f32; 2] {
        let probability = sigmoid(output);
        let error = probability - self.of(example);
        [
            error * error,
            2.0 * error * probability * (1.0 - probability),
        ]
    }

    fn score_probability(self, example: &Example) -> f32 {
        sigmoid(f32::from(example.score()) / self.scale)
    }
}

/// How far outputs are off, on the mean of some examples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// The squared error against the probability that the search's score stands for.
    pub score: f64,
    /// The cross-entropy against the results of the games, in nats; knowing nothing costs 0.693.
    pub result: f64,
}

/// The losses of some examples in all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    losses: Losses,
    count: f64,
    /// Those that have a result.
    results: f64,
}

impl Sum {
    /// Adds those of `outputs`, one for each of `examples`.
    pub fn add(
        &mut self,
        target: Target,
        examples: &[Example],
        outputs: impl IntoIterator<Item = f32>,
    ) {
        for (example, output) in examples.iter().zip(outputs) {
            let error = f64::from(sigmoid(output) - target.score_probability(example));
            self.losses.score += error * error;
            if let Some(result) = example.result() {
                self.losses.result += cross_entropy(f64::from(output), f64::from(result));
                self.results += 1.0;
            }
        }
        self.count += examples.len() as f64;
    }

    /// Their mean.
    pub fn mean(self) -> Losses {
        Losses {
            score: self.losses.score / self.count,
            result: self.losses.result / self.results,
        }
    }
}

/// The probability of winning of which `output` is the logarithm of the odds.
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-output))
}

/// −r ln σ(o) − (1 − r) ln(1 − σ(o)) for the output `o` and the result `r`.
pub fn cross_entropy(output: f64, result: f64) -> f64 {
    // ln(1 + eᵒ) − r o, without overflow.
    output.max(0.0) + libm::log1p(libm::exp(-output.abs())) - result * output
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { score, result } = self;
        write!(
            f,
            "score {score:.5} (mse), result {result:.4} (cross-entropy)"
        )
    }
}
