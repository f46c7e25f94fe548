//! Games to learn from, played by the engine against itself.
//!
//! What must hold: game i is a function of the [`Plan`]'s seed, i, and what the games are played
//! by. So the file of a shard is the same byte for byte for any number of threads, however often
//! it was interrupted, and the shards of a plan hold together what one machine would have played.
//! From the bottom: `opening`, `progress`, `table` ← this file.

mod opening;
mod progress;
mod table;

pub use opening::{Openings, Pool};

use super::dataset::{DatasetError, GameRecord, Source, Writer};
use crate::progress::Screen;
use crate::search::Settings;
use crate::selfplay::players::head::{evaluation_of, own_program};
use crate::selfplay::referee::adjudicate::ResignRule;
use progress::Console;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;
use table::Table;
use thiserror::Error;

/// A search may take this many times the nodes at which it should end.
const HARD_LIMIT: u64 = 8;

/// What games to play, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engine as it was typed, see
    /// [`PlayerSpec`](crate::selfplay::players::PlayerSpec).
    pub engine: String,
    /// The same as settings, with one thread.
    pub settings: Settings,
    /// Games to play, those of all shards together.
    pub games: u64,
    /// Which of them are played here.
    pub shard: Shard,
    /// Games played at the same time, 1 or more.
    pub threads: usize,
    /// Everything random follows from this.
    pub seed: u64,
    /// Nodes after which a search ends with its iteration; it is cut off at eight times as many.
    pub nodes: u64,
    /// Where games begin.
    pub openings: Openings,
    /// A game is broken off after this many moves.
    pub max_moves: u32,
    /// When a game is ended as lost.
    pub resign: ResignRule,
}

/// One of several equal parts of the games: those whose number leaves `index` when divided by
/// `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

/// A text is no shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected I/N with I from 0 to N-1, such as 0/40")]
pub struct NoShard;

impl Shard {
    /// All games.
    pub const ALL: Self = Self { index: 0, of: 1 };

    /// The numbers of its games, of `games` in all.
    pub fn games(self, games: u64) -> impl Iterator<Item = u64> {
        (self.index..games).step_by(self.of as usize)
    }

    /// The name of its file, without extension.
    pub fn name(self) -> String {
        format!("shard-{}-of-{}", self.index, self.of)
    }
}

/// As it is read.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (index, of) = text.split_once('/').ok_or(NoShard)?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| NoShard);
        let (index, of) = (number(index)?.into(), number(of)?.into());
        if index < of {
            Ok(Self { index, of })
        } else {
            Err(NoShard)
        }
    }
}

impl Plan {
    /// What the games follow from beside their numbers, the program among it.
    pub fn source(&self) -> Source {
        let settings = &self.settings;
        let fields = [
            ("games", json!("kyomi datagen")),
            ("version", json!(env!("CARGO_PKG_VERSION"))),
            ("program", json!(own_program())),
            ("engine", json!(self.engine)),
            ("evaluation", json!(evaluation_of(settings))),
            ("hash_mb", json!(settings.hash_mb)),
            ("entering_king", json!(settings.entering_king_rule.name())),
            ("seed", json!(self.seed)),
            ("nodes", json!(self.nodes)),
            ("openings", json!(self.openings.describe())),
            ("max_moves", json!(self.max_moves)),
            ("resign", json!([self.resign.score, self.resign.moves])),
        ];
        let named = |(name, value): (&str, Value)| (name.to_owned(), value);
        fields.into_iter().map(named).collect()
    }
}

/// A game, its place among those to play, and the CPU time that it took.
type News = (usize, GameRecord, Duration);

/// Plays the games of `plan` that `writer` has not, and appends them in the order of their
/// numbers.
///
/// # Errors
/// The first error of `writer` or `screen`, after the games being played have ended.
pub fn run(plan: &Plan, writer: &mut Writer, screen: Screen<'_>) -> Result<(), RunError> {
    let mut missing: Vec<u64> = plan.shard.games(plan.games).collect();
    missing.retain(|id| !writer.written().contains(id));
    let mut console = Console::new(screen, missing.len())?;
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        // Bounded, so that a slow disk holds back the players instead of filling the memory.
        let (sender, receiver) = mpsc::sync_channel(64);
        for _ in 0..plan.threads.clamp(1, missing.len().max(1)) {
            let (sender, next, missing) = (sender.clone(), &next, &missing);
            scope.spawn(move || work(plan, missing, next, &sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut written = 0;
        // If this ends early, so do the workers, with their games: nobody listens any more.
        for (place, game, cpu) in receiver {
            waiting.insert(place, (game, cpu));
            while let Some((game, cpu)) = waiting.remove(&written) {
                writer.append(&game)?;
                written += 1;
                console.game(&game, cpu)?;
            }
        }
        Ok::<(), RunError>(())
    })?;
    writer.sync()?;
    Ok(console.end()?)
}

/// Why playing ended early.
#[derive(Debug, Error)]
pub enum RunError {
    /// The games cannot be written.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// Progress cannot be told.
    #[error(transparent)]
    Progress(#[from] io::Error),
}

/// Plays games of `missing` until there are no more, or nobody listens.
fn work(plan: &Plan, missing: &[u64], next: &AtomicUsize, news: &SyncSender<News>) {
    let mut table = Table::new(plan);
    loop {
        let place = next.fetch_add(1, Relaxed);
        let Some(&id) = missing.get(place) else {
            return;
        };
        let (game, cpu) = table.play(id);
        if news.send((place, game, cpu)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
