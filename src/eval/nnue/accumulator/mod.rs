//! A network's value of every position on the line that is searched.
//!
//! Making a move only notes what it changes. When a value is asked for, the accumulators are
//! brought up to date from the last ply that has them, each move in one pass over the numbers;
//! where a king's move changed every input of its side, they are made from the [`Cache`].
//! What must hold, and is tested over random games: they are then the same as if summed anew.
//! Sums wrap round instead of overflowing; a trained network's do neither.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

mod cache;
mod inputs;

use super::chunk::Chunk;
use super::features::facts::Facts;
use super::features::{Difference, Feature, MOST_ACTIVE, Step, active, own_king, turned};
use super::instructions::{ByteKernel, Instructions, Kernel};
use super::layers::{Scaling, Scratch};
use super::network::{Network, Transformer};
use super::products::Products;
use super::shape::FeatureSet;
use crate::eval::LONGEST_MATE;
use crate::shogi::{Color, Position};
use arrayvec::ArrayVec;
use cache::Cache;
use inputs::{Flat, HalfKp, Inputs, Kp};
use std::marker::PhantomData;
use std::sync::Arc;

/// Both sides to see a position, in the order of their accumulators.
const VIEWS: [Color; 2] = [Color::Black, Color::White];

/// The plies of a line, from the root on.
pub struct Stack {
    network: Arc<Network>,
    scaling: Scaling,
    instructions: Instructions,
    plies: Vec<Ply>,
    /// For each ply Black's accumulator, then White's.
    sums: Vec<Chunk>,
    root: Root,
    cache: Cache,
    scratch: Scratch,
}

/// What is on at the root, as Black sees it.
struct Root {
    facts: Facts,
    /// Pieces of a full set that are neither on the board nor in a hand.
    absent: usize,
}

#[derive(Clone, Default)]
struct Ply {
    /// What the move to here changed.
    difference: Difference,
    /// By view: whether the accumulator is that of this ply's position.
    is_current: [bool; 2],
    /// By view, of a current accumulator: where the own king is, as the view sees it.
    kings: [u8; 2],
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
        let chunks = (plies + 1) * 2 * network.transformer.length();
        let by_king = network.shape.features == FeatureSet::HalfKp;
        Self {
            instructions,
            scaling: Scaling::default(),
            plies: vec![Ply::default(); plies + 1],
            sums: vec![Chunk::ZERO; chunks],
            root: Root {
                facts: Facts::NONE,
                absent: 0,
            },
            cache: Cache::new(&network.transformer, by_king),
            scratch: Scratch::of(&network.head),
            network,
        }
    }

    /// Brings values to our scale like this.
    #[must_use]
    pub fn scaled(self, scaling: Scaling) -> Self {
        Self { scaling, ..self }
    }

    /// The network whose values these are.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Makes `pos` the root.
    pub fn start(&mut self, pos: &Position) {
        let inputs: ArrayVec<Feature, MOST_ACTIVE> =
            active(pos, Color::Black).take(MOST_ACTIVE).collect();
        self.start_with(&inputs);
    }

    /// Makes the position the root in which these are the inputs that Black sees on.
    pub fn start_with(&mut self, inputs: &[Feature]) {
        self.root.facts = inputs.iter().copied().collect();
        self.root.absent = MOST_ACTIVE.saturating_sub(inputs.len());
        let king = |view| {
            let mut kings = inputs.iter().filter_map(|&fact| own_king(seen(view, fact)));
            kings.next().unwrap_or_default() as u8
        };
        self.plies[0] = Ply {
            difference: Difference::NONE,
            is_current: [true; 2],
            kings: VIEWS.map(king),
        };
        let instructions = self.instructions;
        match self.network.shape.features {
            FeatureSet::Flat => instructions.run(Start::<Flat>::new(self, inputs)),
            FeatureSet::Kp => instructions.run(Start::<Kp>::new(self, inputs)),
            FeatureSet::HalfKp => instructions.run(Start::<HalfKp>::new(self, inputs)),
        }
    }

    /// The move to `ply` changed `difference` of the position before.
    #[inline]
    pub fn push(&mut self, ply: usize, difference: Difference) {
        self.plies[ply] = Ply {
            difference,
            ..Ply::default()
        };
    }

    /// The value of the position at `ply` for `side`, in centipawns, never a mate.
    #[inline]
    pub fn value(&mut self, ply: usize, side: Color) -> i32 {
        let output = self.output(ply, side);
        let value = self.network.head.value(output, self.scaling);
        value.clamp(1 - LONGEST_MATE, LONGEST_MATE - 1)
    }

    /// The network's output for the position at `ply` and `side`, before it is scaled.
    #[inline]
    pub fn output(&mut self, ply: usize, side: Color) -> i64 {
        let instructions = self.instructions;
        match self.network.shape.features {
            FeatureSet::Flat => {
                instructions.run_with_products(Evaluate::<Flat>::new(self, ply, side))
            }
            FeatureSet::Kp => instructions.run_with_products(Evaluate::<Kp>::new(self, ply, side)),
            FeatureSet::HalfKp => {
                instructions.run_with_products(Evaluate::<HalfKp>::new(self, ply, side))
            }
        }
    }

    /// Sums the accumulator of `view` at the root, whose `inputs` are as Black sees them.
    #[inline(always)]
    fn sum<S: Inputs>(&mut self, inputs: &[Feature], view: Color) {
        let transformer = &self.network.transformer;
        let length = transformer.length();
        let sums = &mut self.sums[view.array_index() * length..][..length];
        sums.copy_from_slice(&transformer.biases);
        let absent = if S::COUNT_ABSENT { self.root.absent } else { 0 };
        let absent = std::iter::repeat_n(S::absent(0), absent);
        let on = inputs.iter().map(|&fact| S::row(0, seen(view, fact)));
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
        let row = |fact| S::row(king, seen(view, fact));
        follow(
            &self.network.transformer,
            &before[at - 2 * length..][..length],
            &mut after[..length],
            difference,
            row,
        );
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
        own_king(seen(view, self.difference.moved?.added))
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

    /// Whether `pos` has a value: some networks know no positions without both kings.
    pub fn values(&self, pos: &Position) -> bool {
        !self.shape.features.needs_kings() || VIEWS.iter().all(|&side| pos.king(side).is_some())
    }
}

/// `fact`, which is as Black sees it, as `view` sees it.
#[inline(always)]
fn seen(view: Color, fact: Feature) -> Feature {
    match view {
        Color::Black => fact,
        Color::White => turned(fact),
    }
}

/// Makes both accumulators of the root, whose `inputs` are as Black sees them.
struct Start<'a, S> {
    stack: &'a mut Stack,
    inputs: &'a [Feature],
    set: PhantomData<S>,
}

impl<'a, S> Start<'a, S> {
    fn new(stack: &'a mut Stack, inputs: &'a [Feature]) -> Self {
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

/// Brings a ply up to date and gives its output.
struct Evaluate<'a, S> {
    stack: &'a mut Stack,
    ply: usize,
    side: Color,
    set: PhantomData<S>,
}

impl<'a, S> Evaluate<'a, S> {
    #[inline]
    fn new(stack: &'a mut Stack, ply: usize, side: Color) -> Self {
        Self {
            stack,
            ply,
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
            stack, ply, side, ..
        } = self;
        stack.update::<S>(ply, Color::Black);
        stack.update::<S>(ply, Color::White);
        let length = stack.network.transformer.length();
        let (black, white) = stack.sums[ply * 2 * length..][..2 * length].split_at(length);
        let (mover, other) = match side {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        let head = &stack.network.head;
        head.output(products, (mover, other), &mut stack.scratch)
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
