//! How accumulators are made and brought up to date, as kernels.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::features::{Difference, Feature, Step, own_king, seen_by};
use super::super::instructions::{ByteKernel, Kernel};
use super::super::network::Transformer;
use super::super::products::{Chunk, Products, change};
use super::{Inputs, Ply, Stack, VIEWS};
use crate::shogi::{Color, Position};
use std::marker::PhantomData;

/// Makes both accumulators of the root, whose `inputs` are as Black sees them.
pub struct Start<'a, S> {
    stack: &'a mut Stack,
    inputs: &'a [Feature],
    set: PhantomData<S>,
}

impl<'a, S> Start<'a, S> {
    pub fn new(stack: &'a mut Stack, inputs: &'a [Feature]) -> Self {
        Self {
            stack,
            inputs,
            set: PhantomData,
        }
    }
}

impl<S: Inputs> Kernel for Start<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { stack, inputs, .. } = self;
        for view in VIEWS {
            if S::BY_KING {
                stack.refresh::<S>(0, view);
            } else {
                stack.sum::<S>(inputs, view);
            }
        }
    }
}

/// Brings a ply, whose position is `pos`, up to date and gives its output.
pub struct Evaluate<'a, S> {
    stack: &'a mut Stack,
    ply: usize,
    pos: &'a Position,
    side: Color,
    set: PhantomData<S>,
}

impl<'a, S> Evaluate<'a, S> {
    #[inline]
    pub fn new(stack: &'a mut Stack, (ply, pos): (usize, &'a Position), side: Color) -> Self {
        Self {
            stack,
            ply,
            pos,
            side,
            set: PhantomData,
        }
    }
}

impl<S: Inputs> ByteKernel for Evaluate<'_, S> {
    type Output = i64;

    #[inline(always)]
    fn run(self, products: impl Products) -> i64 {
        let Self {
            stack,
            ply,
            pos,
            side,
            ..
        } = self;
        stack.update::<S>(ply, Color::Black);
        stack.update::<S>(ply, Color::White);
        let length = stack.network.transformer.length();
        let mut sums = &stack.sums[ply * 2 * length..][..2 * length];
        if let Some(attacks) = &mut stack.attacks {
            sums = attacks.totals(&stack.network.transformer, (ply, pos), sums);
        }
        let (black, white) = sums.split_at(length);
        let (mover, other) = match side {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        let head = &stack.network.head;
        head.output(products, (mover, other), &mut stack.scratch)
    }
}

impl Stack {
    /// Sums the accumulator of `view` at the root, whose `inputs` are as Black sees them.
    #[inline(always)]
    fn sum<S: Inputs>(&mut self, inputs: &[Feature], view: Color) {
        let transformer = &self.network.transformer;
        let length = transformer.length();
        let sums = &mut self.sums[view.array_index() * length..][..length];
        sums.copy_from_slice(&transformer.biases);
        let absent = if S::COUNT_ABSENT { self.root.absent } else { 0 };
        let absent = std::iter::repeat_n(S::absent(0), absent);
        let on = inputs.iter().map(|&fact| S::row(0, seen_by(view, fact)));
        for row in on.chain(absent) {
            for (sum, row) in sums.iter_mut().zip(transformer.row(row)) {
                *sum = sum.plus(*row);
            }
        }
    }

    /// Brings the accumulator of `view` at `ply` up to date.
    #[inline(always)]
    fn update<S: Inputs>(&mut self, ply: usize, view: Color) {
        let side = view.array_index();
        let mut current = ply;
        while current > 0 && !self.plies[current].is_current[side] {
            if S::BY_KING
                && let Some(king) = self.plies[current].king_moved(view)
            {
                self.plies[ply].is_current[side] = true;
                self.plies[ply].kings[side] = king as u8;
                return self.refresh::<S>(ply, view);
            }
            current -= 1;
        }
        let king = self.plies[current].kings[side];
        while current < ply {
            current += 1;
            let next = &mut self.plies[current];
            next.is_current[side] = true;
            next.kings[side] = king;
            self.follow::<S>(current, view, usize::from(king));
        }
    }

    /// Makes the accumulator of `view` at `ply` from that of the ply before.
    #[inline(always)]
    fn follow<S: Inputs>(&mut self, ply: usize, view: Color, king: usize) {
        let length = self.network.transformer.length();
        let at = (2 * ply + view.array_index()) * length;
        let (before, after) = self.sums.split_at_mut(at);
        let difference = self.plies[ply].difference;
        let row = |fact| S::row(king, seen_by(view, fact));
        let (transformer, after) = (&self.network.transformer, &mut after[..length]);
        let before = &before[at - 2 * length..][..length];
        follow(transformer, before, after, difference, row);
        for step in difference.steps() {
            for (fact, is_on) in [(step.removed, false), (step.added, true)] {
                if let Some(row) = S::second(king, seen_by(view, fact)) {
                    change(after, transformer.row(row), is_on);
                }
            }
        }
    }

    /// Makes the accumulator of `view` at `ply` without that of the ply before.
    #[inline(always)]
    fn refresh<S: Inputs>(&mut self, ply: usize, view: Color) {
        let mut facts = self.root.facts.clone();
        for made in &self.plies[1..=ply] {
            facts.follow(made.difference);
        }
        let transformer = &self.network.transformer;
        let side = view.array_index();
        let king = usize::from(self.plies[ply].kings[side]);
        let absent = self.root.absent;
        let sums = self
            .cache
            .refreshed::<S>(transformer, (view, king), &facts, absent);
        let length = transformer.length();
        self.sums[(2 * ply + side) * length..][..length].copy_from_slice(sums);
    }
}

impl Ply {
    /// Where the king of `view` went by the move to here, if it was its move.
    #[inline(always)]
    fn king_moved(&self, view: Color) -> Option<usize> {
        own_king(seen_by(view, self.difference.moved?.added))
    }
}

/// Makes `after` the accumulator that `difference` leads to from `before`; `row` says where a
/// fact's row is.
#[inline(always)]
fn follow(
    transformer: &Transformer,
    before: &[Chunk],
    after: &mut [Chunk],
    difference: Difference,
    row: impl Fn(Feature) -> usize,
) {
    let rows = |step: Step| {
        let removed = transformer.row(row(step.removed)).iter();
        removed.zip(transformer.row(row(step.added)))
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
