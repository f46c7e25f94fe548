//! The running account of a match or a tournament: tables, standings, the test, and the report.

use super::standings::{Anchor, Standings};
use super::tables::Tables;
use crate::crew::observer::Observer;
use crate::referee::finished::FinishedGame;
use crate::stats::text::{percent, strength};
use crate::stats::{Counts, Estimates, Hypotheses, Report, Sprt, Verdict, summary};
use std::fmt;
use std::io;

/// Everything that is counted. Fed with games and pairs in the order of the schedule.
#[derive(Clone, Debug)]
pub struct Tally {
    tables: Tables,
    standings: Standings,
    test: Option<Sprt>,
}

impl Tally {
    /// A tally of so many players before the first game. A `test` is between the first two, and
    /// ends the match when it is decided.
    pub fn new(players: usize, test: Option<Hypotheses>) -> Self {
        Self {
            tables: Tables::new(players),
            standings: Standings::new(players),
            test: test.map(Sprt::new),
        }
    }

    /// The same with the rating of one player of a tournament fixed, see [`Standings::anchored`].
    #[must_use]
    pub fn anchored(mut self, anchor: Option<Anchor>) -> Self {
        self.standings = self.standings.anchored(anchor);
        self
    }

    /// By colour and by how games ended.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// By pairing.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// What the first two players did against each other.
    pub fn counts(&self) -> Counts {
        self.standings.between(0, 1)
    }

    /// The sequential test.
    pub fn test(&self) -> Option<&Sprt> {
        self.test.as_ref()
    }

    /// Whether there are two players, whose results are told from the first one's side.
    pub fn is_match(&self) -> bool {
        self.standings.players() == 2
    }

    /// The statistics of a match. What decided a test is the prefix of pairs that it counted, not
    /// what came after.
    pub fn statistics(&self) -> Report {
        match &self.test {
            Some(test) => Report::of_match(test.counts(), Some(test.hypotheses())),
            None => Report::of_match(&self.counts(), None),
        }
    }
}

impl Observer for Tally {
    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.tables.add(game);
        Ok(())
    }

    fn pair(&mut self, games: &[FinishedGame; 2]) -> io::Result<()> {
        if let Some(test) = &mut self.test {
            let number = self.standings.between(0, 1).pairs.pairs();
            test.add(number, games.each_ref().map(FinishedGame::points));
        }
        self.standings.add(games.each_ref());
        Ok(())
    }

    fn has_seen_enough(&self) -> bool {
        let test = self.test.as_ref();
        test.is_some_and(|test| test.verdict().is_some())
    }
}

/// The end of a match in at most ten lines, the result in the last; for a tournament as many as
/// it has players. Without a line end after the last.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.tables)?;
        if !self.is_match() {
            return write!(f, "{}", self.standings);
        }
        if let Some(pairs) = self.statistics().pairs {
            let Estimates { nelo, los, .. } = pairs.estimates;
            writeln!(f, "{}", pairs.in_words())?;
            writeln!(f, "nElo   {}, LOS {}", strength(nelo), percent(los, 2))?;
            let test = pairs.sprt.iter();
            test.into_iter()
                .try_for_each(|test| writeln!(f, "{}", test.in_words()))?;
        }
        if let Some(verdict) = self.test.as_ref().and_then(Sprt::verdict) {
            let Verdict {
                accepted,
                pairs,
                llr,
            } = verdict;
            writeln!(
                f,
                "SPRT: {accepted} accepted after {pairs} pairs, LLR {llr:.2}"
            )?;
        }
        write!(f, "{}", summary(&self.counts()))
    }
}
