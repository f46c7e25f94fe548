//! Tuning numbers of the search by games against itself (`tune spsa`).
//!
//! Each iteration plays pairs of games, colours swapped, between two players whose values were
//! changed in opposite ways; what the one wins moves the values. What must hold: at fixed nodes
//! everything follows from the tuning, whatever the number of workers and however often the
//! program was stopped. From the bottom: `error`; `parameter` ← `ascent`, `state` ← `plot`; this
//! file plays.

pub mod ascent;
mod error;
pub mod parameter;
mod plot;
pub mod state;

pub use error::SpsaError;
pub use plot::plot;

use ascent::{Schedule, Trial};
use matches::observers::tally::Tally;
use matches::players::PlayerSpec;
use matches::players::limit::MoveLimit;
use matches::progress::{Progress, Screen};
use matches::{self, HASH_MB, Match};
use state::{State, Tuning};
use std::path::Path;

/// Does what is missing of `tuning`, by games at `limit`, so many at a time; keeps the state in
/// the file at `path` and tells `screen` about it.
///
/// # Errors
/// If the state cannot be used or the players cannot be made.
pub fn run(
    tuning: Tuning,
    limit: MoveLimit,
    concurrency: usize,
    path: &Path,
    screen: Screen<'_>,
) -> Result<State, SpsaError> {
    let mut state = State::open(path, tuning)?;
    let schedule = Schedule {
        iterations: state.tuning.iterations,
        r_end: state.tuning.r_end,
        seed: state.tuning.seed,
    };
    let mut progress = Progress::new(screen, state.done, schedule.iterations);
    if state.done > 0 {
        progress.line(&format!("resumed after {} iterations", state.done))?;
    }
    while state.done < schedule.iterations {
        let mut theta = state.theta.clone();
        let tuning = &state.tuning;
        let gain = |trial: &Trial| gain(tuning, limit, concurrency, trial);
        schedule.step(&tuning.parameters, &mut theta, state.done + 1, gain)?;
        state.advance(theta);
        state.save(path)?;
        progress.show(state.done, || account(&state))?;
    }
    Ok(state)
}

/// Games won by the one player less games won by the other.
fn gain(
    tuning: &Tuning,
    limit: MoveLimit,
    concurrency: usize,
    trial: &Trial,
) -> Result<f64, SpsaError> {
    let player = |values| PlayerSpec::parse(&tuning.player(values), HASH_MB);
    let mut contest = Match::between(
        [player(&trial.plus)?, player(&trial.minus)?],
        [limit; 2],
        2 * tuning.pairs,
        trial.seed,
        concurrency,
    );
    contest.rules.resign = tuning.resign;
    let mut tally = Tally::new(2, None);
    matches::run(&contest, Vec::new(), &mut [&mut tally])?;
    let games = tally.counts().games;
    Ok(games.wins as f64 - games.losses as f64)
}

/// How far it is and where the values are.
fn account(state: &State) -> String {
    let values = state.tuning.parameters.iter().zip(&state.theta);
    let values: Vec<_> = values
        .map(|(parameter, value)| format!("{} {value:.1}", parameter.name))
        .collect();
    let (done, iterations) = (state.done, state.tuning.iterations);
    let values = values.join(", ");
    format!("iteration {done} of {iterations}: {values}")
}

#[cfg(test)]
mod tests;
