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
//! | 4 | only if asides follow: zeros |
//! | … each | an aside |
//!
//! | bytes | aside |
//! |---|---|
//! | 2 | how many of the moves with a score come before |
//! | 2 | length of the line from there, n |
//! | 2 n | its moves, 0 for a null move |
//! | 4 | the best move and its score |
//!
//! A score is in centipawns from the side that made the move, within ±30,999; a mate in n plies
//! is ±(32,000 − n), [`eval`](engine::eval)'s values.
//!
//! What must hold: files are only ever appended to, a frame with each write, so that whatever was
//! killed leaves at most the last frame torn. A torn last frame is left out; damage anywhere else
//! is an error that names the file and the place. Reading the same files gives the same games in
//! the same order.

mod arrange;
mod reader;
pub mod record;
mod writer;

pub use arrange::{merge, split};
pub use reader::{Reader, files, games};
pub use record::{Aside, GameRecord, Ply, Sample, score_from_bits, score_to_bits};
pub use writer::Writer;

use engine::files::Difference;
use serde_json::{Map, Value};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What describes the games of a file: everything they follow from but their numbers.
pub type Source = Map<String, Value>;

/// How a file of games begins.
pub const MAGIC: [u8; 8] = *b"KyomiGm\x01";

/// The extension of files of games.
pub const EXTENSION: &str = "games";

/// Why files of games cannot be used.
#[derive(Debug, Error)]
pub enum DatasetError {
    /// A file or folder cannot be opened, read or written.
    #[error("`{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder without any file of games.
    #[error("no games in `{}`; expected files named *.{EXTENSION}", .0.display())]
    NoFiles(PathBuf),
    /// It is no file of games, or of another version.
    #[error("`{}` is no file of games of this version", .0.display())]
    NotGames(PathBuf),
    /// A frame before the last is damaged, or holds no game.
    #[error("`{}`, byte {at}: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the frame begins.
        at: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// A game makes no sense.
    #[error("`{}`, game {id}: {problem}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The game.
        id: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// Another program is writing to it.
    #[error("`{}` is in use; expected a file that nothing else is writing to", .0.display())]
    InUse(PathBuf),
    /// It holds games of another source.
    #[error("`{}` holds other games: {difference}", path.display())]
    OtherSource {
        /// The file.
        path: PathBuf,
        /// What differs first.
        difference: Difference,
    },
}

impl DatasetError {
    /// Names the file that an error of the system was about.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

#[cfg(test)]
mod tests;
