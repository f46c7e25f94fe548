//! Suites from games: positions worth asking about, found by searching, written as rows.
//!
//! Each purpose is a [`Miner`]. From the bottom: `games`, `symmetry`, `lists` ← `tsume`,
//! `bestmove`, `openings` ← this file. What must hold: the files are whole whenever the program
//! stops, no two rows of a file are the same position, mirrored, or turned; the same games and
//! options give the same files.

mod bestmove;
mod games;
mod lists;
mod openings;
mod symmetry;
mod tsume;

pub use bestmove::BestMoves;
pub use games::{GamesError, read as read_games};
pub use lists::{List, Lists};
pub use openings::Openings;
pub use tsume::Tsume;

use crate::progress::{Progress, Screen};
use crate::search::{Decision, Engine, Info, Limits};
use crate::shogi::Move;
use crate::shogi::game::Game;
use std::io;
use std::path::Path;

/// How many games are looked at between two times that files are written.
const SAVED_EVERY: usize = 50;

/// Finds rows in games.
pub trait Miner {
    /// Looks at the game with this number, from 0, and adds what it finds to `lists`.
    fn look_at(&mut self, number: usize, game: &Game, lists: &mut Lists);
}

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

/// Searches `game` afresh with so many nodes: the move, and what was said last of it.
fn search(engine: &mut Engine, game: &Game, nodes: u64) -> Option<(Move, Info)> {
    engine.new_game();
    engine.set_game(game.clone());
    let outcome = engine.search(Limits::nodes(nodes), &mut ());
    match outcome.decision {
        Decision::Play { best, .. } => Some((best, outcome.info)),
        Decision::Resign | Decision::DeclareWin => None,
    }
}

/// The position before move `plies` of `game`, with the moves that led to it.
fn after(game: &Game, plies: usize) -> Game {
    let mut shorter = Game::new(game.start().clone());
    for &mv in game.moves().iter().take(plies) {
        if shorter.play(mv).is_err() {
            break;
        }
    }
    shorter
}

#[cfg(test)]
mod tests;
