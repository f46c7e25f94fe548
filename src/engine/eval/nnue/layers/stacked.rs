//! Stacks of layers on numbers multiplied in pairs: SFNN networks.
//!
//! What must hold: a stack has as many inputs as an accumulator has numbers, and a second layer with twice
//! as many inputs as go on from the first.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::choice::{Choice, Progress};
use super::super::products::LANES;
use super::super::products::{Activations, Products, Vector};
use super::affine::{MOST_ACTIVATION, SHIFT};
use super::{Dense, Scratch};
use crate::shogi::{Color, Position};
use bytemuck::cast_slice_mut;

/// Products of two activations are times two to this.
const PAIR_SHIFT: u32 = 7;
/// Squares of sums of the first layer are times two to this.
const SQUARE_SHIFT: u32 = 19;

/// Several stacks of layers, and which is for a position.
#[derive(Clone, PartialEq, Eq)]
pub struct Stacks {
    /// How one is chosen.
    pub choice: Choice,
    /// What the choice measures progress by, if it does.
    pub progress: Option<Progress>,
    /// As many as there are to choose from, all of the same sizes. Their first layers may have one output
    /// more than goes on, which is added to the last.
    pub stacks: Vec<Dense>,
}

impl Stacks {
    /// The output for `side`, whose accumulator is `mover`, to move in `pos`, which must have both kings.
    #[inline(always)]
    pub fn output(
        &self,
        products: impl Products,
        (mover, other): (&[Vector], &[Vector]),
        (pos, side): (&Position, Color),
        scratch: &mut Scratch,
    ) -> i64 {
        let index = self.choice.of(self.progress.as_ref(), pos, side);
        let Some(stack) = self.stacks.get(index) else {
            return 0;
        };
        let inputs: &mut [u8] = cast_slice_mut(&mut scratch.accumulators);
        let (own, others) = inputs.split_at_mut(stack.first.inputs() / 2);
        multiply(mover, own);
        multiply(other, others);
        let (going_on, sums) = (stack.second.inputs() / 2, &mut scratch.sums);
        stack.first.activate(products, &scratch.accumulators, sums);
        square(&sums[..going_on], &mut scratch.first);
        let seconds = cast_slice_mut(&mut scratch.second);
        stack
            .second
            .activate::<_, u8>(products, &scratch.first, seconds);
        let output = stack.output.first(products, &scratch.second);
        let short_cut = sums.get(going_on).copied().unwrap_or_default();
        i64::from(output) + i64::from(short_cut)
    }
}

/// The activations of the first half of an accumulator, each times that of its partner in the second.
#[inline(always)]
fn multiply(numbers: &[Vector], products: &mut [u8]) {
    let (first, second) = numbers.split_at(numbers.len() / 2);
    let (products, _) = products.as_chunks_mut::<LANES>();
    for ((products, first), second) in products.iter_mut().zip(first).zip(second) {
        for ((product, one), other) in products.iter_mut().zip(first.0).zip(second.0) {
            *product = ((clamped(one) * clamped(other)) >> PAIR_SHIFT) as u8;
        }
    }
}

#[inline(always)]
fn clamped(number: i16) -> i16 {
    number.clamp(0, MOST_ACTIVATION as i16)
}

/// The activations of sums: all of their squares, then all of them clamped.
#[inline(always)]
fn square(sums: &[i32], activations: &mut [Activations]) {
    let activations: &mut [u8] = cast_slice_mut(activations);
    let (squares, clamped) = activations.split_at_mut(sums.len());
    for ((square, clamped), sum) in squares.iter_mut().zip(clamped).zip(sums) {
        let squared = (i64::from(*sum) * i64::from(*sum)) >> SQUARE_SHIFT;
        *square = squared.min(i64::from(MOST_ACTIVATION)) as u8;
        *clamped = (sum >> SHIFT).clamp(0, MOST_ACTIVATION) as u8;
    }
}
