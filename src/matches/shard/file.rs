//! The file that a played shard leaves: the journal of its games with a footer that says what it
//! is part of and what must be in it.

use super::Share;
use super::run::{self, Run, RunError};
use crate::journal::aside;
use crate::journal::head::Head;
use crate::journal::{BadLine, Bytes, Found, Journal, Stored};
use engine::files::{Checksum, durable, line, sha256};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
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

/// A shard file, looked through and found whole.
#[derive(Debug)]
pub struct ShardFile {
    /// Its last line.
    pub footer: Footer,
    /// What describes the match, as in a journal: the JSON object of the first line.
    pub head: String,
    /// Its games.
    games: Stored,
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

    /// Looks through a shard file.
    ///
    /// # Errors
    /// If it cannot be read or is not whole.
    pub fn open(path: &Path) -> Result<Self, ShardError> {
        let bytes = Bytes::open(path).map_err(|source| ShardError::File {
            path: path.to_owned(),
            source,
        })?;
        Self::look_through(bytes).map_err(|problem| ShardError::damaged(path, problem))
    }

    /// The last line of a shard file, without a look at the rest.
    ///
    /// # Errors
    /// If it cannot be read, or is no footer.
    pub fn footer(path: &Path) -> Result<Footer, ShardError> {
        let end = end_of(path).map_err(|source| ShardError::File {
            path: path.to_owned(),
            source,
        })?;
        let footer = last_line(&end).and_then(footer);
        footer.map_err(|problem| ShardError::damaged(path, problem))
    }

    /// Its games, to be read one by one.
    pub(crate) fn into_games(self) -> Stored {
        self.games
    }

    fn look_through(mut bytes: Bytes) -> Result<Self, String> {
        let mut found = Found::default();
        let mut sum = Checksum::default();
        let mut head = None;
        // The line before, and where it starts: the last is the footer.
        let mut before: Option<(u64, Vec<u8>)> = None;
        let mut problem = None;
        let looked = bytes.each_line(|start, line| {
            let Some((at, text)) = before.replace((start, line.to_vec())) else {
                return;
            };
            sum.add(&text);
            let object = line::content(&text).map_err(|problem| (found.lines() + 1, problem));
            let added = object.and_then(|object| {
                let added = found.add(at, text.len(), &object);
                head.get_or_insert(object);
                added
            });
            if let Err(bad) = added {
                problem.get_or_insert(bad);
            }
        });
        looked.map_err(|error| error.to_string())?;
        let last = before.map(|(_, line)| line).unwrap_or_default();
        let footer = footer(last_line(&last)?)?;
        // What is wrong with a line matters only if it was written so.
        let sum = sum.text();
        if sum != footer.sha256 {
            return Err(format!("sha256 is {sum}, expected {}", footer.sha256));
        }
        let in_words = |(line, problem): BadLine| format!("line {line}: {problem}");
        if let Some(bad) = problem {
            return Err(in_words(bad));
        }
        let head = head.ok_or("line 1: no match; expected what describes one")?;
        let contest = Head::parse(&head).map_err(|problem| in_words((1, problem)))?;
        let games = found
            .games(bytes, contest.players.len())
            .map_err(in_words)?;
        let expected = footer.first..footer.first.saturating_add(footer.games);
        let count = games.ids().len();
        if count as u64 != footer.games || !games.ids().all(|id| expected.contains(&id)) {
            let Footer { first, games, .. } = footer;
            return Err(format!("{count} games, expected {games} from {first} on"));
        }
        Ok(Self {
            footer,
            head,
            games,
        })
    }
}

impl ShardError {
    /// What is wrong with the shard at `path`.
    pub(super) fn damaged(path: &Path, problem: String) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            problem,
        }
    }
}

/// The last bytes of the file at `path`, more than a footer has: of a longer line nothing.
fn end_of(path: &Path) -> io::Result<Vec<u8>> {
    const ENOUGH: u64 = 1024;
    let mut file = File::open(path)?;
    let start = file.metadata()?.len().saturating_sub(ENOUGH);
    file.seek(SeekFrom::Start(start))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    let lines = end.strip_suffix(b"\n").unwrap_or(&end);
    if start > 0 && !lines.contains(&b'\n') {
        end.clear();
    }
    Ok(end)
}

/// The last line of `bytes`, with its end.
fn last_line(bytes: &[u8]) -> Result<&[u8], String> {
    let lines = bytes.strip_suffix(b"\n").ok_or("no footer")?;
    let start = lines.iter().rposition(|&byte| byte == b'\n');
    Ok(&bytes[start.map_or(0, |at| at + 1)..])
}

fn footer(line: &[u8]) -> Result<Footer, String> {
    let footer = line::read(line)?;
    serde_json::from_str(&footer).map_err(|error| line::told(format!("no footer: {error}")))
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
        match ShardFile::open(&self.path()) {
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
        ShardFile::look_through(Bytes::of(bytes.clone()))
            .map_err(|problem| ShardError::damaged(&self.journal(), problem))?;
        durable::replace(&path, &self.with("tmp"), &bytes).map_err(failed)?;
        aside::rename(&self.journal(), &path);
        self.forget_journal();
        Ok(())
    }

    /// Removes the journal of a shard that has been left.
    pub fn forget_journal(&self) {
        // One that stays does no harm.
        let _ = fs::remove_file(self.journal());
    }
}
