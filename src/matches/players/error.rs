//! What can be wrong with the text of a player.

use engine::shogi::sfen::Token;
use engine::usi::options::OptionError;
use thiserror::Error;

/// Why a text describes no player.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SpecError {
    /// An entry has no `=`.
    #[error("{0} is not `key=value`")]
    NotAnAssignment(Token),
    /// The engine of this program has no such option.
    #[error(
        "unknown setting {0}; expected an option of `usi-engine usi`, such as hash, threads, \
         search or killer_bonus"
    )]
    UnknownName(Token),
    /// The value is not one that the option can have.
    #[error(transparent)]
    BadValue(#[from] OptionError),
    /// `usi:` without a path.
    #[error("missing path after `usi:`; expected the file of a USI engine")]
    NoPath,
    /// What can only be on or off is neither.
    #[error("{value} for {key}; expected on or off")]
    NotASwitch {
        /// What.
        key: Token,
        /// What it was to be.
        value: Token,
    },
    /// A player that has none with settings.
    #[error("{entry} after `{kind}`; expected nothing")]
    NoSettings {
        /// The player.
        kind: &'static str,
        /// What was given.
        entry: Token,
    },
    /// `random:` with a share that is none.
    #[error("{0} for permille; expected a whole number from 0 to 1000")]
    NotPermille(Token),
}
