//! A layer of sums of products of 8 bits, added up in 32.
//!
//! Sixteen sums stand side by side in a register and take four inputs each at a time. Where there are no more
//! than eight outputs, each is made of two sums. To look for inputs that are all 0 and leave them out takes longer
//! than to multiply them: a quarter is in a public K-P network (2026-11-27).

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::products::{Activations, Products, STEP, SUMS, Weights};
use bytemuck::{Zeroable, cast_slice};

/// Activations are clamped to this.
pub const MOST_ACTIVATION: i32 = 127;
/// Sums of a hidden layer are times two to this.
pub const SHIFT: u32 = 6;
/// Rows of weights in files are as long as a multiple of this.
const PADDING: usize = 32;
/// The inputs that outputs made of two sums take at a time.
const DOUBLE_STEP: usize = 2 * STEP;

/// A layer of sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine {
    inputs: usize,
    /// What each output begins with.
    biases: Vec<i32>,
    /// For each two registers of sums, step by step their weights.
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
        let registers = layer.outputs().div_ceil(SUMS);
        layer.weights = vec![Weights::zeroed(); layer.steps() * registers];
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

    /// How many bytes a layer of these sizes has in a file.
    pub const fn bytes(inputs: usize, outputs: usize) -> usize {
        outputs * (size_of::<i32>() + Self::row_length(inputs))
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
        vec![Activations::zeroed(); self.inputs.div_ceil(size_of::<Activations>())]
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

    /// In how many steps all inputs are taken.
    #[inline(always)]
    fn steps(&self) -> usize {
        self.inputs.div_ceil(self.step())
    }

    /// Among which [`Weights`] and where among them that of `input` for `output` stands.
    fn place(&self, output: usize, input: usize) -> (usize, usize) {
        let (step, within) = (input / self.step(), input % self.step());
        let sum = output * (self.step() / STEP) + within / STEP;
        let (pair, register) = (sum / SUMS / 2, sum / SUMS % 2);
        let width = (self.outputs().div_ceil(SUMS) - 2 * pair).min(2);
        let weights = pair * 2 * self.steps() + step * width + register;
        (weights, sum % SUMS * STEP + within % STEP)
    }

    /// The sums that follow from `inputs`, or their activations.
    #[inline(always)]
    pub fn activate<P: Products, O: Output>(
        &self,
        products: P,
        inputs: &[Activations],
        outputs: &mut [O],
    ) {
        if self.step() == DOUBLE_STEP {
            let [sums] = sums::<P, DOUBLE_STEP, 1, 4>(products, inputs, &self.weights);
            activate(&paired(sums), &self.biases, outputs);
            return;
        }
        let pairs = self.biases.chunks(2 * SUMS);
        let pairs = pairs.zip(self.weights.chunks(2 * self.steps()));
        for ((biases, weights), outputs) in pairs.zip(outputs.chunks_mut(2 * SUMS)) {
            if biases.len() > SUMS {
                let sums = sums::<P, STEP, 2, 2>(products, inputs, weights);
                activate(sums.as_flattened(), biases, outputs);
            } else {
                let sums = sums::<P, STEP, 1, 4>(products, inputs, weights);
                activate(sums.as_flattened(), biases, outputs);
            }
        }
    }

    /// The first sum for `inputs`, of a layer with no more than eight outputs.
    #[inline(always)]
    pub fn first<P: Products>(&self, products: P, inputs: &[Activations]) -> i32 {
        let [sums] = sums::<P, DOUBLE_STEP, 1, 4>(products, inputs, &self.weights);
        let bias = self.biases.first().copied().unwrap_or_default();
        bias.wrapping_add(sums[0] + sums[1])
    }
}

/// The sums of so many `REGISTERS`, which take so many `INPUTS` a step, made in so many `CHAINS`
/// that do not wait for each other.
#[inline(always)]
fn sums<P: Products, const INPUTS: usize, const REGISTERS: usize, const CHAINS: usize>(
    products: P,
    inputs: &[Activations],
    weights: &[Weights],
) -> [[i32; SUMS]; REGISTERS] {
    let mut chains = [[products.nothing(); REGISTERS]; CHAINS];
    let (steps, _) = cast_slice::<_, u8>(inputs).as_chunks::<INPUTS>();
    let (weights, _) = weights.as_chunks::<REGISTERS>();
    let steps = &steps[..weights.len()];
    let (rounds, rest) = steps.as_chunks::<CHAINS>();
    let (weights, rest_weights) = weights.as_chunks::<CHAINS>();
    for (steps, weights) in rounds.iter().zip(weights) {
        for ((sums, step), weights) in chains.iter_mut().zip(steps).zip(weights) {
            add(products, sums, step, weights);
        }
    }
    for (step, weights) in rest.iter().zip(rest_weights) {
        add(products, &mut chains[0], step, weights);
    }
    added_up(products, chains)
}

/// What becomes of a sum.
pub trait Output {
    /// What becomes of `sum`.
    fn of(sum: i32) -> Self;
}

/// Its activation.
impl Output for u8 {
    #[inline(always)]
    fn of(sum: i32) -> Self {
        (sum >> SHIFT).clamp(0, MOST_ACTIVATION) as u8
    }
}

/// Itself.
impl Output for i32 {
    #[inline(always)]
    fn of(sum: i32) -> Self {
        sum
    }
}

/// What becomes of sums with their biases.
#[inline(always)]
fn activate(sums: &[i32], biases: &[i32], outputs: &mut [impl Output]) {
    // A loop: closures were not compiled for the kernel's instructions.
    for ((output, sum), bias) in outputs.iter_mut().zip(sums).zip(biases) {
        *output = Output::of(bias.wrapping_add(*sum));
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

/// Adds the products of a step.
#[inline(always)]
fn add<P: Products, const INPUTS: usize, const REGISTERS: usize>(
    products: P,
    sums: &mut [P::Sums; REGISTERS],
    inputs: &[u8; INPUTS],
    weights: &[Weights; REGISTERS],
) {
    let inputs = products.repeated(inputs);
    for (sums, weights) in sums.iter_mut().zip(weights) {
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

#[cfg(test)]
mod tests {
    use super::super::super::instructions::{Instructions, Kernel};
    use super::*;
    use bytemuck::cast_slice_mut;

    /// The activations and the first sum of a layer.
    struct Run<'a>(&'a Affine, &'a [Activations]);

    impl Kernel for Run<'_> {
        type Output = (Vec<u8>, i32);

        #[inline(always)]
        fn run(self, products: impl Products) -> Self::Output {
            let Self(layer, inputs) = self;
            let mut outputs = vec![0; layer.outputs()];
            layer.activate::<_, u8>(products, inputs, &mut outputs);
            let first = if layer.outputs() > SUMS / 2 {
                0
            } else {
                layer.first(products, inputs)
            };
            (outputs, first)
        }
    }

    /// Numbers that look like chance, the greatest and the least among them.
    fn number(at: usize) -> i32 {
        let number = (at as u32).wrapping_mul(2_654_435_761) >> 16;
        match number % 5 {
            0 => 127,
            1 => -128,
            _ => (number >> 8) as i8 as i32,
        }
    }

    /// A layer of these inputs and outputs whose rows of weights are these.
    fn layer(inputs: usize, outputs: usize) -> (Affine, Vec<i8>) {
        let length = Affine::row_length(inputs);
        let mut rows = vec![0; outputs * length];
        for (row, weights) in rows.chunks_mut(length).enumerate() {
            for (input, weight) in weights[..inputs].iter_mut().enumerate() {
                *weight = number(row * 7919 + input) as i8;
            }
        }
        let biases = (0..outputs).map(|output| 100 * number(output)).collect();
        (Affine::new(inputs, biases, &rows), rows)
    }

    /// Of `inputs`, one in `some` is more than 0, and most of those are 127.
    fn activations(layer: &Affine, some: usize) -> Vec<Activations> {
        let mut room = layer.room();
        let all: &mut [u8] = cast_slice_mut(&mut room);
        for (at, input) in all[..layer.inputs()].iter_mut().enumerate() {
            if (number(at).unsigned_abs() as usize).is_multiple_of(some) {
                *input = number(at + 1).unsigned_abs().min(127) as u8;
            }
        }
        room
    }

    #[test]
    fn every_set_of_instructions_gives_the_sums_of_products() {
        let shapes = [
            (2048, 8),
            (1024, 16),
            (512, 32),
            (8, 96),
            (64, 128),
            (16, 48),
            (96, 1),
            (40, 5),
        ];
        // Miri is slow.
        let most = if cfg!(miri) { 800 } else { usize::MAX };
        for (inputs, outputs) in shapes.into_iter().filter(|(i, o)| i * o <= most) {
            let (layer, rows) = layer(inputs, outputs);
            assert_eq!(layer.rows(), rows);
            for some in [1, 3, 50] {
                let room = activations(&layer, some);
                let active: &[u8] = cast_slice(&room);
                let rows = rows.chunks(Affine::row_length(inputs));
                let sums = rows.zip(layer.biases()).map(|(row, bias)| {
                    let products = row.iter().zip(active);
                    bias + products
                        .map(|(&w, &x)| i32::from(w) * i32::from(x))
                        .sum::<i32>()
                });
                let sums: Vec<i32> = sums.collect();
                let expected: Vec<u8> = sums.iter().map(|s| (s >> 6).clamp(0, 127) as u8).collect();
                for set in Instructions::available() {
                    let (found, first) = set.run(Run(&layer, &room));
                    assert_eq!(found, expected, "{inputs} to {outputs} with {set}");
                    assert!(outputs > SUMS / 2 || first == sums[0], "{set}");
                }
            }
        }
    }
}
