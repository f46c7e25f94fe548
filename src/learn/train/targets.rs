//! What an output should have been, and how far off it was.
//!
//! An output o is the probability σ(o) of winning. In centipawns it is o · S, where S, the scale of
//! the search's own scores, is how many centipawns it must be ahead to win e times as often as it
//! loses.
//!
//! A search sees some plies ahead, and the game went on for many more, each of them searched. So
//! the score that is learned is a mean of the position's own and those of all later positions of
//! the game, in which each counts λ times the one before: TD(λ) (Sutton 1988). The mean is one of
//! probabilities of winning. The built-in network went on learning from 3.9 million positions with
//! λ 0.9 or with λ 0: at 3,000 nodes a move the first won 217-178-5 (+34 ± 34, 2026-11-23); 0.7 and
//! 0.95 won against 0 too.

use super::examples::Example;
use crate::dataset::Ply;
use engine::search::Score;
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

/// How many centipawns ahead win e times as often as they lose, as far as this mean is concerned.
/// Data of our networks were fitted 814 and 861.
const MEAN_SCALE: f32 = 800.0;
/// What a mate counts as in a mean, in centipawns: the probability of losing is then 4 in a million.
const SURE: i32 = 10_000;

/// For each of a game's `plies` the score that is learned, in centipawns from the side that moved.
/// `lambda` is from 0, for nothing but the position's own score, to less than 1.
pub fn learned_scores(plies: &[Ply], lambda: f32) -> Vec<i16> {
    let mut scores = Vec::with_capacity(plies.len());
    let mut next = None;
    for ply in plies.iter().rev() {
        let own = chances(ply.score);
        let mean = next.map_or(own, |next: [f32; 2]| {
            // The next move is the opponent's.
            let [lost, won] = next;
            [
                own[0] + lambda * (won - own[0]),
                own[1] + lambda * (lost - own[1]),
            ]
        });
        scores.push(score(mean));
        next = Some(mean);
    }
    scores.reverse();
    scores
}

/// The probabilities of winning and losing that `score` stands for. Both are kept, because next to
/// 1 there are too few numbers to tell large scores apart.
fn chances(score: Score) -> [f32; 2] {
    let cp = match score {
        Score::Cp(cp) => cp,
        Score::Mate(1..) => SURE,
        Score::Mate(_) | Score::Mated => -SURE,
    };
    let odds = cp as f32 / MEAN_SCALE;
    [odds, -odds].map(sigmoid)
}

/// The score in centipawns that stands for these probabilities of winning and losing.
fn score([won, lost]: [f32; 2]) -> i16 {
    (libm::logf(won / lost) * MEAN_SCALE).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::shogi::Move;

    fn learned(scores_of_moves: &[Score], lambda: f32) -> Vec<i16> {
        let mv = Move::NONE;
        let plies = scores_of_moves.iter().map(|&score| Ply { mv, score });
        learned_scores(&plies.collect::<Vec<_>>(), lambda)
    }

    #[test]
    fn without_lambda_scores_are_their_own() {
        let own = [30, -2500, 0, 700, -9000].map(Score::Cp);
        assert_eq!(learned(&own, 0.0), [30, -2500, 0, 700, -9000]);
        let all = -30_999..31_000;
        let scores: Vec<_> = all.clone().map(Score::Cp).collect();
        assert!(learned(&scores, 0.0).into_iter().map(i32::from).eq(all));
        assert!(learned(&[], 0.9).is_empty());
    }

    #[test]
    fn later_scores_count_for_the_side_that_they_favour() {
        // Nothing is seen until the fourth move, where the opponent of the first side is lost: at
        // λ ½ an eighth of what is between ½ and 1 is known at first.
        let game = [Score::Cp(0), Score::Cp(0), Score::Cp(0), Score::Mate(-2)];
        let expected = [0.5 + 0.5 / 8.0, 0.5 - 0.5 / 4.0, 0.5 + 0.5 / 2.0];
        let found = learned(&game, 0.5);
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                found.abs_diff(score([expected, 1.0 - expected])) <= 1,
                "{found}"
            );
        }
        assert_eq!(found[3], -10_000);
        // The longer they are waited for, the more they count.
        assert!(learned(&game, 0.9)[0] > found[0]);
    }

    #[test]
    fn a_game_whose_scores_agree_changes_none() {
        let game = [Score::Cp(800), Score::Cp(-800), Score::Cp(800)];
        assert_eq!(learned(&game, 0.9), [800, -800, 800]);
    }
}
