//! A tuning as a file, from which it is continued.
//!
//! What must hold: whenever the program or the machine stops, the file is whole, and at most the
//! running iteration is lost; a file of another tuning is not touched.

use super::error::SpsaError;
use super::parameter::{Parameter, settings};
use engine::files::found;
use engine::files::line::told;
use engine::files::{Difference, durable};
use matches::referee::adjudicate::ResignRule;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Points of the path that are kept at most: more are not told apart on a screen.
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
    /// The step, see [`super::ascent::Schedule::r_end`].
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
        let text = match found::read_text(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::new(tuning));
            }
            read => read.map_err(|source| SpsaError::file(path, source))?,
        };
        let state: Self = serde_json::from_str(&text).map_err(|error| SpsaError::State {
            path: path.to_owned(),
            problem: told(error),
        })?;
        state.check(path, &tuning)?;
        Ok(state)
    }

    /// Refuses another tuning, by the first thing that differs, and a state that cannot be.
    fn check(&self, path: &Path, tuning: &Tuning) -> Result<(), SpsaError> {
        if let Some(difference) = Difference::between(&self.tuning, tuning) {
            return Err(SpsaError::OtherTuning {
                path: path.to_owned(),
                difference,
            });
        }
        let count = tuning.parameters.len();
        let is_whole = |theta: &Vec<f64>| theta.len() == count;
        let all = self.path.iter().map(|point| &point.theta);
        if !all.chain([&self.theta]).all(is_whole) || self.done > tuning.iterations {
            return Err(SpsaError::State {
                path: path.to_owned(),
                problem: format!(
                    "{} iterations and {} values; expected up to {} and {count}",
                    self.done,
                    self.theta.len(),
                    tuning.iterations
                ),
            });
        }
        Ok(())
    }

    /// Writes the state to the file at `path`: all of it, or nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), SpsaError> {
        let failed = |source| SpsaError::file(path, source);
        let mut json = serde_json::to_vec(self).map_err(|error| failed(error.into()))?;
        json.push(b'\n');
        durable::write(path, &json).map_err(failed)
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
        let tuned = settings(&self.parameters, values);
        match self.base.as_str() {
            "" => tuned,
            base => format!("{base},{tuned}"),
        }
    }
}
