//! The lines of a book.

use crate::shogi::{Move, Position, sfen};
use std::fmt;

/// The first line.
pub const HEAD: &str = "#YANEURAOU-DB2016 1.00";
/// With what the first line of every version begins.
pub const HEAD_START: &str = "#YANEURAOU-DB2016";
/// With what the line of a position begins.
pub const POSITION: &str = "sfen ";

/// A move that a book has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The reply that is expected.
    pub reply: Option<Move>,
    /// What the move is worth to the side that makes it, in centipawns; 0 if that is not known.
    pub value: i32,
    /// How deep it was searched.
    pub depth: u32,
    /// How often it was played.
    pub count: u64,
}

impl BookMove {
    /// Reads the line of a move; none if it is no such line. What is missing after the move counts as
    /// 0, and as 1 for the count.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let mv = sfen::parse_move(words.next()?).ok()?;
        let reply = words.next().and_then(|word| sfen::parse_move(word).ok());
        Some(Self {
            mv,
            reply,
            value: number(words.next(), 0)?,
            depth: number(words.next(), 0)?,
            count: number(words.next(), 1)?,
        })
    }

    /// Whether it was searched; a move of a game alone has neither depth nor value.
    pub fn is_searched(&self) -> bool {
        self.depth > 0 || self.value != 0
    }

    /// Turns its moves by `turn`.
    pub(super) fn turn(&mut self, turn: impl Fn(Move) -> Move) {
        self.mv = turn(self.mv);
        self.reply = self.reply.map(turn);
    }
}

/// The number that `word` is, or `missing` if there is none.
fn number<T: std::str::FromStr>(word: Option<&str>, missing: T) -> Option<T> {
    word.map_or(Some(missing), |word| word.parse().ok())
}

impl fmt::Display for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.mv)?;
        match self.reply {
            Some(reply) => write!(f, "{reply}")?,
            None => f.write_str("none")?,
        }
        write!(f, " {} {} {}", self.value, self.depth, self.count)
    }
}

/// By what `pos` is found: board, side and hands.
pub fn key(pos: &Position) -> String {
    without_number(&sfen::write(pos)).to_owned()
}

/// The board, side and hands of a position's text, whatever stands after them.
pub fn without_number(text: &str) -> &str {
    let text = text.trim_end();
    text.match_indices(' ')
        .nth(2)
        .map_or(text, |(at, _)| &text[..at])
}
