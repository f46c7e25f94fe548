//! What a weight of 1 becomes as a whole number, and how far from zero weights may be for that.

use engine::eval::nnue::Scaling;
use engine::eval::nnue::layers::{MOST_ACTIVATION, SHIFT};
use engine::eval::nnue::network::{MOST_OUTPUT_WEIGHT, QA, QB};
use engine::eval::nnue::shape::{FeatureSet, Layers, Shape};

/// The number of an activation of 1 in dense layers.
pub const ONE: f32 = MOST_ACTIVATION as f32;
/// The number of a weight of 1 in their hidden layers.
pub const WEIGHT: f32 = (1 << SHIFT) as f32;

/// How far from zero parameters may be, so that their whole numbers fit.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// Weights and biases of the accumulators.
    pub input: f32,
    /// Weights of pieces near the own king.
    pub near: f32,
    /// Weights of what is attacked.
    pub attacks: f32,
    /// Weights of the first layer and the second.
    pub layer: f32,
    /// Biases of the layers.
    pub bias: f32,
    /// Weights of the output, after other layers.
    pub output: f32,
}

impl Most {
    /// In a network of `shape`, of which an output of 1 is worth `scale` centipawns.
    pub fn of(shape: Shape, scale: f32) -> Self {
        // A bias with 40 inputs cannot leave `i16`, nor with 40 more that are a fifth as large.
        let (inputs, near) = match shape.features {
            FeatureSet::Near | FeatureSet::Attacks => (49.0, 0.2),
            _ => (41.0, 0.0),
        };
        let input = |one: f32| i16::MAX as f32 / (inputs * one) - 1e-3;
        match shape.layers {
            Layers::Squared => Self {
                input: input(QA.into()),
                near: input(QA.into()) * near,
                // Their sums are kept apart: all of them stay below 48.
                attacks: input(QA.into()),
                layer: MOST_OUTPUT_WEIGHT as f32 / QB as f32,
                bias: input(QA.into()),
                output: 0.0,
            },
            Layers::Dense { .. } => Self {
                input: input(ONE),
                near: 0.0,
                attacks: 0.0,
                layer: i8::MAX as f32 / WEIGHT,
                bias: f32::INFINITY,
                output: i8::MAX as f32 / output_weight(scale),
            },
        }
    }
}

/// The number of an output weight of 1 after dense layers, so that values are centipawns at the
/// usual `FV_SCALE`.
pub fn output_weight(scale: f32) -> f32 {
    scale * Scaling::FV_SCALE as f32 / ONE
}
