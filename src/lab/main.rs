//! `kyomi-lab`, the laboratory: experiments that show what an idea of the engine is worth.
//!
//! By games: [`interest`], the proof of interest search, [`yardstick`], another engine's nodes as a measure,
//! [`levels`], what levels of strength are worth, [`evolve`], what is bred, and [`spsa`], numbers that are tuned. By
//! games of others: [`opponent`], a player's habits, [`mistakes`], where games are lost, and [`mine`], rows of suites. By
//! searches of single positions: [`scaling`], how the search gains from nodes, [`freeze`], what a search is looking at,
//! [`ladder`], what each technique of it is worth, and [`values`], what values are worth as forecasts. By models:
//! [`pathology`], whether searching deeper chooses better. All are made of [`campaign`] (matches with journals),
//! [`positions`] and [`searches`] (what is measured on, and searches that are kept) and [`results`]; [`cli`] is what can be
//! typed.

mod campaign;
mod cli;
mod error;
mod evolve;
mod freeze;
mod interest;
mod ladder;
mod levels;
mod mine;
mod mistakes;
mod opponent;
mod pathology;
mod positions;
mod results;
mod scaling;
mod searches;
mod spsa;
mod values;
mod yardstick;

use error::LabError;
use std::process::ExitCode;

fn main() -> ExitCode {
    command::main::<cli::Lab>()
}
