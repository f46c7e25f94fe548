//! The rules of shogi: board, moves, checks, repetition, declaration, and the text forms of
//! positions. Colours, squares and pieces are those of `shogi_core`.
//!
//! ```
//! use kyomi_engine::shogi::{Position, movegen, sfen};
//!
//! let mut position = Position::default();
//! let _ = position.do_move(sfen::parse_move("7g7f")?);
//! let moves = movegen::legal_moves(&position);
//! assert_eq!(moves.len(), 30);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bitboard;
pub mod checks;
pub mod declaration;
pub mod exchange;
pub mod game;
pub mod geometry;
pub mod mate_one;
pub mod movegen;
pub mod moves;
pub mod pieces;
pub mod position;
pub mod repetition;
pub mod sfen;
#[doc(hidden)]
pub mod sliders;
pub mod threats;

pub use bitboard::Bitboard;
pub use checks::{CheckSquares, Checks};
pub use moves::{Move, MoveList};
pub use pieces::{Class, Hand};
pub use position::{Position, Undo};
pub use shogi_core::{Color, Piece, PieceKind, Square, ToUsi};
