//! The ladder: what each technique of game-tree search is worth, one step from the last.
//!
//! Every rung is a configuration of the engine's one node function, from plain minimax up to the search
//! as it plays. Measured are nodes, CPU time, value and best move to each depth, from an empty table, by
//! one thread; nodes, values and moves follow from rung, position and depth alone. What must hold: the rungs
//! up to the table keep minimax's value.

mod horizon;
mod rungs;
mod savings;

pub use savings::Ladder;

use super::LabError;
use horizon::Horizon;
use rungs::{Climber, POSITIONS, RUNGS, game};
use savings::Place;
use std::io::Write;
use std::time::Duration;

/// Climbs all rungs on all positions to `depth` at most, in so much CPU time together, shows in `progress` how
/// far it is, and returns what it shows. A rung stops before the depth that would take longer than its share of
/// the time left.
///
/// # Errors
/// If `progress` cannot be written to.
pub fn run(time: Duration, depth: u32, progress: &mut dyn Write) -> Result<Ladder, LabError> {
    let mut climber = Climber::new(time, depth, POSITIONS.len() * RUNGS.len());
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
    Ok(Ladder::new(places, Horizon::look()))
}

#[cfg(test)]
mod tests;
