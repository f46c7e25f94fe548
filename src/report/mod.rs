//! A match as one HTML file to look at: verdict, statistics, plots, and every game on a board.
//! Layer 6.
//!
//! What must hold: the page is a pure function of what is in the journal and the test asked for;
//! it needs no other file and no network; nothing that a player, an engine or a file is called can
//! become markup. Numbers and tables come from here, through the template `page.html`; boards and
//! plots are drawn by the scripts of [`page`](crate::page) from the data that this file puts into
//! the page as JSON; `browser.js` steps through the games, `list.js` lists them, `export.js` writes
//! them, `insight.js` draws what they have in common. From the bottom: `shared`, `verdict`, `again` ←
//! `duel`, `tournament`, `games`, `times`, `progress`, `results` ← `page` ←
//! this file.

mod again;
mod duel;
mod games;
mod page;
mod progress;
mod results;
mod shared;
mod times;
mod tournament;
mod verdict;

use crate::selfplay::journal::head::Head;
use crate::selfplay::players::head::PlayerHead;
use crate::selfplay::referee::finished::{FinishedGame, whole_pairs};
use crate::stats::Hypotheses;
use games::ShownGame;
use page::{MOST_SHOWN, Page};
use progress::Progress;
use serde::Serialize;

pub use games::MATE;
pub use shared::ReportError;

/// What the page's scripts draw.
#[derive(Serialize)]
struct Drawn<'a> {
    mate: i32,
    names: Vec<String>,
    progress: &'a Progress,
    games: Vec<ShownGame>,
}

/// The report on a match as HTML: `head` is that of its journal, `games` are its finished
/// games in the order of the schedule, `test` is what is to be tested.
///
/// # Errors
/// If a game has a start or a move that cannot be played.
pub fn html(
    head: &Head,
    games: &[FinishedGame],
    test: Option<&Hypotheses>,
) -> Result<String, ReportError> {
    let pairs = whole_pairs(games);
    // What moves from pair to pair is told of two players only.
    let progress = Progress::new(if head.is_of_two() { &pairs } else { &[] }, test);
    let shown = games.iter().take(MOST_SHOWN).map(ShownGame::new);
    let drawn = Drawn {
        mate: MATE,
        names: head.players.iter().map(PlayerHead::name).collect(),
        progress: &progress,
        games: shown.collect::<Result<_, _>>()?,
    };
    let data = crate::page::script_data(&drawn)?;
    Page::new(head, games, &pairs, &progress, test).render(&data)
}

#[cfg(test)]
mod tests;
