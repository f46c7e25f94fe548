//! Why an experiment cannot be made.

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
    pub fn player(text: &str) -> impl FnOnce(SpecError) -> Self {
        |source| Self::Player {
            text: text.to_owned(),
            source,
        }
    }

    /// Names the file that a problem is about.
    pub fn file<P: Display>(path: &Path) -> impl Fn(P) -> Self {
        |problem| Self::Unusable(format!("`{}`: {problem}", path.display()))
    }
}
