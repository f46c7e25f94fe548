//! What is tuned: knobs of the search, each within a range.

use engine::search::SearchConfig;
use engine::search::config::Knob;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Part of a range by which values are changed at the end, unless something else is said.
const PART: f64 = 20.0;

/// A knob that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The knob's name.
    pub name: String,
    /// Where tuning begins.
    pub start: i32,
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
    /// By how much the value is changed in the last iteration.
    pub c_end: f64,
}

/// Why a text names no parameters.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ParameterError {
    /// There is none in it.
    #[error("no parameter in `{0}`; expected name or name=MIN:MAX or name=MIN:MAX:C, and commas")]
    None(String),
    /// No knob has this name.
    #[error("unknown parameter `{0}`; expected a number of the search, such as killer_bonus")]
    Unknown(String),
    /// It is named again.
    #[error("parameter `{0}` stands there twice; expected it once")]
    Twice(String),
    /// The range is none, or not one of the knob.
    #[error(
        "`{text}` is no range for {name}; expected MIN:MAX or MIN:MAX:C within {min}:{max}, C the change at the end"
    )]
    Range {
        /// The knob.
        name: &'static str,
        /// The text given.
        text: String,
        /// Its least value.
        min: i32,
        /// Its greatest value.
        max: i32,
    },
    /// Tuning would begin outside of the range.
    #[error("{name} is {start}; expected it within its range {min}:{max}")]
    Start {
        /// The knob.
        name: &'static str,
        /// Its value.
        start: i32,
        /// Least value.
        min: i32,
        /// Greatest value.
        max: i32,
    },
}

impl Parameter {
    /// Reads `name,name=MIN:MAX,name=MIN:MAX:C,…`. Tuning begins at the values in `base`; the
    /// range is the knob's, and C a twentieth of it, unless they are given.
    ///
    /// # Errors
    /// At the first entry that names no knob, or another range than part of the knob's.
    pub fn list(text: &str, base: &SearchConfig) -> Result<Vec<Self>, ParameterError> {
        let mut list: Vec<Self> = Vec::new();
        for entry in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let parameter = Self::read(entry, base)?;
            if list.iter().any(|it| it.name == parameter.name) {
                return Err(ParameterError::Twice(parameter.name));
            }
            list.push(parameter);
        }
        if list.is_empty() {
            return Err(ParameterError::None(text.to_owned()));
        }
        Ok(list)
    }

    fn read(entry: &str, base: &SearchConfig) -> Result<Self, ParameterError> {
        let (name, range) = match entry.split_once('=') {
            Some((name, range)) => (name.trim(), Some(range.trim())),
            None => (entry, None),
        };
        let knob = Knob::named(name).ok_or_else(|| ParameterError::Unknown(name.to_owned()))?;
        let (min, max, c_end) = match range {
            None => (knob.min, knob.max, None),
            Some(text) => read_range(text, knob).ok_or_else(|| ParameterError::Range {
                name: knob.name,
                text: text.to_owned(),
                min: knob.min,
                max: knob.max,
            })?,
        };
        let start = base.get(knob);
        if !(min..=max).contains(&start) {
            let name = knob.name;
            return Err(ParameterError::Start {
                name,
                start,
                min,
                max,
            });
        }
        Ok(Self {
            name: knob.name.to_owned(),
            start,
            min,
            max,
            c_end: c_end.unwrap_or(f64::from(max - min) / PART),
        })
    }
}

/// `MIN:MAX` or `MIN:MAX:C`.
fn read_range(text: &str, knob: &Knob) -> Option<(i32, i32, Option<f64>)> {
    let parts: Vec<_> = text.split(':').map(str::trim).collect();
    let (min, max, c_end) = match parts[..] {
        [min, max] => (min, max, None),
        [min, max, c_end] => (min, max, Some(c_end.parse::<f64>().ok()?)),
        _ => return None,
    };
    let (min, max) = (min.parse().ok()?, max.parse().ok()?);
    let is_within = knob.min <= min && min < max && max <= knob.max;
    let is_sound = c_end.is_none_or(|c| 0.0 < c && c <= f64::from(max - min));
    (is_within && is_sound).then_some((min, max, c_end))
}

/// `name=value,…` of `parameters` with `values`: settings of a player.
pub fn settings(parameters: &[Parameter], values: &[i32]) -> String {
    let entries = parameters.iter().zip(values);
    let entries: Vec<_> = entries
        .map(|(parameter, value)| format!("{}={value}", parameter.name))
        .collect();
    entries.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Parameter>, ParameterError> {
        let base = SearchConfig {
            killer_bonus: 70,
            order_divisor: 80,
            ..SearchConfig::default()
        };
        Parameter::list(text, &base)
    }

    #[test]
    fn ranges_are_the_knobs_unless_given() {
        let list = read("killer_bonus, order_divisor=30:90:8,ASPIRATION_WINDOW=10:110").unwrap();
        let parameter = |name: &str, start, min, max, c_end| Parameter {
            name: name.to_owned(),
            start,
            min,
            max,
            c_end,
        };
        assert_eq!(
            list,
            [
                parameter("killer_bonus", 70, 0, 1000, 50.0),
                parameter("order_divisor", 80, 30, 90, 8.0),
                parameter("aspiration_window", 60, 10, 110, 5.0),
            ]
        );
        assert_eq!(
            settings(&list[..2], &[1, 61]),
            "killer_bonus=1,order_divisor=61"
        );
    }

    #[test]
    fn refusals_name_the_token_and_what_was_expected() {
        for (text, expected) in [
            (" , ", "name=MIN:MAX"),
            ("killer", "`killer`"),
            ("killer_bonus,killer_bonus=1:100", "twice"),
            ("killer_bonus=1", "`1` is no range for killer_bonus"),
            ("killer_bonus=0:2000", "within 0:1000"),
            ("killer_bonus=100:50", "MIN:MAX"),
            ("killer_bonus=0:100:0", "MIN:MAX:C"),
            ("killer_bonus=0:100:x", "MIN:MAX:C"),
            ("killer_bonus=100:200", "killer_bonus is 70"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
