//! What people look at: pages for a browser, plots, the report of a match, recorded games judged move by
//! move, what a search says of its moves, and a game on a terminal.
//!
//! What must hold: nothing here decides how a game goes or prints; all is handed to the caller.

pub mod analyze;
pub mod explain;
pub mod language;
pub mod page;
mod phrases;
pub mod play;
pub mod plot;
#[cfg(not(target_family = "wasm"))]
pub mod report;
pub mod texts;
