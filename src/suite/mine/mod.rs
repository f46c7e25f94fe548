//! Suites from games: positions worth asking about, found by searching, written as rows.
//!
//! Each purpose is a [`Miner`]. From the bottom: `games`, `symmetry` ← `lists` ← `miner` ← `tsume`,
//! `bestmove`, `openings` ← this file. What must hold: the files are whole whenever the program
//! stops, no two rows of a file are the same position, mirrored, or turned; the same games and
//! options give the same files.

mod bestmove;
pub mod games;
mod lists;
mod miner;
mod openings;
mod symmetry;
mod tsume;

pub use bestmove::BestMoves;
pub use games::{GamesError, read as read_games};
pub use lists::Lists;
pub use miner::Miner;
pub use openings::Openings;
pub use tsume::Tsume;

use crate::progress::{Progress, Screen};
use crate::shogi::game::Game;
use std::io;
use std::path::Path;

/// How many games are looked at between two times that files are written.
const SAVED_EVERY: usize = 50;

/// Goes through `games` until `lists` are full, and writes them into `folder`.
///
/// # Errors
/// If a file cannot be written.
pub fn run(
    games: &[Game],
    miner: &mut dyn Miner,
    lists: &mut Lists,
    folder: &Path,
    screen: Screen,
) -> io::Result<()> {
    let mut progress = Progress::new(screen, 0, games.len() as u64);
    for (number, game) in games.iter().enumerate() {
        miner.look_at(number, game, lists);
        progress.show(number as u64 + 1, || {
            format!("{lists}; {} games", number + 1)
        })?;
        if lists.are_full() {
            break;
        }
        if (number + 1).is_multiple_of(SAVED_EVERY) {
            lists.save(folder)?;
        }
    }
    lists.save(folder)
}

#[cfg(test)]
mod tests;
