//! The laboratory: experiments that show what an idea of the engine is worth. Layer 7: it plays
//! through `selfplay` and decides nothing about how a game goes.
//!
//! One folder for each instrument. By games: [`interest`], the proof of interest search, and
//! [`screen`], which of many numbers help, [`levels`], what levels of strength are worth, and [`evolve`],
//! what is bred. By games of others:
//! [`opponent`], a player's habits. By searches of single positions: [`scaling`], how the search
//! gains from nodes, [`lines`], what a search is looking at, [`ends`], what ends its branches, and
//! [`ladder`], what each technique of it is worth. By models: [`pathology`], whether searching
//! deeper chooses better. By a made-up search: [`clock`], whether time is kept. Below all: `played` (matches with journals), [`positions`] and
//! [`searches`] (what is measured on, and searches that are kept), `spread` (over threads), `mean`,
//! `results` (how they are told), `error`.

pub mod clock;
pub mod ends;
mod error;
pub mod evolve;
pub mod interest;
pub mod ladder;
pub mod levels;
pub mod lines;
mod mean;
pub mod opponent;
pub mod pathology;
mod played;
pub mod positions;
mod results;
pub mod scaling;
pub mod screen;
pub mod searches;
mod spread;

pub use error::LabError;
