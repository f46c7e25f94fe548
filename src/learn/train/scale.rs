//! The scale that fits the data: how many centipawns stand for which probability of winning.

use super::TrainError;
use engine::eval::nnue::network::SCALE;
use std::collections::BTreeMap;

/// Scores, and what came of them.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// By score, of which there are few different ones: how many, and their points.
    points: BTreeMap<i16, (f64, f64)>,
}

impl Scores {
    /// Counts a score for a side to which the game brought `result`: 0, ½ or 1.
    pub fn add(&mut self, score: i16, result: f32) {
        let (count, sum) = self.points.entry(score).or_default();
        *count += 1.0;
        *sum += f64::from(result);
    }

    /// The scale S with which σ(score / S) has the least cross-entropy against the results.
    ///
    /// # Errors
    /// If results do not follow scores, or only by a scale that no network can have.
    pub fn scale(&self) -> Result<f32, TrainError> {
        // Newton's method on k = 1 / S, in units of 1 / 1000 centipawns; the loss is convex in k.
        let mut k = 0.0;
        for _ in 0..50 {
            let (mut slope, mut curvature) = (0.0, 0.0);
            for (&score, &(count, sum)) in &self.points {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(scores: &[(i16, usize, usize)]) -> Result<f32, TrainError> {
        let mut counted = Scores::default();
        for &(score, wins, losses) in scores {
            (0..wins).for_each(|_| counted.add(score, 1.0));
            (0..losses).for_each(|_| counted.add(score, 0.0));
        }
        counted.scale()
    }

    #[test]
    fn the_scale_makes_probabilities_of_scores() {
        // 731 of 1000 is σ(1).
        assert_eq!(fit(&[(600, 731, 269)]).unwrap() as i32, 600);
        let both = [(300, 731, 269), (-300, 269, 731)];
        assert_eq!(fit(&both).unwrap() as i32, 300);
    }

    #[test]
    fn data_without_a_scale_is_refused() {
        for data in [(0, 5, 5), (300, 1, 9), (300, 5, 5)] {
            assert!(matches!(fit(&[data]), Err(TrainError::NoScale)));
        }
    }
}
