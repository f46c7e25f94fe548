//! The operations of a row: what it is called, what is asked of its position, and the answer.

use engine::shogi::Move;
use engine::shogi::sfen::{self, Token};
use std::str::FromStr;

/// One operation: its name and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name, such as `bm`.
    pub name: String,
    /// The rest, without white space around it; quotes around a whole text are dropped.
    pub argument: String,
}

/// An operation that a kind of suite knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Its name.
    pub name: &'static str,
    /// What follows the name, for messages.
    pub argument: &'static str,
}

/// Why a row's operations cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OperationError {
    /// No kind knows it.
    #[error("unknown operation {0}; expected one of {1}")]
    Unknown(Token, String),
    /// Each is known, but no kind knows all of them.
    #[error("operations {0} in one row; expected those of one kind: {1}")]
    Mixed(Token, String),
    /// One of them says what cannot be.
    #[error("unexpected {found} after `{name}`; expected {expected}")]
    Argument {
        /// What was found.
        found: Token,
        /// The operation.
        name: String,
        /// What would have been right.
        expected: &'static str,
    },
    /// A table has no column for the position.
    #[error(
        "no column {0}; expected the columns sfen, depth and nodes, or those that a line beginning with `#` names"
    )]
    Column(&'static str),
}

impl Operation {
    /// Reads one operation; none if there is nothing but white space.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        (!name.is_empty()).then(|| Self::new(name, argument))
    }

    /// The operation `name` with `argument`.
    pub fn new(name: &str, argument: &str) -> Self {
        let argument = argument.trim();
        let unquoted = argument
            .strip_prefix('"')
            .and_then(|it| it.strip_suffix('"'));
        Self {
            name: name.to_owned(),
            argument: unquoted.unwrap_or(argument).to_owned(),
        }
    }

    /// Whether it is a remark: `id`, or `c0` to `c9`.
    pub fn is_remark(&self) -> bool {
        match *self.name.as_bytes() {
            [b'c', digit] => digit.is_ascii_digit(),
            _ => self.name == "id",
        }
    }

    /// The words of its argument.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.argument.split_whitespace()
    }

    /// The error that `found` is not what is `expected`.
    pub fn unexpected(&self, found: &str, expected: &'static str) -> OperationError {
        OperationError::Argument {
            found: Token::new(found),
            name: self.name.clone(),
            expected,
        }
    }

    /// One word of its argument as a number or the like.
    ///
    /// # Errors
    /// If it is none.
    pub fn read<T: FromStr>(
        &self,
        word: &str,
        expected: &'static str,
    ) -> Result<T, OperationError> {
        word.parse().map_err(|_| self.unexpected(word, expected))
    }

    /// Its argument as moves, of which there is at least one. Whether they are legal is not asked.
    ///
    /// # Errors
    /// At the first word that is no move.
    pub fn moves(&self) -> Result<Vec<Move>, OperationError> {
        const EXPECTED: &str = "moves such as 7g7f, 8h2b+ or P*5e";
        let read = |word| sfen::parse_move(word).map_err(|_| self.unexpected(word, EXPECTED));
        let moves: Vec<Move> = self.words().map(read).collect::<Result<_, _>>()?;
        if moves.is_empty() {
            return Err(self.unexpected("", EXPECTED));
        }
        Ok(moves)
    }

    /// Refuses an argument.
    ///
    /// # Errors
    /// If there is one.
    pub fn expect_nothing(&self) -> Result<(), OperationError> {
        match self.argument.as_str() {
            "" => Ok(()),
            found => Err(self.unexpected(found, "nothing")),
        }
    }
}

/// Moves as people read them.
pub fn list(moves: &[Move]) -> String {
    let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
    moves.join(" or ")
}
