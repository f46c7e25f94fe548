//! The file that a played shard leaves: the journal of its games with a footer that says what it
//! is part of and what must be in it.

use super::Share;
use super::run::{self, Run, RunError};
use crate::files::found;
use crate::files::line::told;
use crate::files::{durable, line, sha256};
use crate::selfplay::journal::head::Head;
use crate::selfplay::journal::{Content, Journal};
use crate::selfplay::referee::finished::FinishedGame;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What the names of shard files begin with.
const PREFIX: &str = "shard-";

/// The last line of a shard file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footer {
    /// Which part of the run it is.
    pub shard: Share,
    /// The [id](Run::id) of the run.
    pub run: String,
    /// The number of its first game.
    pub first: u64,
    /// How many games it holds.
    pub games: u64,
    /// The SHA-256 of all lines before this one.
    pub sha256: String,
}

/// A shard file, read and found whole.
#[derive(Clone, Debug)]
pub struct ShardFile {
    /// Its last line.
    pub footer: Footer,
    /// What describes the match, as in a journal.
    pub head: Head,
    /// Its games.
    pub games: Vec<FinishedGame>,
}

/// Why a shard cannot be read or written.
#[derive(Debug, Error)]
pub enum ShardError {
    /// A file cannot be read or written.
    #[error("shard `{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It does not hold what its footer says, or has none.
    #[error("shard `{}` is damaged: {problem}; delete it and play it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The folder has been used for another run.
    #[error(
        "`{}` is of another run, {there}; expected {here}, or a folder of its own",
        path.display()
    )]
    OtherRun {
        /// The file in the folder that says so.
        path: PathBuf,
        /// The run that it belongs to.
        there: String,
        /// The run to be played.
        here: String,
    },
    /// What stands where the folder's run should be is none.
    #[error(transparent)]
    NoRun(RunError),
}

impl ShardFile {
    /// Whether a file with this name should be one.
    pub fn is_named(path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(PREFIX) && name.ends_with(".jsonl")
    }

    /// Reads a shard file.
    ///
    /// # Errors
    /// If it cannot be read or is not whole.
    pub fn read(path: &Path) -> Result<Self, ShardError> {
        let bytes = found::read(path).map_err(|source| ShardError::File {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&bytes).map_err(|problem| ShardError::Damaged {
            path: path.to_owned(),
            problem,
        })
    }

    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let lines = bytes.strip_suffix(b"\n").ok_or("no footer")?;
        let start = lines.iter().rposition(|&byte| byte == b'\n');
        let (body, last) = bytes.split_at(start.map_or(0, |at| at + 1));
        let footer = line::read(last)?;
        let footer: Footer =
            serde_json::from_str(&footer).map_err(|error| told(format!("no footer: {error}")))?;
        let sum = sha256(body);
        if sum != footer.sha256 {
            return Err(format!("sha256 is {sum}, expected {}", footer.sha256));
        }
        let (head, games) = Content::read(body)
            .and_then(Content::with_head)
            .map_err(|(line, problem)| format!("line {line}: {problem}"))?;
        let shard = Self {
            footer,
            head,
            games,
        };
        let (first, games) = (shard.footer.first, shard.footer.games);
        if shard.is_complete(&(first..first.saturating_add(games))) {
            return Ok(shard);
        }
        let count = shard.games.len();
        Err(format!("{count} games, expected {games} from {first} on"))
    }

    /// Whether its games are those numbered `games`; none is there twice.
    fn is_complete(&self, games: &Range<u64>) -> bool {
        let count = games.end - games.start;
        self.games.len() as u64 == count && self.games.iter().all(|game| games.contains(&game.id))
    }
}

/// Where a shard is played and left.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    run: &'a Run,
    share: Share,
    games: Range<u64>,
    folder: &'a Path,
}

impl<'a> Place<'a> {
    /// The place of the games numbered `games`, which are `share` of `run`, in `folder`.
    pub fn new(run: &'a Run, share: Share, games: Range<u64>, folder: &'a Path) -> Self {
        Self {
            run,
            share,
            games,
            folder,
        }
    }

    /// The numbers of its games.
    pub fn games(&self) -> Range<u64> {
        self.games.clone()
    }

    /// The file to be left: its name says the run, the first game and how many there are.
    pub fn path(&self) -> PathBuf {
        self.with("jsonl")
    }

    /// The journal of the shard while it is being played, by which it can be resumed.
    pub fn journal(&self) -> PathBuf {
        self.with("journal")
    }

    fn with(&self, extension: &str) -> PathBuf {
        let Range { start, end } = self.games;
        let run = self.run.short_id();
        let name = format!("{PREFIX}{run}-{start:08}-{:06}.{extension}", end - start);
        self.folder.join(name)
    }

    /// The folder for faults of players, beside the journal.
    pub fn incidents(&self) -> PathBuf {
        self.with("incidents")
    }

    /// Whether the whole shard has been left here.
    ///
    /// # Errors
    /// If the file is there but cannot be read or is not whole.
    pub fn left(&self) -> Result<bool, ShardError> {
        match ShardFile::read(&self.path()) {
            Ok(shard) => Ok(shard.footer.run == self.run.id()),
            Err(ShardError::File { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Whether the folder has a copy of the run.
    ///
    /// # Errors
    /// If it has one of another run, or something else in its place.
    pub fn check(&self) -> Result<bool, ShardError> {
        let path = self.folder.join(run::FILE);
        match Run::read(&path) {
            Ok(there) if there.id() == self.run.id() => Ok(true),
            Ok(there) => Err(ShardError::OtherRun {
                path,
                there: there.short_id().to_owned(),
                here: self.run.short_id().to_owned(),
            }),
            Err(RunError::File { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(false)
            }
            Err(error) => Err(ShardError::NoRun(error)),
        }
    }

    /// Puts a copy of the run into the folder, if there is none. To be called by whoever holds
    /// the shard's journal, so that no two write the same file.
    ///
    /// # Errors
    /// If the folder belongs to another run, or cannot be written.
    pub fn claim(&self) -> Result<(), ShardError> {
        if self.check()? {
            return Ok(());
        }
        let path = self.folder.join(run::FILE);
        durable::replace(&path, &self.with("run.tmp"), self.run.text().as_bytes())
            .map_err(|source| ShardError::File { path, source })
    }

    /// Leaves the shard whose complete journal is `journal`, and removes that.
    ///
    /// # Errors
    /// If the journal is not complete, or a file cannot be read or written.
    pub fn publish(&self, journal: &mut Journal) -> Result<(), ShardError> {
        let path = self.path();
        let failed = |source| ShardError::File {
            path: path.clone(),
            source,
        };
        let mut bytes = journal.bytes().map_err(failed)?;
        let footer = Footer {
            shard: self.share,
            run: self.run.id().to_owned(),
            first: self.games.start,
            games: self.games.end - self.games.start,
            sha256: sha256(&bytes),
        };
        let footer = serde_json::to_string(&footer).map_err(|error| failed(error.into()))?;
        bytes.extend_from_slice(line::wrap(&footer).as_bytes());
        ShardFile::parse(&bytes).map_err(|problem| ShardError::Damaged {
            path: self.journal(),
            problem,
        })?;
        durable::replace(&path, &self.with("tmp"), &bytes).map_err(failed)?;
        self.forget_journal();
        Ok(())
    }

    /// Removes the journal of a shard that has been left.
    pub fn forget_journal(&self) {
        // One that stays does no harm.
        let _ = fs::remove_file(self.journal());
    }
}
