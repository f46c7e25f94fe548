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
pub(super) mod ratio;
mod table;

pub use experiments::{EXPERIMENTS, Experiment};
pub use finding::{Bout, Finding};
pub use picture::picture;
pub use plan::{Plan, Scale};
pub use table::Table;

use super::LabError;
use super::played::{Journaled, command, is_over};
use super::results::write_json;
use engine::files::durable;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

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
            let (asked, command) = (contest.games, command(&contest));
            let journaled = Journaled::new(contest, plan.journal(experiment, ratio));
            let mut played = journaled.games()?;
            let bout = |games: &[_]| Bout::new(experiment, command.clone(), ratio, asked, games);
            if is_chosen && !bout(&played).is_over() && !is_over(until) {
                writeln!(progress, "{}: {command}", experiment.name)?;
                journaled.play(until, progress)?;
                played = journaled.games()?;
            }
            bouts.push(bout(&played));
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
    write_json(&folder.join("interest.json"), &findings)?;
    let picture = picture(findings).to_string();
    durable::write(&folder.join("interest.svg"), picture.as_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests;
