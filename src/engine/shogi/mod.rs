//! The rules of shogi: board, moves, checks, repetition, declaration, and the text forms of
//! positions. Layer 1: knows nothing of the engine above it, only `shogi_core`'s vocabulary
//! (colours, squares, pieces), and never prints.
//!
//! ```
//! use crate::shogi::{MoveList, Position, movegen, sfen};
//!
//! let mut position = Position::default();
//! let _ = position.do_move(sfen::parse_move("7g7f")?);
//! let mut moves = MoveList::new();
//! movegen::legal(&position, &mut moves);
//! assert_eq!(moves.len(), 30);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bitboard;
pub mod checks;
pub mod declaration;
pub mod diagram;
pub mod exchange;
pub mod game;
pub mod hand;
pub mod legality;
pub mod mate_one;
pub mod movegen;
pub mod moves;
pub mod perft;
pub mod position;
pub mod promotion;
pub mod repetition;
pub mod sfen;
#[doc(hidden)]
pub mod sliders;
pub mod tables;
pub mod turned;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use checks::{CheckSquares, Checks};
pub use hand::Hand;
pub use moves::{Move, MoveList};
pub use position::{Position, Undo};
pub use shogi_core::{Color, Piece, PieceKind, Square};
pub use tables::Class;
