//! What a search found.

use engine::search::Score;
use serde::{Deserialize, Serialize};

/// Values beyond this many centipawns, and mates, count as this much.
const MOST_CP: i32 = 1500;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The move as USI has it; `resign` or `win` for none.
    pub mv: String,
    /// The value for the side to move.
    pub score: Score,
    /// The iteration at the end, whole or not.
    pub depth: u32,
    /// The longest line in it, in plies, where that is known.
    pub seldepth: Option<u32>,
}

impl Found {
    /// The value for the side to move in centipawns, at most [`MOST_CP`] either way.
    pub fn cp(&self) -> i32 {
        match self.score {
            Score::Cp(cp) => cp.clamp(-MOST_CP, MOST_CP),
            Score::Mate(plies) if plies > 0 => MOST_CP,
            Score::Mate(_) | Score::Mated => -MOST_CP,
        }
    }
}
