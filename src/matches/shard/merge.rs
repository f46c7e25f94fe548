//! The union of shards and journals of one run: a match again.
//!
//! What must hold: it does not matter how the games were divided, which came twice, or in which
//! order they are added; but two different games with one number are never let pass. Games are read
//! one by one, so that neither their number nor that of the files is bounded by the memory.

use super::Share;
use super::file::{ShardError, ShardFile};
use super::run::Run;
use crate::journal::aside::Aside;
use crate::journal::head::Head;
use crate::journal::{BadLine, Journal, JournalError, Stored};
use crate::referee::finished::FinishedGame;
use engine::files::{Checksum, Difference};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use thiserror::Error;

/// Files with games of a run that are brought together.
#[derive(Debug)]
pub struct Union<'a> {
    run: &'a Run,
    sources: Vec<Source>,
    shares: BTreeSet<Share>,
}

/// A file that has not been opened yet.
#[derive(Debug)]
struct Source {
    path: PathBuf,
    is_shard: bool,
    /// No game in it has a lower number.
    first: u64,
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
            sources: Vec::new(),
            shares: BTreeSet::new(),
        }
    }

    /// Adds all shard files of a folder, or a shard file, or a journal of the same match. What
    /// else is in the folder, such as journals of shards that are being played, is left out.
    ///
    /// # Errors
    /// If a shard cannot be read, is none, or belongs to another run. What is in the files is looked
    /// at by [`Union::tell`].
    pub fn add(&mut self, path: &Path) -> Result<(), MergeError> {
        if path.is_dir() {
            shards_in(path)?
                .into_iter()
                .try_for_each(|shard| self.add_shard(shard))
        } else if ShardFile::is_named(path) {
            self.add_shard(path.to_owned())
        } else {
            self.sources.push(Source {
                path: path.to_owned(),
                is_shard: false,
                first: 0,
            });
            Ok(())
        }
    }

    fn add_shard(&mut self, path: PathBuf) -> Result<(), MergeError> {
        let footer = ShardFile::footer(&path)?;
        if footer.run != self.run.id() {
            return Err(MergeError::OtherRun {
                path,
                difference: Difference {
                    field: "run".to_owned(),
                    there: footer.run.into(),
                    here: self.run.id().into(),
                },
            });
        }
        self.shares.insert(footer.shard);
        self.sources.push(Source {
            path,
            is_shard: true,
            first: footer.first,
        });
        Ok(())
    }

    /// What stands beside the files.
    pub fn aside(&self) -> Aside {
        let mut aside = Aside::default();
        for source in &self.sources {
            aside.add(&source.path);
        }
        aside
    }

    /// The games of all files.
    fn games(&self) -> Games<'_> {
        let sources = self.sources.iter().enumerate();
        Games {
            run: self.run,
            sources: &self.sources,
            waiting: sources
                .map(|(index, source)| Reverse((source.first, index)))
                .collect(),
            open: BTreeMap::new(),
            last: None,
            seen_head: String::new(),
        }
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

/// A game, and the JSON object that it was read from.
pub type Told = (FinishedGame, String);

/// The games of a union, each once, in the order of the schedule. Only files whose turn it is are
/// open: it does not matter how many there are.
struct Games<'a> {
    run: &'a Run,
    sources: &'a [Source],
    /// The files that have games left: no number below which they have any, and which file.
    waiting: BinaryHeap<Reverse<(u64, usize)>>,
    /// Those that have been opened, by number.
    open: BTreeMap<usize, Stored>,
    /// The number of the game given last, what it was read from, and the file that it was in.
    last: Option<(u64, String, usize)>,
    /// The text of a head that has been found right.
    seen_head: String,
}

impl Games<'_> {
    /// The next game; none after the last.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged, belongs to another run, or has a game that another has
    /// and is not the same.
    fn next(&mut self) -> Result<Option<Told>, MergeError> {
        while let Some(Reverse((_, index))) = self.waiting.pop() {
            let path = &self.sources[index].path;
            let Some(stored) = self.open.get_mut(&index) else {
                let stored = self.opened(index)?;
                if let Some(id) = stored.next_id() {
                    self.waiting.push(Reverse((id, index)));
                    self.open.insert(index, stored);
                }
                continue;
            };
            let told = stored.next().map_err(|bad| self.sources[index].bad(bad))?;
            match stored.next_id() {
                Some(id) => self.waiting.push(Reverse((id, index))),
                None => drop(self.open.remove(&index)),
            }
            let Some((game, text)) = told else {
                continue;
            };
            match &self.last {
                Some((last, ..)) if *last != game.id => {}
                Some((_, there, _)) if is_same(there, &text, &game) => continue,
                Some((.., other)) => {
                    return Err(MergeError::Unequal {
                        id: game.id,
                        one: self.sources[*other].path.clone(),
                        other: path.clone(),
                    });
                }
                None => {}
            }
            self.last = Some((game.id, text.clone(), index));
            return Ok(Some((game, text)));
        }
        Ok(None)
    }

    /// The next few games; nothing after the last.
    fn parcel(&mut self) -> Result<Vec<Told>, MergeError> {
        let mut parcel = Vec::with_capacity(PARCEL);
        while parcel.len() < PARCEL {
            match self.next()? {
                Some(told) => parcel.push(told),
                None => break,
            }
        }
        Ok(parcel)
    }

    /// The games of a file, which is of the run.
    fn opened(&mut self, index: usize) -> Result<Stored, MergeError> {
        let source = &self.sources[index];
        let path = &source.path;
        if !source.is_shard {
            let (head, games) = Journal::stored(path)?;
            self.check(path, &head)?;
            return Ok(games);
        }
        let shard = ShardFile::open(path)?;
        if shard.head != self.seen_head {
            let head = Head::parse(&shard.head).map_err(|problem| source.bad((1, problem)))?;
            self.check(path, &head)?;
            self.seen_head.clone_from(&shard.head);
        }
        Ok(shard.into_games())
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
}

/// Whether `there` tells the same game as `text`, which is `game`.
fn is_same(there: &str, text: &str, game: &FinishedGame) -> bool {
    there == text || serde_json::from_str::<FinishedGame>(there).is_ok_and(|it| it == *game)
}

/// How many games go from thread to thread at a time, and how many such parcels may wait.
const PARCEL: usize = 64;
const PARCELS: usize = 4;

impl Union<'_> {
    /// Gives the games, each once, in the order of the schedule, to `visit`, while another thread
    /// reads those that follow.
    ///
    /// # Errors
    /// If a file cannot be read, is damaged, belongs to another run, or has a game that another has
    /// and is not the same; and those of `visit`.
    pub fn tell<E: From<MergeError>>(
        &self,
        mut visit: impl FnMut(Told) -> Result<(), E>,
    ) -> Result<(), E> {
        thread::scope(|scope| {
            let (sender, parcels) = mpsc::sync_channel(PARCELS);
            scope.spawn(move || {
                let mut games = self.games();
                loop {
                    let parcel = games.parcel();
                    let is_last = parcel.as_ref().map_or(true, Vec::is_empty);
                    // Failing means that nobody listens any more.
                    if sender.send(parcel).is_err() || is_last {
                        break;
                    }
                }
            });
            for parcel in parcels {
                parcel?.into_iter().try_for_each(&mut visit)?;
            }
            Ok(())
        })
    }
}

impl Source {
    /// What is wrong with a line of the file.
    fn bad(&self, (line, problem): BadLine) -> MergeError {
        if self.is_shard {
            ShardError::damaged(&self.path, format!("line {line}: {problem}")).into()
        } else {
            JournalError::line(&self.path)((line, problem)).into()
        }
    }
}

/// Which games there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// How many there are.
    pub games: u64,
    /// The numbers of those that are missing before the last one that is there.
    pub missing: Vec<Range<u64>>,
    /// The number after the last.
    next: u64,
}

impl Coverage {
    /// Counts the game numbered `id`; games come in the order of their numbers.
    pub fn add(&mut self, id: u64) {
        if self.next < id {
            self.missing.push(self.next..id);
        }
        self.games += 1;
        self.next = id + 1;
    }

    /// The same with those that are missing of the first `games`.
    #[must_use]
    pub fn of(mut self, games: u64) -> Self {
        if self.next < games {
            self.missing.push(self.next..games);
            self.next = games;
        }
        self
    }
}

/// The SHA-256 of games as the journal has them, in the order of the schedule: by it runs that
/// were played in different ways can be compared.
#[derive(Clone, Default)]
pub struct GameDigest(Checksum);

impl GameDigest {
    /// Goes on with the game that the JSON object `text` tells.
    pub fn add(&mut self, text: &str) {
        self.0.add(text);
        self.0.add("\n");
    }

    /// Of the games so far, in hexadecimal digits.
    pub fn text(self) -> String {
        self.0.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_told_before_between_and_after() {
        let mut coverage = Coverage::default();
        for id in [2, 3, 7] {
            coverage.add(id);
        }
        assert_eq!(coverage.games, 3);
        assert_eq!(coverage.clone().of(8).missing, [0..2, 4..7]);
        assert_eq!(coverage.of(10).missing, [0..2, 4..7, 8..10]);
    }
}
