//! A position to learn from, packed into few bytes.

use engine::eval::nnue::features::{self, Feature, INPUTS, MOST_ACTIVE};
use engine::shogi::Position;
use matches::stats::GamePoints;

/// What fills the facts of a position that has fewer than others.
const NO_FACT: Feature = INPUTS as Feature;
/// What stands for no result.
const NO_RESULT: u8 = u8::MAX;
/// The bytes of an example in a file.
pub const BYTES: usize = 2 * MOST_ACTIVE + 3;

/// A position with what is known of its worth: 84 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    facts: [Feature; MOST_ACTIVE],
    score: i16,
    half_points: u8,
}

impl Example {
    /// `position`, which a search found worth `score` centipawns to the side to move, and what
    /// that side made of it in the end, if it came about.
    pub fn new(position: &Position, score: i16, result: Option<GamePoints>) -> Self {
        let mut facts = [NO_FACT; MOST_ACTIVE];
        let active = features::active(position, position.side());
        for (place, fact) in facts.iter_mut().zip(active) {
            *place = fact;
        }
        Self {
            facts,
            score,
            half_points: result.map_or(NO_RESULT, |it| it.half_points() as u8),
        }
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

    /// The result of the game for the side to move: 0, ½ or 1; none of a position off its line.
    pub fn result(&self) -> Option<f32> {
        (self.half_points != NO_RESULT).then(|| f32::from(self.half_points) / 2.0)
    }

    /// The example as it is in a file.
    pub(super) fn bytes(&self) -> impl Iterator<Item = u8> + use<> {
        let facts = self.facts.into_iter().flat_map(Feature::to_le_bytes);
        let score = self.score.to_le_bytes();
        facts.chain(score).chain([self.half_points])
    }

    /// The example whose [`Self::bytes`] these are.
    pub(super) fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let pair = |place: usize| [bytes[2 * place], bytes[2 * place + 1]];
        Self {
            facts: std::array::from_fn(|place| Feature::from_le_bytes(pair(place))),
            score: i16::from_le_bytes(pair(MOST_ACTIVE)),
            half_points: bytes[BYTES - 1],
        }
    }
}
