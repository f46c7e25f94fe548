//! The network in whole numbers that comes of one in training, and the way back; and how far from zero
//! weights may be for that.

use super::head::{Places, ShortCut};
use super::model::Model;
use engine::eval::nnue::layers::{Affine, MOST_ACTIVATION, SHIFT};
use engine::eval::nnue::network::{
    LayerNumbers, LayeredParameters, MOST_OUTPUT_WEIGHT, Network, Parameters, QA, QB, SQUARE_ONE,
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
    /// Weights of the layers but for the output's.
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
                input: input(ONE) / share(shape),
                near: 0.0,
                attacks: 0.0,
                layer: i8::MAX as f32 / WEIGHT,
                bias: f32::INFINITY,
                output: i8::MAX as f32 / output_weight(scale),
            },
        }
    }
}

/// By how much inputs must be smaller than they could be, were each a single row and nothing more.
fn share(shape: Shape) -> f32 {
    let rows = if shape.features.kings() > 1 { 2.0 } else { 1.0 };
    // `YaneuraOu` keeps accumulators twice as large where it multiplies their numbers.
    match shape.layers {
        Layers::Stacked(_) => 2.0 * rows,
        _ => rows,
    }
}

/// What the last sum of the first layer adds to the output, if there is one more than goes on. In whole numbers it is
/// added as it is.
pub fn short_cut(layers: Layers, scale: f32) -> Option<ShortCut> {
    match layers {
        Layers::Stacked(layers) if layers.first_outputs() > layers.first => {
            Some((layers.first, WEIGHT / output_weight(scale)))
        }
        _ => None,
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
        Layers::Dense { first, second } => layered(model, scale as f32, [first, first, second]),
        Layers::Stacked(layers) => {
            let going_on = 2 * layers.first;
            let sizes = [layers.first_outputs(), going_on, layers.second];
            layered(model, scale as f32, sizes)
        }
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
    model.head.table.weights[Places::FIRST_BIAS].0[0] = bias * worth;
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
    let [own, others] = [0, 1].map(|side| model.first_layer(0, 0, side).map(times(qb)));
    let bias = model.head.stack(0)[Places::FIRST_BIAS].0[0];
    Network::new(Parameters {
        origin,
        scale,
        features: model.shape.features,
        weights: inputs(model, qa),
        biases: model.biases().map(times(qa)).collect(),
        output_weights: own.chain(others).collect(),
        output_bias: (bias * SQUARE_ONE as f32 * qb).round() as i32,
    })
}

/// A network with stacks of layers: `outputs` of the first one, `inputs` and `outputs` of the second.
fn layered(model: &Model, scale: f32, sizes: [usize; 3]) -> Result<Network, NetworkError> {
    let stacks = (0..model.layout.stacks).map(|stack| layers(model, stack, scale, sizes));
    Network::layered(LayeredParameters {
        shape: model.shape,
        biases: model.biases().map(times(ONE)).collect(),
        weights: inputs(model, ONE),
        stacks: stacks.collect(),
    })
}

/// The layers of a stack.
fn layers(
    model: &Model,
    stack: usize,
    scale: f32,
    [first, inputs, second]: [usize; 3],
) -> [LayerNumbers; 3] {
    let (rows, places) = (model.head.stack(stack), model.head.places);
    let from = |output| [0, 1].map(|side| model.first_layer(stack, output, side));
    let weights = (0..first).flat_map(|output| from(output).into_iter().flatten());
    let weights = weights.map(|weight| (weight * WEIGHT).round() as i8);
    let numbers = |row: usize, count: usize| rows[row..].iter().flat_map(|row| row.0).take(count);
    let biases = |row: usize, count: usize| -> Vec<i32> {
        numbers(row, count)
            .map(|bias| rounded_down(bias) as i32)
            .collect()
    };
    let row = |row: usize, inputs: usize, one: f32| {
        let weights = numbers(row, inputs).map(move |weight| (weight * one).round() as i8);
        let length = Affine::row_length(inputs);
        weights.chain(std::iter::repeat(0)).take(length)
    };
    let last = output_weight(scale);
    let mut first_biases = biases(Places::FIRST_BIAS, first);
    if let Some((lane, _)) = model.head.short_cut {
        first_biases[lane] -= HALF as i32;
    }
    let seconds = (0..second).flat_map(|output| row(Places::SECOND + output, inputs, WEIGHT));
    let output_bias = rows[places.output_bias()].0[0];
    [
        (first_biases, weights.collect()),
        (biases(places.second_bias(), second), seconds.collect()),
        (
            vec![(output_bias * ONE * last).round() as i32],
            row(places.output(), second, last).collect(),
        ),
    ]
}

/// The whole number of the bias of a sum that is rounded down.
fn rounded_down(bias: f32) -> f32 {
    (bias * ONE * WEIGHT + HALF).round()
}

/// The rows of all inputs, one after the other.
fn inputs(model: &Model, one: f32) -> Vec<i16> {
    let rows = (0..model.shape.features.rows()).flat_map(|input| model.input(input));
    rows.map(times(one)).collect()
}

/// The whole number of a weight of which 1 is `one`.
fn times(one: f32) -> impl Fn(f32) -> i16 + Copy {
    move |weight| (weight * one).round() as i16
}
