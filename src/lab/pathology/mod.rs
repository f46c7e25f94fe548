//! Pathology: does a deeper search choose better?
//!
//! Two models and the engine, after M. Luštrek, "Minimax Pathology and Real-Number Minimax Model". With two
//! values it chooses worse (`two_values`), with real numbers better (`models`: random trees, and the exact
//! densities of a tree without chance), and `engine` asks the program itself, and whether its values are
//! what the model takes them for. What must hold: everything follows from the plan and its seed; threads
//! and stops change nothing. From the bottom: `finding`, `steps` ← `tree` ← `simulation`; `two_values`,
//! `densities`, `simulation` ← `models`; `differences`, `choices`, `densities` ← `engine`; `models`,
//! `engine`, `table`, `picture` ← this file.

mod choices;
mod densities;
mod differences;
pub mod engine;
mod finding;
pub mod models;
mod picture;
mod simulation;
mod steps;
mod table;
mod tree;
pub mod two_values;

pub use choices::Reach;
pub use finding::Finding;
pub use simulation::Course;
pub use table::Table;

use super::LabError;
use ::engine::files::durable;
use std::path::Path;

/// Draws `finding` into the file at `path`.
///
/// # Errors
/// If it cannot be written.
pub fn draw(path: &Path, finding: &Finding) -> Result<(), LabError> {
    let picture = picture::picture(finding).to_string();
    durable::write(path, picture.as_bytes()).map_err(LabError::file(path))
}
