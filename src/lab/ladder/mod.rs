//! The ladder: what each technique of game-tree search is worth, one step from the last.
//!
//! Every rung is a configuration of the engine's one node function, from plain minimax up to the search
//! as it plays. Measured are nodes, CPU time, value and best move to each depth, from an empty table, by
//! one thread; nodes, values and moves follow from rung, position and depth alone. What must hold: the rungs
//! up to the table keep minimax's value. From the bottom: `positions`, `rung`, `published` ← `climb` ←
//! `horizon` ← `finding` ← `table`, `picture`, `boards` ← this file.

mod boards;
mod climb;
mod finding;
mod horizon;
mod picture;
mod positions;
mod published;
mod rung;
mod table;

pub use finding::Finding;
pub use table::Table;

use super::LabError;
use climb::Climber;
use engine::files::durable;
use finding::Place;
use horizon::Horizon;
use positions::{POSITIONS, game};
use rung::RUNGS;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// How far the rungs are climbed.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// CPU time for all rungs on all positions together.
    pub time: Duration,
    /// The greatest depth.
    pub depth: u32,
}

/// Climbs all rungs on all positions, tells `progress` about it, and returns what it shows. A rung stops
/// before the depth that would take longer than its share of the time left.
///
/// # Errors
/// If `progress` cannot be written to.
pub fn run(plan: &Plan, progress: &mut dyn Write) -> Result<Finding, LabError> {
    let mut climber = Climber::new(plan.time, plan.depth, POSITIONS.len() * RUNGS.len());
    let mut places = Vec::new();
    for (name, text) in POSITIONS {
        let game = game(text);
        let mut climbs = Vec::new();
        for rung in 0..RUNGS.len() {
            let climb = climber.climb(rung, &game);
            writeln!(progress, "{name}: {climb}")?;
            climbs.push(climb);
        }
        places.push(Place::new(name, &game, climbs));
    }
    let horizon = Horizon::look();
    Ok(Finding::new(places, horizon))
}

/// Writes the curves of `finding` into the file at `path`.
///
/// # Errors
/// If it cannot be written.
pub fn write_curves(path: &Path, finding: &Finding) -> Result<(), LabError> {
    let picture = picture::picture(finding).to_string();
    durable::write(path, picture.as_bytes()).map_err(LabError::file(path))
}

/// Writes the boards of the horizon effect into the file at `path`.
///
/// # Errors
/// If it cannot be written.
pub fn write_boards(path: &Path, finding: &Finding) -> Result<(), LabError> {
    let picture = boards::picture(&finding.horizon).to_string();
    durable::write(path, picture.as_bytes()).map_err(LabError::file(path))
}

#[cfg(test)]
mod tests;
