//! A position's worth.
//!
//! There are two evaluations, [`handmade`] and [`nnue`]; [`Evaluation`] says which is chosen. The search
//! makes moves on an [`Evaluator`], which is either of them, and asks it for values; it knows no more
//! of where they come from.
//!
//! Values of an evaluation are in centipawns from the side to move. The search counts in *units*, of which
//! [`PAWN`] are 100 centipawns, within ±[`INFINITE`]; from ±[`LONGEST_MATE`] on they mean a forced mate:
//! [`MATE`] less the plies until it.
//!
//! ```
//! use kyomi_engine::eval::Evaluation;
//! use kyomi_engine::shogi::Position;
//!
//! let centipawns = Evaluation::default().value(&Position::default());
//! assert!(centipawns.abs() < 200);
//! ```

pub mod handmade;
pub mod nnue;
pub mod piece_values;
pub mod worth;

use crate::shogi::{Color, Move, Piece, Position};
use handmade::Accumulator;
use nnue::{Edition, Network, NetworkFile, Scaling, Stack, features};
pub use piece_values::PieceValues;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// Greater than every value.
pub const INFINITE: i32 = 32_001;
/// A mate delivered at the root.
pub const MATE: i32 = 32_000;
/// The longest line, in plies.
pub const MAX_PLY: usize = 246;
/// Values at least this far from zero are forced mates.
pub const LONGEST_MATE: i32 = MATE - MAX_PLY as i32;
/// How many units of the search are 100 centipawns.
pub const PAWN: i32 = 90;

/// How many units are 100 centipawns of a network of our own. The margins of the search are those of networks whose
/// values are smaller than its. Worth: 85 against 100: 54-66 where it was 19-41, against `YaneuraOu` at 100,000 nodes
/// (2026-11-28). Networks of others say units.
const OWN_UNITS: i32 = 85;

/// The value of mating `ply` plies below the root.
#[inline]
pub const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The value of being mated `ply` plies below the root.
#[inline]
pub const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether `value` is a forced mate for either side.
#[inline]
pub const fn is_mate(value: i32) -> bool {
    value >= LONGEST_MATE || value <= -LONGEST_MATE
}

/// The evaluations that can be chosen by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvaluationKind {
    /// [`nnue`].
    #[default]
    Nnue,
    /// [`handmade`].
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
    /// Of which edition of SFNN these networks are, if that is said and they are of one.
    pub edition: Option<Edition>,
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
        let stack = evaluator.by_network()?;
        Some(stack.output(0, pos, pos.side()))
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
    /// By `PieceKind as usize`: what other values of the pieces than the usual ones add to these.
    added: Option<[i32; 15]>,
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
            added: evaluation.pieces.as_ref().map(PieceValues::added),
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
        }
    }

    /// At `ply`, the move was given away.
    #[inline]
    pub fn make_null(&mut self, ply: usize) {
        if let Some(stack) = self.by_network() {
            stack.push(ply + 1, features::Difference::default());
        } else {
            self.sums[ply + 1] = self.sums[ply];
        }
    }

    /// The value of `pos`, which is the position at `ply`, for `side`, in units of the search.
    #[inline]
    pub fn units(&mut self, ply: usize, pos: &Position, side: Color) -> i32 {
        let per_centipawns = match &self.stack {
            Some(stack) if self.by_network && stack.network().has_fv_scale() => 100,
            Some(_) if self.by_network => OWN_UNITS,
            _ => PAWN,
        };
        self.value(ply, pos, side) * per_centipawns / 100
    }

    /// The value of `pos`, which is the position at `ply`, for `side`, in centipawns.
    #[inline]
    pub fn value(&mut self, ply: usize, pos: &Position, side: Color) -> i32 {
        if let Some(stack) = self.by_network() {
            stack.value(ply, pos, side)
        } else {
            let added = self.added.as_ref();
            let added = added.map_or(0, |added| piece_values::sum(added, pos, side));
            self.sums[ply].value(side) + added
        }
    }
}
