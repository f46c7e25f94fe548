//! What comes out of a search: scores, lines of analysis, and what is to be played.

use super::explanation::Explanation;
use crate::eval::{LONGEST_MATE, MATE, PAWN};
use crate::shogi::Move;
use serde::{Deserialize, Serialize};

/// The state of a running search: one line of analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The iteration.
    pub depth: u32,
    /// The deepest ply reached (seldepth).
    pub selective_depth: u32,
    /// The rank of this line, from 1.
    pub multi_pv: u32,
    /// The worth of the line.
    pub score: Score,
    /// What the score bounds.
    pub bound: Bound,
    /// Whether the win is to be declared: by an entered king, without a move.
    pub declares: bool,
    /// Nodes so far, all threads together.
    pub nodes: u64,
    /// Milliseconds since the request was received.
    pub time_ms: u64,
    /// How full the transposition table is, in permille.
    pub hash_full: u32,
    /// The line, legal moves only; empty when the root has no move or a win is declared.
    pub pv: Vec<Move>,
}

impl Info {
    /// The score, if it is more than a bound: nothing is to be concluded from a bound.
    pub fn exact_score(&self) -> Option<Score> {
        (self.bound == Bound::Exact).then_some(self.score)
    }
}

/// What the engine does with its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Plays `best`, and expects the answer `ponder`.
    Play {
        /// The move.
        best: Move,
        /// The expected answer, legal after `best`.
        ponder: Option<Move>,
    },
    /// Gives up: mated, or the score has sunk below what it was told to bear.
    Resign,
    /// Declares an entering-king win.
    DeclareWin,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What to do.
    pub decision: Decision,
    /// What is known of the move: its last whole line; if it is so new that there is none, what the value
    /// is at least.
    pub info: Info,
    /// The worth of the position: the score of the last whole line, whichever move it begins with. Never a
    /// bound.
    pub score: Score,
}

/// Receives reports from a running search, on the searching thread.
pub trait Listener: Send {
    /// A line of analysis.
    fn info(&mut self, _info: &Info) {}

    /// A remark in words.
    fn remark(&mut self, _text: &str) {}

    /// Why moves cost what they cost, if that was asked for; before the end.
    fn explained(&mut self, _explanation: &Explanation) {}

    /// The end: called exactly once per search, last.
    fn done(&mut self, _outcome: &Outcome) {}
}

/// Hears nothing.
impl Listener for () {}

/// No score that is not a mate is beyond this, in centipawns.
const MOST_CP: i32 = 30_000;

/// The worth of a position for the side to move, as it is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// A forced mate: the side to move mates in so many plies, or (negative) is mated.
    Mate(i32),
    /// The side to move is mated already.
    Mated,
}

impl Score {
    /// Its centipawns, unless it is a mate.
    pub fn cp(self) -> Option<i32> {
        match self {
            Self::Cp(cp) => Some(cp),
            Self::Mate(_) | Self::Mated => None,
        }
    }

    /// One number for all: centipawns, `mate` − n for a mate in n plies, and −`mate` for being mated. Of the
    /// longest mates, which only other engines claim, n counts as half of `mate`.
    pub fn number(self, mate: i32) -> i32 {
        match self {
            Self::Cp(cp) => cp,
            Self::Mate(plies @ 1..) => mate - plies.min(mate / 2),
            Self::Mate(plies) => -mate - plies.max(-mate / 2),
            Self::Mated => -mate,
        }
    }

    /// What it means for the other side, a ply earlier.
    #[must_use]
    pub fn for_the_move_before(self) -> Self {
        match self {
            Self::Cp(cp) => Self::Cp(-cp),
            Self::Mate(plies @ 1..) => Self::Mate(-plies - 1),
            Self::Mate(plies) => Self::Mate(1 - plies),
            Self::Mated => Self::Mate(1),
        }
    }

    /// What a value of the search means at the root: mates are counted in plies from there.
    pub fn of_value(value: i32) -> Self {
        if value >= LONGEST_MATE {
            Self::Mate((MATE - value).max(1))
        } else if value <= -LONGEST_MATE {
            match MATE + value {
                plies @ 1.. => Self::Mate(-plies),
                _ => Self::Mated,
            }
        } else {
            Self::Cp((value * 100 / PAWN).clamp(-MOST_CP, MOST_CP))
        }
    }
}

/// What a value says about the true one. The numbers are those of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// At most the value.
    Upper = 1,
    /// At least the value.
    Lower = 2,
    /// The value itself.
    Exact = 3,
}

impl Bound {
    /// What `value` is that a search between `alpha` and `beta` came to.
    pub fn within(value: i32, alpha: i32, beta: i32) -> Self {
        if value <= alpha {
            Self::Upper
        } else if value >= beta {
            Self::Lower
        } else {
            Self::Exact
        }
    }

    /// Whether a `value` of this kind says that an `estimate` lies on its wrong side.
    #[inline]
    pub fn corrects(self, value: i32, estimate: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value > estimate,
            Self::Upper => value < estimate,
        }
    }

    /// The same bound as the other side sees it.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
            Self::Exact => Self::Exact,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_mates_are_beyond_all_others_however_long_they_are() {
        let number = |score: Score| score.number(10_000);
        assert_eq!(number(Score::Cp(-30)), -30);
        assert_eq!(number(Score::Mate(3)), 9997);
        assert_eq!(number(Score::Mate(-4)), -9996);
        assert_eq!(number(Score::Mated), -10_000);
        let longest = [i32::MAX, i32::MIN].map(|plies| Score::Mate(plies).number(i32::MAX));
        assert_eq!(longest, [i32::MAX / 2 + 1, -i32::MAX / 2 - 1]);
    }
}
