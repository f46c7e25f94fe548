//! Why a text is not a record. Every message is one line that names the line and the token at
//! fault and says what was expected in its place.

use crate::shogi::game::GameError;
use crate::shogi::sfen::{SfenError, Token};

/// A text is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

impl RecordError {
    pub(super) fn new(line: usize, problem: Problem) -> Self {
        Self { line, problem }
    }
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The bytes are not text.
    #[error("not text; expected UTF-8, CP932 (Shift-JIS) or EUC-JP")]
    NotText,
    /// There is something else than there should be.
    #[error("unexpected {found}; expected {expected}")]
    Unexpected {
        /// What there is.
        found: Token,
        /// What there should be.
        expected: &'static str,
    },
    /// A move is not legal.
    #[error("illegal move {0}; expected a legal move of the position")]
    IllegalMove(Token),
    /// The pieces are not a start position. The message shows them as SFEN.
    #[error("start position: {0}")]
    Start(SfenError),
    /// The text is not JSON, or not the JSON of a record.
    #[error("{0}")]
    Json(String),
    /// A line of moves in USI notation is not a game.
    #[error(transparent)]
    Game(GameError),
    /// The text ends too early.
    #[error("end of the record; expected {0}")]
    Missing(&'static str),
}

/// Something that a text had and its record has not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what} left out: {token}")]
pub struct Note {
    /// The line, counted from 1.
    pub line: usize,
    /// What kind of thing it is.
    pub what: &'static str,
    /// Its text, or the beginning of it.
    pub token: Token,
}
