//! What a person is told while games are played.

use crate::dataset::GameRecord;
use matches::progress::{Progress, Screen};
use std::io;
use std::time::Duration;

/// Counts the games and tells how far it is.
pub(super) struct Console<'a> {
    progress: Progress<'a>,
    /// Games to play.
    wanted: usize,
    games: usize,
    positions: usize,
    /// CPU time of all threads.
    cpu: Duration,
}

impl<'a> Console<'a> {
    /// There are so many games to play, from now on.
    pub fn new(screen: Screen<'a>, wanted: usize) -> io::Result<Self> {
        let mut progress = Progress::new(screen, 0, wanted as u64);
        progress.line(&format!("{wanted} games to play"))?;
        Ok(Self {
            progress,
            wanted,
            games: 0,
            positions: 0,
            cpu: Duration::ZERO,
        })
    }

    /// A game was played and written, in so much CPU time.
    pub fn game(&mut self, game: &GameRecord, cpu: Duration) -> io::Result<()> {
        self.games += 1;
        self.positions += game.plies.len();
        self.cpu += cpu;
        let account = self.account();
        self.progress.show(self.games as u64, || account)
    }

    /// All games have been played.
    pub fn end(mut self) -> io::Result<()> {
        let per_cpu = self.positions as f64 / self.cpu.as_secs_f64().max(1e-9);
        let line = format!("{}, {per_cpu:.0} per CPU second", self.account());
        self.progress.line(&line)
    }

    fn account(&self) -> String {
        let rate = self.positions as f64 / self.progress.seconds();
        format!(
            "{} of {} games, {} positions, {rate:.0} positions/s",
            self.games, self.wanted, self.positions
        )
    }
}
