//! The laboratory: experiments that show what an idea of the engine is worth. Layer 6: it plays
//! through `selfplay` and decides nothing about how a game goes.
//!
//! One folder for each instrument. [`interest`]: the proof of interest search. [`screen`]: which
//! of many numbers help. Below both: `played` (matches with journals), `results` (how they are
//! told).

pub mod interest;
mod played;
mod results;
pub mod screen;

pub use played::LabError;
