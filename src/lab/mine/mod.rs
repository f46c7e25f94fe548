//! Suites from games: positions worth asking about, found by searching, written as rows.
//!
//! Each purpose is a [`Miner`]. What must hold: the files are whole whenever the program stops, no two
//! rows of a run are the same position, mirrored, or turned; the same games and options give the same
//! files, in one run or in several by a journal.

mod lists;
mod positions;
mod tsume;

pub use lists::{Lists, Origin};
pub use positions::{BestMoves, Openings};
pub use tsume::Tsume;

use base::files::journal::{JournalError, JournalFile};
use base::files::sha256;
use base::progress::{Progress, Screen};
use engine::player::Engine;
use engine::search::{Decision, Limits, Listener, Score};
use engine::shogi::Move;
use engine::shogi::game::Game;
use lists::FoundRow;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io;
use std::path::Path;

/// Finds rows in games.
pub trait Miner {
    /// Looks at the game with this number, from 0, and adds what it finds to `lists`.
    fn look_at(&mut self, number: usize, game: &Game, lists: &mut Lists);
}

/// Searches `game` within `limits`: the move, and what the position is worth.
fn search(
    engine: &mut Engine,
    game: &Game,
    limits: Limits,
    listener: &mut dyn Listener,
) -> Option<(Move, Score)> {
    engine.set_game(game.clone());
    let outcome = engine.search(limits, listener);
    match outcome.decision {
        Decision::Play { best, .. } => Some((best, outcome.score)),
        Decision::Resign | Decision::DeclareWin => None,
    }
}

/// Goes through those of `games` that `lists` have not seen until the lists are full, writes each
/// game down in `journal`, and the lists into `folder`.
///
/// # Errors
/// If a file cannot be written.
pub fn run(
    games: &[Game],
    miner: &mut dyn Miner,
    lists: &mut Lists,
    mut journal: Option<JournalFile>,
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
            journal.add(&FoundInGame { rows })?;
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

/// What a journal says it is.
const KIND: &str = "kyomi mine";
/// The version of the journal's form.
const FORMAT: u32 = 1;

/// What was found in one game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundInGame {
    rows: Vec<FoundRow>,
}

/// Opens the journal at `path` of a search through `games` for `lists`, by an engine with these
/// `settings`, and creates it where there is none. Adds to `lists` what stands in it.
///
/// # Errors
/// If the file cannot be used, is in use, is no journal, is damaged before its last line, or
/// belongs to another search.
pub fn open_journal(
    path: &Path,
    games: &[Game],
    settings: &str,
    lists: &mut Lists,
) -> Result<JournalFile, JournalError> {
    let texts: Vec<_> = games.iter().map(Game::to_string).collect();
    let head = json!({
        "journal": KIND,
        "format": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "games": sha256(texts.join("\n")),
        "settings": settings,
        "lists": lists.describe(),
    });
    let (file, entries) = JournalFile::open_entries::<FoundInGame>(path, &head)?;
    for (number, entry) in (2..).zip(entries) {
        let restored = lists.restore(entry.rows);
        restored.map_err(|error| JournalError::line(path)((number, error.to_string())))?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests;
