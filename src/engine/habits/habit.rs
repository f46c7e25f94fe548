//! A chunk that a player likes, with what is known about it.

use super::chunk::Chunk;
use crate::files::as_text;
use crate::shogi::{Move, sfen};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

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
