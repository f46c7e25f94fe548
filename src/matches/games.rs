//! Games from the files that hold them: records of any format, and journals of matches.

use crate::journal::{Journal, JournalError};
use crate::players::head::PlayerHead;
use crate::referee::finished::ReplayError;
use engine::files;
use engine::record::Format;
use engine::shogi::Color;
use engine::shogi::game::Game;
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
    /// Who won; nobody if it was drawn or is not over.
    pub winner: Option<Color>,
}

/// Why a file's games cannot be read.
#[derive(Debug, Error)]
pub enum GamesError {
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

/// The games of the file at `path`: a record by its extension, and by any other name the journal of a
/// match, whose games are in the order of the schedule. A caller that knows files of another kind looks
/// for these first.
///
/// # Errors
/// If the file cannot be read, or holds a game that cannot be played.
pub fn read(path: &Path) -> Result<Vec<NamedGame>, GamesError> {
    match Format::of_path(path) {
        Some(format) => of_record(path, format),
        None => of_journal(path),
    }
}

/// The games of all `paths`, file by file; see [`read`].
///
/// # Errors
/// As [`read`], at the first file.
pub fn read_all(paths: &[PathBuf]) -> Result<Vec<NamedGame>, GamesError> {
    let mut games = Vec::new();
    for path in paths {
        games.extend(read(path)?);
    }
    Ok(games)
}

fn of_record(path: &Path, format: Format) -> Result<Vec<NamedGame>, GamesError> {
    let failed = |problem: &dyn ToString| GamesError::Record(path.to_owned(), problem.to_string());
    let bytes = files::read(path).map_err(|error| failed(&error))?;
    let readings = format.read_all(&bytes).map_err(|error| failed(&error))?;
    let games = readings.into_iter().map(|reading| NamedGame {
        game: reading.record.game().clone(),
        given: 0,
        winner: reading.record.winner(),
        names: reading.record.names,
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
            winner: finished.winning_color(),
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
        assert_eq!(game.names, ["killer_bonus=1", "null:"]);
        assert_eq!((game.given, game.winner), (2, Some(Color::White)));
    }
}
