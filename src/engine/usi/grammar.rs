//! Every line of the USI protocol as a type, in both directions; no input and no output.
//!
//! [`Command`] is what an interface sends, [`Response`] what an engine answers. Each is read by
//! `parse` and written by [`std::fmt::Display`], so that an engine and a program that plays
//! engines against each other share one grammar. Reading is tolerant (white space of any
//! kind, unknown words), writing is strict: one line without its end, in the form and order
//! that every known program accepts.
//!
//! ```
//! use crate::usi::grammar::Command;
//!
//! let Command::Go(request) = Command::parse("go btime 60000 wtime 50000 byoyomi 1000") else {
//!     panic!("another command");
//! };
//! assert_eq!(request.times.byoyomi_ms, Some(1000));
//! ```

mod command;
mod option;
mod response;

pub use command::{Command, End, GameResult, GoRequest, GoTimes, MateTime, Query};
pub use option::{OptionDeclaration, OptionKind};
pub use response::{Checkmate, Response, ResponseError, write_score};

use crate::shogi::{Move, sfen};

/// A word that does not fit, and what would.
type Refusal<'a> = (&'a str, &'static str);

/// The first word of `text` and what follows it; none if there is no word.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// A whole number, as large as it may be: negative ones count as 0 and those beyond `u64` as
/// its greatest.
fn number(word: &str) -> Option<u64> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if negative {
        0
    } else {
        digits.parse().unwrap_or(u64::MAX)
    })
}

/// The move that `word` writes, legal or not.
fn parse_move(word: &str) -> Option<Move> {
    sfen::parse_move(word).ok()
}
