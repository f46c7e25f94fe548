//! A network's value of every position on the line that is searched.
//!
//! Making a move only notes what it changes. When a value is asked for, the accumulators are
//! brought up to date from the last ply that has them, each move in one pass over the numbers.
//! What must hold, and is tested over random games: they are then the same as if summed anew.
//! Sums wrap round instead of overflowing; a trained network's do neither.
//!
//! Squares and products in blocks of 128 instead of 32 numbers: with H 256, a move and its value in
//! 36.9 instead of 40.6 ns with AVX-512, 47.9 instead of 49.9 with AVX2, 83 instead of 66 for
//! processors with neither (Zen 4, `cargo bench --bench evaluate` of both in turn, 2026-11-20).

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::features::{Difference, Feature, MOST_ACTIVE, Step, active, turned};
use super::instructions::{Instructions, Kernel};
use super::network::{Chunk, Network, QA, QB, SQUARE_ONE};
use crate::eval::LONGEST_MATE;
use crate::shogi::{Color, Position};
use arrayvec::ArrayVec;
use bytemuck::cast_slice;
use std::sync::Arc;

/// So many products of at most [`SQUARE_ONE`] and twice [`QB`] add up to no more than 30 bits.
const BLOCK: usize = 128;

/// The plies of a line, from the root on.
pub struct Stack {
    network: Arc<Network>,
    instructions: Instructions,
    plies: Vec<Ply>,
    /// For each ply Black's accumulator, then White's.
    sums: Vec<Chunk>,
}

#[derive(Clone, Default)]
struct Ply {
    /// What the move to here changed.
    difference: Difference,
    /// Whether the accumulators are those of this ply's position.
    is_current: bool,
}

impl Stack {
    /// A stack for the root and `plies` after it, whose values are `network`'s.
    pub fn new(network: Arc<Network>, plies: usize) -> Self {
        Self::with_instructions(network, plies, Instructions::best())
    }

    /// As [`Stack::new`], but with these instructions.
    pub fn with_instructions(
        network: Arc<Network>,
        plies: usize,
        instructions: Instructions,
    ) -> Self {
        let chunks = (plies + 1) * 2 * network.biases.len();
        Self {
            instructions,
            plies: vec![Ply::default(); plies + 1],
            sums: vec![Chunk::ZERO; chunks],
            network,
        }
    }

    /// Makes `pos` the root.
    pub fn start(&mut self, pos: &Position) {
        let inputs: ArrayVec<Feature, MOST_ACTIVE> =
            active(pos, Color::Black).take(MOST_ACTIVE).collect();
        self.start_with(&inputs);
    }

    /// Makes the position the root in which these are the inputs that Black sees on.
    pub fn start_with(&mut self, inputs: &[Feature]) {
        self.plies[0].is_current = true;
        let (sums, _) = self.sums.split_at_mut(2 * self.network.biases.len());
        self.instructions.run(Refresh {
            network: &self.network,
            inputs,
            sums,
        });
    }

    /// The move to `ply` changed `difference` of the position before.
    #[inline]
    pub fn push(&mut self, ply: usize, difference: Difference) {
        self.plies[ply] = Ply {
            difference,
            is_current: false,
        };
    }

    /// The value of the position at `ply` for `side`, in centipawns, never a mate.
    #[inline]
    pub fn value(&mut self, ply: usize, side: Color) -> i32 {
        self.instructions.run(Evaluate {
            stack: self,
            ply,
            side,
        })
    }
}

impl Network {
    /// The value of `pos` for the side to move, in centipawns, never a mate. For a position
    /// after a move [`Stack`] is faster.
    pub fn value(self: &Arc<Self>, pos: &Position) -> i32 {
        let mut stack = Stack::new(Arc::clone(self), 0);
        stack.start(pos);
        stack.value(0, pos.side())
    }

    /// What `feature` adds to an accumulator.
    #[inline(always)]
    fn row(&self, feature: Feature) -> &[Chunk] {
        let length = self.biases.len();
        &self.weights[usize::from(feature) * length..][..length]
    }
}

/// Sums both accumulators of a position, whose `inputs` are as Black sees them.
struct Refresh<'a> {
    network: &'a Network,
    inputs: &'a [Feature],
    sums: &'a mut [Chunk],
}

impl Kernel for Refresh<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let network = self.network;
        let (black, white) = self.sums.split_at_mut(network.biases.len());
        black.copy_from_slice(&network.biases);
        white.copy_from_slice(&network.biases);
        for &input in self.inputs {
            for (side, input) in [(&mut *black, input), (&mut *white, turned(input))] {
                for (sum, row) in side.iter_mut().zip(network.row(input)) {
                    *sum = sum.plus(*row);
                }
            }
        }
    }
}

/// Brings a ply up to date and gives its value.
struct Evaluate<'a> {
    stack: &'a mut Stack,
    ply: usize,
    side: Color,
}

impl Kernel for Evaluate<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { stack, ply, side } = self;
        let length = stack.network.biases.len();
        let mut current = ply;
        while current > 0 && !stack.plies[current].is_current {
            current -= 1;
        }
        while current < ply {
            let (before, after) = stack.sums.split_at_mut((current + 1) * 2 * length);
            let before = before[current * 2 * length..].split_at(length);
            let after = after[..2 * length].split_at_mut(length);
            current += 1;
            let next = &mut stack.plies[current];
            next.is_current = true;
            let (network, difference) = (&stack.network, next.difference);
            update(network, before.0, after.0, difference, |step| step);
            update(network, before.1, after.1, difference, Step::turned);
        }
        let (black, white) = stack.sums[ply * 2 * length..][..2 * length].split_at(length);
        match side {
            Color::Black => forward(&stack.network, black, white),
            Color::White => forward(&stack.network, white, black),
        }
    }
}

/// Makes `after` the accumulator that `difference` leads to from `before`, each step as its side
/// has `seen` it.
#[inline(always)]
fn update(
    network: &Network,
    before: &[Chunk],
    after: &mut [Chunk],
    difference: Difference,
    seen: impl Fn(Step) -> Step,
) {
    let rows = |step: Step| {
        let step = seen(step);
        let removed = network.row(step.removed).iter();
        removed.zip(network.row(step.added))
    };
    match (difference.moved, difference.taken) {
        (None, _) => after.copy_from_slice(before),
        (Some(moved), None) => {
            for ((to, from), (removed, added)) in after.iter_mut().zip(before).zip(rows(moved)) {
                *to = from.minus(*removed).plus(*added);
            }
        }
        (Some(moved), Some(taken)) => {
            let rows = rows(moved).zip(rows(taken));
            for ((to, from), (moved, taken)) in after.iter_mut().zip(before).zip(rows) {
                let moved = from.minus(*moved.0).plus(*moved.1);
                *to = moved.minus(*taken.0).plus(*taken.1);
            }
        }
    }
}

impl Chunk {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        let mut sum = self.0;
        for (lane, number) in sum.iter_mut().zip(other.0) {
            *lane = lane.wrapping_add(number);
        }
        Self(sum)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        let mut rest = self.0;
        for (lane, number) in rest.iter_mut().zip(other.0) {
            *lane = lane.wrapping_sub(number);
        }
        Self(rest)
    }
}

/// The square of an activation, 0..=[`SQUARE_ONE`]. Scaled up first, the product's upper half is
/// all that is needed, which is one instruction for a register full of numbers.
#[inline(always)]
fn squared(number: i16) -> i16 {
    const UP: u32 = u32::midpoint(SQUARE_ONE.ilog2(), u16::BITS) - QA.ilog2();
    let scaled = u32::from((number.clamp(0, QA) as u16) << UP);
    ((scaled * scaled) >> u16::BITS) as i16
}

/// What the numbers of an accumulator are worth, times [`SQUARE_ONE`] and [`QB`].
#[inline(always)]
fn weighed(numbers: &[Chunk], weights: &[Chunk]) -> i64 {
    let (numbers, numbers_rest) = cast_slice(numbers).as_chunks::<BLOCK>();
    let (weights, weights_rest) = cast_slice(weights).as_chunks::<BLOCK>();
    let mut sum = dot(numbers_rest.iter().map(|&n| squared(n)), weights_rest);
    for (numbers, weights) in numbers.iter().zip(weights) {
        // A loop: `map` on the array was not compiled for the kernel's instructions.
        let mut squares = [0; BLOCK];
        for (square, number) in squares.iter_mut().zip(numbers) {
            *square = squared(*number);
        }
        sum += dot(squares.into_iter(), weights);
    }
    sum
}

/// The sum of at most [`BLOCK`] products.
#[inline(always)]
fn dot(squares: impl Iterator<Item = i16>, weights: &[i16]) -> i64 {
    let mut sum = 0_i32;
    for (square, weight) in squares.zip(weights) {
        sum += i32::from(square) * i32::from(*weight);
    }
    i64::from(sum)
}

/// The value for the side whose accumulator is `mover`.
#[inline(always)]
fn forward(network: &Network, mover: &[Chunk], other: &[Chunk]) -> i32 {
    let (own, others) = network.output_weights.split_at(mover.len());
    let output = weighed(mover, own) + weighed(other, others) + i64::from(network.output_bias);
    let one = i64::from(SQUARE_ONE) * i64::from(QB);
    let value = output * i64::from(network.scale) / one;
    let limit = i64::from(LONGEST_MATE) - 1;
    value.clamp(-limit, limit) as i32
}
