//! Why a tuning cannot be done.

use engine::files::Difference;
use matches::players::SpecError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a tuning cannot be done.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// The state cannot be read or written.
    #[error("state `{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is no state.
    #[error("state `{}`: {problem}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The file is the state of another tuning.
    #[error("state `{}` belongs to another tuning: {difference}", path.display())]
    OtherTuning {
        /// The file.
        path: PathBuf,
        /// What differs first.
        difference: Difference,
    },
    /// The players cannot be made.
    #[error("player: {0}")]
    Player(#[from] SpecError),
    /// Progress or games cannot be told.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl SpsaError {
    /// Names the state that an error of the system was about.
    pub(super) fn file(path: &Path, source: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            source,
        }
    }
}
