//! A position's worth. Layer 2: knows the rules and nothing of the search.
//!
//! There are two evaluations, [`handmade`] and [`nnue`]; [`Evaluator`] is either of them.
//!
//! Values are in centipawns from the side to move, held in an `i32` within ±[`INFINITE`].
//! Values beyond ±[`LONGEST_MATE`] mean a forced mate: [`MATE`] less the plies until it.
//!
//! ```
//! use crate::eval::Evaluation;
//! use crate::shogi::Position;
//!
//! let centipawns = Evaluation::default().value(&Position::default());
//! assert!(centipawns.abs() < 200);
//! ```

pub mod evaluator;
pub mod handmade;
pub mod nnue;
pub mod piece_values;
pub mod worth;

pub use evaluator::{Evaluation, EvaluationKind, Evaluator};
pub use piece_values::PieceValues;

/// Greater than every value.
pub const INFINITE: i32 = 32_001;
/// A mate delivered at the root.
pub const MATE: i32 = 32_000;
/// The longest line, in plies.
pub const MAX_PLY: usize = 128;
/// Values at least this far from zero are forced mates.
pub const LONGEST_MATE: i32 = MATE - 1000;

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
