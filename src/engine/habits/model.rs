//! The model of a player: its habits, with what is known about each, and the file that keeps them.
//!
//! The file is text: a line for what it is and whose, then a line for each habit, the most frequent
//! first, each a JSON object.

use super::chunk::Chunk;
use crate::shogi::{Move, sfen};
use base::files::text::one_line;
use base::files::{self, as_text};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// The most moves in a chunk of text.
pub const MOST_MOVES: usize = 3;

/// What a player likes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// Pieces that stand together; stands for its mirror image too.
    Visual(Chunk),
    /// Own moves made one after the other. Written as `7g7f-2g2f`.
    Text(Vec<Move>),
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Visual(chunk) => chunk.fmt(f),
            Self::Text(moves) => {
                let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
                f.write_str(&moves.join("-"))
            }
        }
    }
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if !text.contains('-') {
            return text.parse().map(Self::Visual);
        }
        let moves = text.split('-').map(sfen::parse_move);
        let moves: Result<Vec<_>, _> = moves.collect();
        moves.map(Self::Text).map_err(|error| error.to_string())
    }
}

/// A part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// To move 30.
    Opening,
    /// To move 80.
    Middle,
    /// From there on.
    End,
}

impl Phase {
    /// That of move number `ply`, from 1.
    pub fn of(ply: u32) -> Self {
        match ply {
            0..=30 => Self::Opening,
            31..=80 => Self::Middle,
            _ => Self::End,
        }
    }
}

/// How a game ended for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It won.
    Won,
    /// Nobody won, or it is not known who.
    Drawn,
    /// It lost.
    Lost,
}

/// A pattern with the games that it was in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Habit {
    /// What.
    #[serde(with = "as_text")]
    pub pattern: Pattern,
    /// In how many games, each counted once.
    pub games: u32,
    /// Of these as Black and as White.
    pub colors: [u32; 2],
    /// Of these where it first came in the opening, the middle game and the end game.
    pub phases: [u32; 3],
    /// Of these won, drawn and lost.
    pub outcomes: [u32; 3],
    /// At how many moves the player could complete it, in all games.
    pub could: u32,
    /// At how many of these it did.
    pub did: u32,
}

impl Habit {
    /// One that was in no game yet.
    pub fn new(pattern: Pattern) -> Self {
        Self {
            pattern,
            games: 0,
            colors: [0; 2],
            phases: [0; 3],
            outcomes: [0; 3],
            could: 0,
            did: 0,
        }
    }

    /// Counts a game.
    pub fn count(&mut self, color: usize, phase: Phase, outcome: Outcome) {
        self.games += 1;
        self.colors[color] += 1;
        self.phases[phase as usize] += 1;
        self.outcomes[outcome as usize] += 1;
    }

    /// Whether it comes in `phase` more than elsewhere.
    pub fn is_of(&self, phase: Phase) -> bool {
        2 * self.phases[phase as usize] > self.games
    }

    /// The points that games with it brought, 0–1.
    pub fn score(&self) -> f64 {
        let [won, drawn, _] = self.outcomes.map(f64::from);
        (won + drawn / 2.0) / f64::from(self.games.max(1))
    }
}

/// What a file says it is.
const KIND: &str = "kyomi opponent";
/// The version of its form.
const FORMAT: u64 = 1;

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
    format: u64,
    player: String,
    games: u32,
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
            serde_json::from_str(line).map_err(|error| one_line(format!("line {number}: {error}")))
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
    let head: Value = serde_json::from_str(line).map_err(|_| other())?;
    if head["model"] != KIND {
        return Err(other());
    }
    let there = head["format"].as_u64().unwrap_or_default();
    if there != FORMAT {
        return Err(format!("a model of format {there}; expected {FORMAT}"));
    }
    serde_json::from_str(line).map_err(one_line)
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
        let read = files::expect_file(path).and_then(|()| fs::read_to_string(path));
        let text = read.map_err(|error| error.to_string())?;
        Ok(Self {
            path: path.to_owned(),
            model: Arc::new(Model::parse(&text)?),
        })
    }
}
