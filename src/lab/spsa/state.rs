//! What is tuned, knobs of the search each within a range, and how far it is: a file from which it is
//! continued.
//!
//! What must hold: whenever the program or the machine stops, the file is whole, and at most the
//! running iteration is lost; a file of another tuning is not touched.

use base::files::text::one_line;
use base::files::{self, Difference};
use engine::search::SearchConfig;
use engine::search::config::Knob;
use matches::players::SpecError;
use matches::referee::adjudicate::ResignRule;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Why a tuning cannot be done.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// The file cannot be read or written, is no state, or that of another tuning.
    #[error("state {0}")]
    State(String),
    /// The players cannot be made.
    #[error("player: {0}")]
    Player(#[from] SpecError),
    /// Progress or games cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl SpsaError {
    /// Names the file that a problem is about.
    pub(super) fn state<P: Display>(path: &Path) -> impl Fn(P) -> Self {
        move |problem| Self::State(format!("`{}`: {problem}", path.display()))
    }
}

/// Part of a range by which values are changed at the end by default.
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

impl Parameter {
    /// Reads `name,name=MIN:MAX,name=MIN:MAX:C,…`. Tuning begins at the values in `base`; the
    /// range is the knob's, and C a twentieth of it, unless they are given.
    ///
    /// # Errors
    /// In words, at the first entry that names no knob, or another range than part of the knob's.
    pub fn list(text: &str, base: &SearchConfig) -> Result<Vec<Self>, String> {
        let mut list: Vec<Self> = Vec::new();
        for entry in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            let parameter = Self::read(entry, base)?;
            if list.iter().any(|it| it.name == parameter.name) {
                return Err(format!(
                    "parameter `{}` stands there twice; expected it once",
                    parameter.name
                ));
            }
            list.push(parameter);
        }
        if list.is_empty() {
            return Err(format!(
                "no parameter in `{text}`; expected name or name=MIN:MAX or name=MIN:MAX:C, and commas"
            ));
        }
        Ok(list)
    }

    fn read(entry: &str, base: &SearchConfig) -> Result<Self, String> {
        let (name, range) = match entry.split_once('=') {
            Some((name, range)) => (name.trim(), Some(range.trim())),
            None => (entry, None),
        };
        let knob = Knob::named(name).ok_or_else(|| {
            format!(
                "unknown parameter `{name}`; expected a number of the search, such as same_drop_cost"
            )
        })?;
        let (name, least, most) = (knob.name, knob.min, knob.max);
        let (min, max, c_end) = match range {
            None => (least, most, None),
            Some(text) => read_range(text, knob).ok_or_else(|| {
                format!(
                    "`{text}` is no range for {name}; expected MIN:MAX or MIN:MAX:C within \
                     {least}:{most}, C the change at the end"
                )
            })?,
        };
        let start = base.get(knob);
        if !(min..=max).contains(&start) {
            return Err(format!(
                "{name} is {start}; expected it within its range {min}:{max}"
            ));
        }
        Ok(Self {
            name: name.to_owned(),
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

/// Points of the path that are kept at most: a screen does not show more.
const MOST_POINTS: u64 = 500;

/// Everything that a tuning follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// What all players have in common, `key=value,…`
    pub base: String,
    /// How long they think about a move, as it is displayed.
    pub limit: String,
    /// When games that both players call lost end; older files do not say, and have none.
    #[serde(default)]
    pub resign: Option<ResignRule>,
    /// Pairs of games in an iteration.
    pub pairs: u64,
    /// Iterations in all.
    pub iterations: u64,
    /// In the last iteration, the step for one point of gain over the square of the change.
    pub r_end: f64,
    /// Everything random follows from this.
    pub seed: u64,
}

/// How far a tuning has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// What it is.
    pub tuning: Tuning,
    /// Iterations done.
    pub done: u64,
    /// The values, in the order of the parameters.
    pub theta: Vec<f64>,
    /// The values after some iterations, in order, evenly spread.
    pub path: Vec<Point>,
}

/// The values after some iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// How many.
    pub iteration: u64,
    /// The values.
    pub theta: Vec<f64>,
}

impl State {
    /// A tuning before its first iteration.
    pub fn new(tuning: Tuning) -> Self {
        let start = tuning.parameters.iter().map(|it| f64::from(it.start));
        let theta: Vec<_> = start.collect();
        Self {
            path: vec![Point {
                iteration: 0,
                theta: theta.clone(),
            }],
            tuning,
            done: 0,
            theta,
        }
    }

    /// The state in the file at `path`, or the first one if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read, is no state, or that of another tuning.
    pub fn open(path: &Path, tuning: Tuning) -> Result<Self, SpsaError> {
        let text = match files::read_text(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::new(tuning));
            }
            read => read.map_err(SpsaError::state(path))?,
        };
        let state: Self = serde_json::from_str(&text)
            .map_err(one_line)
            .map_err(SpsaError::state(path))?;
        state.check(path, &tuning)?;
        Ok(state)
    }

    /// Refuses another tuning, by the first thing that differs, and a state that cannot be.
    fn check(&self, path: &Path, tuning: &Tuning) -> Result<(), SpsaError> {
        if let Some(difference) = Difference::between(&self.tuning, tuning) {
            let name = path.display();
            return Err(SpsaError::State(format!(
                "`{name}` belongs to another tuning: {difference}"
            )));
        }
        let count = tuning.parameters.len();
        let is_whole = |theta: &Vec<f64>| theta.len() == count;
        let all = self.path.iter().map(|point| &point.theta);
        if !all.chain([&self.theta]).all(is_whole) || self.done > tuning.iterations {
            return Err(SpsaError::state(path)(format!(
                "{} iterations and {} values; expected up to {} and {count}",
                self.done,
                self.theta.len(),
                tuning.iterations
            )));
        }
        Ok(())
    }

    /// Writes the state to the file at `path`: all of it, or nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), SpsaError> {
        let mut json = serde_json::to_vec(self).map_err(SpsaError::state(path))?;
        json.push(b'\n');
        files::write(path, &json).map_err(SpsaError::state(path))
    }

    /// One more iteration has led to `theta`.
    pub fn advance(&mut self, theta: Vec<f64>) {
        self.theta = theta;
        self.done += 1;
        let iterations = self.tuning.iterations;
        if self.done.is_multiple_of(iterations.div_ceil(MOST_POINTS)) || self.done == iterations {
            self.path.push(Point {
                iteration: self.done,
                theta: self.theta.clone(),
            });
        }
    }

    /// The values so far as settings of a player, `key=value,…`, after what all have in common.
    pub fn player(&self) -> String {
        let values = self.theta.iter().map(|value| value.round() as i32);
        self.tuning.player(&values.collect::<Vec<_>>())
    }
}

impl Tuning {
    /// The player with `values`.
    pub fn player(&self, values: &[i32]) -> String {
        let base = Some(self.base.clone()).filter(|base| !base.is_empty());
        let tuned = self.parameters.iter().zip(values);
        let tuned = tuned.map(|(parameter, value)| format!("{}={value}", parameter.name));
        let entries: Vec<_> = base.into_iter().chain(tuned).collect();
        entries.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Parameter>, String> {
        let base = SearchConfig {
            same_drop_cost: 70,
            implausible_cost: 80,
            ..SearchConfig::default()
        };
        Parameter::list(text, &base)
    }

    #[test]
    fn ranges_are_the_knobs_unless_given() {
        let list = read("same_drop_cost, implausible_cost=30:90:8,SAME_PIECE_COST=10:110").unwrap();
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
                parameter("same_drop_cost", 70, 0, 2048, 102.4),
                parameter("implausible_cost", 80, 30, 90, 8.0),
                parameter("same_piece_cost", 24, 10, 110, 5.0),
            ]
        );
    }

    #[test]
    fn refusals_name_the_token_and_what_was_expected() {
        for (text, expected) in [
            (" , ", "name=MIN:MAX"),
            ("killer", "`killer`"),
            ("same_drop_cost,same_drop_cost=1:100", "twice"),
            ("same_drop_cost=1", "`1` is no range for same_drop_cost"),
            ("same_drop_cost=0:3000", "within 0:2048"),
            ("same_drop_cost=100:50", "MIN:MAX"),
            ("same_drop_cost=0:100:0", "MIN:MAX:C"),
            ("same_drop_cost=0:100:x", "MIN:MAX:C"),
            ("same_drop_cost=100:200", "same_drop_cost is 70"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
