//! The ladder: what each technique of game-tree search is worth, one step from the last.
//!
//! Every rung is a configuration of the engine's one node function, from plain minimax up to the search
//! as it plays. Measured are nodes, CPU time, value and best move to each depth, from an empty table, by
//! one thread; nodes, values and moves follow from rung, position and depth alone. What must hold: the rungs
//! up to the table keep minimax's value. From the bottom: `rung`, `published` ← `climb` ← `horizon`,
//! `finding` ← `table`, `picture`, `boards` ← this file.

mod boards;
mod climb;
mod finding;
mod horizon;
mod picture;
mod published;
mod rung;
mod table;

pub use finding::Finding;
pub use table::Table;

use super::LabError;
use crate::files::durable;
use crate::shogi::game::Game;
use climb::Climber;
use finding::Place;
use horizon::Horizon;
use rung::RUNGS;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The positions, each with its name.
const POSITIONS: [(&str, &str); 3] = [
    ("start", "startpos"),
    (
        "quiet",
        "sfen l4gsnl/1s2r1kb1/ppn1gppp1/2p1p3p/3p5/P1PBP3P/1PNP1PPPL/3S1GGR1/L4KSN1 b - 25",
    ),
    (
        "tactical",
        "sfen l6n1/1s2gsk2/pp5pl/2s1g1p1p/PPBp1p3/L7P/R4PPPL/1+b1+p1S1R1/3P1K1N1 b 2N2g3p 83",
    ),
];

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

/// The game of `text`, which is one of this file's or of its children's.
fn game(text: &str) -> Game {
    Game::parse(text).map_or_else(|_| Game::default(), |(game, _)| game)
}

#[cfg(test)]
mod tests;
