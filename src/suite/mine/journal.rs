//! The journal of a search for rows: a line for what it is, then one for each game looked at, from
//! which the same command goes on.

use super::lists::{FoundRow, Lists};
use engine::files::journal::{JournalError, JournalFile};
use engine::files::sha256;
use engine::shogi::game::Game;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io;
use std::path::Path;

/// What a journal says it is.
const KIND: &str = "kyomi suite mine";
/// The version of the journal's form.
const FORMAT: u32 = 1;

/// The file of a running search.
pub struct Journal(JournalFile);

/// What was found in one game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    rows: Vec<FoundRow>,
}

impl Journal {
    /// Opens the journal at `path` of a search through `games` for `lists`, by an engine with these
    /// `settings`, and creates it where there is none. Adds to `lists` what stands in it.
    ///
    /// # Errors
    /// If the file cannot be used, is in use, is no journal, is damaged before its last line, or
    /// belongs to another search.
    pub fn open(
        path: &Path,
        games: &[Game],
        settings: &str,
        lists: &mut Lists,
    ) -> Result<Self, JournalError> {
        let head = json!({
            "journal": KIND,
            "format": FORMAT,
            "version": env!("CARGO_PKG_VERSION"),
            "games": sum(games),
            "settings": settings,
            "lists": lists.describe(),
        });
        let (file, entries) = JournalFile::open_entries::<Entry>(path, &head)?;
        for (number, entry) in (2..).zip(entries) {
            let restored = lists.restore(entry.rows);
            restored.map_err(|error| JournalError::line(path)((number, error.to_string())))?;
        }
        Ok(Self(file))
    }

    /// Writes down the rows of the next game.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, rows: Vec<FoundRow>) -> io::Result<()> {
        self.0.append(&serde_json::to_string(&Entry { rows })?)
    }
}

/// The SHA-256 of all `games`.
fn sum(games: &[Game]) -> String {
    let texts: Vec<_> = games.iter().map(Game::to_string).collect();
    sha256(texts.join("\n"))
}
