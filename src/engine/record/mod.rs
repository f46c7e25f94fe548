//! Games as files: what is kept of a game, and reading and writing it as CSA, KIF, KI2, JKF and USI.
//!
//! A [`Record`] is a [`Game`](crate::shogi::game::Game) and what was noted about it. What must hold: the moves are legal
//! (the game sees to that), every move has its [`MoveInfo`], and a text that cannot be read in
//! full is refused with the line and the token at fault; whatever is left out on purpose, such as an
//! illegal last move, is noted in [`Reading::notes`]. No text makes this module panic.
//!
//! Beside the game a record has [branches](Branch), a tree of lines. Each is a record again, which
//! begins where it leaves.
//!
//! What each format keeps, written and read back by this module:
//!
//! | | CSA V2.2 | KIF | KI2 | JKF | USI line |
//! |---|---|---|---|---|---|
//! | start position and moves | yes | yes | yes | yes | yes |
//! | names, headers, comments | yes | yes | yes | yes | no |
//! | times, to the millisecond | yes | yes | no | yes | no |
//! | evaluation, depth, nodes, line of play | yes | yes | yes | yes | no |
//! | ending | yes | yes | in words | yes | read |
//! | branches, with the same | no | yes | yes | yes | no |
//! | written by | floodgate, tournaments | most boards | Kifu for Windows | boards on the web | engines, GUIs |
//!
//! `ShogiHome` writes all of them.
//!
//! Written is UTF-8, or CP932 for files called `.kif` and `.ki2` (see [`Encoding`]); read is what [`decode`] can read.
//!
//! Names and headers are one line each, without white space around them; headers have a value and
//! no colon in their name. In comments the first line is not empty, no line is what a search is noted by (such as
//! `*深さ=12`), and there is no line break at the end. Writers make other texts so. Evaluation, depth,
//! nodes, milliseconds and fine points of the ending are written as comment lines in the words that `ShogiHome`
//! and floodgate use; see `comments.rs`.
//!
//! ```
//! use kyomi_engine::record::Format;
//!
//! let reading = Format::Csa.read(b"V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n")?;
//! assert_eq!(Format::Usi.write(&reading.record), "startpos moves 7g7f 3c3d\n");
//! # Ok::<(), kyomi_engine::record::RecordError>(())
//! ```

mod builder;
mod comments;
mod content;
pub mod csa;
mod encoding;
pub mod jkf;
pub mod kif;
pub mod notation;
pub mod usi;

pub use comments::STUDY;
pub use content::{Branch, Ending, Evaluation, MoveInfo, Record, Termination};
pub use encoding::{Encoded, Encoding};

use crate::shogi::game::GameError;
use crate::shogi::sfen::{SfenError, Token};
use base::files::text::{NotText, decode};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;

/// A record as read, with what was left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The record.
    pub record: Record,
    /// What the text had that the record has not, in the order of the text.
    pub notes: Vec<Note>,
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

/// A text is not a record. The message is one line that names the line and the token at fault, and says what
/// was expected in its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
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

impl RecordError {
    fn new(line: usize, problem: Problem) -> Self {
        Self { line, problem }
    }

    fn unexpected(line: usize, found: &str, expected: &'static str) -> Self {
        let found = Token::new(found);
        Self::new(line, Problem::Unexpected { found, expected })
    }

    /// The same in a text in which so many lines come before.
    fn below(self, lines: usize) -> Self {
        Self::new(self.line + lines, self.problem)
    }
}

/// How records of any format may be called after the point.
const TEXT: &str = "txt";

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The format of the Computer Shogi Association; see [`csa`].
    Csa,
    /// The format of Kifu for Windows; see [`kif`].
    Kif,
    /// Its form for people, with moves as they are printed; see [`kif`].
    Ki2,
    /// Its form in JSON, for boards on the web; see [`jkf`].
    Jkf,
    /// A line of moves in USI notation; see [`usi`].
    Usi,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Csa, Self::Kif, Self::Ki2, Self::Jkf, Self::Usi];

    /// The format of files that are called like `path`: `.csa`; `.kif` or `.kifu`; `.ki2` or
    /// `.ki2u`; `.jkf`; `.usi`.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.extensions().contains(&extension.as_str()))
    }

    /// Whether a file that is called like `path` is a record: by [`Format::of_path`], or as text whose format
    /// [`Format::of_content`] finds.
    pub fn is_record(path: &Path) -> bool {
        let is_text = |it: &OsStr| it.eq_ignore_ascii_case(TEXT);
        Self::of_path(path).is_some() || path.extension().is_some_and(is_text)
    }

    /// The format of the record in `bytes`, as far as the first line that tells it says.
    pub fn of_content(bytes: &[u8]) -> Option<Self> {
        let text = decode(bytes).ok()?;
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with('{') {
            return Some(Self::Jkf);
        }
        text.lines().find_map(|line| Self::of_line(line.trim_end()))
    }

    /// The format that has such a line, if no other has.
    fn of_line(line: &str) -> Option<Self> {
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_board = first.matches('/').count() == 8;
        if ["position", "startpos", "sfen"].contains(&first) || is_board {
            return Some(Self::Usi);
        }
        let is_csa = [
            "V2", "V3", "PI", "P1", "P+", "P-", "N+", "N-", "$", "%", "'",
        ];
        if is_csa.iter().any(|word| line.starts_with(word)) || csa::is_move(line) {
            return Some(Self::Csa);
        }
        kif::format_of(line)
    }

    /// What files of this format are called after the point.
    pub fn extension(self) -> &'static str {
        self.extensions()[0]
    }

    fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Csa => &["csa"],
            Self::Kif => &["kif", "kifu"],
            Self::Ki2 => &["ki2", "ki2u"],
            Self::Jkf => &["jkf"],
            Self::Usi => &["usi"],
        }
    }

    /// Whether it has a place for branches.
    pub fn holds_branches(self) -> bool {
        matches!(self, Self::Kif | Self::Ki2 | Self::Jkf)
    }

    /// Reads a record from the bytes of a file, in whichever encoding [`decode`] finds.
    ///
    /// # Errors
    /// [`RecordError`] for the first thing that cannot be read.
    pub fn read(self, bytes: &[u8]) -> Result<Reading, RecordError> {
        self.read_text(&decoded(bytes)?)
    }

    fn read_text(self, text: &str) -> Result<Reading, RecordError> {
        match self {
            Self::Csa => csa::read(text),
            Self::Kif | Self::Ki2 => kif::read(text),
            Self::Jkf => jkf::read(text),
            Self::Usi => usi::read(text),
        }
    }

    /// Reads all records in the bytes of a file, as [`Format::read`] does with one.
    ///
    /// CSA has a line with `/` between games. A USI line is a game, and so is an SFEN; lines that begin with
    /// `#`, and what follows a `;`, are remarks. JSON objects follow each other. In KIF and KI2 a new game begins
    /// with the first header, board or head of a table that follows moves.
    ///
    /// # Errors
    /// [`RecordError`] for the first thing that cannot be read.
    pub fn read_all(self, bytes: &[u8]) -> Result<Vec<Reading>, RecordError> {
        let text = decoded(bytes)?;
        let pieces = match self {
            Self::Csa => split(&text, |line| line.trim() == "/"),
            Self::Kif | Self::Ki2 => split(&text, kif::begins_game()),
            Self::Jkf => objects(&text),
            Self::Usi => usi_lines(&text),
        };
        if pieces.is_empty() {
            return Err(RecordError::new(1, Problem::Missing(usi::START)));
        }
        let read = |(before, text): (usize, String)| {
            let mut reading = self.read_text(&text).map_err(|error| error.below(before))?;
            for note in &mut reading.notes {
                note.line += before;
            }
            Ok(reading)
        };
        pieces.into_iter().map(read).collect()
    }

    /// Writes `record`, with a line break at the end.
    pub fn write(self, record: &Record) -> String {
        match self {
            Self::Csa => csa::write(record),
            Self::Kif => kif::write(record),
            Self::Ki2 => kif::write_ki2(record),
            Self::Jkf => jkf::write(record),
            Self::Usi => usi::write(record),
        }
    }

    /// Writes `record` as the content of a file in `encoding`.
    pub fn encode(self, record: &Record, encoding: Encoding) -> Encoded {
        let mut text = self.write(record);
        if matches!(self, Self::Kif | Self::Ki2) {
            // In the first line.
            let label = format!("encoding={}", encoding.label());
            text = text.replacen("encoding=UTF-8", &label, 1);
        }
        encoding.encode(&text)
    }

    /// What is to come between records in one text, as [`Format::read_all`] reads it.
    pub fn separator(self) -> &'static str {
        match self {
            Self::Csa => "/\n",
            Self::Kif | Self::Ki2 => "\n",
            Self::Jkf | Self::Usi => "",
        }
    }
}

fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, RecordError> {
    decode(bytes).map_err(|NotText { line }| RecordError::new(line, Problem::NotText))
}

/// The pieces of `text`, with how many lines come before each. `begins` says of each line in turn whether
/// another piece begins with it; a line `/` belongs to none. Pieces without text are left out, unless there is no
/// other.
fn split(text: &str, mut begins: impl FnMut(&str) -> bool) -> Vec<(usize, String)> {
    let mut pieces = vec![(0, String::new())];
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let is_mark = line.trim() == "/";
        if begins(line) {
            pieces.push((number + usize::from(is_mark), String::new()));
        }
        if let Some((_, piece)) = pieces.last_mut().filter(|_| !is_mark) {
            piece.push_str(line);
        }
    }
    if pieces.len() > 1 {
        pieces.retain(|(_, piece)| !piece.trim().is_empty());
    }
    pieces
}

/// The JSON values of `text`, with how many lines come before each; all of it where it is none.
fn objects(text: &str) -> Vec<(usize, String)> {
    let mut pieces = Vec::new();
    let lines = LineNumbers::of(text);
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    loop {
        match values.next() {
            Some(Ok(value)) => {
                pieces.push((lines.number(value.get()) - 1, value.get().to_owned()));
            }
            None if !pieces.is_empty() => return pieces,
            _ => return vec![(0, text.to_owned())],
        }
    }
}

/// The lines of `text` that are not remarks alone, with how many lines come before each.
fn usi_lines(text: &str) -> Vec<(usize, String)> {
    let without_remark = |line: &str| {
        let line = line.split(';').next().unwrap_or_default();
        line.trim().to_owned()
    };
    let lines = text.lines().map(without_remark).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

/// The numbers of the lines of a text, for parts of it that are read in any order.
struct LineNumbers<'a> {
    text: &'a str,
    /// The bytes at which line breaks stand.
    breaks: Vec<usize>,
}

impl<'a> LineNumbers<'a> {
    fn of(text: &'a str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at).collect();
        Self { text, breaks }
    }

    /// The number of the line at which `part` of the text begins, counted from 1.
    fn number(&self, part: &str) -> usize {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        1 + self.breaks.partition_point(|&at| at < start)
    }
}

/// `text` in one line, without white space around it: what a name or the value of a header may
/// be.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ").trim().to_owned()
}

/// `text` as the name of a header, which a colon would end.
fn header_name(text: &str) -> String {
    one_line(&text.replace([':', '：'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(format: Format, text: &str) -> Vec<Record> {
        let readings = format.read_all(text.as_bytes()).unwrap();
        readings.into_iter().map(|it| it.record).collect()
    }

    #[test]
    fn games_are_separated_in_every_format() {
        let lines = "# two games\nstartpos moves 7g7f 3c3d 2g2f\n\n\
                     sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5b; id x\n4k4/9/9/9/9/9/9/9/4K4 w - 7\n";
        let games = records(Format::Usi, lines);
        assert_eq!(games.len(), 3);
        for format in Format::ALL {
            let texts: Vec<_> = games.iter().map(|game| format.write(game)).collect();
            let text = texts.join(format.separator());
            let again = records(format, &text);
            let moves = |games: &[Record]| -> Vec<_> {
                games.iter().map(|it| Format::Usi.write(it)).collect()
            };
            assert_eq!(moves(&again), moves(&games), "{format:?}:\n{text}");
        }
    }

    #[test]
    fn what_is_wrong_has_its_line_of_the_whole_text() {
        for (format, text, line) in [
            (
                Format::Csa,
                "V2.2\nPI\n+\n+7776FU\n/\nV2.2\nPI\n+\n+7775FU\n",
                9,
            ),
            (Format::Kif, "1 ７六歩(77)\n先手：甲\n1 ７五歩(77)\n", 3),
            (Format::Usi, "startpos\n\nstartpos moves 7g7e\n", 3),
        ] {
            let error = format.read_all(text.as_bytes()).unwrap_err();
            assert_eq!(error.line, line, "{error}");
        }
    }

    #[test]
    fn one_game_is_what_it_was() {
        let text = "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\n";
        assert_eq!(records(Format::Csa, text).len(), 1);
        let kif = "先手：甲\n後手：乙\n手数----指手\n1 ７六歩(77)\n*a：b\n2 投了\n変化：1手\n";
        assert_eq!(records(Format::Kif, kif).len(), 1);
    }
}
