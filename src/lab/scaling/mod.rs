//! How the search gains from nodes, without matches: how often the move after N nodes is that of a
//! deep search, what the moves lose by its measure, how far the value is off, how deep it goes.
//!
//! Two yardsticks: what another engine said of the positions, where their file has it (the
//! *oracle*), and deep searches of our own (the *reference*), which also say what any other move is
//! worth. What must hold: all numbers follow from positions, players and nodes, not from how
//! many threads searched or how often the program was stopped. From the bottom: `oracle` ← `plan` ←
//! `judge` ← `finding` ← `table`, `picture` ← this file.

mod finding;
mod judge;
mod oracle;
mod picture;
mod plan;
mod table;

pub use finding::Finding;
pub use plan::{Plan, oracle};
pub use table::Table;

use super::LabError;
use super::results::write_json;
use super::searches::Searches;
use engine::files::durable;
use judge::Judge;
use matches::progress::Screen;
use std::io::Write;
use std::path::Path;

/// Makes the searches that are missing, tells `progress` about it, and returns what they show.
///
/// # Errors
/// If a player gives no answer, or the folder's file cannot be used.
pub fn run(plan: &Plan, progress: &mut dyn Write) -> Result<Finding, LabError> {
    let mut searches = Searches::open(&plan.folder, plan.threads)?;
    searches.make(&plan.requests(), Screen::Lines(progress))?;
    let series = plan.series(&searches);
    let judge = Judge::new(plan, &searches);
    searches.make(&judge.requests(&series), Screen::Lines(progress))?;
    let builds = searches.builds(&plan.reference);
    let losses = judge.losses(&series, &searches);
    Ok(Finding::new(plan, &judge, &series, &losses, builds))
}

/// Writes `scaling.json` and `scaling.svg` into `folder`.
///
/// # Errors
/// If they cannot be written.
pub fn write(folder: &Path, finding: &Finding) -> Result<(), LabError> {
    write_json(&folder.join("scaling.json"), finding)?;
    let picture = picture::picture(finding).to_string();
    durable::write(&folder.join("scaling.svg"), picture.as_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests;
