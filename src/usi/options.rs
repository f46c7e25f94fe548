//! What can be set: one table of names, ranges and the settings they stand for.
//!
//! An option is one entry of `TABLE`; its default is that of [`Settings`]. After them come the
//! knobs of the search ([`KNOBS`]), by their own list. Names and choices are compared without
//! regard to case. What must hold: no text whatever makes the settings invalid, and the order
//! in which options are set does not matter, because interfaces send all they know each time.

use super::grammar::{OptionDeclaration, OptionKind};
use crate::search::config::{KNOBS, Knob, PRESETS};
use crate::search::{SearchConfig, Settings};
use crate::shogi::declaration::EnteringKingRule;
use std::ops::RangeInclusive;
use thiserror::Error;

/// The greatest number: some programs read them in 32 bits.
const GREATEST: i64 = i32::MAX as i64;
/// The option that chooses among [`PRESETS`].
const PRESET_OPTION: &str = "Search";

/// An option and the setting it stands for.
struct Entry {
    name: &'static str,
    /// Other engines' names for it, accepted without being declared.
    aliases: &'static [&'static str],
    kind: Kind,
}

/// The type of an option, with the way to its setting.
enum Kind {
    Check {
        get: fn(&Settings) -> bool,
        set: fn(&mut Settings, bool),
    },
    Spin {
        range: RangeInclusive<i64>,
        get: fn(&Settings) -> i64,
        set: fn(&mut Settings, i64),
    },
    Combo {
        choices: fn() -> Vec<&'static str>,
        get: fn(&Settings) -> String,
        /// Called with one of the choices.
        set: fn(&mut Settings, &str),
    },
    Button(Effect),
}

const TABLE: &[Entry] = &[
    Entry {
        name: "USI_Hash",
        aliases: &["Hash"],
        kind: Kind::Spin {
            range: 1..=1 << 20,
            get: |settings| settings.hash_mb as i64,
            set: |settings, mib| settings.hash_mb = mib as usize,
        },
    },
    Entry {
        name: "USI_Ponder",
        aliases: &["Ponder"],
        kind: Kind::Check {
            get: |settings| settings.time.ponder,
            set: |settings, on| settings.time.ponder = on,
        },
    },
    Entry {
        name: "Threads",
        aliases: &[],
        kind: Kind::Spin {
            range: 1..=512,
            get: |settings| settings.threads as i64,
            set: |settings, count| settings.threads = count as usize,
        },
    },
    Entry {
        name: "MultiPV",
        aliases: &["USI_MultiPV"],
        kind: Kind::Spin {
            range: 1..=600,
            get: |settings| settings.multi_pv as i64,
            set: |settings, lines| settings.multi_pv = lines as usize,
        },
    },
    Entry {
        name: "Clear_Hash",
        aliases: &["Clear Hash"],
        kind: Kind::Button(Effect::ClearHash),
    },
    Entry {
        name: "NetworkDelay",
        aliases: &[],
        kind: Kind::Spin {
            range: 0..=10_000,
            get: |settings| settings.time.network_delay_ms as i64,
            set: |settings, ms| settings.time.network_delay_ms = ms as u64,
        },
    },
    Entry {
        name: "NetworkDelay2",
        aliases: &["Move_Overhead"],
        kind: Kind::Spin {
            range: 0..=10_000,
            get: |settings| settings.time.network_delay2_ms as i64,
            set: |settings, ms| settings.time.network_delay2_ms = ms as u64,
        },
    },
    Entry {
        name: "MinimumThinkingTime",
        aliases: &[],
        kind: Kind::Spin {
            range: 1..=100_000,
            get: |settings| settings.time.minimum_thinking_ms as i64,
            set: |settings, ms| settings.time.minimum_thinking_ms = ms as u64,
        },
    },
    Entry {
        name: "SlowMover",
        aliases: &["Slow_Mover"],
        kind: Kind::Spin {
            range: 1..=1000,
            get: |settings| settings.time.slow_mover_percent as i64,
            set: |settings, percent| settings.time.slow_mover_percent = percent as u64,
        },
    },
    Entry {
        name: "RoundUpToFullSecond",
        aliases: &[],
        kind: Kind::Check {
            get: |settings| settings.time.round_up_to_full_second,
            set: |settings, on| settings.time.round_up_to_full_second = on,
        },
    },
    Entry {
        name: "MaxMovesToDraw",
        aliases: &["Draw_Ply"],
        kind: Kind::Spin {
            range: 0..=100_000,
            get: |settings| i64::from(settings.max_moves),
            set: |settings, moves| settings.max_moves = moves as u32,
        },
    },
    Entry {
        name: "EnteringKingRule",
        aliases: &[],
        kind: Kind::Combo {
            choices: || EnteringKingRule::ALL.map(EnteringKingRule::name).to_vec(),
            get: |settings| settings.entering_king_rule.to_string(),
            set: |settings, name| {
                let rule = name.parse::<EnteringKingRule>();
                settings.entering_king_rule = rule.unwrap_or(settings.entering_king_rule);
            },
        },
    },
    Entry {
        name: "Explain",
        aliases: &[],
        kind: Kind::Check {
            get: |settings| settings.explain,
            set: |settings, on| settings.explain = on,
        },
    },
    Entry {
        name: "ResignValue",
        aliases: &[],
        kind: Kind::Spin {
            range: 0..=99_999,
            get: |settings| i64::from(settings.resign_value),
            set: |settings, cp| settings.resign_value = cp as i32,
        },
    },
    Entry {
        name: "DepthLimit",
        aliases: &[],
        kind: Kind::Spin {
            range: 0..=GREATEST,
            get: |settings| i64::from(settings.depth_limit),
            set: |settings, depth| settings.depth_limit = depth as u32,
        },
    },
    Entry {
        name: "NodesLimit",
        aliases: &[],
        kind: Kind::Spin {
            range: 0..=GREATEST,
            get: |settings| settings.nodes_limit as i64,
            set: |settings, nodes| settings.nodes_limit = nodes as u64,
        },
    },
    Entry {
        name: "PvInterval",
        aliases: &["PV_Interval"],
        kind: Kind::Spin {
            range: 0..=100_000,
            get: |settings| settings.pv_interval_ms as i64,
            set: |settings, ms| settings.pv_interval_ms = ms as u64,
        },
    },
];

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
        } else if let Some(knob) = KNOBS
            .iter()
            .find(|knob| knob.name.eq_ignore_ascii_case(name))
        {
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

impl Entry {
    fn is_called(&self, name: &str) -> bool {
        let mut names = std::iter::once(&self.name).chain(self.aliases);
        names.any(|known| known.eq_ignore_ascii_case(name))
    }

    fn set(&self, settings: &mut Settings, value: Option<&str>) -> Result<Effect, OptionError> {
        if let Kind::Button(effect) = self.kind {
            return Ok(effect);
        }
        if let Some(value) = value {
            self.set_value(settings, value)
                .map_err(|expected| OptionError {
                    name: self.name,
                    value: value.to_owned(),
                    expected,
                })?;
        }
        Ok(Effect::Set)
    }

    /// Sets what is no button; the error says what was expected.
    fn set_value(&self, settings: &mut Settings, value: &str) -> Result<(), String> {
        match &self.kind {
            Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
                "true" => set(settings, true),
                "false" => set(settings, false),
                _ => return Err("true or false".to_owned()),
            },
            Kind::Spin { range, set, .. } => {
                let number = value.parse().ok().filter(|number| range.contains(number));
                let (min, max) = (range.start(), range.end());
                let expected = || format!("a whole number from {min} to {max}");
                set(settings, number.ok_or_else(expected)?);
            }
            Kind::Combo { choices, set, .. } => {
                let choices = choices();
                let choice = choices
                    .iter()
                    .find(|choice| choice.eq_ignore_ascii_case(value));
                set(settings, choice.ok_or_else(|| one_of(&choices))?);
            }
            Kind::Button(_) => {}
        }
        Ok(())
    }

    fn declaration(&self, defaults: &Settings) -> OptionDeclaration {
        OptionDeclaration {
            name: self.name.to_owned(),
            kind: match &self.kind {
                Kind::Check { get, .. } => OptionKind::Check {
                    default: get(defaults),
                },
                Kind::Spin { range, get, .. } => OptionKind::Spin {
                    default: get(defaults),
                    min: *range.start(),
                    max: *range.end(),
                },
                Kind::Combo { choices, get, .. } => OptionKind::Combo {
                    default: get(defaults),
                    choices: choices().into_iter().map(str::to_owned).collect(),
                },
                Kind::Button(_) => OptionKind::Button,
            },
        }
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

fn one_of(choices: &[&str]) -> String {
    format!("one of {}", choices.join(", "))
}

#[cfg(test)]
mod tests;
