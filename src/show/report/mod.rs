//! A match as one HTML file to look at: verdict, statistics, plots, and every game on a board.
//! Layer 6.
//!
//! What must hold: the page is a pure function of the journal, what stands beside it and the test asked for;
//! it needs no other file and no network; nothing that a player, an engine or a file is called can
//! become markup. Numbers and tables come from here, through the template `page.html`; boards and
//! plots are drawn by the scripts of [`page`](crate::page) from the data that this file puts into
//! the page as JSON; `browser.js` steps through the games, `list.js` lists them, `export.js` writes
//! them, `insight.js` draws what they have in common. Games are told one by one.
//! From the bottom: `shared`, `verdict`,
//! `again`, `played_on` ← `duel`, `tournament`, `games`, `times`, `progress`, `results` ← `told` ← `page`,
//! `against` ← this file. `against` shows two matches side by side.

mod again;
mod against;
mod duel;
mod games;
mod page;
mod played_on;
mod progress;
mod results;
mod shared;
mod times;
mod told;
mod tournament;
mod verdict;

#[cfg(test)]
use matches::journal::{aside::Aside, head::Head};
use matches::players::head::PlayerHead;
#[cfg(test)]
use matches::referee::finished::FinishedGame;
#[cfg(test)]
use matches::stats::Hypotheses;
use page::Page;
use progress::Progress;
use serde::Serialize;
use serde_json::value::RawValue;

pub use against::against;
pub use games::MATE;
pub use shared::ReportError;
pub use told::Report;

/// What the page's scripts draw.
#[derive(Serialize)]
struct Drawn<'a> {
    mate: i32,
    names: Vec<String>,
    progress: &'a Progress,
    games: &'a [Box<RawValue>],
}

impl Report {
    /// The page.
    ///
    /// # Errors
    /// If it cannot be put together.
    pub fn html(&self) -> Result<String, ReportError> {
        let progress = Progress::new(&self.pairs, self.test.as_ref());
        let drawn = Drawn {
            mate: MATE,
            names: self.head.players.iter().map(PlayerHead::name).collect(),
            progress: &progress,
            games: &self.shown,
        };
        let data = crate::page::script_data(&drawn)?;
        Page::new(self, &progress).render(&data)
    }
}

/// The report on `games`, in the order of the schedule.
#[cfg(test)]
fn html(
    head: &Head,
    games: &[FinishedGame],
    test: Option<&Hypotheses>,
) -> Result<String, ReportError> {
    let mut report = Report::new(head.clone(), test.copied(), Aside::default());
    games.iter().try_for_each(|game| report.add(game))?;
    report.html()
}

#[cfg(test)]
mod tests;
