//! How accumulators are made and brought up to date, as kernels.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::super::features::attacks::Attacks;
use super::super::features::{own_king, seen_by};
use super::super::instructions::Kernel;
use super::super::layers::Head;
use super::super::products::{Products, Vector};
use super::rows::Rows;
use super::{At, Inputs, Perspective, Ply, Stack, Summands, VIEWS};
use crate::shogi::Color;

/// Brings a ply of one of our own networks, with its position, up to date and gives its output for a side.
pub struct Evaluate<'a, I> {
    pub stack: &'a mut Stack,
    pub inputs: I,
    pub at: At<'a>,
    pub side: Color,
}

impl<I: Inputs> Kernel for Evaluate<'_, I> {
    type Output = i64;

    #[inline(always)]
    fn run(self, products: impl Products) -> i64 {
        let Self {
            stack,
            inputs,
            at,
            side,
        } = self;
        stack.update(inputs, products, at);
        let (mover, other) = stack.sums_for(at.ply, side);
        match &stack.network.head {
            Head::Squared(layer) => layer.output(products, mover, other),
            Head::Dense(_) | Head::Stacked(_) => 0,
        }
    }
}

/// Brings a ply, with its position, up to date, of a network of another program: their [`Propagate`] is
/// compiled once for all features.
pub struct Update<'a, I> {
    pub stack: &'a mut Stack,
    pub inputs: I,
    pub at: At<'a>,
}

impl<I: Inputs> Kernel for Update<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run(self, products: impl Products) {
        self.stack.update(self.inputs, products, self.at);
    }
}

/// The output of a ply that is up to date, for the side to move in its position.
pub struct Propagate<'a> {
    pub stack: &'a mut Stack,
    pub at: At<'a>,
    pub side: Color,
}

impl Kernel for Propagate<'_> {
    type Output = i64;

    #[inline(always)]
    fn run(self, products: impl Products) -> i64 {
        let Self { stack, at, side } = self;
        let mut scratch = std::mem::take(&mut stack.scratch);
        let sums = stack.sums_for(at.ply, side);
        let output = stack
            .network
            .head
            .output(products, sums, (at.pos, side), &mut scratch);
        stack.scratch = scratch;
        output
    }
}

impl Stack {
    /// The accumulators of `ply`, that of `side` first.
    #[inline(always)]
    fn sums_for(&self, ply: usize, side: Color) -> (&[Vector], &[Vector]) {
        let length = self.network.transformer.length();
        let sums = &self.sums[ply * 2 * length..][..2 * length];
        let (black, white) = sums.split_at(length);
        match side {
            Color::Black => (black, white),
            Color::White => (white, black),
        }
    }

    /// Brings both accumulators of the ply up to date if they are not: from the last ply that has any, by way of the ply before, so that other moves from there need not begin so far back. What
    /// was attacked before this ply is not asked: the ply before keeps the attacks of the last.
    #[inline(always)]
    fn update<I: Inputs>(&mut self, inputs: I, products: impl Products, At { ply, pos }: At) {
        if self.plies[ply].is_current {
            return;
        }
        let last = self.plies[..=ply].iter().rposition(|it| it.is_made);
        let between = last.filter(|last| last + 1 < ply);
        let attacks = self.attacks.is_some().then(|| Attacks::of(pos));
        let steps = [
            between.map(|last| (Some(last), ply - 1, self.attacks_at(last))),
            Some((between.map_or(last, |_| Some(ply - 1)), ply, attacks)),
        ];
        for (last, ply, attacks) in steps.into_iter().flatten() {
            self.make(inputs, products, last, ply, attacks);
        }
        self.plies[ply].is_current = true;
    }

    /// What `view` sees at `ply` by.
    #[inline(always)]
    fn perspective(&self, ply: usize, view: Color) -> Perspective {
        let king = self.plies[ply].kings[view.array_index()];
        Perspective {
            view,
            king: usize::from(king),
        }
    }

    /// The attacks that the accumulators of `ply` hold, if the network has inputs for that.
    #[inline(always)]
    fn attacks_at(&self, ply: usize) -> Option<Attacks> {
        self.attacks.as_ref().map(|attacks| attacks[ply])
    }

    /// Makes both accumulators of `ply` from those of `last`, with `attacks` instead of those there.
    #[inline(always)]
    fn make<I: Inputs>(
        &mut self,
        inputs: I,
        products: impl Products,
        last: Option<usize>,
        ply: usize,
        attacks: Option<Attacks>,
    ) {
        let from = last.unwrap_or(0);
        let before = self.attacks_at(from);
        if let (Some(all), Some(attacks)) = (&mut self.attacks, attacks) {
            all[ply] = attacks;
        }
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
                let attacks = before.as_ref().zip(attacks.as_ref());
                self.follow(inputs, products, from, ply, view, attacks);
            }
        }
        self.plies[ply].is_made = true;
    }

    /// Makes the accumulator of `view` at `ply` from that at `from`, with the `attacks` there and here.
    #[inline(always)]
    fn follow(
        &mut self,
        inputs: impl Inputs,
        products: impl Products,
        from: usize,
        ply: usize,
        view: Color,
        attacks: Option<(&Attacks, &Attacks)>,
    ) {
        let (side, length) = (view.array_index(), self.network.transformer.length());
        let perspective = self.perspective(ply, view);
        let [mut before, after] = [from, ply].map(|ply| (2 * ply + side) * length);
        let mut rows = Rows::of(&self.network.transformer);
        let mut moves = self.plies[from + 1..=ply].iter();
        loop {
            while !rows.are_many()
                && let Some(made) = moves.next()
            {
                rows.note_move(inputs, perspective, made.difference);
            }
            let is_last = moves.len() == 0;
            if is_last && let Some((before, after)) = attacks {
                rows.note_attacks(view, before, after);
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
        let perspective = self.perspective(ply, view);
        let summands = Summands {
            facts: &facts,
            attacks: self.attacks.as_ref().map(|attacks| &attacks[ply]),
            absent: self.root.absent,
        };
        let sums = self
            .cache
            .refreshed(inputs, products, transformer, perspective, &summands);
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
