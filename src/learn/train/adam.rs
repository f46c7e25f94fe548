//! The steps that training goes down the slope.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use super::row::Row;
use engine::eval::nnue::instructions::Kernel;
use engine::eval::nnue::shape::LANES;

/// One step of Adam with decoupled weight decay (Loshchilov and Hutter 2019, algorithm 2).
pub struct Adam<'a> {
    /// What is learned.
    pub weights: &'a mut [Row],
    /// Its gradient; zero afterwards.
    pub gradient: &'a mut [Row],
    /// The running mean of the gradient.
    pub mean: &'a mut [Row],
    /// The running mean of its square.
    pub square: &'a mut [Row],
    /// Row by row how far from zero a weight may be.
    pub most: &'a [f32],
    /// Row by row which share of the rate its weights learn at.
    pub pace: &'a [f32],
    /// The numbers of this step.
    pub step: AdamStep,
}

/// The numbers of one step of Adam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamStep {
    /// The rate, corrected for the start of the running mean.
    pub rate: f32,
    /// The correction for the start of the running square: its square is multiplied with this.
    pub square_scale: f32,
    /// What decays of a weight before the step: rate times decay.
    pub lost: f32,
}

impl AdamStep {
    /// How much of the running mean is kept.
    const MEAN: f32 = 0.9;
    /// How much of the running square is kept.
    const SQUARE: f32 = 0.999;
    /// Added to the divisor.
    const EPSILON: f32 = 1e-8;

    /// Step `number`, counted from 1, at `rate`, with weight decay `decay`.
    pub fn new(number: u64, rate: f32, decay: f32) -> Self {
        let start = |kept: f32| 1.0 - libm::pow(f64::from(kept), number as f64);
        Self {
            rate: (f64::from(rate) / start(Self::MEAN)) as f32,
            square_scale: (1.0 / start(Self::SQUARE)) as f32,
            lost: rate * decay,
        }
    }
}

impl Kernel for Adam<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let AdamStep {
            rate,
            square_scale,
            lost,
        } = self.step;
        let moments = self.mean.iter_mut().zip(self.square);
        let rows = self.weights.iter_mut().zip(self.gradient).zip(moments);
        let bounds = self.most.iter().zip(self.pace);
        for (((weights, gradient), (mean, square)), (&most, &pace)) in rows.zip(bounds) {
            let (rate, keep) = (rate * pace, 1.0 - lost * pace);
            for lane in 0..LANES {
                let slope = gradient.0[lane];
                let average = AdamStep::MEAN * mean.0[lane] + (1.0 - AdamStep::MEAN) * slope;
                let power =
                    AdamStep::SQUARE * square.0[lane] + (1.0 - AdamStep::SQUARE) * slope * slope;
                let divisor = (power * square_scale).sqrt() + AdamStep::EPSILON;
                let weight = weights.0[lane] * keep - rate * average / divisor;
                weights.0[lane] = weight.clamp(-most, most);
                mean.0[lane] = average;
                square.0[lane] = power;
            }
            *gradient = Row::ZERO;
        }
    }
}
