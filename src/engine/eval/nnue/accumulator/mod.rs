//! A network's value of every position on the line that is searched.
//!
//! Making a move only notes what it changes. When a value is asked for, the accumulators are
//! brought up to date from the last ply that has them, each move in one pass over the numbers;
//! where a king's move changed many inputs of its side, they are made from the cache of rows (`cache.rs`).
//! What attacks add is no matter of moves, and is kept apart (`attacks.rs`).
//! What must hold, and is tested over random games: they are then the same as if summed anew.
//! Sums wrap round instead of overflowing; a trained network's do neither.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

mod attacks;
mod cache;
mod inputs;
mod update;

use super::chunk::Chunk;
use super::features::facts::Facts;
use super::features::near;
use super::features::{Difference, Feature, MOST_ACTIVE, active, turned};
use super::instructions::Instructions;
use super::layers::{Scaling, Scratch};
use super::network::Network;
use super::shape::FeatureSet;
use crate::eval::LONGEST_MATE;
use crate::shogi::{Color, Position};
use arrayvec::ArrayVec;
use attacks::AttackSums;
use cache::Cache;
use inputs::{Flat, HalfKp, Kp, Near};
use std::sync::Arc;
use update::{Evaluate, Start};

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
    /// What attacks add, if the network has inputs for that.
    attacks: Option<AttackSums>,
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
    /// By view, of a current accumulator: where the own king is, as the view sees it, or
    /// [`near::NO_KING`].
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
        let length = network.transformer.length();
        let attacks = network.shape.features.has_attacks();
        Self {
            instructions,
            scaling: Scaling::default(),
            plies: vec![Ply::default(); plies + 1],
            sums: vec![Chunk::ZERO; (plies + 1) * 2 * length],
            root: Root {
                facts: Facts::NONE,
                absent: 0,
            },
            cache: Cache::new(&network.transformer, network.shape.features.by_king()),
            attacks: attacks.then(|| AttackSums::new(plies, length)),
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
        let inputs = &inputs[..];
        self.root.facts = inputs.iter().copied().collect();
        self.root.absent = MOST_ACTIVE.saturating_sub(inputs.len());
        let king = |view| near::king(inputs.iter().map(|&fact| seen(view, fact))) as u8;
        self.plies[0] = Ply {
            difference: Difference::NONE,
            is_current: [true; 2],
            kings: VIEWS.map(king),
        };
        self.forget_attacks(0);
        let instructions = self.instructions;
        match self.network.shape.features {
            FeatureSet::Flat => instructions.run(Start::<Flat>::new(self, inputs)),
            FeatureSet::Near | FeatureSet::Attacks => {
                instructions.run(Start::<Near>::new(self, inputs));
            }
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
        self.forget_attacks(ply);
    }

    #[inline]
    fn forget_attacks(&mut self, ply: usize) {
        if let Some(attacks) = &mut self.attacks {
            attacks.forget(ply);
        }
    }

    /// The value of `pos`, which is the position at `ply`, for `side`, in centipawns, never a mate.
    #[inline]
    pub fn value(&mut self, ply: usize, pos: &Position, side: Color) -> i32 {
        let output = self.output(ply, pos, side);
        let value = self.network.head.value(output, self.scaling);
        value.clamp(1 - LONGEST_MATE, LONGEST_MATE - 1)
    }

    /// The network's output for `pos`, which is the position at `ply`, and `side`, before it is scaled.
    #[inline]
    pub fn output(&mut self, ply: usize, pos: &Position, side: Color) -> i64 {
        let instructions = self.instructions;
        match self.network.shape.features {
            FeatureSet::Flat => {
                instructions.run_bytes(Evaluate::<Flat>::new(self, (ply, pos), side))
            }
            FeatureSet::Near | FeatureSet::Attacks => {
                instructions.run_bytes(Evaluate::<Near>::new(self, (ply, pos), side))
            }
            FeatureSet::Kp => instructions.run_bytes(Evaluate::<Kp>::new(self, (ply, pos), side)),
            FeatureSet::HalfKp => {
                instructions.run_bytes(Evaluate::<HalfKp>::new(self, (ply, pos), side))
            }
        }
    }
}

impl Network {
    /// The value of `pos` for the side to move, in centipawns, never a mate. For a position
    /// after a move [`Stack`] is faster.
    pub fn value(self: &Arc<Self>, pos: &Position) -> i32 {
        let mut stack = Stack::new(Arc::clone(self), 0);
        stack.start(pos);
        stack.value(0, pos, pos.side())
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
