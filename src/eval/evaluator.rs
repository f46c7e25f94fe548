//! The choice of evaluation, and its values along the line that is searched: the seam between
//! the search and either evaluation. The search makes moves on an [`Evaluator`] and asks for
//! values; it knows no more of where they come from.

use super::handmade::Accumulator;
use super::nnue::{Network, Stack, features};
use crate::shogi::{Color, Move, Piece, Position};
use std::sync::Arc;

/// The evaluations that can be chosen by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationKind {
    /// [`super::nnue`].
    Nnue,
    /// [`super::handmade`].
    Handmade,
}

impl EvaluationKind {
    /// The one in use unless another is chosen.
    pub const DEFAULT: Self = Self::Nnue;

    /// All of them.
    pub const ALL: [Self; 2] = [Self::Nnue, Self::Handmade];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nnue => "nnue",
            Self::Handmade => "handmade",
        }
    }
}

/// Which evaluation to search with, as a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Which one.
    pub kind: EvaluationKind,
    /// The network, for [`EvaluationKind::Nnue`].
    pub network: Arc<Network>,
}

impl Default for Evaluation {
    fn default() -> Self {
        Self {
            kind: EvaluationKind::DEFAULT,
            network: Network::builtin(),
        }
    }
}

impl Evaluation {
    /// The value of `pos` for the side to move, in centipawns.
    pub fn value(&self, pos: &Position) -> i32 {
        let mut evaluator = Evaluator::new(self, 0);
        evaluator.start(pos);
        evaluator.value(0, pos.side())
    }
}

/// The values of the positions on a line, by ply from its root.
pub enum Evaluator {
    /// By the hand-made sums of each ply.
    Handmade(Vec<Accumulator>),
    /// By a network.
    Nnue(Stack),
}

impl Evaluator {
    /// An evaluator for a root and `plies` after it.
    pub fn new(evaluation: &Evaluation, plies: usize) -> Self {
        match evaluation.kind {
            EvaluationKind::Handmade => Self::Handmade(vec![Accumulator::default(); plies + 1]),
            EvaluationKind::Nnue => Self::Nnue(Stack::new(Arc::clone(&evaluation.network), plies)),
        }
    }

    /// Makes `pos` the root.
    pub fn start(&mut self, pos: &Position) {
        match self {
            Self::Handmade(sums) => sums[0] = Accumulator::of(pos),
            Self::Nnue(stack) => stack.start(pos),
        }
    }

    /// At `ply`, `mv` was made, which took `captured` and led to `pos`.
    #[inline]
    pub fn make(&mut self, ply: usize, pos: &Position, mv: Move, captured: Option<Piece>) {
        match self {
            Self::Handmade(sums) => {
                sums[ply + 1] = sums[ply];
                sums[ply + 1].follow(pos, mv, captured);
            }
            Self::Nnue(stack) => stack.push(ply + 1, features::difference(pos, mv, captured)),
        }
    }

    /// At `ply`, the move was given away.
    #[inline]
    pub fn make_null(&mut self, ply: usize) {
        match self {
            Self::Handmade(sums) => sums[ply + 1] = sums[ply],
            Self::Nnue(stack) => stack.push(ply + 1, features::Difference::NONE),
        }
    }

    /// The value of the position at `ply` for `side`, in centipawns.
    #[inline]
    pub fn value(&mut self, ply: usize, side: Color) -> i32 {
        match self {
            Self::Handmade(sums) => sums[ply].value(side),
            Self::Nnue(stack) => stack.value(ply, side),
        }
    }
}
