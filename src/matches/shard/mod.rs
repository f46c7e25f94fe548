//! Matches on many machines: a *run* is a match as a file, a *shard* a part of its games, played
//! by one process and left as one file; merging shards in any number, order and repetition gives
//! the match back.
//!
//! What must hold: a shard is a run of neighbouring pairs, so that shards played in their order
//! complete the prefix of pairs that a sequential test decides on; and a shard file is there as a
//! whole or not at all. From the bottom: this file ← `run`, `file` ← `merge`.

pub mod file;
pub mod merge;
pub mod run;

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;

/// Which part of a run: number `index` of `of` parts as equal as whole pairs allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Share {
    index: u64,
    of: u64,
}

/// Why something is no share of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShareError {
    /// The text is no share.
    #[error("shard `{0}`; expected I/N with I from 0 to N-1, such as 0/40")]
    Text(String),
    /// Some shares would be empty.
    #[error("shard `{share}`; expected at most {pairs} shards, the pairs of the run")]
    TooMany {
        /// The share.
        share: Share,
        /// The pairs of games in the run.
        pairs: u64,
    },
}

impl Share {
    /// The numbers of its games in a run of `games` games, which are whole pairs.
    ///
    /// # Errors
    /// If there are more shares than pairs.
    pub fn games(self, games: u64) -> Result<Range<u64>, ShareError> {
        let pairs = games / 2;
        if self.of > pairs {
            return Err(ShareError::TooMany { share: self, pairs });
        }
        // At most `pairs`, hence no truncation.
        let before =
            |index: u64| (u128::from(pairs) * u128::from(index) / u128::from(self.of)) as u64;
        Ok(2 * before(self.index)..2 * before(self.index + 1))
    }

    /// Whether it has number `item` of things that are dealt out one by one.
    pub fn has(self, item: u64) -> bool {
        item % self.of == self.index
    }

    /// All shares of a run that is cut as for this one.
    pub fn all(self) -> impl Iterator<Item = Self> {
        (0..self.of).map(move |index| Self { index, ..self })
    }
}

impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((index, of)) if index < of => Ok(Self { index, of }),
            _ => Err(ShareError::Text(text.to_owned())),
        }
    }
}

impl TryFrom<String> for Share {
    type Error = ShareError;

    fn try_from(text: String) -> Result<Self, ShareError> {
        text.parse()
    }
}

impl From<Share> for String {
    fn from(share: Share) -> Self {
        share.to_string()
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_cover_a_run_in_order_in_whole_pairs() {
        for (games, of) in [(2, 1), (24, 12), (26, 5), (2 * 100_000_000 * 325, 1000)] {
            let share = Share { index: 0, of };
            let parts = share.all().map(|share| share.games(games).unwrap());
            let mut end = 0;
            for part in parts {
                assert_eq!(part.start, end);
                assert!(!part.is_empty() && part.end % 2 == 0);
                end = part.end;
            }
            assert_eq!(end, games);
        }
    }

    #[test]
    fn what_is_no_share_is_refused() {
        for text in ["", "1", "1/1", "-1/2", "a/2", "0/0", "0/1/2", "0/x", " 0/1"] {
            let error = Share::from_str(text).unwrap_err().to_string();
            assert!(
                error.contains(&format!("`{text}`; expected I/N")),
                "{error}"
            );
        }
        let error = Share { index: 0, of: 3 }.games(4).unwrap_err().to_string();
        assert!(error.contains("`0/3`; expected at most 2"), "{error}");
    }
}
