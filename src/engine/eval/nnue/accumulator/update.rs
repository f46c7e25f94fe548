//! How accumulators are made and brought up to date, as kernels.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::features::attacks::Attacks;
use super::super::features::{own_king, seen_by};
use super::super::instructions::ByteKernel;
use super::super::layers::Head;
use super::super::products::{Chunk, Products};
use super::rows::Rows;
use super::{Inputs, Ply, Stack, VIEWS};
use crate::shogi::{Color, Position};

/// Brings a ply of one of our own networks, with its position, up to date and gives its output for a side.
pub struct Evaluate<'a, I>(
    pub &'a mut Stack,
    pub I,
    pub (usize, &'a Position),
    pub Color,
);

impl<I: Inputs> ByteKernel for Evaluate<'_, I> {
    type Output = i64;

    #[inline(always)]
    fn run(self, products: impl Products) -> i64 {
        let Self(stack, inputs, (ply, pos), side) = self;
        stack.update(inputs, products, ply, pos);
        let (mover, other) = stack.sums_for(ply, side);
        match &stack.network.head {
            Head::Squared(layer) => layer.output(products, mover, other),
            Head::Dense(_) | Head::Stacked(_) => 0,
        }
    }
}

/// Brings a ply, with its position, up to date, of a network of another program: their [`Layers`] are
/// compiled once for all features.
pub struct Update<'a, I>(pub &'a mut Stack, pub I, pub (usize, &'a Position));

impl<I: Inputs> ByteKernel for Update<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run(self, products: impl Products) {
        let Self(stack, inputs, (ply, pos)) = self;
        stack.update(inputs, products, ply, pos);
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

    /// Brings both accumulators of `ply`, whose position is `pos`, up to date if they are not: from the last ply
    /// before whose are, if there is one. Those of plies between, which nobody has asked for, are left out.
    #[inline(always)]
    fn update<I: Inputs>(
        &mut self,
        inputs: I,
        products: impl Products,
        ply: usize,
        pos: &Position,
    ) {
        if self.plies[ply].is_current {
            return;
        }
        self.note_attacks(ply, pos);
        self.plies[ply].is_current = true;
        let last = self.plies[..ply].iter().rposition(|it| it.is_current);
        let from = last.unwrap_or(0);
        for view in VIEWS {
            let side = view.array_index();
            let moved = |made: &Ply| made.king_moved(view);
            let king = if I::BY_KING {
                self.plies[from + 1..=ply].iter().rev().find_map(moved)
            } else {
                None
            };
            self.plies[ply].kings[side] = king.map_or(self.plies[from].kings[side], |it| it as u8);
            if last.is_none() || king.is_some() {
                self.refresh(inputs, products, ply, view);
            } else {
                self.follow(inputs, products, (from, ply), view);
            }
        }
    }

    /// Makes the accumulator of `view` at `ply` from that at `from`.
    #[inline(always)]
    fn follow(
        &mut self,
        inputs: impl Inputs,
        products: impl Products,
        (from, ply): (usize, usize),
        view: Color,
    ) {
        let (side, length) = (view.array_index(), self.network.transformer.length());
        let king = usize::from(self.plies[ply].kings[side]);
        let [mut before, after] = [from, ply].map(|ply| (2 * ply + side) * length);
        let mut rows = Rows::of(&self.network.transformer);
        let mut moves = self.plies[from + 1..=ply].iter();
        loop {
            while !rows.are_many()
                && let Some(made) = moves.next()
            {
                rows.note_move(inputs, (view, king), made.difference);
            }
            let is_last = moves.len() == 0;
            if is_last && let Some(attacks) = &self.attacks {
                rows.note_attacks(view, &attacks[from], &attacks[ply]);
            }
            rows.apply(products, &mut self.sums, before, after);
            if is_last {
                return;
            }
            before = after;
        }
    }

    /// Makes the accumulator of `view` at `ply` without that of a ply before.
    #[inline(always)]
    fn refresh(&mut self, inputs: impl Inputs, products: impl Products, ply: usize, view: Color) {
        let mut facts = self.root.facts.clone();
        for made in &self.plies[1..=ply] {
            facts.follow(made.difference);
        }
        let transformer = &self.network.transformer;
        let (side, length) = (view.array_index(), transformer.length());
        let king = usize::from(self.plies[ply].kings[side]);
        let (cache, absent) = (&mut self.cache, self.root.absent);
        let sums = cache.refreshed(inputs, products, transformer, (view, king), &facts, absent);
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
