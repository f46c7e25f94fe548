//! Which of many numbers of the search help, found in one series of matches instead of a match
//! for each.
//!
//! In each of 32 matches the first player has every number at its high value where the row of a
//! Hadamard matrix has +, else at the low one, and the second player exactly the opposite. So
//! every number differs in every game, and what each is worth follows from all of them, with the
//! error that one match of so many games would have (R. L. Plackett and J. P. Burman, "The Design
//! of Optimum Multifactorial Experiments", Biometrika 33, 1946). The complement as opponent is
//! their foldover: a score is reversed when all signs are, so interactions of two, or any even
//! number, of numbers cancel. Those of three do not: they fall on the effects of others. And of
//! twenty numbers that are worth nothing one looks clear by chance. What wins here is therefore
//! to be confirmed by one match of the new settings against the old.
//!
//! What must hold: everything that is told comes from journals, each of which is that of a match
//! which `selfplay` plays too, with openings of its own; a run that was stopped in any way is
//! continued by the same command; games of another screening never count. From the bottom:
//! `design` ← `factor` ← `finding` ← this file.

mod design;
mod factor;
mod finding;

pub use design::{Design, MATCHES};
pub use factor::Factor;
pub use finding::Finding;

use super::LabError;
use super::played::{Journaled, command, contest, is_over};
use super::results::write_json;
use matches::Match;
use matches::players::limit::MoveLimit;
use matches::referee::adjudicate::ResignRule;
use matches::referee::finished::{FinishedGame, whole_pairs};
use matches::stats::Pentanomial;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A screening.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the journals are.
    pub folder: PathBuf,
    /// What is varied.
    pub factors: Vec<Factor>,
    /// Settings that both players have before that, `key=value,…`.
    pub base: String,
    /// How long a player may think about a move.
    pub limit: MoveLimit,
    /// When games that both players call lost end.
    pub resign: Option<ResignRule>,
    /// Games in all, at least: each match has whole pairs, and as many as any other.
    pub games: u64,
    /// Everything random follows from this.
    pub seed: u64,
    /// Games played at the same time, 1 or more.
    pub concurrency: usize,
}

impl Plan {
    /// Games of each match.
    fn games_each(&self) -> u64 {
        2 * self.games.div_ceil(2 * MATCHES as u64)
    }

    /// The players of match `row`: the first has high values where the sign is +1, the second
    /// low ones.
    fn players(&self, design: &Design, row: usize) -> [String; 2] {
        [true, false].map(|is_first| {
            let signs = design.row(row);
            let settings = self.factors.iter().zip(signs);
            let settings = settings.map(|(factor, is_plus)| factor.setting(is_plus == is_first));
            let base = Some(self.base.clone()).filter(|base| !base.is_empty());
            let entries: Vec<_> = base.into_iter().chain(settings).collect();
            entries.join(",")
        })
    }

    fn contest(&self, design: &Design, row: usize) -> Result<Match, LabError> {
        // Openings follow from the seed: no match has those of another.
        let seed = self.seed.wrapping_mul(MATCHES as u64) + row as u64;
        let mut contest = contest(
            self.players(design, row),
            [self.limit; 2],
            self.games_each(),
            seed,
            self.concurrency,
        )?;
        contest.rules.resign = self.resign;
        Ok(contest)
    }
}

/// Plays what is missing of a screening, until all is played or a time has come, and tells
/// `progress` about it. Returns what has been shown so far.
///
/// # Errors
/// If a player's text is wrong, or a journal cannot be used; nothing has been played where it is
/// that of another screening.
pub fn run(
    plan: &Plan,
    until: Option<Instant>,
    progress: &mut dyn Write,
) -> Result<Finding, LabError> {
    let design = Design::new(plan.factors.len(), plan.seed);
    let mut rows = Vec::new();
    for row in 0..MATCHES {
        let name = format!("row-{:02}", row + 1);
        let path = plan.folder.join(format!("{name}.jsonl"));
        let contest = plan.contest(&design, row)?;
        let command = command(&contest);
        let journaled = Journaled::new(contest, path);
        let pairs = pairs(&journaled.games()?);
        rows.push((name, command, journaled, pairs));
    }
    let mut results = [Pentanomial::default(); MATCHES];
    for ((name, command, journaled, pairs), result) in rows.into_iter().zip(&mut results) {
        *result = pairs;
        if 2 * pairs.pairs() < plan.games_each() && !is_over(until) {
            writeln!(progress, "{name}: {command}")?;
            journaled.play(until, progress)?;
            *result = self::pairs(&journaled.games()?);
        }
    }
    let wanted = plan.games_each() * MATCHES as u64;
    let Plan { factors, base, .. } = plan;
    Ok(Finding::new(factors, &design, base, wanted, &results))
}

/// Writes `screen.json` into `folder`.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Path, finding: &Finding) -> Result<(), LabError> {
    write_json(&folder.join("screen.json"), finding)
}

fn pairs(games: &[FinishedGame]) -> Pentanomial {
    let mut pairs = Pentanomial::default();
    for pair in whole_pairs(games) {
        pairs.add(pair.map(FinishedGame::points));
    }
    pairs
}

#[cfg(test)]
mod tests;
