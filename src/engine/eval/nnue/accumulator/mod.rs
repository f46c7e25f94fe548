//! A network's value of every position on the line that is searched.
//!
//! Making a move only notes what it changes. When a value is asked for, the accumulators of its ply are made from
//! the last that there are: by all moves since and by what has become of attacks, in one pass over the numbers
//! (`Rows`). Those of the ply before are made on the way, with the attacks of the last, so that its other moves
//! begin there: an evaluation followed 3.6 moves on average before, and executes 0.70 of the instructions
//! (callgrind, AVX2, 2026-11-27). Where a king's move changed many inputs of its side, or no ply has accumulators, they are
//! made from the `Cache`.
//! What must hold, and is tested over random games: they are then the same as if summed anew.
//! Sums wrap round instead of overflowing; a trained network's do neither.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

mod inputs;
mod rows;
mod update;

use super::features::attacks::Attacks;
use super::features::near::{self, NO_KING};
use super::features::{Difference, FactSet, Feature, MOST_ACTIVE, active, seen_by};
use super::instructions::Instructions;
use super::layers::{Scaling, Scratch};
use super::network::{Network, Transformer};
use super::products::{Products, Vector};
use super::shape::FeatureSet;
use crate::eval::LONGEST_MATE;
use crate::shogi::{Color, Position};
use arrayvec::ArrayVec;
pub use inputs::each_row;
use inputs::{ByKing, Flat, Inputs, Kp, Near};
use rows::Rows;
use std::sync::Arc;
use update::{Evaluate, Propagate, Update};

/// Both sides to see a position, in the order of their accumulators.
const VIEWS: [Color; 2] = [Color::Black, Color::White];

/// The plies of a line, from the root on.
pub struct Stack {
    network: Arc<Network>,
    scaling: Scaling,
    instructions: Instructions,
    plies: Vec<Ply>,
    /// For each ply Black's accumulator, then White's.
    sums: Vec<Vector>,
    root: Root,
    cache: Cache,
    /// For each ply the attacks that its accumulators hold, if the network has inputs for that.
    attacks: Option<Vec<Attacks>>,
    scratch: Scratch,
}

/// What is on at the root, as Black sees it.
struct Root {
    facts: FactSet,
    /// Pieces of a full set that are neither on the board nor in a hand.
    absent: usize,
}

#[derive(Clone, Default)]
struct Ply {
    /// What the move to here changed.
    difference: Difference,
    /// Whether it has accumulators: of this ply's pieces, and of attacks that may be those of a ply before.
    is_made: bool,
    /// Whether their attacks are of this ply too.
    is_current: bool,
    /// By view, of accumulators that it has: where the own king is, as the view sees it, or
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
        let attacks = network.shape.features == FeatureSet::Attacks;
        Self {
            instructions,
            scaling: Scaling::default(),
            plies: vec![Ply::default(); plies + 1],
            sums: vec![Vector::ZERO; (plies + 1) * 2 * length],
            root: Root {
                facts: FactSet::NONE,
                absent: 0,
            },
            cache: Cache::new(&network.transformer, network.shape.features.by_king()),
            attacks: attacks.then(|| vec![Attacks::default(); plies + 1]),
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
        self.root.facts = FactSet::NONE;
        for &fact in &inputs {
            self.root.facts.toggle(fact);
        }
        self.root.absent = MOST_ACTIVE.saturating_sub(inputs.len());
        let king = |view| near::king(inputs.iter().map(|&fact| seen_by(view, fact))) as u8;
        self.plies[0] = Ply {
            kings: VIEWS.map(king),
            ..Ply::default()
        };
    }

    /// The move to `ply` changed `difference` of the position before.
    #[inline]
    pub fn push(&mut self, ply: usize, difference: Difference) {
        self.plies[ply] = Ply {
            difference,
            ..Ply::default()
        };
    }

    /// The value of `pos`, which is the position at `ply`, for `side`, in centipawns, never a mate.
    pub fn value(&mut self, ply: usize, pos: &Position, side: Color) -> i32 {
        let output = self.output(ply, pos, side);
        let value = self.network.head.value(output, self.scaling);
        value.clamp(1 - LONGEST_MATE, LONGEST_MATE - 1)
    }

    /// The network's output for `pos`, which is the position at `ply`, and `side`, before it is scaled.
    pub fn output(&mut self, ply: usize, pos: &Position, side: Color) -> i64 {
        let at = At { ply, pos };
        match self.network.shape.features {
            FeatureSet::Flat => self.output_of_ours(Flat, at, side),
            FeatureSet::Near | FeatureSet::Attacks => self.output_of_ours(Near, at, side),
            FeatureSet::Kp | FeatureSet::Ka2 => self.output_of_others(Kp, at, side),
            set => self.output_of_others(ByKing::of(set), at, side),
        }
    }

    fn output_of_ours(&mut self, inputs: impl Inputs, at: At, side: Color) -> i64 {
        let instructions = self.instructions;
        instructions.run(Evaluate {
            stack: self,
            inputs,
            at,
            side,
        })
    }

    fn output_of_others(&mut self, inputs: impl Inputs, at: At, side: Color) -> i64 {
        let instructions = self.instructions;
        instructions.run(Update {
            stack: self,
            inputs,
            at,
        });
        instructions.run(Propagate {
            stack: self,
            at,
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
        stack.value(0, pos, pos.side())
    }

    /// Whether `pos` has a value: some networks know no positions without both kings.
    pub fn values(&self, pos: &Position) -> bool {
        !self.shape.needs_kings() || VIEWS.iter().all(|&side| pos.king(side).is_some())
    }
}

/// A ply and its position.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub ply: usize,
    pub pos: &'a Position,
}

/// The side that sees, and where its king is as it sees it: a square or [`NO_KING`].
#[derive(Clone, Copy)]
struct Perspective {
    view: Color,
    king: usize,
}

/// What an accumulator is to be the sum of.
struct Summands<'a> {
    facts: &'a FactSet,
    /// What is attacked, if that has inputs.
    attacks: Option<&'a Attacks>,
    /// How many pieces are nowhere.
    absent: usize,
}

/// Where a king can be: on a square, or nowhere.
const SQUARES: usize = NO_KING + 1;

/// Accumulators to begin with at a root, and when the own king has moved, which changes every input by its square
/// and what is near the king: for each side, and for each square of its king where that matters, the last accumulator
/// that was made so, so that only the facts that have changed since are summed.
struct Cache {
    entries: Vec<Cached>,
    sums: Vec<Vector>,
}

/// Of what an accumulator is the sum.
#[derive(Clone)]
struct Cached {
    facts: FactSet,
    attacks: Attacks,
    absent: usize,
}

impl Cache {
    /// Accumulators of empty boards, for each square of a king if `transformer` has inputs by that.
    fn new(transformer: &Transformer, by_king: bool) -> Self {
        let count = if by_king { 2 * SQUARES } else { 2 };
        let entry = Cached {
            facts: FactSet::NONE,
            attacks: Attacks::default(),
            absent: 0,
        };
        Self {
            entries: vec![entry; count],
            sums: transformer.biases.repeat(count),
        }
    }

    /// The accumulator of these summands from this perspective.
    #[inline(always)]
    fn refreshed<I: Inputs>(
        &mut self,
        inputs: I,
        products: impl Products,
        transformer: &Transformer,
        Perspective { view, king }: Perspective,
        summands: &Summands,
    ) -> &[Vector] {
        let Summands {
            facts,
            attacks,
            absent,
        } = *summands;
        let side = view.array_index();
        let index = if I::BY_KING {
            side * SQUARES + king
        } else {
            side
        };
        let (length, entry) = (transformer.length(), &mut self.entries[index]);
        let sums = &mut self.sums[index * length..][..length];
        let mut rows = Rows::of(transformer);
        entry.facts.changes(facts, |fact, is_on| {
            rows.note_fact(inputs, king, seen_by(view, fact), is_on);
            if rows.are_many() {
                rows.apply(products, sums, 0, 0);
            }
        });
        if I::COUNT_ABSENT {
            for _ in 0..entry.absent.abs_diff(absent) {
                rows.note(inputs.absent(king), entry.absent < absent);
                if rows.are_many() {
                    rows.apply(products, sums, 0, 0);
                }
            }
            entry.absent = absent;
        }
        if let Some(attacks) = attacks {
            rows.note_attacks(view, &entry.attacks, attacks);
            entry.attacks = *attacks;
        }
        rows.apply(products, sums, 0, 0);
        entry.facts.clone_from(facts);
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::difference;
    use super::super::network::{LANES, Parameters};
    use super::*;
    use crate::shogi::Move;

    /// The smallest network with every input, of numbers that look like any.
    fn network() -> Network {
        let numbers = |count: usize| (0..count).map(|i| (i * 7919 % 251) as i16 - 125).collect();
        let features = FeatureSet::Attacks;
        Network::new(Parameters {
            origin: String::new(),
            scale: 400,
            features,
            weights: numbers(features.inputs() * LANES),
            biases: numbers(LANES),
            output_weights: numbers(2 * LANES),
            output_bias: 1,
        })
        .unwrap()
    }

    /// Short enough for Miri, which looks at every access to memory. `tests/all/networks` walks far further.
    #[test]
    fn along_a_line_every_set_of_instructions_gives_the_sums_made_anew() {
        const LINE: &str = "7g7f 8c8d 2g2f 3c3d 8h2b+ 3a2b 6i7h B*4e";
        let network = Arc::new(network());
        let mut anew = Stack::new(Arc::clone(&network), 0);
        for set in Instructions::available() {
            let mut stack = Stack::with_instructions(Arc::clone(&network), 8, set);
            let mut pos = Position::default();
            stack.start(&pos);
            for (ply, text) in (1..).zip(LINE.split(' ')) {
                let mv: Move = text.parse().unwrap();
                let undo = pos.do_move(mv);
                stack.push(ply, difference(&pos, mv, undo.captured()));
                if ply % 3 == 0 {
                    continue;
                }
                anew.start(&pos);
                let expected = anew.output(0, &pos, pos.side());
                assert_eq!(
                    stack.output(ply, &pos, pos.side()),
                    expected,
                    "{set}: {text}"
                );
            }
        }
    }
}
