//! Games from the files that hold them: records of any format, and journals of matches.

mod filter;
mod tolerance;

pub use filter::{Day, Filter, GameFacts, GameResult, days, range};
pub use tolerance::Tolerance;

use crate::journal::{Journal, JournalError};
use crate::players::head::PlayerHead;
use crate::referee::finished::ReplayError;
use base::files;
use engine::record::{Format, Record};
use engine::shogi::Color;
use engine::shogi::game::Game;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A game with the names of those who played it.
#[derive(Clone, Debug)]
pub struct NamedGame {
    /// The game.
    pub game: Game,
    /// How many of its moves an opening gave that neither player chose; 0 in a record.
    pub given: usize,
    /// The names of Black and White; empty where a record has none.
    pub names: [String; 2],
    /// What else is told of it.
    pub facts: GameFacts,
}

impl NamedGame {
    /// Who won; nobody if it was drawn or is not over.
    pub fn winner(&self) -> Option<Color> {
        self.facts.winner()
    }

    /// Whether `filter` wants it.
    pub fn is_wanted(&self, filter: &Filter) -> bool {
        filter.admits(self.game.moves().len(), &self.facts)
    }
}

/// Why a file's games cannot be read.
#[derive(Debug, Error)]
pub enum GamesError {
    /// A folder cannot be read.
    #[error("`{path}`: {1}", path = .0.display())]
    Folder(PathBuf, io::Error),
    /// There are no games in a folder.
    #[error("no games in `{path}`; expected files such as .csa, .kif, .usi, .games or journals of matches", path = .0.display())]
    NoGames(PathBuf),
    /// None of so many files can be read, the first of them because of this.
    #[error("of {0} files none can be read; {1}")]
    NoneReadable(usize, String),
    /// A record cannot be opened, read or understood.
    #[error("`{path}`: {1}", path = .0.display())]
    Record(PathBuf, String),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game in a journal cannot be played again.
    #[error("`{path}`, {1}", path = .0.display())]
    Replay(PathBuf, ReplayError),
}

impl GamesError {
    /// Names the journal whose game cannot be played again.
    pub fn replay(path: &Path) -> impl Fn(ReplayError) -> Self {
        |error| Self::Replay(path.to_owned(), error)
    }
}

/// What stands for standard input where files are named.
pub const STANDARD_INPUT: &str = "-";
/// How it is shown.
pub const STANDARD_INPUT_SHOWN: &str = "standard input";

/// The files that `paths` name: files themselves, and of folders those in and below them that are wanted, in the
/// order of their names.
///
/// # Errors
/// If a folder cannot be read, or has no such file.
pub fn files(
    paths: &[PathBuf],
    is_wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>, GamesError> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let below = files::below(path, &is_wanted);
        let mut below = below.map_err(|error| GamesError::Folder(path.clone(), error))?;
        if below.is_empty() {
            return Err(GamesError::NoGames(path.clone()));
        }
        found.append(&mut below);
    }
    Ok(found)
}

/// Whether a file in a folder has games that [`read`] reads: it is called as a record is, or is the journal of a
/// match and called `.jsonl`.
pub fn has_games(path: &Path) -> bool {
    let is_journal =
        || path.extension().is_some_and(|it| it == "jsonl") && Journal::head(path).is_ok();
    Format::of_path(path).is_some() || is_journal()
}

/// The bytes of the record at `path`, or those of standard input, and the format that they are in, by the name of
/// the file, or by what is in it where that is called `.txt` or has no name.
///
/// # Errors
/// If it cannot be read, or no format is known.
pub fn record(path: &Path) -> Result<(Vec<u8>, Format), GamesError> {
    let failed = |problem: &dyn ToString| GamesError::Record(path.to_owned(), problem.to_string());
    let is_input = path == Path::new(STANDARD_INPUT);
    if !is_input && !Format::is_record(path) {
        return Err(failed(
            &"unknown format; expected .csa, .kif, .kifu, .ki2, .ki2u, .jkf, .usi or .txt",
        ));
    }
    let mut bytes = Vec::new();
    if is_input {
        let read = io::stdin().read_to_end(&mut bytes);
        read.map_err(|error| failed(&error))?;
    } else {
        bytes = files::read(path).map_err(|error| failed(&error))?;
    }
    let format = Format::of_path(path).or_else(|| Format::of_content(&bytes));
    let format = format.ok_or_else(|| {
        failed(&"no record; expected CSA, KIF, KI2, JKF or a line `startpos moves …`")
    });
    Ok((bytes, format?))
}

/// The games of the file at `path`: a record by its extension, and by any other name the journal of a
/// match, whose games are in the order of the schedule. A caller that knows files of another kind looks
/// for these first.
///
/// # Errors
/// If the file cannot be read, or holds a game that cannot be played.
pub fn read(path: &Path) -> Result<Vec<NamedGame>, GamesError> {
    if is_record(path) {
        of_record(path)
    } else {
        of_journal(path)
    }
}

/// The games of the [`files()`] that `paths` name, file by file; see [`read`]. What [`Tolerance`] passes over has none.
///
/// # Errors
/// As there, at the first file that was named, or if no file can be read.
pub fn read_all(paths: &[PathBuf]) -> Result<Vec<NamedGame>, GamesError> {
    let (mut games, mut tolerance) = (Vec::new(), Tolerance::of(paths));
    for path in files(paths, has_games)? {
        games.extend(tolerance.take(&path, read(&path))?.unwrap_or_default());
    }
    tolerance.finish()?;
    Ok(games)
}

/// The records in the file at `path`, or on standard input.
///
/// # Errors
/// If it cannot be read, or a record cannot be understood.
pub fn records(path: &Path) -> Result<Vec<Record>, GamesError> {
    let failed = |problem: &dyn ToString| GamesError::Record(path.to_owned(), problem.to_string());
    let (bytes, format) = record(path)?;
    let readings = format.read_all(&bytes).map_err(|error| failed(&error))?;
    Ok(readings.into_iter().map(|it| it.record).collect())
}

/// Whether [`read`] takes the file at `path` for a record, and not for the journal of a match.
pub fn is_record(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT) || Format::is_record(path)
}

fn of_record(path: &Path) -> Result<Vec<NamedGame>, GamesError> {
    let games = records(path)?.into_iter().map(|record| NamedGame {
        game: record.game().clone(),
        given: 0,
        facts: GameFacts::of(&record),
        names: record.names,
    });
    Ok(games.collect())
}

fn of_journal(path: &Path) -> Result<Vec<NamedGame>, GamesError> {
    let (head, finished) = Journal::read(path)?;
    let names: Vec<_> = head.players.iter().map(PlayerHead::name).collect();
    let games = finished.iter().map(|finished| {
        let (game, given) = finished.replayed().map_err(GamesError::replay(path))?;
        Ok(NamedGame {
            game,
            given,
            names: [finished.black, finished.white].map(|player| names[player].clone()),
            facts: GameFacts::of_finished(finished),
        })
    });
    games.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crew::Observer;
    use crate::journal::Order;
    use crate::journal::head::Head;
    use crate::referee::finished::FinishedGame;
    use std::fs;

    #[test]
    fn every_game_of_a_record_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("two.usi");
        fs::write(&path, "startpos moves 7g7f\nstartpos moves 2g2f 8c8d\n").unwrap();
        let games = read(&path).unwrap();
        let plies: Vec<_> = games.iter().map(|it| it.game.moves().len()).collect();
        assert_eq!(plies, [1, 2]);
        fs::write(&path, "startpos moves 7g7e\n").unwrap();
        let problem = read(&path).unwrap_err().to_string();
        assert!(problem.contains("two.usi`") && problem.contains("7g7e"));
    }

    #[test]
    fn games_of_a_journal_have_the_names_of_its_players() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let finished = FinishedGame {
            start: "startpos moves 7g7f 3c3d".to_owned(),
            ..FinishedGame::without_moves(1, 0, Some(0))
        };
        let (mut journal, _) = Journal::open(&path, &Head::of_test(1), Order::Arrival).unwrap();
        journal.arrived(&finished).unwrap();
        drop(journal);
        let games = read(&path).unwrap();
        let [game] = &games[..] else {
            panic!("{games:?}");
        };
        assert_eq!(game.names, ["same_drop_cost=1", "null:"]);
        assert_eq!((game.given, game.winner()), (2, Some(Color::White)));
    }
}
