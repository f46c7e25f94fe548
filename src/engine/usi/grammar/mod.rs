//! Every line of the USI protocol as a type, in both directions; no input and no output.
//!
//! [`Command`] is what an interface sends, [`Response`] what an engine answers. Each is read by
//! `parse` and written by [`std::fmt::Display`], so that an engine and a program that plays
//! engines against each other share one grammar. Reading is tolerant (white space of any
//! kind, unknown words), writing is strict: one line without its end, in the form and order
//! that every known program accepts.
//!
//! ```
//! use kyomi_engine::usi::grammar::Command;
//!
//! let Command::Go(request) = Command::parse("go btime 60000 wtime 50000 byoyomi 1000") else {
//!     panic!("another command");
//! };
//! assert_eq!(request.times.byoyomi_ms, Some(1000));
//! ```

mod command;
mod response;
#[cfg(test)]
mod tests;

use crate::shogi::{Move, sfen};
pub use command::{Command, End, GameResult, GoRequest, GoTimes, MateTime, Query};
pub use response::{Checkmate, Response, ResponseError, write_score};
use std::fmt;
use std::iter::Peekable;
use std::str::SplitWhitespace;

/// What is left of a line.
type Words<'a> = Peekable<SplitWhitespace<'a>>;

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

/// How an empty text and the name of no file are written.
pub(super) const EMPTY: &str = "<empty>";

/// Something that can be set: its name and what it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// The name. Ours are without spaces.
    pub name: String,
    /// The kind of value.
    pub kind: OptionKind,
}

/// The kinds of option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no; the value unless set.
    Check(bool),
    /// A whole number.
    Spin {
        /// The value unless set.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value unless set.
        default: String,
        /// All that may be chosen.
        choices: Vec<String>,
    },
    /// Something to do, without a value.
    Button,
    /// Any text; the value unless set.
    Text(String),
    /// The name of a file; the value unless set.
    FileName(String),
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |default: &str| match default {
            "" => EMPTY.to_owned(),
            _ => default.to_owned(),
        };
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check(default) => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices
                    .iter()
                    .try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text(default) => write!(f, "string default {}", text(default)),
            OptionKind::FileName(default) => write!(f, "filename default {}", text(default)),
        }
    }
}

impl OptionDeclaration {
    /// Reads what follows the word `option`.
    fn parse(text: &str) -> Result<Self, Refusal<'_>> {
        let named = text.strip_prefix("name ").ok_or((text, "`name`"))?;
        let (name, kind) = named
            .split_once(" type ")
            .ok_or((named, "a name and `type`"))?;
        let (kind, details) = split_word(kind).ok_or(("", "a type"))?;
        // Texts may hold the words that have a meaning elsewhere.
        let keys: &[&str] = match kind {
            "string" | "filename" => &["default"],
            _ => &["default", "min", "max", "var"],
        };
        let details = Details::read(details, keys);
        let default = details.of("default").next().unwrap_or_default();
        let value = if default == EMPTY { "" } else { default };
        let bound = |key, otherwise| {
            let number = details.of(key).next();
            number.and_then(|n| n.parse().ok()).unwrap_or(otherwise)
        };
        Ok(Self {
            name: name.trim().to_owned(),
            kind: match kind {
                "check" => OptionKind::Check(value == "true"),
                "spin" => OptionKind::Spin {
                    default: bound("default", 0),
                    min: bound("min", i64::MIN),
                    max: bound("max", i64::MAX),
                },
                "combo" => OptionKind::Combo {
                    default: value.to_owned(),
                    choices: details.of("var").map(str::to_owned).collect(),
                },
                "button" => OptionKind::Button,
                "string" => OptionKind::Text(value.to_owned()),
                "filename" => OptionKind::FileName(value.to_owned()),
                _ => return Err((kind, "check, spin, combo, button, string or filename")),
            },
        })
    }
}

/// What an option may be, as keys and what stands after each up to the next, which may have blanks.
struct Details<'a>(Vec<(&'a str, String)>);

impl<'a> Details<'a> {
    /// Reads `text`, in which only words of `keys` are keys.
    fn read(text: &'a str, keys: &[&str]) -> Self {
        let mut details: Vec<(&str, String)> = Vec::new();
        for word in text.split_whitespace() {
            if keys.contains(&word) {
                details.push((word, String::new()));
            } else if let Some((_, value)) = details.last_mut() {
                let blank = if value.is_empty() { "" } else { " " };
                *value += blank;
                *value += word;
            }
        }
        Self(details)
    }

    /// The values of `key`, those that are empty left out.
    fn of(&self, key: &str) -> impl Iterator<Item = &str> {
        let values = self.0.iter().filter(move |(known, _)| *known == key);
        values
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }
}
