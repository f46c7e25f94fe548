//! The arithmetic of training: forward pass, gradient, and Adam, for one tile of the hidden layer.
//!
//! A tile is [`LANES`] hidden neurons: their column of the input table, their biases, and their
//! weights in the output. Tiles meet only in the output, so each is worked on alone, by any
//! thread, and its table (300 KB) stays in a core's second-level cache. What must hold: the order
//! of every sum is written here, so the result depends neither on threads nor on instructions.

// A function of its own would not be compiled for more instructions.
#![allow(clippy::inline_always)]

use super::batch::Batch;
use super::rows::{BIAS, Lists, OUTPUT};
use crate::eval::nnue::features::Feature;
use crate::eval::nnue::instructions::Kernel;
use crate::eval::nnue::network::{LANES, MOST_OUTPUT_WEIGHT, QA, QB};

/// One number for each neuron of a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Row(pub [f32; LANES]);

impl Row {
    /// All zero.
    pub const ZERO: Self = Self([0.0; LANES]);
}

/// Weights stay within ±this, so that a bias with 40 inputs cannot leave `i16`.
pub const MOST_WEIGHT: f32 = i16::MAX as f32 / (41.0 * QA as f32) - 1e-3;
/// Output weights stay within ±this.
pub const MOST_OUTPUT: f32 = MOST_OUTPUT_WEIGHT as f32 / QB as f32;

/// Sums the neurons of a tile for each position, and their share of the output.
pub struct Forward<'a> {
    /// The tile's table.
    pub weights: &'a [Row],
    /// The inputs of each position.
    pub inputs: &'a [Lists],
    /// Written: two rows for each position, the neurons before they are clamped.
    pub neurons: &'a mut [Row],
    /// Written: the tile's share of each position's output.
    pub shares: &'a mut [f32],
}

impl Kernel for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let [us, them] = [&self.weights[OUTPUT].0, &self.weights[OUTPUT + 1].0];
        let results = self.neurons.chunks_exact_mut(2).zip(self.shares);
        for (lists, (neurons, share)) in self.inputs.iter().zip(results) {
            let own = sum_rows(self.weights, &lists[0]);
            let other = sum_rows(self.weights, &lists[1]);
            neurons[0] = Row(own);
            neurons[1] = Row(other);
            let mut terms = [0.0; LANES];
            for lane in 0..LANES {
                let (own, other) = (clamp(own[lane]), clamp(other[lane]));
                terms[lane] = own * own * us[lane] + other * other * them[lane];
            }
            *share = sum(terms);
        }
    }
}

/// Adds the gradient of a tile's table over a batch.
pub struct Backward<'a> {
    /// The tile's table.
    pub weights: &'a [Row],
    /// The batch.
    pub batch: &'a Batch,
    /// What [`Forward`] wrote; overwritten by the slopes of the loss in the neurons.
    pub neurons: &'a mut [Row],
    /// What is added to, row by row as in `weights`.
    pub gradient: &'a mut [Row],
}

impl Kernel for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut bias = self.gradient[BIAS].0;
        for side in 0..2 {
            let weights = &self.weights[OUTPUT + side].0;
            let mut output = self.gradient[OUTPUT + side].0;
            let neurons = self.neurons.iter_mut().skip(side).step_by(2);
            for (neurons, &slope) in neurons.zip(self.batch.slopes()) {
                for lane in 0..LANES {
                    let sum = neurons.0[lane];
                    let value = clamp(sum);
                    output[lane] += slope * value * value;
                    let inside = sum > 0.0 && sum < 1.0;
                    let through = 2.0 * slope * weights[lane] * value;
                    neurons.0[lane] = if inside { through } else { 0.0 };
                    bias[lane] += neurons.0[lane];
                }
            }
            self.gradient[OUTPUT + side].0 = output;
        }
        self.gradient[BIAS].0 = bias;
        for block in self.batch.blocks() {
            let neurons = &self.neurons[2 * block.first()..];
            for (row, users) in self.gradient.iter_mut().zip(block.users()) {
                gather(&mut row.0, neurons, users);
            }
        }
    }
}

/// Adds to `row` those of `neurons` that are named, in two interleaved sums for speed.
#[inline(always)]
fn gather(row: &mut [f32; LANES], neurons: &[Row], names: &[u16]) {
    let (mut even, mut odd) = (*row, [0.0; LANES]);
    let pairs = names.chunks_exact(2);
    let rest = pairs.remainder();
    for pair in pairs {
        add(&mut even, &neurons[pair[0] as usize].0);
        add(&mut odd, &neurons[pair[1] as usize].0);
    }
    if let [last] = rest {
        add(&mut even, &neurons[*last as usize].0);
    }
    add(&mut even, &odd);
    *row = even;
}

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
    /// What remains of a weight before the step: 1 less rate times decay.
    pub keep: f32,
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
            keep: 1.0 - rate * decay,
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
            keep,
        } = self.step;
        let moments = self.mean.iter_mut().zip(self.square);
        let rows = self.weights.iter_mut().zip(self.gradient).zip(moments);
        for (number, ((weights, gradient), (mean, square))) in rows.enumerate() {
            let most = if number < OUTPUT {
                MOST_WEIGHT
            } else {
                MOST_OUTPUT
            };
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

/// The bias and the rows of `inputs`, summed.
#[inline(always)]
fn sum_rows(weights: &[Row], inputs: &[Feature]) -> [f32; LANES] {
    let mut sum = weights[BIAS].0;
    for &input in inputs {
        add(&mut sum, &weights[input as usize].0);
    }
    sum
}

#[inline(always)]
fn add(sum: &mut [f32; LANES], row: &[f32; LANES]) {
    for lane in 0..LANES {
        sum[lane] += row[lane];
    }
}

#[inline(always)]
fn clamp(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// The sum of `terms`, by halves.
#[inline(always)]
fn sum(mut terms: [f32; LANES]) -> f32 {
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            terms[lane] += terms[lane + width];
        }
        width /= 2;
    }
    terms[0]
}
