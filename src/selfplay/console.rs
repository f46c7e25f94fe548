//! What a person sees of a match: progress and faults while it runs, the report at its end.

use super::Match;
use super::finished::FinishedGame;
use super::game::Incident;
use super::observer::Observer;
use super::schedule::letter;
use super::standings::share_of_points;
use super::stats::text::percent;
use super::stats::{Hypotheses, Sprt, summary};
use super::tally::Tally;
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
    tally: Tally,
}

impl<'a> Console<'a> {
    /// A console for `contest` that writes progress to `progress`, and ends the match when `test`
    /// is decided.
    pub fn new(contest: &Match, test: Option<Hypotheses>, progress: &'a mut dyn Write) -> Self {
        Self {
            progress,
            games: contest.schedule().games(),
            started: Instant::now(),
            told: None,
            tally: Tally::new(contest.players.len(), test),
        }
    }

    /// What has been counted; displays as the report.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    fn standing(&self) -> String {
        if self.tally.is_match() {
            let llr = self.tally.test().and_then(Sprt::llr);
            let llr = llr.map_or_else(String::new, |llr| format!(", LLR {llr:.2}"));
            return summary(&self.tally.counts()) + &llr;
        }
        let standings = self.tally.standings();
        let score = |player| {
            let share = percent(share_of_points(standings.of(player)), 1);
            format!("{} {share}", letter(player))
        };
        let scores: Vec<_> = (0..standings.players()).map(score).collect();
        scores.join(", ")
    }
}

/// Writes what `contest` is, in a few lines; `earlier` of its games have been played.
///
/// # Errors
/// If writing fails.
pub fn introduce(contest: &Match, earlier: usize, out: &mut dyn Write) -> io::Result<()> {
    for (index, (player, limit)) in contest.players.iter().zip(&contest.limits).enumerate() {
        writeln!(out, "{}: {}, {limit}", letter(index), player.name())?;
    }
    let schedule = contest.schedule();
    if contest.players.len() > 2 {
        let (format, pairings) = (contest.format.name(), schedule.pairings().len());
        let games = 2 * schedule.rounds();
        writeln!(out, "{format}: {pairings} pairings of {games} games")?;
    }
    let openings = contest.openings.describe();
    writeln!(out, "openings: {openings}; seed {}", contest.seed)?;
    let pairs = schedule.rounds();
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
    fn incident(&mut self, game: &FinishedGame, incident: &Incident) -> io::Result<()> {
        let (id, name) = (game.id, letter(game.player_of(incident.side)));
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
        self.tally.game(game)
    }

    fn pair(&mut self, games: &[FinishedGame; 2]) -> io::Result<()> {
        self.tally.pair(games)?;
        let played = self.tally.standings().games();
        if played != self.games && self.told.is_some_and(|told| told.elapsed() < INTERVAL) {
            return Ok(());
        }
        self.told = Some(Instant::now());
        let seconds = self.started.elapsed().as_secs();
        let (games, standing) = (self.games, self.standing());
        writeln!(
            self.progress,
            "{played} of {games} games, {seconds} s: {standing}"
        )
    }

    fn has_seen_enough(&self) -> bool {
        self.tally.has_seen_enough()
    }
}
