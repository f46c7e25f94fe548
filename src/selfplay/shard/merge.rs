//! The union of shards and journals of one run: a match again.
//!
//! What must hold: it does not matter how the games were divided, which came twice, or in which
//! order they are added; but two different games with one number are never let pass.

use super::Share;
use super::file::{ShardError, ShardFile};
use super::run::Run;
use crate::files::{Checksum, Difference};
use crate::selfplay::crew::observer::Observer;
use crate::selfplay::journal::head::Head;
use crate::selfplay::journal::{Journal, JournalError};
use crate::selfplay::referee::finished::FinishedGame;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The games of a run that have been brought together.
#[derive(Debug)]
pub struct Union<'a> {
    run: &'a Run,
    /// By number: the game, and the file that it was first found in.
    games: BTreeMap<u64, (FinishedGame, usize)>,
    files: Vec<PathBuf>,
    shares: BTreeSet<Share>,
}

/// Why games cannot be brought together.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A shard is not whole.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A folder cannot be read.
    #[error("shards in `{}`: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It was played for another run.
    #[error("`{}` belongs to another run: {difference}", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// What differs first.
        difference: Difference,
    },
    /// A game was played twice and did not come out the same.
    #[error(
        "game {id} is not the same in `{}` and `{}`; expected equal games, as at fixed nodes, or \
         each game in one file",
        one.display(),
        other.display()
    )]
    Unequal {
        /// The number of the game.
        id: u64,
        /// A file that it is in.
        one: PathBuf,
        /// The other.
        other: PathBuf,
    },
}

impl<'a> Union<'a> {
    /// Nothing yet of `run`.
    pub fn new(run: &'a Run) -> Self {
        Self {
            run,
            games: BTreeMap::new(),
            files: Vec::new(),
            shares: BTreeSet::new(),
        }
    }

    /// Adds all shard files of a folder, or a shard file, or a journal of the same match. What
    /// else is in the folder, such as journals of shards that are being played, is left out.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged, belongs to another run, or has a game that is
    /// already there and is another one.
    pub fn add(&mut self, path: &Path) -> Result<(), MergeError> {
        if path.is_dir() {
            shards_in(path)?
                .iter()
                .try_for_each(|shard| self.add_shard(shard))
        } else if ShardFile::is_named(path) {
            self.add_shard(path)
        } else {
            let (head, games) = Journal::read(path)?;
            self.check(path, &head)?;
            self.add_games(path, games)
        }
    }

    fn add_shard(&mut self, path: &Path) -> Result<(), MergeError> {
        let shard = ShardFile::read(path)?;
        if shard.footer.run != self.run.id() {
            return Err(MergeError::OtherRun {
                path: path.to_owned(),
                difference: Difference {
                    field: "run".to_owned(),
                    there: shard.footer.run.into(),
                    here: self.run.id().into(),
                },
            });
        }
        self.check(path, &shard.head)?;
        self.shares.insert(shard.footer.shard);
        self.add_games(path, shard.games)
    }

    fn check(&self, path: &Path, head: &Head) -> Result<(), MergeError> {
        match self.run.head().difference(head) {
            None => Ok(()),
            Some(difference) => Err(MergeError::OtherRun {
                path: path.to_owned(),
                difference,
            }),
        }
    }

    fn add_games(&mut self, path: &Path, games: Vec<FinishedGame>) -> Result<(), MergeError> {
        let file = self.files.len();
        self.files.push(path.to_owned());
        for game in games {
            let id = game.id;
            match self.games.get(&id) {
                None => {
                    self.games.insert(id, (game, file));
                }
                Some((there, _)) if *there == game => {}
                Some((_, first)) => {
                    return Err(MergeError::Unequal {
                        id,
                        one: self.files[*first].clone(),
                        other: path.to_owned(),
                    });
                }
            }
        }
        Ok(())
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games, in the order of the schedule.
    pub fn games(&self) -> impl Iterator<Item = &FinishedGame> {
        self.games.values().map(|(game, _)| game)
    }

    /// The numbers of the games that are missing of the first `games`.
    pub fn missing(&self, games: u64) -> Vec<Range<u64>> {
        let mut missing = Vec::new();
        let mut next = 0;
        for id in self.games.keys().copied().chain([games]) {
            if next < id {
                missing.push(next..id);
            }
            next = id + 1;
        }
        missing
    }

    /// The shards that are there; empty if games came from journals only.
    pub fn shares(&self) -> &BTreeSet<Share> {
        &self.shares
    }

    /// The shards that are missing, if all that are there cut the run alike.
    pub fn missing_shares(&self) -> Vec<Share> {
        let of = self.shares.first().map(|share| share.of);
        if self.shares.iter().any(|share| Some(share.of) != of) {
            return Vec::new();
        }
        let all = self
            .shares
            .first()
            .into_iter()
            .flat_map(|share| share.all());
        all.filter(|share| !self.shares.contains(share)).collect()
    }
}

/// The shard files in `folder`, in the order of their names.
fn shards_in(folder: &Path) -> Result<Vec<PathBuf>, MergeError> {
    let failed = |source| MergeError::Folder {
        path: folder.to_owned(),
        source,
    };
    let mut paths = Vec::new();
    for entry in folder.read_dir().map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.retain(|path| ShardFile::is_named(path));
    paths.sort();
    Ok(paths)
}

/// The SHA-256 of games as the journal has them, in the order of the schedule: by it runs that
/// were played in different ways can be compared.
#[derive(Clone, Default)]
pub struct GameDigest(Checksum);

impl GameDigest {
    /// Of the games so far, in hexadecimal digits.
    pub fn text(self) -> String {
        self.0.text()
    }
}

impl Observer for GameDigest {
    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.0.add(serde_json::to_string(game)?);
        self.0.add("\n");
        Ok(())
    }
}
