//! A match as one HTML file to look at: verdict, statistics, plots, and every game on a board.
//! Layer 6.
//!
//! What must hold: the page is a pure function of what is in the journal and the test asked for;
//! it needs no other file and no network; nothing that a player, an engine or a file is called can
//! become markup. Numbers and tables come from here, through the template `page.html`; boards and
//! plots are drawn by `board.js` and `chart.js`, which know nothing of matches, from the data that
//! this file puts into the page as JSON; `browser.js` steps through the games. From the bottom:
//! `verdict` ← `duel`; `tournament`, `games`, `times`, `progress`, `results` ← `page` ← this file.

mod duel;
mod games;
mod page;
mod progress;
mod results;
mod times;
mod tournament;
mod verdict;

use crate::selfplay::journal::head::player_key;
use crate::selfplay::referee::finished::{FinishedGame, whole_pairs};
use crate::stats::Hypotheses;
use games::ShownGame;
use page::Page;
use progress::Progress;
use serde::Serialize;
use serde_json::{Map, Value};

pub use games::MATE;

/// The two games of an opening.
type Pair<'a> = [&'a FinishedGame; 2];

/// How many games the page lets one step through; more make it slow to open.
const MOST_SHOWN: usize = 2000;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A game cannot be shown.
    #[error("game {id}: {problem}")]
    Game {
        /// Its number.
        id: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The page cannot be put together.
    #[error("report: {0}")]
    Page(#[from] minijinja::Error),
    /// The data cannot be written as JSON.
    #[error("report: {0}")]
    Data(#[from] serde_json::Error),
}

/// What the page's scripts draw.
#[derive(Serialize)]
struct Drawn<'a> {
    mate: i32,
    progress: &'a Progress,
    games: Vec<ShownGame>,
}

/// The report on a match as HTML: `header` is the head of its journal, `games` are its finished
/// games in the order of the schedule, `test` is what is to be tested.
///
/// # Errors
/// If a game has a start or a move that cannot be played.
pub fn html(
    header: &Map<String, Value>,
    games: &[FinishedGame],
    test: Option<&Hypotheses>,
) -> Result<String, ReportError> {
    let pairs = whole_pairs(games);
    // What moves from pair to pair is told of two players only.
    let is_match = !header.contains_key(&player_key(2));
    let progress = Progress::new(if is_match { &pairs } else { &[] }, test);
    let shown = games.iter().take(MOST_SHOWN).map(ShownGame::new);
    let drawn = Drawn {
        mate: MATE,
        progress: &progress,
        games: shown.collect::<Result<_, _>>()?,
    };
    let data = script_data(&serde_json::to_string(&drawn)?);
    Page::new(header, games, &pairs, &progress, test).render(&data)
}

/// JSON as the content of a script element, which nothing in it can end.
fn script_data(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests;
