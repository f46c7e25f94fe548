//! The laboratory: experiments that show what an idea of the engine is worth.
//!
//! By games: [`interest`], the proof of interest search, [`yardstick`], another engine's nodes as a measure,
//! [`screen`], which of many numbers help, [`levels`], what levels of strength are worth, and [`evolve`], what
//! is bred. By games of others: [`opponent`], a player's habits. By searches of single positions: [`scaling`],
//! how the search gains from nodes, [`lines`], what a search is looking at, [`ladder`], what each technique of it
//! is worth, and [`values`], what values are worth as forecasts. By models: [`pathology`], whether searching deeper
//! chooses better. All are made of [`campaign`] (matches with journals), [`positions`] and [`searches`] (what is
//! measured on, and searches that are kept) and [`results`].

pub mod campaign;
pub mod evolve;
pub mod interest;
pub mod ladder;
pub mod levels;
pub mod lines;
pub mod mistakes;
pub mod opponent;
pub mod pathology;
pub mod positions;
pub mod results;
pub mod scaling;
pub mod screen;
pub mod searches;
pub mod values;
pub mod yardstick;

use matches::games::GamesError;
use matches::journal::JournalError;
use matches::players::SpecError;
use std::fmt::Display;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Why an experiment cannot be made.
#[derive(Debug, Error)]
pub enum LabError {
    /// A player's text is wrong.
    #[error("player `{text}`: {source}")]
    Player {
        /// The text.
        text: String,
        /// What is wrong with it.
        source: SpecError,
    },
    /// A player is not this engine, gave no answer or took no part in any game, or a file cannot be used: which, and
    /// why.
    #[error("{0}")]
    Unusable(String),
    /// Recorded games cannot be used.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A result cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A result cannot be written as JSON.
    #[error("results: {0}")]
    Json(#[from] serde_json::Error),
}

impl LabError {
    /// Names the text of a player.
    fn player(text: &str) -> impl FnOnce(SpecError) -> Self {
        |source| Self::Player {
            text: text.to_owned(),
            source,
        }
    }

    /// Names the file that a problem is about.
    fn file<P: Display>(path: &Path) -> impl Fn(P) -> Self {
        |problem| Self::Unusable(format!("`{}`: {problem}", path.display()))
    }
}
