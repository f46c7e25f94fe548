//! Positions to learn from, packed: which positions of the games they are, and how many bytes
//! they take.
//!
//! What must hold: the same files and the same [`Filter`] give the same examples in the same
//! order, which [`Examples::fingerprint`] stands for; no game is in both parts.

use super::TrainError;
use super::rows::NO_FACT;
use crate::eval::nnue::features::{self, Feature, MOST_ACTIVE};
use crate::learn::dataset::{self, Sample};
use crate::search::Score;
use crate::shogi::Position;
use crate::stats::GamePoints;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::PathBuf;

/// One game in so many is held back for validation.
pub const HELD_BACK: u64 = 20;

/// A position with what is known of its worth: 84 bytes, so that 30 million take 2.5 GB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    facts: [Feature; MOST_ACTIVE],
    score: i16,
    half_points: u8,
}

impl Example {
    /// `position`, which a search found worth `score` centipawns to the side to move, and what
    /// that side made of it in the end.
    pub fn new(position: &Position, score: i16, result: GamePoints) -> Self {
        let mut facts = [NO_FACT; MOST_ACTIVE];
        let active = features::active(position, position.side());
        for (place, fact) in facts.iter_mut().zip(active) {
            *place = fact;
        }
        Self {
            facts,
            score,
            half_points: result.half_points() as u8,
        }
    }

    /// The facts as the side to move sees them, then [`NO_FACT`].
    pub fn facts(&self) -> &[Feature; MOST_ACTIVE] {
        &self.facts
    }

    /// The facts as the side to move sees them.
    pub fn active(&self) -> &[Feature] {
        let end = self.facts.iter().position(|&fact| fact == NO_FACT);
        &self.facts[..end.unwrap_or(MOST_ACTIVE)]
    }

    /// The score of the search in centipawns, from the side to move.
    pub fn score(&self) -> i16 {
        self.score
    }

    /// The result of the game for the side to move: 0, ½ or 1.
    pub fn result(&self) -> f32 {
        f32::from(self.half_points) / 2.0
    }

    fn bytes(&self) -> impl Iterator<Item = u8> {
        let facts = self.facts.iter().flat_map(|fact| fact.to_le_bytes());
        let score = self.score.to_le_bytes();
        facts.chain(score).chain([self.half_points])
    }
}

/// Which positions are learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Only those with a score of fewer centipawns than this, either way; never forced mates.
    pub score_below: u16,
    /// Also those in check, and those in which the best move takes or promotes. A static value
    /// says little of them: with them the data was worth half as much (`evaluation.md` (a)).
    pub noisy: bool,
}

impl Filter {
    /// The score of `sample` in centipawns, if it is to be learned from.
    fn admit(self, sample: &Sample<'_>) -> Option<i16> {
        let takes = sample.position.piece_at(sample.best.to()).is_some();
        let noisy = sample.in_check || takes || sample.best.is_promotion();
        let Score::Cp(cp) = sample.score else {
            return None;
        };
        let admitted = (self.noisy || !noisy) && cp.unsigned_abs() < u32::from(self.score_below);
        i16::try_from(cp).ok().filter(|_| admitted)
    }
}

/// What is learned from, and what the learning is checked with.
#[derive(Clone, Debug)]
pub struct Examples {
    /// For learning.
    pub training: Vec<Example>,
    /// From other games, for validation.
    pub held_back: Vec<Example>,
    /// How many games both are from.
    pub games: u64,
    /// How many positions of these games had a score.
    pub positions: u64,
    fingerprint: String,
}

impl Examples {
    /// Reads the games in files and folders.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged, or too little is left by the filter.
    pub fn read(paths: &[PathBuf], filter: Filter) -> Result<Self, TrainError> {
        let mut examples = Self {
            training: Vec::new(),
            held_back: Vec::new(),
            games: 0,
            positions: 0,
            fingerprint: String::new(),
        };
        let mut digest = Sha256::new();
        let mut bytes = Vec::new();
        for game in dataset::games(paths)? {
            let game = game?;
            bytes.clear();
            let (part, name) = if game.is_held_back(HELD_BACK) {
                (&mut examples.held_back, 1)
            } else {
                (&mut examples.training, 0)
            };
            let replayed = game.replay(|sample| {
                examples.positions += 1;
                if let Some(score) = filter.admit(&sample) {
                    let example = Example::new(sample.position, score, sample.result);
                    bytes.extend(example.bytes());
                    bytes.push(name);
                    part.push(example);
                }
            });
            replayed.map_err(|problem| TrainError::Game {
                id: game.id,
                problem,
            })?;
            digest.update(&bytes);
            examples.games += 1;
        }
        if examples.training.is_empty() || examples.held_back.is_empty() {
            return Err(TrainError::TooFew {
                games: examples.games,
                training: examples.training.len(),
                held_back: examples.held_back.len(),
            });
        }
        // Sixteen digits are enough to tell data apart.
        let digest = digest.finalize();
        let number = u64::from_be_bytes(std::array::from_fn(|place| digest[place]));
        examples.fingerprint = format!("{number:016x}");
        Ok(examples)
    }

    /// What stands for all examples and their order: 16 hexadecimal digits.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}
