//! What can be set: options, and the settings that they amount to.
//!
//! An option is one entry of the list in `options/table.rs`; its default is that of [`Settings`]. After them come the
//! knobs of the search ([`KNOBS`]), by their own list. Names and choices are compared without
//! regard to case. What must hold: no text whatever makes the settings invalid, and the order
//! in which options are set does not matter, because interfaces send all they know each time.

mod table;

use super::grammar::{OptionDeclaration, OptionKind};
use crate::search::config::{KNOBS, Knob, PRESETS};
use crate::search::{SearchConfig, Settings};
use table::{TABLE, one_of};
use thiserror::Error;

/// The option that chooses among [`PRESETS`].
const PRESET_OPTION: &str = "Search";

/// What setting an option asks of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing but to heed the settings.
    Set,
    /// To forget what earlier searches found.
    ClearHash,
    /// Nothing: there is no such option.
    Unknown,
}

/// Why a value was refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("option {name}: `{value}` refused, expected {expected}")]
pub struct OptionError {
    /// The option.
    pub name: &'static str,
    /// The text given.
    pub value: String,
    /// What would have been accepted.
    pub expected: String,
}

/// The options of one session and the settings they amount to.
#[derive(Clone, Debug, Default)]
pub struct Options {
    settings: Settings,
    /// The kind of search, on which the knobs build.
    preset: SearchConfig,
    /// The knobs as they were set one by one.
    knobs: SearchConfig,
}

impl Options {
    /// The settings that the options amount to.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets the option `name` to `value`. Without a value nothing but a button changes.
    ///
    /// # Errors
    /// If the option exists and the value is not one it can have; nothing changes then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        if let Some(entry) = TABLE.iter().find(|entry| entry.is_called(name)) {
            return entry.set(&mut self.settings, value);
        }
        let Some(value) = value else {
            return Ok(Effect::Unknown);
        };
        if name.eq_ignore_ascii_case(PRESET_OPTION) {
            self.set_preset(value)
        } else if let Some(knob) = Knob::named(name) {
            self.set_knob(knob, value)
        } else {
            Ok(Effect::Unknown)
        }
    }

    fn set_preset(&mut self, value: &str) -> Result<Effect, OptionError> {
        self.preset = SearchConfig::preset(value).map_err(|_| OptionError {
            name: PRESET_OPTION,
            value: value.to_owned(),
            expected: one_of(&preset_names()),
        })?;
        self.combine();
        Ok(Effect::Set)
    }

    fn set_knob(&mut self, knob: &Knob, value: &str) -> Result<Effect, OptionError> {
        self.knobs.set(knob.name, value).map_err(|_| OptionError {
            name: knob.name,
            value: value.to_owned(),
            expected: format!("a whole number from {} to {}", knob.min, knob.max),
        })?;
        self.combine();
        Ok(Effect::Set)
    }

    /// The preset, changed by every knob that differs from its default: a knob set to its
    /// default, as interfaces do with all of them, leaves the preset as it is.
    fn combine(&mut self) {
        let mut search = self.preset.clone();
        for knob in KNOBS {
            let value = self.knobs.get(knob);
            if value != knob.default && search.set(knob.name, &value.to_string()).is_err() {
                log::error!("knob {} does not take its own value {value}", knob.name);
            }
        }
        self.settings.search = search;
    }
}

/// Everything that can be set, in the order in which it is offered.
pub fn declarations() -> impl Iterator<Item = OptionDeclaration> {
    let defaults = Settings::default();
    let table = TABLE.iter().map(move |entry| entry.declaration(&defaults));
    let preset = OptionDeclaration {
        name: PRESET_OPTION.to_owned(),
        kind: OptionKind::Combo {
            default: preset_names()
                .first()
                .copied()
                .unwrap_or_default()
                .to_owned(),
            choices: preset_names().into_iter().map(str::to_owned).collect(),
        },
    };
    let knobs = KNOBS.iter().map(|knob| OptionDeclaration {
        name: knob.name.to_owned(),
        kind: OptionKind::Spin {
            default: knob.default.into(),
            min: knob.min.into(),
            max: knob.max.into(),
        },
    });
    table.chain([preset]).chain(knobs)
}

fn preset_names() -> Vec<&'static str> {
    PRESETS.iter().map(|(name, _)| *name).collect()
}

#[cfg(test)]
mod tests;
