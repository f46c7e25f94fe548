//! What a person sees of a match: progress and faults while it runs, the report at its end.

use super::Match;
use super::finished::FinishedGame;
use super::game::Incident;
use super::observer::Observer;
use super::schedule::whole_pairs;
use super::stats::{Counts, summary};
use super::tables::Tables;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Least time between lines of progress.
const INTERVAL: Duration = Duration::from_secs(1);

/// Writes progress as it comes, and counts for the report.
pub struct Console<'a> {
    progress: &'a mut dyn Write,
    games: u64,
    started: Instant,
    told: Option<Instant>,
    counts: Counts,
    tables: Tables,
}

impl<'a> Console<'a> {
    /// A console for `contest` that writes progress to `progress`.
    pub fn new(contest: &Match, progress: &'a mut dyn Write) -> Self {
        Self {
            progress,
            games: whole_pairs(contest.games),
            started: Instant::now(),
            told: None,
            counts: Counts::default(),
            tables: Tables::default(),
        }
    }

    /// Writes the report, the result in its last line.
    ///
    /// # Errors
    /// If writing fails.
    pub fn report(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.tables)?;
        writeln!(out, "{}", summary(&self.counts))
    }
}

/// Writes what `contest` is, in a few lines; `earlier` of its games have been played.
///
/// # Errors
/// If writing fails.
pub fn introduce(contest: &Match, earlier: usize, out: &mut dyn Write) -> io::Result<()> {
    for ((name, player), limit) in ["A", "B"]
        .iter()
        .zip(&contest.players)
        .zip(contest.rules.limits)
    {
        let text = if player.text.is_empty() {
            "engine:"
        } else {
            &player.text
        };
        writeln!(out, "{name}: {text}, {limit}")?;
    }
    let openings = contest.openings.describe();
    writeln!(out, "openings: {openings}; seed {}", contest.seed)?;
    let pairs = whole_pairs(contest.games) / 2;
    if let Some(different) = contest.openings.different().filter(|&count| count < pairs) {
        writeln!(
            out,
            "note: {pairs} pairs begin at only {different} different openings"
        )?;
    }
    if earlier > 0 {
        writeln!(out, "resumed after {earlier} games")?;
    }
    Ok(())
}

impl Observer for Console<'_> {
    fn incident(&mut self, id: u64, incident: &Incident) -> io::Result<()> {
        let name = ["A", "B"][incident.player];
        let said = &incident.transcript;
        write!(
            self.progress,
            "game {id}: {name} loses: {}",
            incident.detail
        )?;
        for part in [&said.position, &said.go, &said.answer] {
            if !part.is_empty() {
                write!(self.progress, "; {part}")?;
            }
        }
        writeln!(self.progress)
    }

    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.tables.game(game)
    }

    fn pair(&mut self, games: &[FinishedGame; 2]) -> io::Result<()> {
        self.counts
            .add_pair(games.each_ref().map(FinishedGame::outcome));
        let (played, games) = (self.counts.games.games(), self.games);
        if played < games && self.told.is_some_and(|told| told.elapsed() < INTERVAL) {
            return Ok(());
        }
        self.told = Some(Instant::now());
        let seconds = self.started.elapsed().as_secs();
        let so_far = summary(&self.counts);
        writeln!(
            self.progress,
            "{played} of {games} games, {seconds} s: {so_far}"
        )
    }
}
