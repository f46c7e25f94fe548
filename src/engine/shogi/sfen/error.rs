//! Why a text is not a position. Every message is one line that names the token at fault and says what
//! was expected in its place.

use super::MAX_MOVE_NUMBER;
use std::fmt;

/// A piece of text as error messages show it: in back quotes, on one line, not too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    const MAX_CHARS: usize = 60;

    /// `text` as it shall be shown.
    pub fn new(text: &str) -> Self {
        let mut shown: String = text.chars().take(Self::MAX_CHARS).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Self(shown.escape_debug().to_string())
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0)
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SfenError {
    /// The text ends before this field.
    #[error("missing field: {0}; expected `BOARD SIDE HANDS [MOVE-NUMBER]`")]
    Missing(&'static str),
    /// The text goes on after the move number.
    #[error("unexpected {0} after the move number; expected nothing more")]
    Extra(Token),
    /// The board has not nine ranks but so many.
    #[error("board {0} has {1} ranks; expected 9, separated by `/`")]
    RankCount(Token, usize),
    /// A rank has not nine squares but so many.
    #[error("rank {0} of the board has {1} squares; expected 9")]
    RankLength(Token, usize),
    /// Something in a rank, which comes second, is neither a piece nor a number of empty squares.
    #[error(
        "unexpected {0} in rank {1} of the board; expected one of PLNSGBRKplnsgbrk, \
         `+` before one of PLNSBRplnsbr, or 1-9 empty squares"
    )]
    Symbol(Token, Token),
    /// The side to move is neither Black nor White.
    #[error("unexpected side to move {0}; expected `b` or `w`")]
    Side(Token),
    /// Something in the hands, which come second, is not a count and a piece.
    #[error(
        "unexpected {0} in hands {1}; expected `-`, or pieces of RBGSNLPrbgsnlp, \
         each once, with a count before it if there are several"
    )]
    Hands(Token, Token),
    /// The move number is not a number in range.
    #[error("unexpected move number {0}; expected a whole number from 1 to {MAX_MOVE_NUMBER}")]
    MoveNumber(Token),
    /// One side has two kings.
    #[error("second king {0} on the board; expected at most one `K` and one `k`")]
    Kings(Token),
    /// There are more pieces of the kind with this letter than in a set.
    #[error("{found} pieces of kind {kind} on the board and in hand; expected at most {limit}")]
    TooMany {
        /// The letter of the kind.
        kind: Token,
        /// How many there are at least.
        found: u32,
        /// How many a set has.
        limit: u32,
    },
    /// Two unpromoted pawns of one side, with this letter, stand on one file (nifu).
    #[error("second unpromoted pawn {0} on file {1}; expected at most one a side (nifu)")]
    Nifu(Token, u8),
    /// A pawn, lance or knight stands on a square where it has no further move.
    #[error("{0} on {1} could never move; expected it promoted or further back")]
    DeadEnd(Token, Token),
    /// The king of the side that is not to move could be taken on its square.
    #[error(
        "king {0} on {1} could be taken at once; expected the side that is not to move to be out \
         of check"
    )]
    CapturableKing(Token, Token),
}
