//! How accumulators are made and brought up to date, as kernels.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::features::attacks::Attacks;
use super::super::features::{Feature, own_king, seen_by};
use super::super::instructions::ByteKernel;
use super::super::layers::Head;
use super::super::products::{Chunk, Products};
use super::rows::Rows;
use super::{Inputs, Ply, Stack, VIEWS};
use crate::shogi::{Color, Position};
use std::marker::PhantomData;

/// Makes both accumulators of the root, whose position is `pos` and whose `inputs` are as Black sees them.
pub struct Start<'a, S> {
    stack: &'a mut Stack,
    pos: &'a Position,
    inputs: &'a [Feature],
    set: PhantomData<S>,
}

impl<'a, S> Start<'a, S> {
    pub fn new(stack: &'a mut Stack, pos: &'a Position, inputs: &'a [Feature]) -> Self {
        Self {
            stack,
            pos,
            inputs,
            set: PhantomData,
        }
    }
}

impl<S: Inputs> ByteKernel for Start<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self, products: impl Products) {
        let Self {
            stack, pos, inputs, ..
        } = self;
        stack.note_attacks(0, pos);
        for view in VIEWS {
            if S::BY_KING {
                stack.refresh::<S>(products, 0, view);
            } else {
                stack.sum::<S>(products, inputs, view);
            }
        }
    }
}

/// Brings a ply of one of our own networks, whose position is `pos`, up to date and gives its output.
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
        stack.update::<S>(products, ply, pos);
        let (mover, other) = stack.sums_for(ply, side);
        match &stack.network.head {
            Head::Squared(layer) => layer.output(products, mover, other),
            Head::Dense(_) | Head::Stacked(_) => 0,
        }
    }
}

/// Brings a ply, whose position is `pos`, up to date, of a network of another program: their [`Layers`] are
/// compiled once for all features.
pub struct Update<'a, S> {
    stack: &'a mut Stack,
    ply: usize,
    pos: &'a Position,
    set: PhantomData<S>,
}

impl<'a, S> Update<'a, S> {
    #[inline]
    pub fn new(stack: &'a mut Stack, (ply, pos): (usize, &'a Position)) -> Self {
        Self {
            stack,
            ply,
            pos,
            set: PhantomData,
        }
    }
}

impl<S: Inputs> ByteKernel for Update<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self, products: impl Products) {
        self.stack.update::<S>(products, self.ply, self.pos);
    }
}

/// The output of a ply that is up to date, for the side to move in its position.
pub struct Layers<'a>(pub &'a mut Stack, pub (usize, &'a Position), pub Color);

impl ByteKernel for Layers<'_> {
    type Output = i64;

    #[inline(always)]
    fn run(self, products: impl Products) -> i64 {
        let Self(stack, (ply, pos), side) = self;
        let mut scratch = std::mem::take(&mut stack.scratch);
        let sums = stack.sums_for(ply, side);
        let output = stack
            .network
            .head
            .output(products, sums, (pos, side), &mut scratch);
        stack.scratch = scratch;
        output
    }
}

impl Stack {
    /// The accumulators of `ply`, that of `side` first.
    #[inline(always)]
    fn sums_for(&self, ply: usize, side: Color) -> (&[Chunk], &[Chunk]) {
        let length = self.network.transformer.length();
        let sums = &self.sums[ply * 2 * length..][..2 * length];
        let (black, white) = sums.split_at(length);
        match side {
            Color::Black => (black, white),
            Color::White => (white, black),
        }
    }

    /// Notes what is attacked in `pos`, the position at `ply`, if the network has inputs for that.
    #[inline(always)]
    fn note_attacks(&mut self, ply: usize, pos: &Position) {
        if let Some(attacks) = &mut self.attacks {
            attacks[ply] = Attacks::of(pos);
        }
    }

    /// Sums the accumulator of `view` at the root, whose `inputs` are as Black sees them.
    #[inline(always)]
    fn sum<S: Inputs>(&mut self, products: impl Products, inputs: &[Feature], view: Color) {
        let transformer = &self.network.transformer;
        let at = view.array_index() * transformer.length();
        self.sums[at..][..transformer.length()].copy_from_slice(&transformer.biases);
        let absent = if S::COUNT_ABSENT { self.root.absent } else { 0 };
        let absent = std::iter::repeat_n(S::absent(0), absent);
        let on = inputs.iter().map(|&fact| S::row(0, seen_by(view, fact)));
        let mut rows = Rows::of(transformer);
        for row in on.chain(absent) {
            rows.note(row, true);
            if rows.are_many() {
                rows.apply(products, &mut self.sums, at, at);
            }
        }
        rows.apply(products, &mut self.sums, at, at);
    }

    /// Brings both accumulators of `ply`, whose position is `pos`, up to date if they are not: from the last ply
    /// before whose are. Those of plies between, which nobody has asked for, are left out.
    #[inline(always)]
    fn update<S: Inputs>(&mut self, products: impl Products, ply: usize, pos: &Position) {
        if self.plies[ply].is_current {
            return;
        }
        self.note_attacks(ply, pos);
        self.plies[ply].is_current = true;
        let from = self.plies[..ply].iter().rposition(|it| it.is_current);
        let from = from.unwrap_or(0);
        for view in VIEWS {
            let side = view.array_index();
            let moved = |made: &Ply| made.king_moved(view);
            let mut made = self.plies[from + 1..=ply].iter().rev();
            if S::BY_KING
                && let Some(king) = made.find_map(moved)
            {
                self.plies[ply].kings[side] = king as u8;
                self.refresh::<S>(products, ply, view);
            } else {
                self.plies[ply].kings[side] = self.plies[from].kings[side];
                self.follow::<S>(products, from, ply, view);
            }
        }
    }

    /// Makes the accumulator of `view` at `ply` from that at `from`.
    #[inline(always)]
    fn follow<S: Inputs>(&mut self, products: impl Products, from: usize, ply: usize, view: Color) {
        let (side, length) = (view.array_index(), self.network.transformer.length());
        let king = usize::from(self.plies[ply].kings[side]);
        let [mut before, after] = [from, ply].map(|ply| (2 * ply + side) * length);
        let mut rows = Rows::of(&self.network.transformer);
        for made in &self.plies[from + 1..=ply] {
            if rows.are_many() {
                rows.apply(products, &mut self.sums, before, after);
                before = after;
            }
            rows.note_move::<S>(view, king, made.difference);
        }
        if let Some(attacks) = &self.attacks {
            rows.note_attacks(view, &attacks[from], &attacks[ply]);
        }
        rows.apply(products, &mut self.sums, before, after);
    }

    /// Makes the accumulator of `view` at `ply` without that of a ply before.
    #[inline(always)]
    fn refresh<S: Inputs>(&mut self, products: impl Products, ply: usize, view: Color) {
        let mut facts = self.root.facts.clone();
        for made in &self.plies[1..=ply] {
            facts.follow(made.difference);
        }
        let transformer = &self.network.transformer;
        let (side, length) = (view.array_index(), transformer.length());
        let king = usize::from(self.plies[ply].kings[side]);
        let (cache, absent) = (&mut self.cache, self.root.absent);
        let sums = cache.refreshed::<S>(products, transformer, (view, king), &facts, absent);
        let at = (2 * ply + side) * length;
        self.sums[at..][..length].copy_from_slice(sums);
        if let Some(attacks) = &self.attacks {
            let mut rows = Rows::of(transformer);
            rows.note_attacks(view, &Attacks::default(), &attacks[ply]);
            rows.apply(products, &mut self.sums, at, at);
        }
    }
}

impl Ply {
    /// Where the king of `view` went by the move to here, if it was its move.
    #[inline(always)]
    fn king_moved(&self, view: Color) -> Option<usize> {
        own_king(seen_by(view, self.difference.moved?.added))
    }
}
