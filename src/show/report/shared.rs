//! What several parts of the page are made of.

use crate::page::PageError;
use matches::referee::finished::FinishedGame;
use matches::stats::GamePoints;
use serde::Serialize;

/// How the two games of an opening ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairResult {
    /// Its number in the schedule.
    pub number: u64,
    /// How the first player of the pairing did.
    pub points: [GamePoints; 2],
}

impl PairResult {
    /// Of `pair`, in the order of the schedule.
    pub fn new(pair: [&FinishedGame; 2]) -> Self {
        Self {
            number: pair[0].id / 2,
            points: pair.map(FinishedGame::points),
        }
    }
}

/// Results of the pairs of `games`, which are in the order of the schedule.
#[cfg(test)]
pub(super) fn pairs(games: &[FinishedGame]) -> Vec<PairResult> {
    let pairs = matches::referee::finished::whole_pairs(games);
    pairs.into_iter().map(PairResult::new).collect()
}

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
    /// Only matches of two players can be compared.
    #[error("a tournament; expected two matches of two players each")]
    NotOfTwo,
    /// The page cannot be put together.
    #[error(transparent)]
    Page(#[from] PageError),
}
