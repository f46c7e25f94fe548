//! Every number of the search that can be varied, as a run-time value.
//!
//! `list.rs` holds the one list, `presets.rs` the kinds of search as changes of it. From the list
//! come the fields of [`SearchConfig`], its default, [`SearchConfig::set`], the options of USI and the
//! texts of players. Two configurations can live in one process, so any experiment is a match between two lists.
//! Numbers that belong to one formula stand beside it instead (`node.rs`, `judge.rs`, `cost.rs`, …).
//!
//! Words in names: `_cost` adds to a move's cost and `_bonus` takes from it, both in 1024ths of a ply; `_percent` and
//! `_permille` multiply; `_order` is in points of order. 0 switches a heuristic off unless said.

use crate::knobs;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use thiserror::Error;

/// A number of the search that can be set.
pub type Knob = knobs::Knob<SearchConfig>;

/// Why a setting was refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConfigError {
    /// No knob has this name.
    #[error("unknown setting `{0}`; expected `search` or one of: {known}", known = known_names())]
    UnknownName(String),
    /// The value is not an integer within the knob's range.
    #[error("`{value}` is no value for {name}; expected an integer from {min} to {max}")]
    BadValue {
        /// The knob.
        name: &'static str,
        /// The text given.
        value: String,
        /// Least value.
        min: i32,
        /// Greatest value.
        max: i32,
    },
    /// No preset has this name.
    #[error("`{0}` is no kind of search; expected one of: {known}", known = preset_names().join(", "))]
    UnknownPreset(String),
}

fn known_names() -> String {
    let names: Vec<_> = KNOBS.iter().map(|knob| knob.name).collect();
    names.join(", ")
}

/// The names of the kinds of search; the first is the default.
pub fn preset_names() -> Vec<&'static str> {
    PRESETS.iter().map(|(name, _)| *name).collect()
}

/// A configuration as it is told to people and kept with results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effective {
    /// The kind of search.
    pub preset: String,
    /// [`SearchConfig::digest`].
    pub digest: String,
    /// The knobs that differ from the preset, with their values.
    pub changes: BTreeMap<String, i32>,
}

/// A player's text with the digest behind it, such as `search=conventional,same_drop_cost=80 (0123456789ab)`.
impl Display for Effective {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "search={}", self.preset)?;
        for (name, value) in &self.changes {
            write!(out, ",{name}={value}")?;
        }
        write!(out, " ({})", self.digest)
    }
}

mod list;
mod presets;

pub use list::{KNOBS, SearchConfig};
pub use presets::PRESETS;

impl SearchConfig {
    /// Sets the knob `name` (in any case) to `value`.
    ///
    /// # Errors
    /// If there is no such knob, or the value is out of range.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let knob = Knob::named(name).ok_or_else(|| ConfigError::UnknownName(name.to_owned()))?;
        let number = knob.read(value).ok_or_else(|| ConfigError::BadValue {
            name: knob.name,
            value: value.to_owned(),
            min: knob.min,
            max: knob.max,
        })?;
        self.put(knob, number);
        Ok(())
    }

    /// The preset `name` (in any case).
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn preset(name: &str) -> Result<Self, ConfigError> {
        Self::of_preset(name).ok_or_else(|| ConfigError::UnknownPreset(name.to_owned()))
    }

    /// What is in force, to be told.
    pub fn effective(&self) -> Effective {
        let owned = |(name, value): (&str, i32)| (name.to_owned(), value);
        Effective {
            preset: self.preset.to_owned(),
            digest: self.digest(),
            changes: self.changes().into_iter().map(owned).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_name_existing_knobs() {
        for name in preset_names() {
            assert_eq!(SearchConfig::preset(name).unwrap().preset, name);
        }
        assert_eq!(
            SearchConfig::preset("INTEREST").unwrap(),
            SearchConfig::default()
        );
    }

    #[test]
    fn every_knob_holds_what_it_was_set_to_in_every_preset() {
        for name in preset_names() {
            let preset = SearchConfig::preset(name).unwrap();
            for knob in KNOBS {
                for value in [knob.min, knob.default, knob.max] {
                    let mut config = preset.clone();
                    config.set(knob.name, &value.to_string()).unwrap();
                    assert_eq!(config.get(knob), value, "{name}: {}", knob.name);
                    let others = KNOBS.iter().filter(|other| other.name != knob.name);
                    for other in others {
                        assert_eq!(config.get(other), preset.get(other), "{}", other.name);
                    }
                    let change = (value != preset.get(knob)).then_some((knob.name, value));
                    assert_eq!(config.changes(), Vec::from_iter(change));
                }
            }
        }
    }

    #[test]
    fn digests_tell_configurations_apart() {
        let digest = |name: &str| SearchConfig::preset(name).unwrap().digest();
        assert_ne!(digest("interest"), digest("conventional"));
        let mut changed = SearchConfig::default();
        changed.set("same_drop_cost", "7").unwrap();
        assert_ne!(changed.digest(), digest("interest"));
        let default = SearchConfig::default().same_drop_cost.to_string();
        changed.set("same_drop_cost", &default).unwrap();
        assert_eq!(changed.digest(), digest("interest"));
        assert_eq!(changed.digest().len(), 12);
    }

    #[test]
    fn refusals_name_the_token_and_what_was_expected() {
        let message = |name: &str, value: &str| {
            let error = SearchConfig::default().set(name, value).unwrap_err();
            error.to_string()
        };
        assert!(message("same_drop_cost", "x").contains("`x`"));
        assert!(message("same_drop_cost", "-1").contains("0 to 2048"));
        assert!(message("nonsense", "1").contains("same_drop_cost"));
        let error = SearchConfig::preset("negamax").unwrap_err().to_string();
        assert!(error.contains("conventional") && error.contains("`negamax`"));
    }
}
