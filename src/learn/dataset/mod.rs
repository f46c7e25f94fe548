//! Games to learn from, as files: what stands in them, and how they are read.
//!
//! A file is a sequence of frames, one for what describes the games ([`Source`]), then one for
//! each game ([`GameRecord`]), about 4.5 bytes a position. All numbers are little-endian.
//!
//! | bytes | file |
//! |---|---|
//! | 8 | [`MAGIC`], the version of the format in its last byte |
//! | … | a frame with the source, a JSON object |
//! | … | a frame for each game |
//!
//! | bytes | frame |
//! |---|---|
//! | 4 | length of the content, n |
//! | 4 | the same with every bit flipped |
//! | n | content |
//! | 8 | the first bytes of the content's SHA-256 |
//!
//! | bytes | content of a game |
//! |---|---|
//! | 8 | number of the game |
//! | 1 | winner: 0 nobody, 1 Black, 2 White |
//! | 1 | how it ended: place in the list of [`record`] |
//! | 2 | length of the start's SFEN, s; 0 for the start position of an even game |
//! | s | the SFEN |
//! | 2 | number of opening moves, m |
//! | 2 m | opening moves, [`Move::bits`](engine::shogi::Move::bits) |
//! | 4 each | a move and its score: 2 bytes each |
//! | 4 | only if side lines follow: zeros |
//! | … each | a side line |
//!
//! | bytes | side line |
//! |---|---|
//! | 2 | how many of the moves with a score come before |
//! | 2 | length of the line from there, n |
//! | 2 n | its moves, 0 for a null move |
//! | 4 | the best move and its score |
//!
//! A score is in centipawns from the side that made the move, within ±30,999; a mate in n plies
//! is ±(32,000 − n), [`eval`](engine::eval)'s values.
//!
//! Positions of [other trainers](packed) are read as games too.
//!
//! What must hold: files are only ever appended to, a frame with each write, so that whatever was
//! killed leaves at most the last frame torn. A torn last frame is left out; damage anywhere else
//! is an error that names the file and the place. Reading the same files gives the same games in
//! the same order.

mod file;
pub mod packed;
pub mod record;

pub use file::{Reader, Writer, files, frame, merge, split};
pub use packed::{PackedFormat, PackedReader};
pub use record::{
    BadGame, GameRecord, Ply, Sample, SideLine, score_of_bits, score_to_bits, takes_or_promotes,
};

use serde_json::{Map, Value};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What describes the games of a file: everything they follow from but their numbers.
pub type Source = Map<String, Value>;

/// How a file of games begins.
pub const MAGIC: [u8; 8] = *b"KyomiGm\x01";

/// The extension of files of games.
pub const EXTENSION: &str = "games";

/// Why files of games cannot be used, with the name of the file.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct DatasetError(String);

impl DatasetError {
    /// Names the file that a problem is about.
    fn file<P: Display>(path: &Path) -> impl Fn(P) -> Self {
        move |problem| Self(format!("`{}`: {problem}", path.display()))
    }

    /// Names the file whose game makes no sense.
    pub(super) fn game(path: &Path) -> impl Fn(BadGame) -> Self {
        move |game| Self(format!("`{}`, {game}", path.display()))
    }
}

/// The games of a file, of our own form or of another trainer's.
#[derive(Debug)]
pub enum Games {
    /// Of our own form.
    Own(Reader),
    /// Of another's.
    Packed(Box<PackedReader>),
}

impl Games {
    /// Opens the file at `path`; its name says which form it has.
    ///
    /// # Errors
    /// If it cannot be read or is no file of games.
    pub fn open(path: &Path) -> Result<Self, DatasetError> {
        Ok(match PackedFormat::of(path) {
            Some(format) => Self::Packed(Box::new(PackedReader::open(path, format)?)),
            None => Self::Own(Reader::open(path)?),
        })
    }

    /// Whether they ended with a torn one.
    pub fn is_torn(&self) -> bool {
        match self {
            Self::Own(reader) => reader.is_torn(),
            Self::Packed(_) => false,
        }
    }
}

impl Iterator for Games {
    type Item = Result<GameRecord, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Own(reader) => reader.next(),
            Self::Packed(reader) => reader.next(),
        }
    }
}

/// The games of [`files`], file after file, up to the first error.
///
/// # Errors
/// As [`files`] and [`Games::open`]: every file is looked at before the first game.
pub fn games(
    paths: &[PathBuf],
) -> Result<impl Iterator<Item = Result<GameRecord, DatasetError>>, DatasetError> {
    let files = files(paths)?;
    let games = files.iter().map(|it| Games::open(it));
    let games: Vec<_> = games.collect::<Result<_, _>>()?;
    let mut failed = false;
    Ok(games.into_iter().flatten().take_while(move |game| {
        let goes_on = !failed;
        failed |= game.is_err();
        goes_on
    }))
}

/// Whether the name of the file at `path` is one of games to learn from.
pub fn is_dataset(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == EXTENSION) || PackedFormat::of(path).is_some()
}

#[cfg(test)]
mod tests;
