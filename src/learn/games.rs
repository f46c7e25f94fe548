//! Games from files of every kind that holds them.

use super::dataset::{self, DatasetError, EXTENSION, GameRecord};
use crate::files::found;
use crate::record::{Format, RecordError};
use crate::selfplay::journal::{Journal, JournalError};
use crate::selfplay::referee::finished::ReplayError;
use crate::shogi::game::{Game, IllegalMove};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why games cannot be read.
#[derive(Debug, Error)]
pub enum GamesError {
    /// The file of a record cannot be read.
    #[error("`{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A record cannot be understood.
    #[error("`{}`: {source}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Why.
        source: RecordError,
    },
    /// A file or folder of games to learn from cannot be used.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game in a journal cannot be played again.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A move of a game is not legal.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

/// The games of `paths`, all at once; see [`each`].
///
/// # Errors
/// At the first file that cannot be used.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Game>, GamesError> {
    let mut games = Vec::new();
    each(paths, |game| games.push(game))?;
    Ok(games)
}

/// Hands over the games of `paths` one by one: records by their extension, files and folders of
/// games to learn from, and journals of matches by any other name.
///
/// # Errors
/// At the first file that cannot be used.
pub fn each(paths: &[PathBuf], mut visit: impl FnMut(Game)) -> Result<(), GamesError> {
    for path in paths {
        if let Some(format) = Format::of_path(path) {
            visit(record(path, format)?);
        } else if path.is_dir() || path.extension().is_some_and(|it| it == EXTENSION) {
            for game in dataset::games(std::slice::from_ref(path))? {
                visit(learned(&game?)?);
            }
        } else {
            journal(path, &mut visit)?;
        }
    }
    Ok(())
}

fn record(path: &Path, format: Format) -> Result<Game, GamesError> {
    let bytes = found::read(path).map_err(|source| GamesError::File {
        path: path.to_owned(),
        source,
    })?;
    let reading = format.read(&bytes).map_err(|source| GamesError::Record {
        path: path.to_owned(),
        source,
    })?;
    Ok(reading.record.game().clone())
}

fn learned(record: &GameRecord) -> Result<Game, IllegalMove> {
    let mut game = Game::new(record.start.clone());
    let moves = record.opening.iter().copied();
    let mut moves = moves.chain(record.plies.iter().map(|ply| ply.mv));
    moves.try_for_each(|mv| game.play(mv))?;
    Ok(game)
}

fn journal(path: &Path, visit: &mut impl FnMut(Game)) -> Result<(), GamesError> {
    let (_, finished) = Journal::read(path)?;
    for finished in &finished {
        visit(finished.replayed()?.0);
    }
    Ok(())
}
