//! Suites from games: positions worth asking about, found by searching, written as rows.
//!
//! Each purpose is a [`Miner`]. From the bottom: `symmetry` ← `lists` ← `known`, `journal`,
//! `miner` ← `tsume`, `bestmove`, `openings` ← this file. What must hold: the files are whole whenever the
//! program stops, no two rows of a run are the same position, mirrored, or turned; the same games
//! and options give the same files, in one run or in several by a journal.

mod bestmove;
mod journal;
pub mod known;
mod lists;
mod miner;
mod openings;
mod symmetry;
mod tsume;

pub use bestmove::BestMoves;
pub use journal::Journal;
pub use lists::{Lists, Origin};
pub use miner::Miner;
pub use openings::Openings;
pub use tsume::Tsume;

use engine::shogi::game::Game;
use matches::progress::{Progress, Screen};
use std::io;
use std::path::Path;

/// Goes through those of `games` that `lists` have not seen until the lists are full, writes each
/// game down in `journal`, and the lists into `folder`.
///
/// # Errors
/// If a file cannot be written.
pub fn run(
    games: &[Game],
    miner: &mut dyn Miner,
    lists: &mut Lists,
    mut journal: Option<Journal>,
    folder: &Path,
    screen: Screen,
) -> io::Result<()> {
    // What an earlier run found may not be in the files yet.
    lists.save(folder)?;
    let first = lists.looked_at();
    let mut progress = Progress::new(screen, first as u64, games.len() as u64);
    for (number, game) in games.iter().enumerate().skip(first) {
        if lists.are_full() {
            break;
        }
        miner.look_at(number, game, lists);
        let rows = lists.end_game();
        let is_rich = !rows.is_empty();
        if let Some(journal) = &mut journal {
            journal.write(rows)?;
        }
        if is_rich {
            lists.save(folder)?;
        }
        progress.show(number as u64 + 1, || {
            format!("{lists}; {} games", number + 1)
        })?;
    }
    lists.save(folder)
}

#[cfg(test)]
mod tests;
