//! What a search tells its caller, as types: the search never formats and never prints.

use super::explanation::Explanation;
use super::score::{Bound, Score};
use crate::shogi::Move;

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
