//! Games to learn from, played by the engine against itself.
//!
//! What must hold: game i is a function of the [`Plan`]'s seed, i, and what the games are played
//! by. So the file of a shard is the same byte for byte for any number of threads, however often
//! it was interrupted, and the shards of a plan hold together what one machine would have played.
//! From the bottom: `opening` ← `plan` ← `table`, `progress` ← this file.

mod opening;
mod plan;
mod progress;
mod table;

pub use opening::{Openings, Pool};
pub use plan::{Asides, EVEN, Plan, Shard};

use super::dataset::{DatasetError, GameRecord, Writer};
use matches::progress::Screen;
use progress::Console;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;
use table::Table;
use thiserror::Error;

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
    play(plan, &missing, screen, |game| Ok(writer.append(game)?))?;
    Ok(writer.sync()?)
}

/// Plays these games of `plan`, and hands each over in this order.
///
/// # Errors
/// The first error of `take` or `screen`, after the games being played have ended.
pub fn play(
    plan: &Plan,
    ids: &[u64],
    screen: Screen<'_>,
    mut take: impl FnMut(&GameRecord) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let mut console = Console::new(screen, ids.len())?;
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        // Bounded, so that a slow disk holds back the players instead of filling the memory.
        let (sender, receiver) = mpsc::sync_channel(64);
        for _ in 0..plan.threads.clamp(1, ids.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || work(plan, ids, next, &sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut taken = 0;
        // If this ends early, so do the workers, with their games: nobody listens any more.
        for (place, game, cpu) in receiver {
            waiting.insert(place, (game, cpu));
            while let Some((game, cpu)) = waiting.remove(&taken) {
                take(&game)?;
                taken += 1;
                console.game(&game, cpu)?;
            }
        }
        Ok::<(), RunError>(())
    })?;
    Ok(console.end()?)
}

/// Why playing ended early.
#[derive(Debug, Error)]
pub enum RunError {
    /// The games cannot be written.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A game cannot be replayed: which, and why.
    #[error("game {0}: {1}")]
    Game(u64, String),
    /// Progress cannot be told.
    #[error(transparent)]
    Progress(#[from] io::Error),
}

/// Plays games of `ids` until there are no more, or nobody listens.
fn work(plan: &Plan, ids: &[u64], next: &AtomicUsize, news: &SyncSender<News>) {
    let mut table = Table::new(plan);
    loop {
        let place = next.fetch_add(1, Relaxed);
        let Some(&id) = ids.get(place) else {
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
