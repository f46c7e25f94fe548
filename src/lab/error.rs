//! Why an experiment cannot be made.

use matches::journal::JournalError;
use matches::players::SpecError;
use std::io;
use std::path::{Path, PathBuf};
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
    /// A player has to be this engine, for what is asked of it.
    #[error("player `{0}`; expected settings of this engine, which can be looked into")]
    Foreign(String),
    /// A player gave no answer.
    #[error("player `{player}` in `{position}`: {problem}")]
    NoAnswer {
        /// Its text.
        player: String,
        /// The argument of USI's `position`.
        position: String,
        /// What was wrong.
        problem: String,
    },
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Another file cannot be used.
    #[error("`{}`: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A result cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A result cannot be written as JSON.
    #[error("results: {0}")]
    Json(#[from] serde_json::Error),
}

impl LabError {
    /// Names the text of a player.
    pub(super) fn player(text: &str) -> impl FnOnce(SpecError) -> Self {
        |source| Self::Player {
            text: text.to_owned(),
            source,
        }
    }

    /// Names the file that a problem is about.
    pub(super) fn file<P: ToString>(path: &Path) -> impl Fn(P) -> Self {
        |problem| Self::File {
            path: path.to_owned(),
            problem: problem.to_string(),
        }
    }
}
