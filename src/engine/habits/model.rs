//! The model of a player: its habits, and the file that keeps them.
//!
//! The file is text: a line for what it is and whose, then a line for each habit, the most frequent
//! first, each a JSON object.

use super::habit::Habit;
use crate::files::found;
use crate::files::line::told;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a file says it is.
const KIND: &str = "kyomi opponent";
/// The version of its form.
const FORMAT: u32 = 1;

/// The habits of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The player.
    pub player: String,
    /// How many games they are from.
    pub games: u32,
    /// The habits, the most frequent first.
    pub habits: Vec<Habit>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    model: String,
    format: u32,
    player: String,
    games: u32,
}

/// The beginning of any first line, by which one of another version is known.
#[derive(Deserialize)]
struct Stamp {
    #[serde(default)]
    model: String,
    #[serde(default)]
    format: u32,
}

impl Model {
    /// The text of its file.
    ///
    /// # Errors
    /// Never in fact: only what JSON cannot hold cannot be written.
    pub fn write(&self) -> Result<String, serde_json::Error> {
        let head = Head {
            model: KIND.to_owned(),
            format: FORMAT,
            player: self.player.clone(),
            games: self.games,
        };
        let mut text = serde_json::to_string(&head)? + "\n";
        for habit in &self.habits {
            text += &(serde_json::to_string(habit)? + "\n");
        }
        Ok(text)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first line that is not as expected, and what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().unwrap_or((1, ""));
        let Head { player, games, .. } = head(first).map_err(|it| format!("line 1: {it}"))?;
        let habit = |(number, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| told(format!("line {number}: {error}")))
        };
        let habits = lines.map(habit).collect::<Result<_, _>>()?;
        Ok(Self {
            player,
            games,
            habits,
        })
    }

    /// In which share of the games `habit` was, 0–1.
    pub fn frequency(&self, habit: &Habit) -> f64 {
        f64::from(habit.games) / f64::from(self.games.max(1))
    }
}

fn head(line: &str) -> Result<Head, String> {
    let other = || format!("no model of an opponent; expected \"model\":\"{KIND}\"");
    let stamp: Stamp = serde_json::from_str(line).map_err(|_| other())?;
    if stamp.model != KIND {
        return Err(other());
    }
    if stamp.format != FORMAT {
        let there = stamp.format;
        return Err(format!("a model of format {there}; expected {FORMAT}"));
    }
    serde_json::from_str(line).map_err(told)
}

/// A model with the file that it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelFile {
    /// The file.
    pub path: PathBuf,
    /// The model.
    pub model: Arc<Model>,
}

impl ModelFile {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// If it cannot be read, or is no model of this version: in words, the file not named.
    pub fn load(path: &Path) -> Result<Self, String> {
        // Whoever sets it as an option would wait for ever for the end of what is no file.
        let read = found::expect_file(path).and_then(|()| fs::read_to_string(path));
        let text = read.map_err(|error| error.to_string())?;
        Ok(Self {
            path: path.to_owned(),
            model: Arc::new(Model::parse(&text)?),
        })
    }
}
