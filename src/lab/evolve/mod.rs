//! Evolution by self-competition: individuals play each other, and who loses is replaced by a mutant
//! of the winner.
//!
//! Two kinds are bred. The values of the pieces alone, from random ones (G. Kendall and G. Whitwell):
//! does the textbook come back? And whole engines in demes that exchange their best (`EvoChess`), whose
//! depth begins as gibberish. From the bottom: `rules`, `genome` ← `pieces`, `breeding` ← `whole`,
//! `duel` ← `population` ← `run` ← `parity` ← `finding` ← `table`, `picture` ← this file.

mod breeding;
mod duel;
mod finding;
mod genome;
mod parity;
mod picture;
mod pieces;
mod population;
mod rules;
mod run;
mod table;
mod whole;

pub use run::Plan;

use super::LabError;
use super::results::write_json;
use engine::files::durable;
use finding::{DemesFinding, PiecesFinding};
use serde::Serialize;
use show::plot::Svg;
use std::io::Write;

/// Goes on with the evolution of piece values in the folder of `plan`, writes `evolve.json` and
/// `evolve.svg` there, and returns what it has come to.
///
/// # Errors
/// If a journal or a result cannot be used.
pub fn piece_values(plan: &Plan, progress: &mut dyn Write) -> Result<PiecesFinding, LabError> {
    let demes = run::run(plan, progress)?;
    let finding = PiecesFinding::new(plan, &demes);
    write(plan, &finding, &picture::pieces(&finding))?;
    Ok(finding)
}

/// The same for whole engines in demes; the best is then held against other searches, with so many
/// games on each step, if any are wanted.
///
/// # Errors
/// As there.
pub fn demes(plan: &Plan, games: u64, progress: &mut dyn Write) -> Result<DemesFinding, LabError> {
    let demes = run::run(plan, progress)?;
    let mut finding = DemesFinding::new(plan, &demes);
    if games > 0 {
        finding.parity = parity::parity(plan, &finding.best, games, progress)?;
    }
    write(plan, &finding, &picture::demes(&finding))?;
    Ok(finding)
}

fn write(plan: &Plan, finding: &impl Serialize, picture: &Svg) -> Result<(), LabError> {
    write_json(&plan.folder.join("evolve.json"), finding)?;
    let picture = picture.to_string();
    durable::write(&plan.folder.join("evolve.svg"), picture.as_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests;
