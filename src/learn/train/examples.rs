//! Positions to learn from: which positions of the games they are. However many there are, no more
//! than a part of them is in memory.
//!
//! What must hold: the same files and the same [`Filter`] give the same examples in the same
//! order, which [`Examples::fingerprint`] stands for; no game is in both parts.

use super::TrainError;
use super::ahead;
use super::example::Example;
use super::parts::{PART, Parts};
use super::scale::Scores;
use crate::dataset::{self, GameRecord, Ply};
use engine::search::Score;
use engine::shogi::Position;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::PathBuf;

/// One game in so many is held back for validation.
pub const HELD_BACK: u64 = 20;
/// The fewest bytes of a position in a file of games.
const BYTES_IN_GAMES: u64 = 4;

/// Which positions are learned from, and which score of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Filter {
    /// Only those with a score of fewer centipawns than this, either way; never forced mates.
    pub score_below: u16,
    /// Also those in check, and those in which the best move takes or promotes. A static value
    /// says little of them: with them the data was worth half as much (`evaluation.md` (a)).
    pub noisy: bool,
    /// How much each later score of the game counts, as a share of the one before it, in the score
    /// that is learned: from 0 to less than 1.
    pub lambda: f32,
}

impl Filter {
    /// The own score of `position` in centipawns, if it is to be learned from.
    fn admit(self, position: &Position, best: Ply, in_check: bool) -> Option<i16> {
        let takes = position.piece_at(best.mv.to()).is_some();
        let noisy = in_check || takes || best.mv.is_promotion();
        let Score::Cp(cp) = best.score else {
            return None;
        };
        let admitted = (self.noisy || !noisy) && cp.unsigned_abs() < u32::from(self.score_below);
        i16::try_from(cp).ok().filter(|_| admitted)
    }

    /// What is learned from `game`, each with its own score; `positions` counts all that had one.
    ///
    /// # Errors
    /// If a move is not legal, in words.
    fn learned(
        self,
        game: &GameRecord,
        positions: &mut u64,
    ) -> Result<Vec<(Example, i16)>, String> {
        let mut learned = Vec::new();
        let scores = ahead::scores(&game.plies, self.lambda);
        game.replay(|sample| {
            *positions += 1;
            let place = sample.ply as usize;
            if let Some(own) = self.admit(sample.position, game.plies[place], sample.in_check) {
                let result = Some(sample.result);
                learned.push((Example::new(sample.position, scores[place], result), own));
            }
        })?;
        game.replay_asides(|position, best, in_check| {
            *positions += 1;
            if let Some(own) = self.admit(position, best, in_check) {
                learned.push((Example::new(position, own, None), own));
            }
        })?;
        Ok(learned)
    }
}

/// What is learned from, and what the learning is checked with.
#[derive(Debug)]
pub struct Examples {
    /// For learning.
    pub training: Parts,
    /// From other games, for validation.
    pub held_back: Parts,
    /// How many games both are from.
    pub games: u64,
    /// How many positions of these games had a score.
    pub positions: u64,
    /// The own scores of the positions for learning.
    pub own_scores: Scores,
    /// The scores that are learned of them.
    pub learned_scores: Scores,
    fingerprint: String,
}

impl Examples {
    /// Reads the games in files and folders.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged, examples cannot be put aside, or too little is left by
    /// the filter.
    pub fn read(paths: &[PathBuf], filter: Filter) -> Result<Self, TrainError> {
        Self::in_parts(paths, filter, PART)
    }

    /// Reads the games in files and folders, for parts of no more than about `most` examples.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(super) fn in_parts(
        paths: &[PathBuf],
        filter: Filter,
        most: u64,
    ) -> Result<Self, TrainError> {
        let sizes = dataset::files(paths)?.into_iter().map(fs::metadata);
        let size: u64 = sizes.flatten().map(|it| it.len()).sum();
        let count = size.div_ceil(BYTES_IN_GAMES * most);
        let mut examples = Self {
            training: Parts::new(count),
            held_back: Parts::new(count.div_ceil(HELD_BACK)),
            games: 0,
            positions: 0,
            own_scores: Scores::default(),
            learned_scores: Scores::default(),
            fingerprint: String::new(),
        };
        let mut digest = Sha256::new();
        let mut bytes = Vec::new();
        for game in dataset::games(paths)? {
            let game = game?;
            bytes.clear();
            let held_back = game.is_held_back(HELD_BACK);
            let part = if held_back {
                &mut examples.held_back
            } else {
                &mut examples.training
            };
            let learned = filter.learned(&game, &mut examples.positions);
            let learned = learned.map_err(|problem| TrainError::Game {
                id: game.id,
                problem,
            })?;
            for (example, own) in learned {
                if let Some(result) = example.result().filter(|_| !held_back) {
                    examples.own_scores.add(own, result);
                    examples.learned_scores.add(example.score(), result);
                }
                bytes.extend(example.bytes());
                bytes.push(u8::from(held_back));
                part.push(example)?;
            }
            digest.update(&bytes);
            examples.games += 1;
        }
        examples.training.finish();
        examples.held_back.finish();
        if examples.training.len() == 0 || examples.held_back.len() == 0 {
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
