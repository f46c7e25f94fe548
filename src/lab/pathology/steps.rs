//! What a move adds to a value: the kinds of random steps.

use engine::random::Generator;
use libm::log;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// How the value of a move differs from that of the position before. Random steps have a standard
/// deviation of 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Steps {
    /// Normal.
    Normal,
    /// Triangular.
    Triangular,
    /// Uniform.
    Uniform,
    /// By nothing for the first move, by 1 more for each after it.
    Fixed,
}

/// Half the width of the uniform distribution of deviation 1, and of each of the two whose sum is
/// triangular.
const UNIFORM: f64 = 1.732_050_807_568_877_2;
const TRIANGULAR: f64 = 1.224_744_871_391_589;

/// A source of random numbers that keeps the second of two normal ones.
pub struct Chance {
    random: Generator,
    kept: Option<f64>,
}

impl Chance {
    /// The numbers of `random`.
    pub fn new(random: Generator) -> Self {
        Self { random, kept: None }
    }

    /// Between −1 and 1.
    fn uniform(&mut self) -> f64 {
        2.0 * self.random.random::<f64>() - 1.0
    }

    /// A normal number, by the polar method (G. Marsaglia, 1964). Logarithms are those of `libm`, the same on
    /// every machine.
    pub fn normal(&mut self) -> f64 {
        if let Some(kept) = self.kept.take() {
            return kept;
        }
        loop {
            let (x, y) = (self.uniform(), self.uniform());
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                let factor = (-2.0 * log(square) / square).sqrt();
                self.kept = Some(y * factor);
                return x * factor;
            }
        }
    }

    /// What the move at `place` adds.
    pub fn step(&mut self, steps: Steps, place: u32) -> f64 {
        match steps {
            Steps::Normal => self.normal(),
            Steps::Triangular => TRIANGULAR * (self.uniform() + self.uniform()),
            Steps::Uniform => UNIFORM * self.uniform(),
            Steps::Fixed => f64::from(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::random::generator;

    #[test]
    fn random_steps_have_mean_0_and_deviation_1() {
        for steps in [Steps::Normal, Steps::Triangular, Steps::Uniform] {
            let mut chance = Chance::new(generator(1, 1));
            let drawn: Vec<f64> = (0..20_000).map(|_| chance.step(steps, 0)).collect();
            let mean = drawn.iter().sum::<f64>() / 20_000.0;
            let square = drawn.iter().map(|it| it * it).sum::<f64>() / 20_000.0;
            assert!(
                mean.abs() < 0.03 && (square - 1.0).abs() < 0.04,
                "{steps:?}: {mean}, {square}"
            );
        }
        assert_eq!(Chance::new(generator(1, 1)).step(Steps::Fixed, 1) as i32, 1);
    }
}
