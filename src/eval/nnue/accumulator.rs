//! A network's value of every position on the line that is searched.
//!
//! Making a move only notes what it changes. When a value is asked for, the accumulators are
//! brought up to date from the last ply that has them, each move in one pass over the numbers.
//! What must hold, and is tested over random games: they are then the same as if summed anew.
//! Sums wrap round instead of overflowing; a trained network's do neither.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::features::{Difference, Feature, MOST_ACTIVE, Step, active, turned};
use super::instructions::{Instructions, Kernel};
use super::network::{Chunk, LANES, Network, QA, QB};
use crate::eval::LONGEST_MATE;
use crate::shogi::{Color, Position};
use arrayvec::ArrayVec;
use std::sync::Arc;

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
            add(black, network.row(input));
            add(white, network.row(turned(input)));
        }
    }
}

#[inline(always)]
fn add(sums: &mut [Chunk], row: &[Chunk]) {
    for (sum, weights) in sums.iter_mut().zip(row) {
        for lane in 0..LANES {
            sum.0[lane] = sum.0[lane].wrapping_add(weights.0[lane]);
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
            let white: Difference = next.difference.iter().map(|step| step.turned()).collect();
            update(&stack.network, before.0, after.0, &next.difference);
            update(&stack.network, before.1, after.1, &white);
        }
        let (black, white) = stack.sums[ply * 2 * length..][..2 * length].split_at(length);
        match side {
            Color::Black => forward(&stack.network, black, white),
            Color::White => forward(&stack.network, white, black),
        }
    }
}

/// Makes `after` the accumulator that `steps` lead to from `before`.
#[inline(always)]
fn update(network: &Network, before: &[Chunk], after: &mut [Chunk], steps: &[Step]) {
    match *steps {
        [] => after.copy_from_slice(before),
        [step] => {
            let (removed, added) = (network.row(step.removed), network.row(step.added));
            let rows = removed.iter().zip(added);
            for ((to, from), (removed, added)) in after.iter_mut().zip(before).zip(rows) {
                for lane in 0..LANES {
                    to.0[lane] = from.0[lane]
                        .wrapping_sub(removed.0[lane])
                        .wrapping_add(added.0[lane]);
                }
            }
        }
        [first, second, ..] => {
            let first = network
                .row(first.removed)
                .iter()
                .zip(network.row(first.added));
            let second = network
                .row(second.removed)
                .iter()
                .zip(network.row(second.added));
            let rows = first.zip(second);
            for ((to, from), (first, second)) in after.iter_mut().zip(before).zip(rows) {
                for lane in 0..LANES {
                    to.0[lane] = from.0[lane]
                        .wrapping_sub(first.0.0[lane])
                        .wrapping_add(first.1.0[lane])
                        .wrapping_sub(second.0.0[lane])
                        .wrapping_add(second.1.0[lane]);
                }
            }
        }
    }
}

/// The value for the side whose accumulator is `mover`.
#[inline(always)]
fn forward(network: &Network, mover: &[Chunk], other: &[Chunk]) -> i32 {
    let numbers = mover.iter().chain(other);
    let weights = &network.output_weights;
    // A lane stays within 31 bits: 2 · 1024 / 16 numbers of at most 255² · 127.
    let mut sums = [0_i32; LANES / 2];
    for (number, weight) in numbers.zip(weights) {
        let term = |lane: usize| {
            let clamped = number.0[lane].clamp(0, QA);
            i32::from(clamped.wrapping_mul(weight.0[lane])) * i32::from(clamped)
        };
        for (pair, sum) in sums.iter_mut().enumerate() {
            *sum += term(2 * pair) + term(2 * pair + 1);
        }
    }
    let sum: i64 = sums.into_iter().map(i64::from).sum();
    let (qa, qb) = (i64::from(QA), i64::from(QB));
    let output = sum / qa + i64::from(network.output_bias);
    let value = output * i64::from(network.scale) / (qa * qb);
    let limit = i64::from(LONGEST_MATE) - 1;
    value.clamp(-limit, limit) as i32
}
