//! A match as one HTML file to look at: verdict, statistics, plots, and every game on a board.
//!
//! What must hold: the page is a pure function of the journal, what stands beside it and the test
//! asked for; it needs no other file and no network; nothing that a player, an engine or a file is
//! called can become markup; of games beyond the first `MOST_SHOWN` only what tables and plots
//! need is kept, some bytes a pair. Numbers and tables come from here, through the template
//! `page.html`; boards and plots are drawn by the scripts of [`page`](crate::page) from the data that
//! is put into the page as JSON. `browser.js` steps through the games, `insight.js` draws what they have
//! in common, `live.js` follows those being played.

mod drawn;
mod live;
mod page;
mod results;
mod strength;

use crate::language::{Language, Reader};
use crate::page::PageError;
use drawn::{Drawn, Progress, ShownGame};
use matches::crew::Observer;
use matches::journal::head::Head;
use matches::journal::times::Times;
use matches::observers::tally::{Anchor, Standings};
use matches::observers::totals::Totals;
use matches::referee::finished::FinishedGame;
use matches::stats::{GamePoints, Hypotheses};
use page::Page;
use results::{Faults, LostOpenings, Overruns, Spent};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::io;

pub use live::State;

/// How many games the page lets one step through; more make it slow to open.
const MOST_SHOWN: usize = 10_000;

/// The report on a match, to which its games are added in the order of the schedule.
#[derive(Clone, Debug)]
pub struct Report {
    head: Head,
    test: Option<Hypotheses>,
    standings: Standings,
    totals: Totals,
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
    times: Times,
    reader: Reader,
}

impl Report {
    /// The report on the match that `head` describes, before its first game; `test` is what is to
    /// be tested, `times` what is known of its games beside the journal.
    pub fn new(head: Head, test: Option<Hypotheses>, times: Times) -> Self {
        let players = head.players.len();
        Self {
            test,
            standings: Standings::new(players),
            totals: Totals::new(players),
            pairs: Vec::new(),
            spent: vec![Spent::default(); players],
            overruns: Overruns::new(head.players.iter().map(|player| player.limit).collect()),
            lost: LostOpenings::default(),
            faults: Faults::default(),
            shown: Vec::new(),
            first: None,
            games: 0,
            times,
            reader: Reader::of(Language::English),
            head,
        }
    }

    /// The same with the rating of one player of a tournament fixed, see [`Standings::anchor`].
    #[must_use]
    pub fn anchored(mut self, anchor: Option<Anchor>) -> Self {
        self.standings.anchor = anchor;
        self
    }

    /// The same for `reader`; for one of English unless given.
    #[must_use]
    pub fn read_by(self, reader: Reader) -> Self {
        Self { reader, ..self }
    }

    /// In which language it is.
    pub fn language(&self) -> Language {
        self.reader.language
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// If it has a start or a move that cannot be played.
    pub fn add(&mut self, game: &FinishedGame) -> Result<(), ReportError> {
        if self.shown.len() < MOST_SHOWN {
            let mut shown = ShownGame::new(game)?;
            shown.fault = shown.fault.map(|fault| self.language().read(&fault));
            let shown = to_raw_value(&shown);
            self.shown.push(shown.map_err(PageError::from)?);
        }
        self.games += 1;
        match self.times.measured(game.id) {
            Some(times) if game.measured.is_none() => self.totals.add(&FinishedGame {
                measured: Some(times),
                ..game.clone()
            }),
            _ => self.totals.add(game),
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
        // What moves from pair to pair is shown of two players only.
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
        self.page(false)
    }

    /// The page on a match that is being played: it asks its server for `/state`, a [`State`], and loads
    /// itself again when there are more games.
    ///
    /// # Errors
    /// If it cannot be put together.
    pub fn live_html(&self) -> Result<String, ReportError> {
        self.page(true)
    }

    fn page(&self, is_live: bool) -> Result<String, ReportError> {
        let progress = Progress::new(&self.pairs, self.test.as_ref());
        Page::new(self, &progress, is_live).html(&Drawn::new(self, &progress))
    }
}

/// Keeps the games of a running match.
impl Observer for Report {
    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        if game.measured.is_some() {
            self.times.ended_now();
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

/// How the two games of an opening ended.
#[derive(Clone, Copy, Debug)]
struct PairResult {
    /// Its number in the schedule.
    pub number: u64,
    /// How the first player of the pairing did.
    pub points: [GamePoints; 2],
}

impl PairResult {
    /// Of `pair`, in the order of the schedule.
    pub fn new(pair: [&FinishedGame; 2]) -> Self {
        Self {
            number: pair[0].id / 2,
            points: pair.map(FinishedGame::points),
        }
    }
}

/// One of the large figures at the top.
#[derive(Clone, Serialize)]
struct Figure {
    /// What it is.
    pub name: &'static str,
    /// The figure, as text.
    pub value: String,
}

/// A name of the journal in words.
fn words(name: &str) -> String {
    name.replace(['-', '_', '.'], " ")
}

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
    #[error(transparent)]
    Page(#[from] PageError),
}

#[cfg(test)]
mod tests;
