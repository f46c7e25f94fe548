//! The layers of K-P and `HalfKP` networks: numbers clamped to 0..=127, and products of 8 bits
//! added up in 32.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::Chunk;
use super::affine::{Affine, MOST_ACTIVATION};
use crate::eval::nnue::products::{Activations, Products};
use bytemuck::{cast_slice, cast_slice_mut};

/// Values are clamped to ±this.
const MOST_VALUE: i64 = 31_753;

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
    accumulators: Vec<Activations>,
    first: Vec<Activations>,
    second: Vec<Activations>,
}

impl Scratch {
    /// Room for the layers of `head`.
    pub fn of(head: &super::Head) -> Self {
        let super::Head::Dense(layers) = head else {
            return Self::default();
        };
        Self {
            accumulators: layers.first.room(),
            first: layers.second.room(),
            second: layers.output.room(),
        }
    }
}

impl Dense {
    /// The output for the side whose accumulator is `mover`.
    #[inline(always)]
    pub fn output(
        &self,
        products: impl Products,
        (mover, other): (&[Chunk], &[Chunk]),
        scratch: &mut Scratch,
    ) -> i32 {
        let Scratch {
            accumulators,
            first,
            second,
        } = scratch;
        let (own, others) = cast_slice_mut(accumulators).split_at_mut(self.first.inputs() / 2);
        clamp(mover, own);
        clamp(other, others);
        self.first
            .activate(products, accumulators, cast_slice_mut(first));
        self.second
            .activate(products, first, cast_slice_mut(second));
        self.output.first(products, second)
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
