//! Games from files of every kind that holds them.

use super::dataset::{self, DatasetError, EXTENSION, GameRecord};
use engine::files::found;
use engine::record::{Format, RecordError};
use engine::shogi::game::{Game, IllegalMove};
use matches::journal::{Journal, JournalError};
use matches::referee::finished::ReplayError;
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
            records(path, format)?.into_iter().for_each(&mut visit);
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

fn records(path: &Path, format: Format) -> Result<Vec<Game>, GamesError> {
    let bytes = found::read(path).map_err(|source| GamesError::File {
        path: path.to_owned(),
        source,
    })?;
    let readings = format
        .read_all(&bytes)
        .map_err(|source| GamesError::Record {
            path: path.to_owned(),
            source,
        })?;
    let games = readings.iter().map(|it| it.record.game().clone());
    Ok(games.collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_a_record_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("two.usi");
        std::fs::write(&path, "startpos moves 7g7f\nstartpos moves 2g2f 8c8d\n").unwrap();
        let games = read(&[path]).unwrap();
        let plies: Vec<_> = games.iter().map(|game| game.moves().len()).collect();
        assert_eq!(plies, [1, 2]);
    }
}
