//! What several parts of the page are made of.

use crate::page::PageError;
use crate::selfplay::referee::finished::FinishedGame;
use serde::Serialize;

/// The two games of an opening.
pub(super) type Pair<'a> = [&'a FinishedGame; 2];

/// One of the large figures at the top.
#[derive(Clone, Serialize)]
pub(super) struct Figure {
    /// What it is.
    pub name: &'static str,
    /// The figure, as text.
    pub value: String,
}

/// A name of the journal in words.
pub(super) fn words(name: &str) -> String {
    name.replace(['-', '_', '.'], " ")
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A game cannot be shown.
    #[error("game {id}: {problem}")]
    Game {
        /// Its number.
        id: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// The page cannot be put together.
    #[error(transparent)]
    Page(#[from] PageError),
}
