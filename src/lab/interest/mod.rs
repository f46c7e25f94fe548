//! The proof that interest search works: matches against the same program with interest off and
//! with the conventional search, and with each idea switched off alone.
//!
//! What must hold: everything that is told comes from journals, each of which is that of a match
//! which `selfplay` plays too; a run that was stopped in any way is continued by the same command;
//! games of another run (players, limits, seed) never count. From the bottom: `ratio`, `experiments` ←
//! `finding` ← `table`, `picture`; `plan` ← this file.

mod experiments;
mod finding;
mod picture;
mod plan;
mod ratio;
mod table;

pub use experiments::{EXPERIMENTS, Experiment, Figure, LADDER, Limit};
pub use finding::{Bout, Finding, Reached};
pub use picture::picture;
pub use plan::{Plan, Scale};
pub use table::Table;

use crate::selfplay::console::{Console, Screen};
use crate::selfplay::crew::AtWork;
use crate::selfplay::durable;
use crate::selfplay::finished::FinishedGame;
use crate::selfplay::header::{difference, header};
use crate::selfplay::journal::{Journal, JournalError};
use crate::selfplay::observer::{Instruction, Observer};
use crate::selfplay::players::SpecError;
use crate::selfplay::{self, Match};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;
use thiserror::Error;

/// Fields of a journal's head that say with which program it was played: what was played is told
/// also after another has been built.
const PROGRAM: [&str; 3] = ["version", "a_program", "b_program"];

/// Why an experiment cannot be made.
#[derive(Debug, Error)]
pub enum LabError {
    /// A player's text is wrong.
    #[error("player `{text}`: {source}")]
    Player {
        /// The text.
        text: String,
        /// What is wrong with it.
        source: SpecError,
    },
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A result cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A result cannot be told as JSON.
    #[error("results: {0}")]
    Json(#[from] serde_json::Error),
}

/// Plays what is missing of the `chosen` experiments, until all is played or a time has come,
/// and tells `progress` about it. Returns what all experiments have shown so far.
///
/// # Errors
/// If a player's text is wrong, or a journal cannot be used.
pub fn run(
    plan: &Plan,
    chosen: &[&Experiment],
    until: Option<Instant>,
    progress: &mut dyn Write,
) -> Result<Vec<Finding>, LabError> {
    let mut findings = Vec::new();
    for experiment in EXPERIMENTS {
        let is_chosen = chosen.iter().any(|it| it.name == experiment.name);
        let mut bouts = Vec::new();
        for &ratio in experiment.ratios() {
            let contest = plan.contest(experiment, ratio)?;
            let path = plan.journal(experiment, ratio);
            let mut games = games(&path, &contest)?;
            let command = plan.command(experiment, ratio);
            let bout =
                |games: &[_]| Bout::new(experiment, command.clone(), ratio, contest.games, games);
            let is_time_over = until.is_some_and(|until| Instant::now() >= until);
            if is_chosen && !bout(&games).is_over() && !is_time_over {
                writeln!(progress, "{}: {command}", experiment.name)?;
                play(&contest, &path, until, progress)?;
                games = self::games(&path, &contest)?;
            }
            bouts.push(bout(&games));
            let goes_on = |bout: &Bout| bout.is_over() && bout.is_held();
            if !bouts.last().is_some_and(goes_on) {
                break;
            }
        }
        findings.push(Finding::new(experiment, plan.texts(experiment), bouts));
    }
    Ok(findings)
}

/// Writes `interest.json` and `interest.svg` into `folder`.
///
/// # Errors
/// If they cannot be written.
pub fn write(folder: &Path, findings: &[Finding]) -> Result<(), LabError> {
    let mut json = serde_json::to_vec_pretty(findings)?;
    json.push(b'\n');
    durable::write(&folder.join("interest.json"), &json)?;
    let picture = picture(findings).to_string();
    durable::write(&folder.join("interest.svg"), picture.as_bytes())?;
    Ok(())
}

/// The games of `contest` in the journal at `path`, in the order of the schedule; none where
/// there is no journal.
fn games(path: &Path, contest: &Match) -> Result<Vec<FinishedGame>, LabError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let (mut there, games) = Journal::read(path)?;
    let mut here = header(contest, &[None, None]);
    for field in PROGRAM {
        there.remove(field);
        here.remove(field);
    }
    match difference(&there, &here) {
        None => Ok(games),
        Some((field, [there, here])) => Err(LabError::Journal(JournalError::OtherMatch {
            path: path.to_owned(),
            field,
            there,
            here,
        })),
    }
}

/// Plays what is missing of a match.
fn play(
    contest: &Match,
    path: &Path,
    until: Option<Instant>,
    progress: &mut dyn Write,
) -> Result<(), LabError> {
    let head = header(contest, &[None, None]);
    let (mut journal, earlier) = Journal::open(path, &head, contest.journal_order())?;
    let mut console = Console::new(contest, None, Screen::Lines(progress));
    let mut deadline = Deadline(until);
    selfplay::run(
        contest,
        earlier,
        &mut [&mut journal, &mut deadline, &mut console],
    )?;
    Ok(())
}

/// Ends a match when a time has come, after the games being played. None: not, or no more.
struct Deadline(Option<Instant>);

impl Observer for Deadline {
    fn tick(&mut self, _at_work: &[AtWork]) -> io::Result<Vec<Instruction>> {
        let is_over = self.0.take_if(|until| Instant::now() >= *until).is_some();
        Ok(Vec::from_iter(is_over.then_some(Instruction::Stop)))
    }
}

#[cfg(test)]
mod tests;
