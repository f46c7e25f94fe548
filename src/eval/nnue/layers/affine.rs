//! A layer of sums of products of 8 bits, added up in 32.
//!
//! Sixteen sums stand side by side in a register and take four inputs each at a time. Inputs that
//! are all 0 are left out. Where there are no more than eight outputs, each is made of two sums.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::products::{Activations, Products, STEP, SUMS, Weights};
use bytemuck::cast_slice;

/// Activations are clamped to this.
pub const MOST_ACTIVATION: i32 = 127;
/// Sums of a hidden layer are times two to this.
const SHIFT: u32 = 6;
/// Rows of weights in files are as long as a multiple of this.
const PADDING: usize = 32;
/// The inputs that outputs made of two sums take at a time.
const DOUBLE_STEP: usize = 2 * STEP;
/// Activations with one bit of 64 for each step.
const BLOCK: usize = u64::BITS as usize / SUMS;

/// A layer of sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine {
    inputs: usize,
    /// What each output begins with.
    biases: Vec<i32>,
    /// Step by step the weights of all sums; where each stands, [`Affine::place`] says.
    weights: Vec<Weights>,
}

impl Affine {
    /// The layer of these parameters: as many outputs as `biases`, each with a row of
    /// [`Affine::row_length`] weights. Those beyond `inputs` do not count.
    pub fn new(inputs: usize, biases: Vec<i32>, rows: &[i8]) -> Self {
        let mut layer = Self {
            inputs,
            biases,
            weights: Vec::new(),
        };
        let steps = inputs.div_ceil(layer.step());
        layer.weights = vec![Weights::NONE; steps * layer.registers()];
        for (output, row) in rows.chunks(Self::row_length(inputs)).enumerate() {
            for (input, weight) in row.iter().take(inputs).enumerate() {
                let (register, at) = layer.place(output, input);
                layer.weights[register].0[at] = *weight;
            }
        }
        layer
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

    /// The rows of weights, one after the other, each with zeros up to [`Affine::row_length`].
    pub fn rows(&self) -> Vec<i8> {
        let length = Self::row_length(self.inputs);
        let mut rows = vec![0; self.outputs() * length];
        for (output, row) in rows.chunks_mut(length).enumerate() {
            for (input, weight) in row[..self.inputs].iter_mut().enumerate() {
                let (register, at) = self.place(output, input);
                *weight = self.weights[register].0[at];
            }
        }
        rows
    }

    /// Room for its inputs.
    pub fn room(&self) -> Vec<Activations> {
        vec![Activations::NONE; self.inputs.div_ceil(size_of::<Activations>())]
    }

    /// How many inputs a step takes.
    #[inline(always)]
    fn step(&self) -> usize {
        if self.outputs() > SUMS / 2 {
            STEP
        } else {
            DOUBLE_STEP
        }
    }

    /// How many registers hold all sums.
    #[inline(always)]
    fn registers(&self) -> usize {
        self.outputs().div_ceil(SUMS)
    }

    /// In which register and where in it the weight of `input` for `output` stands.
    fn place(&self, output: usize, input: usize) -> (usize, usize) {
        let (step, within) = (input / self.step(), input % self.step());
        let sum = output * (self.step() / STEP) + within / STEP;
        let register = step * self.registers() + sum / SUMS;
        (register, sum % SUMS * STEP + within % STEP)
    }

    /// The activations that follow from `inputs`.
    #[inline(always)]
    pub fn activate<P: Products>(&self, products: P, inputs: &[Activations], outputs: &mut [u8]) {
        if self.step() == DOUBLE_STEP {
            let [sums] = self.sums::<P, DOUBLE_STEP, 1, 4>(products, inputs, 0);
            activate(&paired(sums), &self.biases, outputs);
            return;
        }
        let groups = self.biases.chunks(2 * SUMS);
        for ((group, biases), outputs) in (0..).zip(groups).zip(outputs.chunks_mut(2 * SUMS)) {
            if biases.len() > SUMS {
                let sums = self.sums::<P, STEP, 2, 2>(products, inputs, 2 * group);
                activate(sums.as_flattened(), biases, outputs);
            } else {
                let sums = self.sums::<P, STEP, 1, 4>(products, inputs, 2 * group);
                activate(sums.as_flattened(), biases, outputs);
            }
        }
    }

    /// The first sum for `inputs`, of a layer with no more than eight outputs.
    #[inline(always)]
    pub fn first<P: Products>(&self, products: P, inputs: &[Activations]) -> i32 {
        let [sums] = self.sums::<P, DOUBLE_STEP, 1, 4>(products, inputs, 0);
        let bias = self.biases.first().copied().unwrap_or_default();
        bias.wrapping_add(sums[0] + sums[1])
    }

    /// The sums of so many `REGISTERS` from `first` on, taking so many `INPUTS` a step, made in so
    /// many `CHAINS` that do not wait for each other.
    #[inline(always)]
    fn sums<P: Products, const INPUTS: usize, const REGISTERS: usize, const CHAINS: usize>(
        &self,
        products: P,
        inputs: &[Activations],
        first: usize,
    ) -> [[i32; SUMS]; REGISTERS] {
        let registers = self.registers();
        let mut chains = [[products.nothing(); REGISTERS]; CHAINS];
        let mut weights = &self.weights[first..];
        for block in inputs.chunks(BLOCK) {
            let (steps, _) = cast_slice::<_, u8>(block).as_chunks::<INPUTS>();
            let mut active = active_steps::<P, INPUTS>(products, block);
            for _ in 0..active.count_ones() as usize / CHAINS {
                for sums in &mut chains {
                    let step = take::<INPUTS>(&mut active);
                    add(products, sums, &steps[step], &weights[step * registers..]);
                }
            }
            while active != 0 {
                let step = take::<INPUTS>(&mut active);
                add(
                    products,
                    &mut chains[0],
                    &steps[step],
                    &weights[step * registers..],
                );
            }
            weights = weights.get(steps.len() * registers..).unwrap_or_default();
        }
        added_up(products, chains)
    }
}

/// The activations of biases and sums.
#[inline(always)]
fn activate(sums: &[i32], biases: &[i32], outputs: &mut [u8]) {
    // A loop: closures were not compiled for the kernel's instructions.
    for ((output, sum), bias) in outputs.iter_mut().zip(sums).zip(biases) {
        let sum = bias.wrapping_add(*sum) >> SHIFT;
        *output = sum.clamp(0, MOST_ACTIVATION) as u8;
    }
}

/// Each sum with its neighbour.
#[inline(always)]
fn paired(sums: [i32; SUMS]) -> [i32; SUMS / 2] {
    let mut pairs = [0; SUMS / 2];
    for (at, pair) in pairs.iter_mut().enumerate() {
        *pair = sums[2 * at] + sums[2 * at + 1];
    }
    pairs
}

/// Bit by bit, whether any of [`STEP`] inputs is more than 0; the first bit of a step that takes
/// more stands for all of it.
#[inline(always)]
fn active_steps<P: Products, const INPUTS: usize>(products: P, block: &[Activations]) -> u64 {
    let mut active = 0;
    for (at, inputs) in block.iter().enumerate() {
        active |= u64::from(products.active(inputs)) << (at * SUMS);
    }
    if INPUTS == DOUBLE_STEP {
        (active | active >> 1) & (u64::MAX / 3)
    } else {
        active
    }
}

/// The first of the active steps, which is no longer one of them.
#[inline(always)]
fn take<const INPUTS: usize>(active: &mut u64) -> usize {
    let first = active.trailing_zeros() as usize;
    *active &= active.wrapping_sub(1);
    first * STEP / INPUTS
}

/// Adds the products of a step.
#[inline(always)]
fn add<P: Products, const INPUTS: usize, const REGISTERS: usize>(
    products: P,
    sums: &mut [P::Sums; REGISTERS],
    inputs: &[u8; INPUTS],
    weights: &[Weights],
) {
    let inputs = products.repeated(inputs);
    for (sums, weights) in sums.iter_mut().zip(&weights[..REGISTERS]) {
        *sums = products.added(*sums, inputs, weights);
    }
}

/// The sums of all chains.
#[inline(always)]
fn added_up<P: Products, const REGISTERS: usize, const CHAINS: usize>(
    products: P,
    chains: [[P::Sums; REGISTERS]; CHAINS],
) -> [[i32; SUMS]; REGISTERS] {
    let mut all = [[0; SUMS]; REGISTERS];
    for (register, all) in all.iter_mut().enumerate() {
        let mut sums = products.nothing();
        for chain in &chains {
            sums = products.both(sums, chain[register]);
        }
        *all = products.numbers(sums);
    }
    all
}
