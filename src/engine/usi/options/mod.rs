//! What can be set: options, and the settings that they amount to.
//!
//! An option is one entry of the lists in `list.rs`; its default is that of [`Settings`], but for the
//! book ([`Options::with_book`]).
//! After them come the kind of search and, for those who tune the engine, the knobs of the search
//! ([`KNOBS`]). Names and choices are compared without regard to case. What must hold: no text
//! whatever makes the settings invalid; the order in which options are set does not matter; and
//! what was set is what is in force: the knobs hold exactly, upon the kind of search. Kinds of the textbook have
//! knobs of their own, and those of other kinds do nothing.

mod list;
#[cfg(test)]
mod tests;

use super::grammar::{EMPTY, OptionDeclaration, OptionKind};
use crate::book::BookSettings;
use crate::player::Settings;
use crate::search::SearchConfig;
use crate::search::config::{self, KNOBS, Knob};
use crate::shogi::sfen::Token;
use crate::textbook::{self, Rules};
use list::{EXPERIMENTS, OPTIONS, path_text};
use std::ops::RangeInclusive;
use std::path::Path;
use thiserror::Error;

/// The option that chooses the kind of search.
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
#[error("option {name}: {value} refused, expected {expected}")]
pub struct OptionError {
    /// The option.
    pub name: &'static str,
    /// The text given.
    pub value: Token,
    /// What would have been accepted.
    pub expected: String,
}

impl OptionError {
    fn new(name: &'static str, value: &str, expected: String) -> Self {
        let value = Token::new(value);
        Self {
            name,
            value,
            expected,
        }
    }
}

/// The options of one session or player and the settings they amount to.
#[derive(Clone, Debug)]
pub struct Options {
    settings: Settings,
    /// Whether the knobs of the search are options too.
    tunables: bool,
    /// What they are until something is set.
    defaults: Settings,
    /// The kind of search, on which the knobs build.
    preset: SearchConfig,
    /// The kind of the textbook, if one is chosen instead.
    textbook: Option<Rules>,
    /// The knobs that were set, each once.
    knobs: Vec<(&'static Knob, i32)>,
    /// The same of the textbook.
    switches: Vec<(&'static textbook::Knob, i32)>,
}

impl Options {
    /// The default settings; `tunables` makes options of the knobs of the search.
    pub fn new(tunables: bool) -> Self {
        Self::of(Settings::default(), tunables)
    }

    /// As of [`Options::new`], but with the book that is part of the program: for people, who do not want
    /// the same game twice. Matches between engines have openings of their own.
    pub fn with_book(tunables: bool) -> Self {
        let book = BookSettings::built_in();
        let defaults = Settings {
            book,
            ..Settings::default()
        };
        Self::of(defaults, tunables)
    }

    fn of(defaults: Settings, tunables: bool) -> Self {
        Self {
            settings: defaults.clone(),
            defaults,
            tunables,
            preset: SearchConfig::default(),
            textbook: None,
            knobs: Vec::new(),
            switches: Vec::new(),
        }
    }

    /// The settings that the options amount to.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets the option `name` to `value`. Without a value nothing but a button changes.
    ///
    /// # Errors
    /// If the option exists and the value is not one it can have; nothing changes then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        if let Some(entry) = entries(self.tunables).find(|entry| entry.is_called(name)) {
            let effect = entry.set(&mut self.settings, value)?;
            // The level may have changed.
            self.combine();
            return Ok(effect);
        }
        let Some(value) = value else {
            return Ok(Effect::Unknown);
        };
        if name.eq_ignore_ascii_case(PRESET_OPTION) {
            self.set_preset(value)
        } else if self.tunables {
            self.set_knob(name, value)
        } else {
            Ok(Effect::Unknown)
        }
    }

    /// Whether there is an option of this name.
    pub fn knows(&self, name: &str) -> bool {
        entries(self.tunables).any(|entry| entry.is_called(name))
            || name.eq_ignore_ascii_case(PRESET_OPTION)
            || (self.tunables && Knob::named(name).is_some())
    }

    /// Makes options of the knobs of the search.
    pub fn offer_knobs(&mut self) {
        self.tunables = true;
    }

    /// Every option but buttons, and what it is set to.
    pub fn in_force(&self) -> impl Iterator<Item = (&'static str, String)> {
        let entries = entries(self.tunables).filter(|it| !matches!(it.kind, Kind::Button(_)));
        let options = entries.map(|entry| (entry.name, entry.value(&self.settings)));
        let search = &self.settings.search;
        let rules = self.settings.textbook.clone().unwrap_or_default();
        let chosen = self.textbook.as_ref().map(|rules| rules.preset);
        let preset = chosen.unwrap_or(self.preset.preset);
        let preset = (PRESET_OPTION, preset.to_owned());
        let knobs = KNOBS.iter().filter(|_| self.tunables);
        let knobs = knobs.map(|knob| (knob.name, search.get(knob).to_string()));
        let switches = switches(self.tunables);
        let switches = switches.map(move |knob| (knob.name, rules.get(knob).to_string()));
        options.chain([preset]).chain(knobs).chain(switches)
    }

    /// The options that are not at their default, each with what it is set to; in words.
    pub fn changed(&self) -> String {
        let defaults = Self::of(self.defaults.clone(), self.tunables);
        let options = self.in_force().zip(defaults.in_force());
        let changed = options.filter(|(here, default)| here != default);
        let changed: Vec<_> = changed
            .map(|((name, value), _)| format!("{name} = {value}"))
            .collect();
        changed.join(", ")
    }

    fn set_preset(&mut self, value: &str) -> Result<Effect, OptionError> {
        self.textbook = Rules::of_preset(value);
        if self.textbook.is_none() {
            self.preset = SearchConfig::preset(value)
                .map_err(|_| OptionError::new(PRESET_OPTION, value, one_of(&kinds())))?;
        }
        self.combine();
        Ok(Effect::Set)
    }

    /// Sets the knob `name`, of the search or of the textbook.
    fn set_knob(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let refused = |name, [min, max]: [i32; 2]| {
            let expected = format!("a whole number from {min} to {max}");
            OptionError::new(name, value, expected)
        };
        if let Some(knob) = Knob::named(name) {
            let number = knob.read(value);
            let number = number.ok_or_else(|| refused(knob.name, [knob.min, knob.max]))?;
            self.knobs.retain(|(other, _)| other.name != knob.name);
            self.knobs.push((knob, number));
        } else if let Some(knob) = textbook::Knob::named(name) {
            let number = knob.read(value);
            let number = number.ok_or_else(|| refused(knob.name, [knob.min, knob.max]))?;
            self.switches.retain(|(other, _)| other.name != knob.name);
            self.switches.push((knob, number));
        } else {
            return Ok(Effect::Unknown);
        }
        self.combine();
        Ok(Effect::Set)
    }

    /// A knob that was set and does nothing in the kind of search that is chosen.
    pub fn idle(&self) -> Option<&'static str> {
        if self.textbook.is_some() {
            self.knobs.first().map(|(knob, _)| knob.name)
        } else {
            self.switches.first().map(|(knob, _)| knob.name)
        }
    }

    /// The kind of search, upon it what the level makes duller, and every knob as it was set.
    fn combine(&mut self) {
        self.settings.search = self.preset.clone();
        self.settings
            .level_in_force()
            .dull(&mut self.settings.search);
        for &(knob, value) in &self.knobs {
            self.settings.search.put(knob, value);
        }
        self.settings.textbook.clone_from(&self.textbook);
        if let Some(rules) = &mut self.settings.textbook {
            for &(knob, value) in &self.switches {
                rules.put(knob, value);
            }
        }
    }

    /// Everything that can be set, in the order in which it is offered.
    pub fn declarations(&self) -> impl Iterator<Item = OptionDeclaration> {
        let declaration = |it: &UsiOption| it.declaration(&self.defaults);
        let mut declarations: Vec<_> = OPTIONS.iter().map(declaration).collect();
        declarations.push(preset_declaration());
        declarations.extend(experiments(self.tunables).map(declaration));
        let knobs = KNOBS.iter().filter(|_| self.tunables);
        declarations.extend(knobs.map(|it| spin(it.name, it.default, [it.min, it.max])));
        let switches = switches(self.tunables);
        declarations.extend(switches.map(|it| spin(it.name, it.default, [it.min, it.max])));
        declarations.into_iter()
    }
}

/// The options but for the kind of search and its knobs; those for experiments only with these.
fn entries(tunables: bool) -> impl Iterator<Item = &'static UsiOption> {
    OPTIONS.iter().chain(experiments(tunables))
}

fn experiments(tunables: bool) -> impl Iterator<Item = &'static UsiOption> {
    EXPERIMENTS.iter().filter(move |_| tunables)
}

fn preset_declaration() -> OptionDeclaration {
    OptionDeclaration {
        name: PRESET_OPTION.to_owned(),
        kind: OptionKind::Combo {
            default: SearchConfig::default().preset.to_owned(),
            choices: kinds().into_iter().map(str::to_owned).collect(),
        },
    }
}

/// The kinds of search, those of the textbook last.
pub fn kinds() -> Vec<&'static str> {
    let textbook = textbook::PRESETS.map(|(name, _)| name);
    let mut kinds = config::preset_names();
    kinds.retain(|name| !textbook.contains(name));
    kinds.extend(textbook);
    kinds
}

/// The knobs of the textbook that are options, but for those that have the name of one of the search.
fn switches(tunables: bool) -> impl Iterator<Item = &'static textbook::Knob> {
    let knobs = textbook::KNOBS.iter().filter(move |_| tunables);
    knobs.filter(|knob| Knob::named(knob.name).is_none())
}

fn spin(name: &str, default: i32, [min, max]: [i32; 2]) -> OptionDeclaration {
    OptionDeclaration {
        name: name.to_owned(),
        kind: OptionKind::Spin {
            default: default.into(),
            min: min.into(),
            max: max.into(),
        },
    }
}

/// An option and the setting it stands for.
struct UsiOption {
    pub name: &'static str,
    /// Other engines' names for it, accepted without being declared.
    pub aliases: &'static [&'static str],
    pub kind: Kind,
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

impl UsiOption {
    /// An option that has no other names.
    const fn new(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            aliases: &[],
            kind,
        }
    }

    /// The same, known by other engines' names too.
    const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

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
                .map_err(|expected| OptionError::new(self.name, value, expected))?;
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

    fn declaration(&self, defaults: &Settings) -> OptionDeclaration {
        OptionDeclaration {
            name: self.name.to_owned(),
            kind: match &self.kind {
                Kind::Check { get, .. } => OptionKind::Check(get(defaults)),
                Kind::Spin { range, get, .. } => OptionKind::Spin {
                    default: get(defaults),
                    min: *range.start(),
                    max: *range.end(),
                },
                Kind::Combo { choices, get, .. } => OptionKind::Combo {
                    default: get(defaults),
                    choices: choices().into_iter().map(str::to_owned).collect(),
                },
                Kind::File { .. } => OptionKind::FileName(self.value(defaults)),
                Kind::Text { .. } => OptionKind::Text(self.value(defaults)),
                Kind::Button(_) => OptionKind::Button,
            },
        }
    }

    /// What it is set to, in words; nothing for a button.
    fn value(&self, settings: &Settings) -> String {
        match &self.kind {
            Kind::Check { get, .. } => get(settings).to_string(),
            Kind::Spin { get, .. } => get(settings).to_string(),
            Kind::Combo { get, .. } | Kind::Text { get, .. } => get(settings),
            Kind::File { get, .. } => path_text(get(settings)),
            Kind::Button(_) => String::new(),
        }
    }
}

fn one_of(choices: &[&str]) -> String {
    format!("one of {}", choices.join(", "))
}
