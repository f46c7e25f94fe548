//! The journal of a match: a file with a line for each finished game, from which the match can
//! be resumed.
//!
//! The first line describes the match, each further one is a [`FinishedGame`]. Lines are on the
//! disk before anything else is done with the game. What must hold, beyond what
//! [`files::journal`](crate::files::journal) promises: a torn line belongs to a game that is played
//! again. From the bottom: `head` ← `content` ← this file.

mod content;
pub mod head;

pub use crate::files::journal::JournalError;
pub(super) use content::Content;

use super::contest::Match;
use super::crew::observer::Observer;
use super::referee::finished::FinishedGame;
use crate::files::{self, journal::JournalFile};
use head::Head;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

/// The file of a running match, which no other can use at the same time.
#[derive(Debug)]
pub struct Journal {
    file: JournalFile,
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
    /// none. Returns the games in it.
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
            let content = Content::read(bytes).map_err(JournalError::line(path))?;
            let there = content.head.as_ref();
            if let Some(difference) = there.and_then(|there| head.difference(there)) {
                return Err(JournalError::OtherRun {
                    path: path.to_owned(),
                    difference,
                });
            }
            games = content.games;
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
        let bytes = files::journal::read(path)?;
        let content = Content::read(&bytes).and_then(Content::with_head);
        let (head, mut games) = content.map_err(JournalError::line(path))?;
        games.sort_by_key(|game| game.id);
        Ok((head, games))
    }

    /// Leaves it to the system when games reach the disk, see [`JournalFile::unsynced`].
    pub fn unsynced(&mut self) {
        self.file.unsynced();
    }

    /// All that stands in it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn bytes(&mut self) -> io::Result<Vec<u8>> {
        self.file.bytes()
    }

    /// Writes a game down, unless it has been, and sees it to the disk.
    fn write(&mut self, game: &FinishedGame) -> io::Result<()> {
        if self.written.insert(game.id) {
            self.file.append(&serde_json::to_string(game)?)?;
        }
        Ok(())
    }
}

impl Observer for Journal {
    fn arrived(&mut self, game: &FinishedGame) -> io::Result<()> {
        match self.order {
            Order::Arrival => self.write(game),
            Order::Schedule => Ok(()),
        }
    }

    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.write(game)
    }
}

#[cfg(test)]
mod tests;
