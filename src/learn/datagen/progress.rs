//! How far it is: a line every two seconds, the same line again and again on a terminal.

use crate::learn::dataset::GameRecord;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Least time between two lines.
const INTERVAL: Duration = Duration::from_secs(2);

/// Tells how far it is.
pub struct Progress<'a> {
    out: &'a mut dyn Write,
    is_terminal: bool,
    started: Instant,
    told: Instant,
    /// Games to play.
    wanted: usize,
    games: usize,
    positions: usize,
    /// CPU time of all threads.
    cpu: Duration,
}

impl<'a> Progress<'a> {
    /// Tells it to `out`.
    pub fn new(out: &'a mut dyn Write, is_terminal: bool) -> Self {
        let now = Instant::now();
        Self {
            out,
            is_terminal,
            started: now,
            told: now,
            wanted: 0,
            games: 0,
            positions: 0,
            cpu: Duration::ZERO,
        }
    }

    /// There are so many games to play, from now on.
    pub(super) fn begin(&mut self, wanted: usize) -> io::Result<()> {
        self.wanted = wanted;
        self.started = Instant::now();
        writeln!(self.out, "{wanted} games to play")
    }

    /// A game was played and written, in so much CPU time.
    pub(super) fn game(&mut self, game: &GameRecord, cpu: Duration) -> io::Result<()> {
        self.games += 1;
        self.positions += game.plies.len();
        self.cpu += cpu;
        if self.told.elapsed() < INTERVAL {
            return Ok(());
        }
        self.told = Instant::now();
        let rate = self.games as f64 / self.seconds();
        let left = (self.wanted - self.games) as f64 / rate;
        let line = format!("{}, {} left", self.line(), HoursMinutesSeconds(left as u64));
        if self.is_terminal {
            write!(self.out, "\r{line}\x1b[K")?;
        } else {
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()
    }

    /// All games have been played.
    pub(super) fn end(&mut self) -> io::Result<()> {
        let begin = if self.is_terminal { "\r\x1b[K" } else { "" };
        let per_cpu = self.positions as f64 / self.cpu.as_secs_f64().max(1e-9);
        let line = self.line();
        writeln!(self.out, "{begin}{line}, {per_cpu:.0} per CPU second")
    }

    fn line(&self) -> String {
        let rate = self.positions as f64 / self.seconds();
        format!(
            "{} of {} games, {} positions, {rate:.0} positions/s",
            self.games, self.wanted, self.positions
        )
    }

    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64().max(1e-9)
    }
}

/// A duration in seconds, as it is read on a clock.
struct HoursMinutesSeconds(u64);

impl std::fmt::Display for HoursMinutesSeconds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (minutes, seconds) = (self.0 / 60, self.0 % 60);
        write!(f, "{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
    }
}
