//! The layers of K-P and `HalfKP` networks: numbers clamped to 0..=127, and products of 8 bits
//! added up in 32.

use super::Chunk;
use bytemuck::cast_slice;

/// Activations are clamped to this.
pub const MOST_ACTIVATION: i32 = 127;
/// Sums of a hidden layer are times two to this.
pub const SHIFT: u32 = 6;
/// Values are clamped to ±this.
const MOST_VALUE: i64 = 31_753;
/// Rows of weights are as long as a multiple of this.
const PADDING: usize = 32;

/// A layer of sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine {
    /// What each output begins with.
    biases: Vec<i32>,
    /// Output by output a row: what each input is worth, and zeros up to [`Affine::row_length`].
    weights: Vec<i8>,
    inputs: usize,
}

impl Affine {
    /// The layer of these parameters: as many outputs as `biases`, each with a row of
    /// [`Affine::row_length`] weights. Those beyond `inputs` do not count.
    pub fn new(inputs: usize, biases: Vec<i32>, mut weights: Vec<i8>) -> Self {
        let length = Self::row_length(inputs);
        weights.resize(biases.len() * length, 0);
        for row in weights.chunks_exact_mut(length) {
            row[inputs..].fill(0);
        }
        Self {
            biases,
            weights,
            inputs,
        }
    }

    /// How long a row of weights for so many inputs is.
    pub const fn row_length(inputs: usize) -> usize {
        inputs.next_multiple_of(PADDING)
    }

    /// How many outputs it has.
    pub fn outputs(&self) -> usize {
        self.biases.len()
    }

    /// How many inputs it has.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// What each output begins with.
    pub fn biases(&self) -> &[i32] {
        &self.biases
    }

    /// The rows of weights, one after the other.
    pub fn weights(&self) -> &[i8] {
        &self.weights
    }

    /// The activations that follow from `inputs`, which are as long as a row.
    // Loops: closures were not compiled for the kernel's instructions.
    #[inline(always)]
    fn activate(&self, inputs: &[u8], outputs: &mut [u8]) {
        let rows = self.weights.chunks_exact(inputs.len());
        for ((output, bias), row) in outputs.iter_mut().zip(&self.biases).zip(rows) {
            let sum = bias.wrapping_add(dot(inputs, row));
            *output = (sum >> SHIFT).clamp(0, MOST_ACTIVATION) as u8;
        }
    }

    /// The first sum for `inputs`, which are as long as a row.
    #[inline(always)]
    fn first(&self, inputs: &[u8]) -> i32 {
        let bias = self.biases.first().copied().unwrap_or_default();
        bias.wrapping_add(dot(inputs, &self.weights[..inputs.len()]))
    }
}

/// The sum of products.
#[inline(always)]
fn dot(inputs: &[u8], weights: &[i8]) -> i32 {
    let mut sum = 0_i32;
    for (input, weight) in inputs.iter().zip(weights) {
        sum += i32::from(*input) * i32::from(*weight);
    }
    sum
}

/// Three layers: two with activations, and the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dense {
    /// From the accumulators, the mover's first.
    pub first: Affine,
    /// The second.
    pub second: Affine,
    /// To one output.
    pub output: Affine,
}

/// Room for the activations between the layers.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    accumulators: Vec<u8>,
    first: Vec<u8>,
    second: Vec<u8>,
}

impl Scratch {
    /// Room for the layers of `head`.
    pub fn of(head: &super::Head) -> Self {
        let super::Head::Dense(layers) = head else {
            return Self::default();
        };
        let room = |layer: &Affine| vec![0; Affine::row_length(layer.inputs)];
        Self {
            accumulators: room(&layers.first),
            first: room(&layers.second),
            second: room(&layers.output),
        }
    }
}

impl Dense {
    /// The output for the side whose accumulator is `mover`.
    #[inline(always)]
    pub fn output(&self, mover: &[Chunk], other: &[Chunk], scratch: &mut Scratch) -> i32 {
        let (own, others) = scratch.accumulators.split_at_mut(self.first.inputs / 2);
        clamp(mover, own);
        clamp(other, others);
        self.first
            .activate(&scratch.accumulators, &mut scratch.first);
        self.second.activate(&scratch.first, &mut scratch.second);
        self.output.first(&scratch.second)
    }
}

/// The activations of an accumulator.
#[inline(always)]
fn clamp(numbers: &[Chunk], activations: &mut [u8]) {
    let numbers: &[i16] = cast_slice(numbers);
    for (activation, number) in activations.iter_mut().zip(numbers) {
        *activation = (*number).clamp(0, MOST_ACTIVATION as i16) as u8;
    }
}

/// The value that an output stands for, in the network's centipawns.
#[inline(always)]
pub fn value(output: i64, fv_scale: i32) -> i32 {
    let value = output / i64::from(fv_scale.max(1));
    value.clamp(-MOST_VALUE, MOST_VALUE) as i32
}
