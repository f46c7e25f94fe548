//! What a report keeps of a match while its games are told one by one.
//!
//! What must hold: of games beyond the first [`MOST_SHOWN`] only what tables and plots need is kept, some
//! bytes a pair.

use super::games::ShownGame;
use super::results::{Faults, LostOpenings};
use super::shared::{PairResult, ReportError};
use super::times::{Overruns, Spent};
use crate::page::PageError;
use matches::crew::observer::Observer;
use matches::journal::aside::Aside;
use matches::journal::head::Head;
use matches::observers::standings::{Anchor, Standings};
use matches::observers::tables::Tables;
use matches::referee::finished::FinishedGame;
use matches::stats::Hypotheses;
use serde_json::value::{RawValue, to_raw_value};
use std::io;

/// How many games the page lets one step through; more make it slow to open.
pub const MOST_SHOWN: usize = 10_000;

/// The report on a match, which is told game by game in the order of the schedule.
#[derive(Clone, Debug)]
pub struct Report {
    pub(super) head: Head,
    pub(super) test: Option<Hypotheses>,
    pub(super) standings: Standings,
    pub(super) tables: Tables,
    pub(super) pairs: Vec<PairResult>,
    pub(super) spent: Vec<Spent>,
    pub(super) overruns: Overruns,
    pub(super) lost: LostOpenings,
    pub(super) faults: Faults,
    /// As the page's scripts read them.
    pub(super) shown: Vec<Box<RawValue>>,
    /// The last game if it is the first of a pair, without its moves.
    pub(super) first: Option<FinishedGame>,
    pub(super) games: u64,
    pub(super) aside: Aside,
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

    /// The same with the rating of one player of a tournament fixed, see [`Standings::anchored`].
    #[must_use]
    pub fn anchored(self, anchor: Option<Anchor>) -> Self {
        Self {
            standings: self.standings.anchored(anchor),
            ..self
        }
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// If it has a start or a move that cannot be played.
    pub fn add(&mut self, game: &FinishedGame) -> Result<(), ReportError> {
        if self.shown.len() < MOST_SHOWN {
            let shown = to_raw_value(&ShownGame::new(game)?);
            self.shown.push(shown.map_err(PageError::from)?);
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
