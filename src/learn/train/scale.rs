//! The scale that fits the data: how many centipawns stand for which probability of winning.

use super::TrainError;
use super::example::Example;
use crate::eval::nnue::network::SCALE;
use std::collections::BTreeMap;

/// The scale S with which σ(score / S) has the least cross-entropy against the results.
///
/// # Errors
/// If results do not follow scores, or only by a scale that no network can have.
pub fn fit(examples: &[Example]) -> Result<f32, TrainError> {
    // There are few different scores: for each, how many examples and points.
    let mut points: BTreeMap<i16, (f64, f64)> = BTreeMap::new();
    for example in examples {
        let (count, sum) = points.entry(example.score()).or_default();
        *count += 1.0;
        *sum += f64::from(example.result());
    }
    // Newton's method on k = 1 / S, in units of 1 / 1000 centipawns; the loss is convex in k.
    let mut k = 0.0;
    for _ in 0..50 {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for (&score, &(count, sum)) in &points {
            let score = f64::from(score) / 1000.0;
            let probability = 1.0 / (1.0 + libm::exp(-k * score));
            slope += score * (count * probability - sum);
            curvature += score * score * count * probability * (1.0 - probability);
        }
        // A long step from 0 can overshoot; the scale changes by at most half a unit at a time.
        k -= (slope / curvature).clamp(-0.5, 0.5);
    }
    let scale = 1000.0 / k;
    let possible = f64::from(*SCALE.start())..=f64::from(*SCALE.end());
    if possible.contains(&scale) {
        Ok(scale.round() as f32)
    } else {
        Err(TrainError::NoScale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Position;
    use crate::stats::GamePoints::{Loss, Win};

    fn examples(score: i16, wins: usize, losses: usize) -> Vec<Example> {
        let results = [vec![Win; wins], vec![Loss; losses]].concat();
        let example = |result| Example::new(&Position::default(), score, result);
        results.into_iter().map(example).collect()
    }

    #[test]
    fn the_scale_makes_probabilities_of_scores() {
        // 731 of 1000 is σ(1).
        assert_eq!(fit(&examples(600, 731, 269)).unwrap() as i32, 600);
        let both = [examples(300, 731, 269), examples(-300, 269, 731)].concat();
        assert_eq!(fit(&both).unwrap() as i32, 300);
    }

    #[test]
    fn data_without_a_scale_is_refused() {
        for data in [examples(0, 5, 5), examples(300, 1, 9), examples(300, 5, 5)] {
            assert!(matches!(fit(&data), Err(TrainError::NoScale)));
        }
    }
}
