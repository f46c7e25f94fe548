//! A match as one HTML file to look at: verdict, statistics, plots, and every game on a board.
//! Layer 6.
//!
//! What must hold: the page is a pure function of the journal, what stands beside it and the test asked for;
//! it needs no other file and no network; nothing that a player, an engine or a file is called can
//! become markup. Numbers and tables come from here, through the template `page.html`; boards and
//! plots are drawn by the scripts of [`page`](crate::page) from the data that this file puts into
//! the page as JSON; `browser.js` steps through the games, `list.js` lists them, `export.js` writes
//! them, `insight.js` draws what they have in common. Games are told one by one, and of those beyond
//! the first [`MOST_SHOWN`] only what the tables need is kept. From the bottom: `shared`, `verdict`,
//! `again`, `played_on` ← `duel`, `tournament`, `games`, `times`, `progress`, `results` ← `page`,
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
mod tournament;
mod verdict;

use crate::selfplay::crew::observer::Observer;
use crate::selfplay::journal::aside::Aside;
use crate::selfplay::journal::head::Head;
use crate::selfplay::observers::effort::Effort;
use crate::selfplay::observers::standings::Standings;
use crate::selfplay::observers::tables::{Endings, Tables};
use crate::selfplay::players::head::PlayerHead;
use crate::selfplay::referee::finished::FinishedGame;
use crate::stats::Hypotheses;
use games::ShownGame;
use page::Page;
use progress::Progress;
use results::{Faults, LostOpenings};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use shared::PairResult;
use std::io;
use times::{Overruns, Spent};

pub use against::against;
pub use games::MATE;
pub use shared::ReportError;

/// How many games the page lets one step through; more make it slow to open.
pub const MOST_SHOWN: usize = 10_000;

/// What the page's scripts draw.
#[derive(Serialize)]
struct Drawn<'a> {
    mate: i32,
    names: Vec<String>,
    progress: &'a Progress,
    games: &'a [Box<RawValue>],
}

/// The report on a match, which is told game by game in the order of the schedule.
#[derive(Clone, Debug)]
pub struct Report {
    head: Head,
    test: Option<Hypotheses>,
    standings: Standings,
    tables: Tables,
    pairs: Vec<PairResult>,
    spent: Vec<Spent>,
    overruns: Overruns,
    lost: LostOpenings,
    faults: Faults,
    /// As the page's scripts read them.
    shown: Vec<Box<RawValue>>,
    /// The last game if it is the first of a pair, without its moves.
    first: Option<FinishedGame>,
    games: u64,
    aside: Aside,
}

impl Report {
    /// The report on the match that `head` describes, before its first game; `test` is what is to
    /// be tested, `aside` what is known of its games beside the journal.
    pub fn new(head: Head, test: Option<Hypotheses>, aside: Aside) -> Self {
        let players = head.players.len();
        Self {
            test,
            standings: Standings::new(players),
            tables: Tables::new(players),
            pairs: Vec::new(),
            spent: vec![Spent::default(); players],
            overruns: Overruns::new(head.players.iter().map(|player| player.limit).collect()),
            lost: LostOpenings::default(),
            faults: Faults::default(),
            shown: Vec::new(),
            first: None,
            games: 0,
            aside,
            head,
        }
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// If it has a start or a move that cannot be played.
    pub fn add(&mut self, game: &FinishedGame) -> Result<(), ReportError> {
        if self.shown.len() < MOST_SHOWN {
            let shown = to_raw_value(&ShownGame::new(game)?);
            self.shown
                .push(shown.map_err(crate::page::PageError::from)?);
        }
        self.games += 1;
        match self.aside.measured(game.id) {
            Some(times) if game.measured.is_none() => self.tables.add(&FinishedGame {
                measured: Some(times),
                ..game.clone()
            }),
            _ => self.tables.add(game),
        }
        for (player, spent) in self.spent.iter_mut().enumerate() {
            spent.add(game, player);
        }
        self.overruns.add(game);
        self.faults.add(game);
        match self.first.take() {
            Some(first) if first.id + 1 == game.id => self.add_pair([&first, game]),
            _ if game.id.is_multiple_of(2) => self.first = Some(without_moves(game)),
            _ => {}
        }
        Ok(())
    }

    fn add_pair(&mut self, pair: [&FinishedGame; 2]) {
        self.standings.add(pair);
        self.lost.add(pair);
        // What moves from pair to pair is told of two players only.
        if self.head.is_of_two() {
            self.pairs.push(PairResult::new(pair));
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

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

/// Keeps the games of a running match.
impl Observer for Report {
    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        if game.measured.is_some() {
            self.aside.ended_now();
        }
        self.add(game).map_err(io::Error::other)
    }
}

fn without_moves(game: &FinishedGame) -> FinishedGame {
    FinishedGame {
        start: game.start.clone(),
        plies: Vec::new(),
        fault: game.fault.clone(),
        ..*game
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
