//! The journal of a match: a file with a line for each finished game, from which the match can
//! be resumed.
//!
//! The first line describes the match, each further one is a [`FinishedGame`]. Lines are on the
//! disk before anything else is done with the game. What must hold, beyond what
//! [`files::journal`](engine::files::journal) promises: a torn line belongs to a game that is played
//! again. From the bottom: `head` ← `content` ← `stored` ← this file;
//! `aside` keeps what is not the same twice.

pub mod aside;
mod content;
pub mod head;
mod stored;

pub use engine::files::journal::JournalError;
pub(super) use stored::{BadLine, Bytes, Found, Stored};

use content::Content;

use super::contest::Match;
use super::crew::observer::Observer;
use super::referee::finished::FinishedGame;
use engine::files::{self, journal::JournalFile, line};
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

    /// Looks through a journal as [`Journal::read`] does, for games that are then read one by one.
    ///
    /// # Errors
    /// As there.
    pub(super) fn stored(path: &Path) -> Result<(Head, Stored), JournalError> {
        files::journal::refuse_special(path)?;
        let failed = JournalError::file(path);
        let mut bytes = Bytes::open(path).map_err(&failed)?;
        let mut found = Found::default();
        let mut head = None;
        // A bad line is one that was torn, unless others follow it.
        let mut bad: Option<BadLine> = None;
        let mut wrong: Option<BadLine> = None;
        let looked = bytes.each_line(|start, text| {
            if wrong.is_some() {
                return;
            }
            if bad.is_some() {
                wrong = bad.take();
                return;
            }
            match line::read(text) {
                Ok(object) => {
                    wrong = found.add(start, text.len(), &object).err();
                    if found.lines() == 1 {
                        head = Some(object);
                    }
                }
                Err(problem) => bad = Some((found.lines() + 1, problem)),
            }
        });
        looked.map_err(&failed)?;
        let wrong = wrong.or_else(|| bad.filter(|(line, _)| *line == 1));
        let head = match (wrong, head) {
            (Some(wrong), _) => Err(wrong),
            (None, None) => Err((1, content::EMPTY.to_owned())),
            (None, Some(head)) => Head::parse(&head).map_err(|problem| (1, problem)),
        };
        let games = head.and_then(|head| {
            let games = found.games(bytes, head.players.len())?;
            Ok((head, games))
        });
        games.map_err(JournalError::line(path))
    }

    /// Tells the games of a journal one by one, in the order of the schedule: what describes the
    /// match first, then each game.
    ///
    /// # Errors
    /// If the file cannot be read, is no journal, or is damaged before its last line; and those of
    /// `game`.
    pub fn tell<E: From<JournalError>, T>(
        path: &Path,
        begin: impl FnOnce(Head) -> T,
        mut game: impl FnMut(&mut T, &FinishedGame) -> Result<(), E>,
    ) -> Result<T, E> {
        let (head, mut stored) = Self::stored(path)?;
        let mut told = begin(head);
        while let Some((next, _)) = stored.next().map_err(JournalError::line(path))? {
            game(&mut told, &next)?;
        }
        Ok(told)
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

    /// Refuses a file that somebody else has changed, see [`JournalFile::expect_untouched`].
    ///
    /// # Errors
    /// As there.
    pub fn expect_untouched(&self) -> io::Result<()> {
        self.file.expect_untouched()
    }

    /// Sees all that has been written to the disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
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
