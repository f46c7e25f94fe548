//! A move of the root, and what a search has found out about it.

use crate::eval::{INFINITE, MAX_PLY};
use crate::shogi::Move;
use arrayvec::ArrayVec;

/// A line of moves.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// A move of the root with what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value in this iteration; −[`INFINITE`] if it was not found better than another.
    pub value: i32,
    /// Its value in the last iteration.
    pub last_value: i32,
    /// The line it leads.
    pub line: Line,
    /// The iteration that found the line.
    pub iteration: u32,
    /// Nodes spent on it in this search.
    pub nodes: u64,
}

impl RootMove {
    /// A move of which nothing is known.
    pub fn new(mv: Move) -> Self {
        let mut line = Line::new();
        line.push(mv);
        Self {
            mv,
            value: -INFINITE,
            last_value: -INFINITE,
            line,
            iteration: 1,
            nodes: 0,
        }
    }
}
