//! Every number of the search that can be varied, in one list, as a run-time value.
//!
//! A knob is one line of the list below: its sentence, name, default and range. From it come
//! the field, the default, [`SearchConfig::set`] with a range error, the USI options, and the
//! text of a match player (`key=value,…`). Two configurations can live in one process, so any
//! experiment is a match between two lists. Costs are in centi-plies: 100 is an ordinary first
//! move. A heuristic's neutral value, the one that switches it off, is 0 unless said.
//!
//! Words in names: `_cost` adds to a move's cost, `_bonus` takes from it, `_margin` is in
//! centipawns per ply, `_limit` is the greatest mean budget at which something applies,
//! `_percent` multiplies.
//!
//! The kinds of search are presets of these knobs ([`PRESETS`]), never branches in the code.

use thiserror::Error;

/// One tunable: its place in [`SearchConfig`] and the values it may take.
pub struct Knob {
    /// Name in options and player texts.
    pub name: &'static str,
    /// Value unless set.
    pub default: i32,
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
    get: fn(&SearchConfig) -> i32,
    field: fn(&mut SearchConfig) -> &mut i32,
}

/// Why a setting was refused.
#[derive(Debug, Error, PartialEq, Eq)]
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
    #[error("`{0}` is no kind of search; expected one of: {known}", known = preset_names())]
    UnknownPreset(String),
    /// An entry of a player's text has no `=`.
    #[error("`{0}` is not `key=value`")]
    NotAnAssignment(String),
}

fn known_names() -> String {
    let names: Vec<_> = KNOBS.iter().map(|knob| knob.name).collect();
    names.join(", ")
}

fn preset_names() -> String {
    let names: Vec<_> = PRESETS.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

macro_rules! knobs {
    ($($(#[doc = $about:literal])+ $name:ident = $default:literal, $min:literal..=$max:literal;)+) => {
        /// The values of all knobs.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct SearchConfig {
            $($(#[doc = $about])+ pub $name: i32,)+
        }

        impl Default for SearchConfig {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        /// Every knob, in the order of the list.
        pub const KNOBS: &[Knob] = &[$(Knob {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            get: |config| config.$name,
            field: |config| &mut config.$name,
        },)+];

        const _: () = { $(assert!($min <= $default && $default <= $max);)+ };
    };
}

mod knobs;
mod presets;

pub use knobs::{KNOBS, SearchConfig};
pub use presets::PRESETS;

impl Knob {
    /// The knob `name`, in any case.
    pub fn named(name: &str) -> Option<&'static Self> {
        KNOBS
            .iter()
            .find(|knob| knob.name.eq_ignore_ascii_case(name))
    }
}

impl SearchConfig {
    /// The value of `knob`.
    pub fn get(&self, knob: &Knob) -> i32 {
        (knob.get)(self)
    }

    /// Sets the knob `name` (in any case) to `value`, or all knobs to the preset `value` if
    /// `name` is `search`.
    ///
    /// # Errors
    /// If there is no such knob or preset, or the value is out of range.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        if name.eq_ignore_ascii_case("search") {
            *self = Self::preset(value)?;
            return Ok(());
        }
        let knob = Knob::named(name).ok_or_else(|| ConfigError::UnknownName(name.to_owned()))?;
        let number = value
            .parse()
            .ok()
            .filter(|number| (knob.min..=knob.max).contains(number))
            .ok_or_else(|| ConfigError::BadValue {
                name: knob.name,
                value: value.to_owned(),
                min: knob.min,
                max: knob.max,
            })?;
        *(knob.field)(self) = number;
        Ok(())
    }

    /// The preset `name`.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn preset(name: &str) -> Result<Self, ConfigError> {
        let (_, parts) = PRESETS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .ok_or_else(|| ConfigError::UnknownPreset(name.to_owned()))?;
        let mut config = Self::default();
        for (knob, value) in parts.iter().copied().flatten() {
            config.set(knob, &value.to_string())?;
        }
        Ok(config)
    }

    /// The configuration that a text like `search=alphabeta,killer_bonus=80` describes: the
    /// default, changed by each entry in turn. The empty text is the default.
    ///
    /// # Errors
    /// At the first entry that is not `key=value` or that [`SearchConfig::set`] refuses.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let mut config = Self::default();
        for entry in text.split(',').map(str::trim).filter(|e| !e.is_empty()) {
            let (name, value) = entry
                .split_once('=')
                .ok_or_else(|| ConfigError::NotAnAssignment(entry.to_owned()))?;
            config.set(name.trim(), value.trim())?;
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_name_existing_knobs_and_differ() {
        let alphabeta = SearchConfig::preset("alphabeta").unwrap();
        assert_eq!(
            SearchConfig::preset("interest").unwrap(),
            SearchConfig::default()
        );
        assert_eq!(alphabeta.null_move_cost, 0);
    }

    #[test]
    fn a_player_text_is_read_in_order() {
        let config = SearchConfig::parse("search=alphabeta, killer_bonus=7").unwrap();
        assert_eq!((config.killer_bonus, config.growth_cost), (7, 0));
        assert_eq!(SearchConfig::parse("").unwrap(), SearchConfig::default());
    }

    #[test]
    fn refusals_name_the_token_and_what_was_expected() {
        let message = |text: &str| SearchConfig::parse(text).unwrap_err().to_string();
        assert!(message("killer_bonus=x").contains("`x`"));
        assert!(message("killer_bonus=-1").contains("0 to 1000"));
        assert!(message("nonsense=1").contains("killer_bonus"));
        assert!(message("search=minimax").contains("alphabeta"));
        assert!(message("interest").contains("key=value"));
    }
}
