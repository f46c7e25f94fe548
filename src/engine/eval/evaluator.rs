//! The choice of evaluation, and its values along the line that is searched: the seam between
//! the search and either evaluation. The search makes moves on an [`Evaluator`] and asks for
//! values; it knows no more of where they come from.

use super::handmade::Accumulator;
use super::nnue::{Network, NetworkFile, Scaling, Stack, features};
use super::piece_values::{Difference, PieceValues};
use crate::shogi::{Color, Move, Piece, Position};
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// The evaluations that can be chosen by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvaluationKind {
    /// [`super::nnue`].
    #[default]
    Nnue,
    /// [`super::handmade`].
    Handmade,
}

impl EvaluationKind {
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evaluation {
    /// Which one.
    pub kind: EvaluationKind,
    /// The network named as a file, for [`EvaluationKind::Nnue`].
    pub file: Option<NetworkFile>,
    /// The network of a folder, if none is named as a file.
    pub folder: Option<NetworkFile>,
    /// How its values are brought to our scale.
    pub scaling: Scaling,
    /// What pieces are worth to [`EvaluationKind::Handmade`]; its own values unless given.
    pub pieces: Option<PieceValues>,
}

impl Evaluation {
    /// The file of the network in use; none for that of the program.
    pub fn network_file(&self) -> Option<&NetworkFile> {
        self.file.as_ref().or(self.folder.as_ref())
    }

    /// The network in use, for [`EvaluationKind::Nnue`].
    pub fn network(&self) -> Arc<Network> {
        let file = self.network_file();
        file.map_or_else(Network::builtin, |file| Arc::clone(&file.network))
    }

    /// What is strange about the file of the network in use, each in one line.
    pub fn remarks(&self) -> impl Iterator<Item = &str> {
        let in_use = self.kind == EvaluationKind::Nnue;
        let file = self.network_file().filter(|_| in_use).into_iter();
        file.flat_map(|file| file.network.remarks().iter().map(String::as_str))
    }

    /// The value of `pos` for the side to move, in centipawns.
    pub fn value(&self, pos: &Position) -> i32 {
        let mut evaluator = Evaluator::new(self, 0);
        evaluator.start(pos);
        evaluator.value(0, pos, pos.side())
    }

    /// The network's output for `pos` before it is scaled; none if no network answers.
    pub fn output(&self, pos: &Position) -> Option<i64> {
        let mut evaluator = Evaluator::new(self, 0);
        evaluator.start(pos);
        let stack = evaluator.stack.as_mut()?;
        evaluator
            .by_network
            .then(|| stack.output(0, pos, pos.side()))
    }
}

/// What is in use, in a line.
impl Display for Evaluation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.kind == EvaluationKind::Handmade {
            f.write_str("the hand-made evaluation")?;
            return match &self.pieces {
                Some(values) => write!(f, ", pieces {values}"),
                None => Ok(()),
            };
        }
        let Scaling { fv_scale, percent } = self.scaling;
        match self.network_file() {
            None => f.write_str("the program's own network")?,
            Some(NetworkFile { path, network }) => {
                write!(f, "{}, {}", path.display(), network.shape())?;
                if network.has_fv_scale() {
                    write!(f, ", FV_SCALE {fv_scale}")?;
                }
            }
        }
        if percent == 100 {
            Ok(())
        } else {
            write!(f, ", EvalScale {percent}")
        }
    }
}

/// The values of the positions on a line, by ply from its root.
pub struct Evaluator {
    /// By a network.
    stack: Option<Stack>,
    /// By the hand-made sums of each ply.
    sums: Vec<Accumulator>,
    /// What other values of the pieces add to these.
    difference: Option<Difference>,
    /// Which of the two: a network may know no positions like the root.
    by_network: bool,
}

impl Evaluator {
    /// An evaluator for a root and `plies` after it.
    pub fn new(evaluation: &Evaluation, plies: usize) -> Self {
        let stack = (evaluation.kind == EvaluationKind::Nnue)
            .then(|| Stack::new(evaluation.network(), plies).scaled(evaluation.scaling));
        Self {
            by_network: stack.is_some(),
            stack,
            difference: evaluation.pieces.map(|it| Difference::new(&it, plies)),
            sums: vec![Accumulator::default(); plies + 1],
        }
    }

    /// Makes `pos` the root.
    pub fn start(&mut self, pos: &Position) {
        self.by_network = false;
        match &mut self.stack {
            Some(stack) if stack.network().values(pos) => {
                stack.start(pos);
                self.by_network = true;
            }
            _ => self.sums[0] = Accumulator::of(pos),
        }
        if let Some(difference) = &mut self.difference {
            difference.start(pos);
        }
    }

    #[inline]
    fn by_network(&mut self) -> Option<&mut Stack> {
        self.stack.as_mut().filter(|_| self.by_network)
    }

    /// At `ply`, `mv` was made, which took `captured` and led to `pos`.
    #[inline]
    pub fn make(&mut self, ply: usize, pos: &Position, mv: Move, captured: Option<Piece>) {
        if let Some(stack) = self.by_network() {
            stack.push(ply + 1, features::difference(pos, mv, captured));
        } else {
            self.sums[ply + 1] = self.sums[ply];
            self.sums[ply + 1].follow(pos, mv, captured);
            if let Some(difference) = &mut self.difference {
                difference.make(ply, pos, mv, captured);
            }
        }
    }

    /// At `ply`, the move was given away.
    #[inline]
    pub fn make_null(&mut self, ply: usize) {
        if let Some(stack) = self.by_network() {
            stack.push(ply + 1, features::Difference::NONE);
        } else {
            self.sums[ply + 1] = self.sums[ply];
            if let Some(difference) = &mut self.difference {
                difference.make_null(ply);
            }
        }
    }

    /// The value of `pos`, which is the position at `ply`, for `side`, in centipawns.
    #[inline]
    pub fn value(&mut self, ply: usize, pos: &Position, side: Color) -> i32 {
        if let Some(stack) = self.by_network() {
            stack.value(ply, pos, side)
        } else {
            let added = self.difference.as_ref().map_or(0, |it| it.value(ply, side));
            self.sums[ply].value(side) + added
        }
    }
}
