//! The method itself: simultaneous perturbation stochastic approximation.
//!
//! All values are changed at once, each up or down at random, and the opposite change is played
//! against it: one comparison a step however many values there are (J. C. Spall, "Multivariate
//! stochastic approximation using a simultaneous perturbation gradient approximation", IEEE TAC
//! 37(3), 1992). Exponents are Spall's; gains in terms of the last iteration are those of
//! Stockfish's fishtest. What must hold: an iteration follows from the seed, its number and the
//! values before it alone, so that a run can be continued.

use super::state::Tuning;
use base::random::generator;
use rand::RngExt;

/// How fast steps become smaller.
const ALPHA: f64 = 0.602;
/// How fast changes become smaller.
const GAMMA: f64 = 0.101;
/// Iterations of slow start, as a part of all.
const STABLE: f64 = 0.1;

/// Two sets of values to be compared: changed one way, in the order of the parameters, and the opposite way.
pub struct Trial {
    /// What is random in the comparison may follow from this.
    pub seed: u64,
    pub plus: Vec<i32>,
    pub minus: Vec<i32>,
}

impl Tuning {
    /// The step for a point of gain, and the change, in iteration `k` (from 1) of a parameter
    /// whose last change is `c_end`.
    fn gains(&self, k: u64, c_end: f64) -> [f64; 2] {
        let (k, last) = (k as f64, self.iterations as f64);
        let stable = STABLE * last;
        let a_end = self.r_end * c_end * c_end;
        let a = a_end * ((stable + last) / (stable + k)).powf(ALPHA);
        let c = c_end * (last / k).powf(GAMMA);
        [a / c, c]
    }

    /// Does iteration `k` (from 1): moves `theta`, the values, by what `gain` says, which is given
    /// what to compare and returns by how much the first is better. If it fails, the values stay as they were.
    pub(super) fn step<E>(
        &self,
        theta: &mut [f64],
        k: u64,
        gain: impl FnOnce(&Trial) -> Result<f64, E>,
    ) -> Result<(), E> {
        let mut random = generator(self.seed, k);
        let mut trial = Trial {
            seed: random.random(),
            plus: Vec::new(),
            minus: Vec::new(),
        };
        let mut steps = Vec::new();
        for (parameter, &value) in self.parameters.iter().zip(theta.iter()) {
            let [step, change] = self.gains(k, parameter.c_end);
            let sign = if random.random::<bool>() { 1.0 } else { -1.0 };
            let mut rounded = |value: f64| {
                let up = random.random::<f64>() < value - value.floor();
                let value = value.floor() as i32 + i32::from(up);
                value.clamp(parameter.min, parameter.max)
            };
            trial.plus.push(rounded(value + sign * change));
            trial.minus.push(rounded(value - sign * change));
            steps.push(sign * step);
        }
        let gain = gain(&trial)?;
        for ((parameter, value), step) in self.parameters.iter().zip(theta).zip(steps) {
            let [min, max] = [parameter.min, parameter.max].map(f64::from);
            *value = (*value + gain * step).clamp(min, max);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::Parameter;
    use std::convert::Infallible;

    const ITERATIONS: u64 = 2000;

    fn tuning<const N: usize>(starts: [i32; N]) -> Tuning {
        let parameter = |start| Parameter {
            name: String::new(),
            start,
            min: 0,
            max: 200,
            c_end: 10.0,
        };
        Tuning {
            parameters: starts.map(parameter).into(),
            base: String::new(),
            limit: String::new(),
            resign: None,
            pairs: 1,
            iterations: ITERATIONS,
            r_end: 0.01,
            seed: 1,
        }
    }

    /// Games won less games lost of eight pairs, by luck and by nearness to a best point.
    fn noisy_gain(best: [f64; 2], trial: &Trial) -> f64 {
        let mut luck = generator(trial.seed, 0);
        let loss = |values: &[i32]| -> f64 {
            let pairs = values.iter().zip(best);
            pairs
                .map(|(&it, best)| (f64::from(it) - best).powi(2))
                .sum()
        };
        let elo = (loss(&trial.minus) - loss(&trial.plus)) / 50.0;
        let share = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let game = |_| {
            if luck.random::<f64>() < share {
                1.0
            } else {
                -1.0
            }
        };
        (0..16).map(game).sum()
    }

    #[test]
    fn it_finds_the_best_point_through_noise() {
        let tuning = tuning([20, 180]);
        let best = [120.0, 70.0];
        let mut theta = [20.0, 180.0];
        for k in 1..=ITERATIONS {
            let gain = |trial: &Trial| Ok::<_, Infallible>(noisy_gain(best, trial));
            let Ok(()) = tuning.step(&mut theta, k, gain);
        }
        for (value, best) in theta.into_iter().zip(best) {
            assert!((value - best).abs() < 15.0, "{theta:?}");
        }
    }

    #[test]
    fn changes_are_opposite_whole_and_within_the_range() {
        let tuning = tuning([2, 100]);
        let mut seen = [0.0; 2];
        for k in 1..=ITERATIONS {
            let mut theta = vec![2.0, 100.25];
            let look = |trial: &Trial| {
                let all = trial.plus.iter().chain(&trial.minus);
                assert!(all.clone().all(|value| (0..=200).contains(value)));
                let (plus, minus) = (trial.plus[1], trial.minus[1]);
                let change = (plus - minus).abs();
                assert!((19..=45).contains(&change), "{plus} {minus}");
                seen[0] += f64::from(plus) / ITERATIONS as f64;
                seen[1] += f64::from(minus) / ITERATIONS as f64;
                Ok::<_, Infallible>(0.0)
            };
            let Ok(()) = tuning.step(&mut theta, k, look);
            assert_eq!(theta, vec![2.0, 100.25], "no gain, no step");
        }
        // Signs and rounding are even-handed: 100.25 on average.
        assert!(
            seen.iter().all(|mean| (mean - 100.25).abs() < 1.5),
            "{seen:?}"
        );
    }

    #[test]
    fn the_last_gains_are_the_ones_asked_for() {
        let tuning = tuning([]);
        let [step, change] = tuning.gains(ITERATIONS, 10.0);
        assert!((change - 10.0).abs() < 1e-12);
        assert!((step - 0.01 * 10.0).abs() < 1e-12);
        let [first, early] = tuning.gains(1, 10.0);
        assert!(first > step && early > change);
    }

    #[test]
    fn a_failed_comparison_changes_nothing() {
        let mut theta = [50.0];
        let failed = tuning([50]).step(&mut theta, 1, |_| Err(()));
        assert_eq!((failed, theta), (Err(()), [50.0]));
    }
}
