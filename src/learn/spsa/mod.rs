//! Tuning numbers of the search by games against itself (`tune spsa`).
//!
//! Each iteration plays pairs of games, colours swapped, between two players whose values were
//! changed in opposite ways; what the one wins moves the values. What must hold: at fixed nodes
//! everything follows from the tuning, whatever the number of workers and however often the
//! program was stopped. From the bottom: `parameter` ← `ascent`, `state` ← `plot`; this file plays.

pub mod ascent;
pub mod parameter;
mod plot;
pub mod state;

pub use plot::plot;

use crate::files::Difference;
use crate::progress::{Progress, Screen};
use crate::selfplay::observers::tally::Tally;
use crate::selfplay::players::limit::MoveLimit;
use crate::selfplay::players::{PlayerSpec, SpecError};
use crate::selfplay::{self, HASH_MB, Match};
use ascent::{Schedule, Trial};
use state::{State, Tuning};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a tuning cannot be done.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// The state cannot be read or written.
    #[error("state `{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is no state.
    #[error("state `{}`: {problem}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The file is the state of another tuning.
    #[error("state `{}` belongs to another tuning: {difference}", path.display())]
    OtherTuning {
        /// The file.
        path: PathBuf,
        /// What differs first.
        difference: Difference,
    },
    /// The players cannot be made.
    #[error("player: {0}")]
    Player(#[from] SpecError),
    /// Progress or games cannot be told.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl SpsaError {
    fn file(path: &Path, source: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

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
    let contest = Match::between(
        [player(&trial.plus)?, player(&trial.minus)?],
        [limit; 2],
        2 * tuning.pairs,
        trial.seed,
        concurrency,
    );
    let mut tally = Tally::new(2, None);
    selfplay::run(&contest, Vec::new(), &mut [&mut tally])?;
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
