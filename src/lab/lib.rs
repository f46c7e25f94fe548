//! The laboratory: experiments that show what an idea of the engine is worth.
//!
//! By games: [`interest`], the proof of interest search, [`yardstick`], another engine's nodes as a measure,
//! [`screen`], which of many numbers help, [`levels`], what levels of strength are worth, and [`evolve`], what
//! is bred. By games of others: [`opponent`], a
//! player's habits. By searches of single positions: [`scaling`], how the search gains from nodes, [`lines`],
//! what a search is looking at, [`ladder`], what each technique of it is worth, and [`values`], what values are
//! worth as forecasts. By models:
//! [`pathology`], whether searching deeper chooses better. All are made of [`campaign`] (matches with
//! journals), [`positions`] and [`searches`] (what is measured on, and searches that are kept) and
//! `results`.

pub mod campaign;
mod error;
pub mod evolve;
pub mod interest;
pub mod ladder;
pub mod levels;
pub mod lines;
pub mod opponent;
pub mod pathology;
pub mod positions;
pub mod results;
pub mod scaling;
pub mod screen;
pub mod searches;
pub mod values;
pub mod yardstick;

pub use error::LabError;
