//! The network in whole numbers that comes of one in training, and the way back; and how far from zero
//! weights may be for that.

use super::head::{FIRST_BIAS, Head, OUTPUT, OUTPUT_BIAS, SECOND_BIAS};
use super::kernels::Row;
use super::model::Model;
use engine::eval::nnue::layers::{Affine, MOST_ACTIVATION, SHIFT};
use engine::eval::nnue::network::{
    DenseParameters, MOST_OUTPUT_WEIGHT, Network, Parameters, QA, QB, SQUARE_ONE,
};
use engine::eval::nnue::shape::{FeatureSet, Layers, Shape};
use engine::eval::nnue::{NetworkError, Scaling};

/// The number of an activation of 1 in dense layers.
const ONE: f32 = MOST_ACTIVATION as f32;
/// The number of a weight of 1 in their hidden layers.
const WEIGHT: f32 = (1 << SHIFT) as f32;

/// How far from zero parameters may be, so that their whole numbers fit.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
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

impl Bounds {
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
            _ => Self {
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
fn output_weight(scale: f32) -> f32 {
    scale * Scaling::FV_SCALE as f32 / ONE
}

/// What is added to a sum that is rounded down, so that it is rounded.
const HALF: f32 = WEIGHT / 2.0;

/// The network of `model` as it is played with: whole numbers, and an output of 1 worth `scale`
/// centipawns. `origin` says how it was made, in a file that has room for it. Not every shape and scale is possible.
pub fn network(model: &Model, scale: i32, origin: String) -> Result<Network, NetworkError> {
    match model.shape.layers {
        Layers::Squared => squared(model, scale, origin),
        Layers::Dense { first, second } => dense(model, scale as f32, [first, second]),
        Layers::Stacked(_) => Err(NetworkError::Kind(model.shape.to_string())),
    }
}

/// Gives `model`, of which an output of 1 is worth `scale` centipawns, the weights of `network`;
/// none if that is not one of our own of the same shape. Inputs beside the flat ones may be missing there:
/// they begin at nothing. The weights that are there learn at the share `pace` of the rate from now on.
pub fn start(model: &mut Model, scale: f32, network: &Network, pace: f32) -> Option<()> {
    let (there, here) = (network.shape(), model.shape);
    let fewer = there.features.is_ours() && there.features.inputs() < here.features.inputs();
    let features = if fewer { there.features } else { here.features };
    let same = there == Shape { features, ..here } && here.features.is_ours();
    let parameters = network.parameters().filter(|_| same)?;
    let (qa, qb) = (f32::from(QA), f32::from(QB));
    let worth = parameters.scale as f32 / scale;
    let fresh = there.features.inputs()..here.features.inputs();
    for row in fresh.clone() {
        model.row_mut(row).for_each(|weight| *weight = 0.0);
    }
    model.slow(&fresh, pace);
    let rows = parameters.weights.chunks_exact(there.hidden);
    let bias = (model.layout.bias(), &parameters.biases[..]);
    for (row, numbers) in rows.enumerate().chain([bias]) {
        fill(model.row_mut(row), numbers, 1.0 / qa);
    }
    let outputs = parameters.output_weights.chunks_exact(there.hidden);
    for (side, numbers) in outputs.enumerate() {
        let row = model.layout.weights(side).start;
        fill(model.row_mut(row), numbers, worth / qb);
    }
    let bias = parameters.output_bias as f32 / (SQUARE_ONE as f32 * qb);
    model.head.table.weights[FIRST_BIAS].0[0] = bias * worth;
    Some(())
}

/// Writes `numbers`, each times `one`.
fn fill<'a>(places: impl Iterator<Item = &'a mut f32>, numbers: &[i16], one: f32) {
    for (place, &number) in places.zip(numbers) {
        *place = f32::from(number) * one;
    }
}

fn squared(model: &Model, scale: i32, origin: String) -> Result<Network, NetworkError> {
    let (qa, qb) = (f32::from(QA), f32::from(QB));
    let [own, others] = [0, 1].map(|side| model.first_layer(0, side).map(times(qb)));
    Network::new(Parameters {
        origin,
        scale,
        features: model.shape.features,
        weights: inputs(model, model.layout.inputs, qa),
        biases: model.biases().map(times(qa)).collect(),
        output_weights: own.chain(others).collect(),
        output_bias: (bias(&model.head, FIRST_BIAS) * SQUARE_ONE as f32 * qb).round() as i32,
    })
}

fn dense(model: &Model, scale: f32, [first, second]: [usize; 2]) -> Result<Network, NetworkError> {
    let (shape, head) = (model.shape, &model.head);
    let from = |output| [0, 1].map(|side| model.first_layer(output, side));
    let weights = (0..first).flat_map(|output| from(output).into_iter().flatten());
    let rows = &head.second()[..second];
    let last = output_weight(scale);
    let row = |row: &Row, inputs: usize, one: f32| -> Vec<i8> {
        let length = Affine::row_length(inputs);
        let weights = row.0.iter().map(|weight| (weight * one).round() as i8);
        weights.chain(std::iter::repeat(0)).take(length).collect()
    };
    let biases = |row: usize, count: usize| -> Vec<i32> {
        let numbers = head.table.weights[row].0[..count].iter();
        numbers
            .map(|bias| (bias * ONE * WEIGHT + HALF).round() as i32)
            .collect()
    };
    Network::dense(DenseParameters {
        shape,
        biases: model.biases().map(times(ONE)).collect(),
        weights: inputs(model, shape.features.inputs(), ONE),
        layers: [
            (
                biases(FIRST_BIAS, first),
                weights
                    .map(|weight| (weight * WEIGHT).round() as i8)
                    .collect(),
            ),
            (
                biases(SECOND_BIAS, second),
                rows.iter().flat_map(|it| row(it, first, WEIGHT)).collect(),
            ),
            (
                vec![(bias(head, OUTPUT_BIAS) * ONE * last).round() as i32],
                row(&head.table.weights[OUTPUT], second, last),
            ),
        ],
    })
}

/// The rows of all inputs, one after the other.
fn inputs(model: &Model, count: usize, one: f32) -> Vec<i16> {
    let rows = (0..count).flat_map(|input| model.row(input));
    rows.map(times(one)).collect()
}

/// The whole number of a weight of which 1 is `one`.
fn times(one: f32) -> impl Fn(f32) -> i16 + Copy {
    move |weight| (weight * one).round() as i16
}

/// The bias in the first lane of a row.
fn bias(head: &Head, row: usize) -> f32 {
    head.table.weights[row].0[0]
}
