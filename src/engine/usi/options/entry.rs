//! An option as an entry of a list: its name, what it may be, and the setting that it stands for.

use super::{Effect, OptionError};
use crate::search::Settings;
use crate::shogi::sfen::Token;
use crate::usi::grammar::{OptionDeclaration, OptionKind};
use std::ops::RangeInclusive;
use std::path::Path;

/// How interfaces write that a text or the name of a file is empty.
const EMPTY: &str = "<empty>";

/// An option and the setting it stands for.
pub(super) struct Entry {
    pub name: &'static str,
    /// Other engines' names for it, accepted without being declared.
    pub aliases: &'static [&'static str],
    pub kind: Kind,
}

/// The type of an option, with the way to its setting.
pub(super) enum Kind {
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
    /// What is made of a file; `None` for what is part of the program. The error says what was
    /// expected.
    File {
        get: fn(&Settings) -> Option<&Path>,
        set: fn(&mut Settings, Option<&Path>) -> Result<(), String>,
    },
    /// A text. The error says what was expected.
    Text {
        get: fn(&Settings) -> String,
        set: fn(&mut Settings, &str) -> Result<(), String>,
    },
    Button(Effect),
}

impl Entry {
    /// An option that has no other names.
    pub(super) const fn new(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            aliases: &[],
            kind,
        }
    }

    /// The same, known by other engines' names too.
    pub(super) const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    pub(super) fn is_called(&self, name: &str) -> bool {
        let mut names = std::iter::once(&self.name).chain(self.aliases);
        names.any(|known| known.eq_ignore_ascii_case(name))
    }

    pub(super) fn is_button(&self) -> bool {
        matches!(self.kind, Kind::Button(_))
    }

    pub(super) fn set(
        &self,
        settings: &mut Settings,
        value: Option<&str>,
    ) -> Result<Effect, OptionError> {
        if let Kind::Button(effect) = self.kind {
            return Ok(effect);
        }
        if let Some(value) = value {
            self.set_value(settings, value)
                .map_err(|expected| OptionError {
                    name: self.name,
                    value: Token::new(value),
                    expected,
                })?;
        }
        Ok(Effect::Set)
    }

    /// Sets what is no button; the error says what was expected.
    fn set_value(&self, settings: &mut Settings, value: &str) -> Result<(), String> {
        match &self.kind {
            Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "1" => set(settings, true),
                "false" | "0" => set(settings, false),
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
            Kind::File { set, .. } => {
                let path = (!matches!(value, "" | EMPTY)).then(|| Path::new(value));
                set(settings, path)?;
            }
            Kind::Text { set, .. } => set(settings, if value == EMPTY { "" } else { value })?,
            Kind::Button(_) => {}
        }
        Ok(())
    }

    pub(super) fn declaration(&self, defaults: &Settings) -> OptionDeclaration {
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
                Kind::File { .. } => OptionKind::FileName {
                    default: self.value(defaults),
                },
                Kind::Text { .. } => OptionKind::Text {
                    default: self.value(defaults),
                },
                Kind::Button(_) => OptionKind::Button,
            },
        }
    }

    /// What it is set to, in words; nothing for a button.
    pub(super) fn value(&self, settings: &Settings) -> String {
        match &self.kind {
            Kind::Check { get, .. } => get(settings).to_string(),
            Kind::Spin { get, .. } => get(settings).to_string(),
            Kind::Combo { get, .. } | Kind::Text { get, .. } => get(settings),
            Kind::File { get, .. } => {
                let path = get(settings);
                path.map_or_else(String::new, |path| path.display().to_string())
            }
            Kind::Button(_) => String::new(),
        }
    }
}

pub(super) fn one_of(choices: &[&str]) -> String {
    format!("one of {}", choices.join(", "))
}
