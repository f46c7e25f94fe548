//! The journal of a match: a file with a line for each finished game, from which the match can
//! be resumed.
//!
//! The first line describes the match, each further one is a [`FinishedGame`]. A line is one JSON
//! object whose last field, `sum`, is the checksum of the text before it. Lines are only ever
//! appended, each with one write, and are on the disk before anything else is done with the game.
//! What must hold: whenever the program or the machine stops, at most the last line is torn, and
//! it belongs to a game that is played again; a file that is no journal is not touched. From the
//! bottom: `head` ← `content` ← this file.

mod content;
pub mod head;

pub(super) use content::Content;

use super::contest::Match;
use super::crew::observer::Observer;
use super::referee::finished::FinishedGame;
use crate::files::durable::sync_folder;
use crate::files::{Difference, line};
use head::Head;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The file of a running match, which no other can use at the same time.
#[derive(Debug)]
pub struct Journal {
    file: File,
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

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be opened, read or written.
    #[error("journal `{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another match is writing to it.
    #[error("journal `{}` is in use; expected one that no other match is writing to", .0.display())]
    InUse(PathBuf),
    /// A line before the last is damaged, or is no game.
    #[error("journal `{}`, line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It was written by another match.
    #[error("journal `{}` belongs to another match: {difference}", path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What differs first.
        difference: Difference,
    },
}

impl JournalError {
    /// Names the file that an error of the system was about.
    fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }

    /// Names the file that has a bad line.
    fn line(path: &Path) -> impl Fn((usize, String)) -> Self {
        |(line, problem)| Self::Line {
            path: path.to_owned(),
            line,
            problem,
        }
    }
}

/// Opens the file at `path`, or creates it, for this process alone.
fn locked(path: &Path) -> Result<File, JournalError> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    let file = options.open(path).map_err(JournalError::file(path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(JournalError::file(path)(error)),
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
        let failed = JournalError::file(path);
        let mut file = locked(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&failed)?;
        let head_line = serde_json::to_string(head).map_err(|error| failed(error.into()))?;
        let head_line = line::wrap(&head_line);
        let is_short = head_line.len() > bytes.len();
        let content = if is_short && head_line.as_bytes().starts_with(&bytes) {
            Content::default()
        } else {
            Content::read(&bytes).map_err(JournalError::line(path))?
        };
        let there = content.head.as_ref();
        if let Some(difference) = there.and_then(|there| head.difference(there)) {
            return Err(JournalError::OtherMatch {
                path: path.to_owned(),
                difference,
            });
        }
        if content.length < bytes.len() {
            file.set_len(content.length as u64).map_err(&failed)?;
        }
        if content.length == 0 {
            file.write_all(head_line.as_bytes()).map_err(&failed)?;
        }
        if content.games.is_empty() {
            // Whoever wrote the first line may not have come this far.
            file.sync_all().map_err(&failed)?;
            sync_folder(path).map_err(&failed)?;
        }
        let written = content.games.iter().map(|game| game.id).collect();
        let journal = Self {
            file,
            order,
            written,
        };
        Ok((journal, content.games))
    }

    /// Reads a journal without changing it or minding whether it is in use: what describes the
    /// match, and the games, in the order of the schedule. A torn last line is left out.
    ///
    /// # Errors
    /// If the file cannot be read, is no journal, or is damaged before its last line.
    pub fn read(path: &Path) -> Result<(Head, Vec<FinishedGame>), JournalError> {
        let bytes = std::fs::read(path).map_err(JournalError::file(path))?;
        let content = Content::read(&bytes).and_then(Content::with_head);
        let (head, mut games) = content.map_err(JournalError::line(path))?;
        games.sort_by_key(|game| game.id);
        Ok((head, games))
    }

    /// All that stands in it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes a game down, unless it has been, and sees it to the disk.
    fn write(&mut self, game: &FinishedGame) -> io::Result<()> {
        if self.written.insert(game.id) {
            let line = line::wrap(&serde_json::to_string(game)?);
            let written = self.file.write_all(line.as_bytes());
            let written = written.and_then(|()| self.file.sync_data());
            written.map_err(|error| {
                let problem = format!("cannot write the journal: {error}");
                io::Error::new(error.kind(), problem)
            })?;
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
