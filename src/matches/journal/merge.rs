//! Journals of one match brought together, such as those of its parts.
//!
//! What must hold: it does not matter how the games were divided, which are there twice, or in which
//! order the files are given; but two different games with one number are never let pass. Files are
//! opened when their games have their turn, and games are read one by one, so that neither their number
//! nor that of the files is bounded by the memory.

use super::head::Head;
use super::stored::Stored;
use super::times::Times;
use super::{Journal, JournalError};
use crate::contest::schedule::{Part, PartOfMatch};
use crate::referee::finished::FinishedGame;
use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::ops::Range;
use std::path::PathBuf;
use thiserror::Error;

/// The journals of a match.
#[derive(Debug)]
pub struct Union {
    /// What describes the whole match.
    pub head: Head,
    sources: Vec<Source>,
}

/// A journal, of which only the head has been read.
#[derive(Debug)]
struct Source {
    path: PathBuf,
    part: Option<PartOfMatch>,
}

/// Why journals cannot be brought together.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A journal cannot be used, or is of another match than the first.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The game with this number was played twice and did not come out the same.
    #[error(
        "game {0} is not the same in `{one}` and `{other}`; expected equal games, as at fixed nodes, or \
         each game in one file",
        one = .1.display(),
        other = .2.display()
    )]
    Unequal(u64, PathBuf, PathBuf),
    /// There is none.
    #[error("no journal; expected one or more")]
    Empty,
}

impl Union {
    /// The journals at `paths`, of which only the heads are read.
    ///
    /// # Errors
    /// If there is none, one cannot be read, or one is not of the match of the first.
    pub fn new(paths: &[PathBuf]) -> Result<Self, MergeError> {
        let mut whole: Option<Head> = None;
        let mut sources = Vec::new();
        for path in paths {
            let mut head = Journal::head(path)?;
            sources.push(Source {
                path: path.clone(),
                part: head.part.take(),
            });
            let difference = whole.as_ref().and_then(|whole| whole.difference(&head));
            if let Some(difference) = difference {
                let path = path.clone();
                return Err(JournalError::OtherRun { path, difference }.into());
            }
            whole.get_or_insert(head);
        }
        let head = whole.ok_or(MergeError::Empty)?;
        Ok(Self { head, sources })
    }

    /// How many games the match has; not known without a part of it.
    pub fn games_of_match(&self) -> Option<u64> {
        let parts = self.sources.iter().filter_map(|source| source.part);
        parts.map(|part| part.games).max()
    }

    /// The parts that are there.
    pub fn parts(&self) -> BTreeSet<Part> {
        let parts = self.sources.iter().filter_map(|source| source.part);
        parts.map(|part| part.part).collect()
    }

    /// The parts that are missing, if all journals are of parts, and these cut the match alike.
    pub fn missing_parts(&self) -> Vec<Part> {
        let parts = self.parts();
        let Some(&first) = parts.first() else {
            return Vec::new();
        };
        let is_like = |source: &Source| source.part.is_some_and(|it| it.part.of() == first.of());
        if !self.sources.iter().all(is_like) {
            return Vec::new();
        }
        first.all().filter(|part| !parts.contains(part)).collect()
    }

    /// What stands beside the journals.
    pub fn times(&self) -> Times {
        let mut times = Times::default();
        for source in &self.sources {
            times.add(&source.path);
        }
        times
    }

    /// The games of all journals, each once, in the order of the schedule.
    pub fn games(&self) -> Games<'_> {
        let first = |source: &Source| source.part.map_or(0, |part| part.range().start);
        let waiting = self.sources.iter().enumerate();
        Games {
            sources: &self.sources,
            waiting: waiting
                .map(|(index, source)| Reverse((first(source), index)))
                .collect(),
            open: BTreeMap::new(),
            last: None,
            repeated: 0,
        }
    }
}

/// The games of a union, each once, in the order of the schedule.
pub struct Games<'a> {
    sources: &'a [Source],
    /// The files that have games left: a number below which they have none, and which file.
    waiting: BinaryHeap<Reverse<(u64, usize)>>,
    /// Those that have been opened.
    open: BTreeMap<usize, Stored>,
    /// The number of the game given last, its text, and the file that it was in.
    last: Option<(u64, String, usize)>,
    /// How many games so far were there once more.
    pub repeated: u64,
}

impl Games<'_> {
    /// The next game, and the JSON object that it was read from; none after the last.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged, or has a game that another has and is not the same.
    pub fn next_game(&mut self) -> Result<Option<(FinishedGame, String)>, MergeError> {
        while let Some(Reverse((_, index))) = self.waiting.pop() {
            let sources = self.sources;
            let path = &sources[index].path;
            let (next, stored) = match self.open.entry(index) {
                Entry::Vacant(place) => (None, place.insert(Journal::stored(path)?.1)),
                Entry::Occupied(place) => {
                    let stored = place.into_mut();
                    (stored.next().map_err(JournalError::line(path))?, stored)
                }
            };
            match stored.next_id() {
                Some(id) => self.waiting.push(Reverse((id, index))),
                None => drop(self.open.remove(&index)),
            }
            let Some((game, text)) = next else {
                continue;
            };
            match &self.last {
                Some((id, before, other)) if *id == game.id => {
                    if !is_same(before, &text, &game) {
                        let other = sources[*other].path.clone();
                        return Err(MergeError::Unequal(game.id, other, path.clone()));
                    }
                    self.repeated += 1;
                }
                _ => {
                    self.last = Some((game.id, text.clone(), index));
                    return Ok(Some((game, text)));
                }
            }
        }
        Ok(None)
    }
}

/// Whether the object `before` describes the same game as `text`, which is `game`.
fn is_same(before: &str, text: &str, game: &FinishedGame) -> bool {
    before == text || serde_json::from_str::<FinishedGame>(before).is_ok_and(|it| it == *game)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_found_before_between_and_after() {
        let mut coverage = Coverage::default();
        for id in [2, 3, 7] {
            coverage.add(id);
        }
        assert_eq!(coverage.games, 3);
        assert_eq!(coverage.clone().of(8).missing, [0..2, 4..7]);
        assert_eq!(coverage.of(10).missing, [0..2, 4..7, 8..10]);
    }
}
