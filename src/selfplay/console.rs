//! What a person sees of a match: progress and faults while it runs, the report at its end.

use super::Match;
use super::finished::FinishedGame;
use super::game::Incident;
use super::observer::Observer;
use super::schedule::whole_pairs;
use super::stats::{Counts, Decision, Hypotheses, Report, Sprt, summary};
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
    test: Option<Sprt>,
    tables: Tables,
}

impl<'a> Console<'a> {
    /// A console for `contest` that writes progress to `progress`, and ends the match when `test`
    /// is decided.
    pub fn new(contest: &Match, test: Option<Hypotheses>, progress: &'a mut dyn Write) -> Self {
        Self {
            progress,
            games: whole_pairs(contest.games),
            started: Instant::now(),
            told: None,
            counts: Counts::default(),
            test: test.map(Sprt::new),
            tables: Tables::default(),
        }
    }

    /// Writes the report, the result in its last line.
    ///
    /// # Errors
    /// If writing fails.
    pub fn report(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.tables)?;
        // What decided a test is the prefix of pairs that it counted, not what came after.
        let (counts, test) = match &self.test {
            Some(test) => (test.counts(), Some(test.hypotheses())),
            None => (&self.counts, None),
        };
        writeln!(out, "{}", Report::of_match(counts, test))?;
        if let Some(verdict) = self.test.as_ref().and_then(Sprt::verdict) {
            let accepted = match verdict.decision {
                Decision::H0 => "H0",
                Decision::H1 => "H1",
            };
            let (pairs, llr) = (verdict.pairs, verdict.llr);
            writeln!(
                out,
                "SPRT: {accepted} accepted after {pairs} pairs, LLR {llr:.2}"
            )?;
        }
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
        let outcomes = games.each_ref().map(FinishedGame::outcome);
        if let Some(test) = &mut self.test {
            test.add(self.counts.pairs.pairs(), outcomes);
        }
        self.counts.add_pair(outcomes);
        let played = self.counts.games.games();
        if played != self.games && self.told.is_some_and(|told| told.elapsed() < INTERVAL) {
            return Ok(());
        }
        self.told = Some(Instant::now());
        let seconds = self.started.elapsed().as_secs();
        let (games, summary) = (self.games, summary(&self.counts));
        let llr = self.test.as_ref().and_then(Sprt::llr);
        let llr = llr.map_or_else(String::new, |llr| format!(", LLR {llr:.2}"));
        writeln!(
            self.progress,
            "{played} of {games} games, {seconds} s: {summary}{llr}"
        )
    }

    fn has_seen_enough(&self) -> bool {
        self.test
            .as_ref()
            .is_some_and(|test| test.verdict().is_some())
    }
}
