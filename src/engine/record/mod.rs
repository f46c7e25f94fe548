//! Games as files: what is kept of a game, and reading and writing it as CSA, KIF, KI2, JKF and USI.
//!
//! A [`Record`] is a [`Game`] and what was noted about it. What must hold: the moves are legal
//! (the game sees to that), every move has its [`MoveInfo`], and a text that cannot be read in
//! full is refused with the line and the token at fault; whatever is left out on purpose, such as an
//! illegal last move, is told in [`Reading::notes`]. No text makes this module panic.
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
//!
//! Written is UTF-8; read is what [`encoding`](crate::files::encoding) tells apart.
//!
//! Names and headers are one line each, without white space around them; headers have a value and
//! no colon in their name; in comments, the first line is not empty, no line begins with `*` but those of a study ([`STUDY`]), and there is no
//! line break at the end. Writers make other texts so. Evaluation, depth, nodes, milliseconds and fine points of the ending are written
//! as comment lines in the words that `ShogiHome` and floodgate use; see `details.rs`.
//!
//! ```
//! use crate::record::Format;
//!
//! let reading = Format::Csa.read(b"V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n")?;
//! assert_eq!(Format::Usi.write(&reading.record), "startpos moves 7g7f 3c3d\n");
//! # Ok::<(), crate::record::RecordError>(())
//! ```

mod branch;
pub mod csa;
mod csa_notation;
mod details;
mod draft;
mod error;
pub mod jkf;
pub mod kif;
mod lines;
mod many;
mod setup;
mod termination;
pub mod typed;
pub mod usi;

pub use branch::Branch;
pub use details::STUDY;
pub use error::{Note, Problem, RecordError};
pub use termination::{Ending, Termination};

use crate::files::encoding::{NotText, decode};
use crate::shogi::game::{Game, IllegalMove};
use crate::shogi::{Color, Move, Position};
use std::path::Path;

/// What an engine thought of a position, always from one point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Hundredths of a pawn; positive is good for Black, whoever is to move.
    Centipawns(i32),
    /// A forced mate.
    Mate {
        /// The side that mates.
        winner: Color,
        /// In how many plies, if that is known.
        plies: Option<u32>,
    },
}

impl Evaluation {
    /// `centipawns` from the side of `mover`, as engines tell it.
    pub fn of_mover(centipawns: i32, mover: Color) -> Self {
        Self::Centipawns(match mover {
            Color::Black => centipawns,
            Color::White => centipawns.saturating_neg(),
        })
    }
}

/// What was noted about a move. Nothing of it is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveInfo {
    /// Time spent on the move, in milliseconds.
    pub time_ms: Option<u64>,
    /// What the mover thought the position was worth.
    pub evaluation: Option<Evaluation>,
    /// How deep it searched, in plies.
    pub depth: Option<u32>,
    /// How many nodes it searched.
    pub nodes: Option<u64>,
    /// How it expected the game to go on after the move; legal moves. Kept only beside an
    /// evaluation.
    pub pv: Vec<Move>,
    /// What people said about the move; may have several lines.
    pub comment: String,
}

/// A game and what was noted about it.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Names of Black and White; empty if not known.
    pub names: [String; 2],
    /// Other headers as (name, value), in order. Names are those of CSA, such as `EVENT`, `SITE`,
    /// `START_TIME`, `END_TIME`, `TIME_LIMIT`, `OPENING`; others are kept as they are.
    pub headers: Vec<(String, String)>,
    /// What people said before the first move; may have several lines.
    pub comment: String,
    /// How the game ended; none if it is not known to have.
    pub ending: Option<Ending>,
    game: Game,
    infos: Vec<MoveInfo>,
    branches: Vec<Branch>,
}

impl Record {
    /// A record of `game`, with nothing noted yet.
    pub fn new(game: Game) -> Self {
        Self {
            infos: vec![MoveInfo::default(); game.moves().len()],
            game,
            ..Self::default()
        }
    }

    /// Adds a move and what was noted about it.
    ///
    /// # Errors
    /// [`IllegalMove`] when it is not legal; the record stays as it was.
    pub fn push(&mut self, mv: Move, info: MoveInfo) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        self.infos.push(info);
        Ok(())
    }

    /// The game: start position, moves, and the position that they lead to.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The moves in order, each with what was noted about it.
    pub fn moves(&self) -> impl Iterator<Item = (Move, &MoveInfo)> {
        self.game.moves().iter().copied().zip(&self.infos)
    }

    /// What was noted about each move, in order, to note more.
    pub fn infos_mut(&mut self) -> &mut [MoveInfo] {
        &mut self.infos
    }

    /// The value of the first header called `name`.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The side that won; none for draws and games without a result.
    pub fn winner(&self) -> Option<Color> {
        let reason = self.ending.as_ref()?.reason;
        reason.winner(self.game.position().side())
    }

    /// The moves with the position before each.
    fn replay(&self) -> impl Iterator<Item = (Position, Move, &MoveInfo)> {
        let mut pos = self.game.start().clone();
        self.moves().map(move |(mv, info)| {
            let before = pos.clone();
            let _ = pos.do_move(mv);
            (before, mv, info)
        })
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
            && self.headers == other.headers
            && self.comment == other.comment
            && self.ending == other.ending
            && self.game.start() == other.game.start()
            && self.game.moves() == other.game.moves()
            && self.infos == other.infos
            && self.branches == other.branches
    }
}

/// A record as read, with what was left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The record.
    pub record: Record,
    /// What the text had that the record has not, in the order of the text.
    pub notes: Vec<Note>,
}

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The format of the Computer Shogi Association; see [`csa`].
    Csa,
    /// The format of Kifu for Windows; see [`kif`].
    Kif,
    /// Its form for people, with moves as they are told in print; see [`kif`].
    Ki2,
    /// Its form in JSON, for boards on the web; see [`jkf`].
    Jkf,
    /// A line of moves in USI notation; see [`usi`].
    Usi,
}

impl Format {
    /// The format of files that are called like `path`: `.csa`; `.kif` or `.kifu`; `.ki2` or
    /// `.ki2u`; `.jkf`; `.usi`.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "csa" => Some(Self::Csa),
            "kif" | "kifu" => Some(Self::Kif),
            "ki2" | "ki2u" => Some(Self::Ki2),
            "jkf" => Some(Self::Jkf),
            "usi" => Some(Self::Usi),
            _ => None,
        }
    }

    /// What files of this format are called after the point.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csa => "csa",
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Jkf => "jkf",
            Self::Usi => "usi",
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
        let text =
            decode(bytes).map_err(|NotText { line }| RecordError::new(line, Problem::NotText))?;
        match self {
            Self::Csa => csa::read(&text),
            Self::Kif | Self::Ki2 => kif::read(&text),
            Self::Jkf => jkf::read(&text),
            Self::Usi => usi::read(&text),
        }
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
