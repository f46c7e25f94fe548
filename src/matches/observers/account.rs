//! How far a match is, what its games say so far, and how long the rest will take.

use super::tally::{Tally, share_of_points};
use crate::contest::schedule::letter;
use crate::crew::Observer;
use crate::referee::finished::FinishedGame;
use crate::stats::summary;
use crate::stats::text::percent;
use std::io;
use std::time::{Duration, Instant};

/// How far a match is.
pub struct Account {
    /// What has been counted.
    pub tally: Tally,
    /// Games in all.
    pub games: u64,
    /// Games played in this run.
    arrived: u64,
    started: Instant,
}

impl Account {
    /// Of a match of so many games in all, before its first; `tally`, which is empty, counts them.
    pub fn new(tally: Tally, games: u64) -> Self {
        Self {
            tally,
            games,
            arrived: 0,
            started: Instant::now(),
        }
    }

    /// Games in complete pairs.
    pub fn played(&self) -> u64 {
        self.tally.standings.games()
    }

    /// Since the match began, or went on.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// How the players stand, in words.
    pub fn standing(&self) -> String {
        if self.tally.is_match() {
            let llr = self.tally.test.as_ref().and_then(|test| {
                let [low, high] = test.hypotheses().bounds();
                Some(format!(", LLR {:.2} in [{low:.2}, {high:.2}]", test.llr()?))
            });
            return summary(&self.tally.counts()) + &llr.unwrap_or_default();
        }
        let standings = &self.tally.standings;
        let score = |player| {
            let share = percent(share_of_points(standings.of(player)), 1);
            format!("{} {share}", letter(player))
        };
        let scores: Vec<_> = (0..standings.players).map(score).collect();
        scores.join(", ")
    }

    /// How long the games left will take if they take as long as those of this run did. A test
    /// is expected to end as early as its statistics say.
    pub fn time_left(&self) -> Option<Duration> {
        let left = self.games.saturating_sub(self.played()) as f64;
        let test = self.tally.test.as_ref();
        let pairs = test.and_then(|_| self.tally.statistics().pairs);
        let by_test = pairs.and_then(|pairs| pairs.sprt?.games_left);
        let left = by_test.map_or(left, |games| games.min(left));
        let seconds = self.started.elapsed().as_secs_f64() * left / self.arrived as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

impl Observer for Account {
    fn arrived(&mut self, _game: &FinishedGame) -> io::Result<()> {
        self.arrived += 1;
        Ok(())
    }

    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.tally.game(game)
    }

    fn pair(&mut self, games: &[FinishedGame; 2]) -> io::Result<()> {
        self.tally.pair(games)
    }
}
