//! Evolution by self-competition: individuals play each other, and who loses is replaced by a mutant
//! of the winner.
//!
//! Two kinds are bred. The values of the pieces alone, from random ones (G. Kendall and G. Whitwell):
//! does the textbook come back? And whole engines in demes that exchange their best (`EvoChess`), whose
//! depth begins as gibberish.

mod breeding;
mod demes;
mod genomes;
mod outcome;
mod population;

pub use demes::Evolution;
pub use outcome::{EvolvedEngines, EvolvedValues};

use super::LabError;
use super::results::write;
use std::io::Write;

/// Goes on with the evolution of piece values, writes `evolve.json` and `evolve.svg` into its folder, and
/// returns what it has come to.
///
/// # Errors
/// If a journal or a result cannot be used, or the workers are stopped.
pub fn piece_values(
    evolution: &Evolution,
    progress: &mut dyn Write,
) -> Result<EvolvedValues, LabError> {
    let values = EvolvedValues::new(evolution, &demes::run(evolution, progress)?);
    write(&evolution.folder, "evolve", &values, &values.picture())?;
    Ok(values)
}

/// The same for whole engines in demes; the best is then held against other searches, with so many
/// games on each step, if any are wanted.
///
/// # Errors
/// As there.
pub fn whole_engines(
    evolution: &Evolution,
    games: u64,
    progress: &mut dyn Write,
) -> Result<EvolvedEngines, LabError> {
    let mut engines = EvolvedEngines::new(evolution, &demes::run(evolution, progress)?);
    if games > 0 {
        engines.parity = outcome::parity(evolution, &engines.best, games, progress)?;
    }
    write(&evolution.folder, "evolve", &engines, &engines.picture())?;
    Ok(engines)
}

#[cfg(test)]
mod tests;
