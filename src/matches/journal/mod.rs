//! The journal of a match: a file with a line for each finished game, from which the match can
//! be resumed.
//!
//! The first line describes the match, each further one is a [`FinishedGame`]. Lines are on the
//! disk before anything else is done with the game. What must hold, beyond what
//! [`files::journal`](base::files::journal) promises: a torn line belongs to a game that is played
//! again.

pub mod head;
pub mod merge;
mod stored;
pub mod times;

pub use base::files::journal::JournalError;

use super::contest::Match;
use super::crew::Observer;
use super::referee::finished::FinishedGame;
use base::files::journal::{self, JournalFile, refuse_special};
use head::Head;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use stored::{Bytes, Content, Stored};

/// The file of a running match, which no other can use at the same time.
#[derive(Debug)]
pub struct Journal {
    /// The lines, for what holds of any journal.
    pub file: JournalFile,
    order: Order,
    /// The numbers of the games in it.
    written: BTreeSet<u64>,
}

/// When games are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In the order of the schedule, so that the file is the same for any number of workers. For
    /// games that come out the same when they are played again: those that have not had their
    /// turn when the program is killed are.
    Schedule,
    /// As they end.
    Arrival,
}

impl Order {
    /// That of the journal of `contest`.
    pub fn of(contest: &Match) -> Self {
        if contest.is_reproducible() {
            Self::Schedule
        } else {
            Self::Arrival
        }
    }
}

impl Journal {
    /// Opens the journal of the match that `head` describes, and creates it where there is
    /// none. Returns the games in it, in the order of the schedule.
    ///
    /// A line that was torn when the program or the machine stopped is cut off.
    ///
    /// # Errors
    /// If the file cannot be used, is in use, is no journal, is damaged before its last line, or
    /// belongs to another match.
    pub fn open(
        path: &Path,
        head: &Head,
        order: Order,
    ) -> Result<(Self, Vec<FinishedGame>), JournalError> {
        let head_line =
            serde_json::to_string(head).map_err(|error| JournalError::file(path)(error.into()))?;
        let mut games = Vec::new();
        let file = JournalFile::open(path, &head_line, |bytes| {
            let bad = JournalError::line(path);
            let content = Content::read(Bytes::of(Cursor::new(bytes.to_vec()))).map_err(&bad)?;
            let there = content.head.as_ref();
            if let Some(difference) = there.and_then(|there| head.difference(there)) {
                return Err(JournalError::OtherRun {
                    path: path.to_owned(),
                    difference,
                });
            }
            games = content.games.rest().map_err(bad)?;
            Ok(content.length)
        })?;
        let journal = Self {
            file,
            order,
            written: games.iter().map(|game| game.id).collect(),
        };
        Ok((journal, games))
    }

    /// Reads a journal without changing it or minding whether it is in use: what describes the
    /// match, and the games, in the order of the schedule. A torn last line is left out.
    ///
    /// # Errors
    /// If the file cannot be read, is no journal, or is damaged before its last line.
    pub fn read(path: &Path) -> Result<(Head, Vec<FinishedGame>), JournalError> {
        let (head, games) = Self::stored(path)?;
        let games = games.rest().map_err(JournalError::line(path))?;
        Ok((head, games))
    }

    /// Looks through a journal as [`Journal::read`] does, for games that are then read one by one.
    fn stored(path: &Path) -> Result<(Head, Stored), JournalError> {
        refuse_special(path)?;
        let bytes = Bytes::open(path).map_err(JournalError::file(path))?;
        let content = Content::read(bytes).map_err(JournalError::line(path))?;
        let empty = || (1, "empty; expected what describes a match".to_owned());
        let head = content.head.ok_or_else(empty);
        Ok((head.map_err(JournalError::line(path))?, content.games))
    }

    /// What describes the match, without a look at the games.
    ///
    /// # Errors
    /// If the file cannot be read or is no journal.
    pub fn head(path: &Path) -> Result<Head, JournalError> {
        /// A longer line is none.
        const LONGEST: u64 = 1 << 24;
        refuse_special(path)?;
        let failed = JournalError::file(path);
        let file = File::open(path).map_err(&failed)?;
        let mut first = Vec::new();
        let mut reader = BufReader::new(file.take(LONGEST));
        reader.read_until(b'\n', &mut first).map_err(failed)?;
        let head = journal::unseal(&first).and_then(|object| Head::parse(&object));
        head.map_err(|problem| JournalError::line(path)((1, problem)))
    }

    /// Gives the games of a journal to `game` one by one, in the order of the schedule, with what `begin`
    /// makes of what describes the match; returns that.
    ///
    /// # Errors
    /// If the file cannot be read, is no journal, or is damaged before its last line; and those of
    /// `game`.
    pub fn each<E: From<JournalError>, T>(
        path: &Path,
        begin: impl FnOnce(Head) -> T,
        mut game: impl FnMut(&mut T, &FinishedGame) -> Result<(), E>,
    ) -> Result<T, E> {
        let (head, mut stored) = Self::stored(path)?;
        let mut result = begin(head);
        while let Some((next, _)) = stored.next().map_err(JournalError::line(path))? {
            game(&mut result, &next)?;
        }
        Ok(result)
    }

    /// Writes down the game with number `id`, the JSON object `text`, unless it has been.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn copy(&mut self, id: u64, text: &str) -> io::Result<()> {
        if self.written.insert(id) {
            self.file.append(text)?;
        }
        Ok(())
    }
}

impl Observer for Journal {
    fn arrived(&mut self, game: &FinishedGame) -> io::Result<()> {
        match self.order {
            Order::Arrival => self.game(game),
            Order::Schedule => Ok(()),
        }
    }

    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.copy(game.id, &serde_json::to_string(game)?)
    }
}

#[cfg(test)]
mod tests;
