//! A move of the root, and what a search has found out about it.

use super::score::Bound;
use crate::eval::{INFINITE, MAX_PLY};
use crate::shogi::Move;
use arrayvec::ArrayVec;

/// A line of moves.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// What an iteration has found out about a move of the root.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The value; −[`INFINITE`] as long as nothing was searched.
    pub value: i32,
    /// What the value bounds: outside the window that was searched it is no value itself.
    pub bound: Bound,
    /// The line that the move leads; outside the window a move or two.
    pub line: Line,
    /// The iteration.
    pub iteration: u32,
}

impl Default for Finding {
    /// Nothing.
    fn default() -> Self {
        Self {
            value: -INFINITE,
            bound: Bound::Exact,
            line: Line::new(),
            iteration: 1,
        }
    }
}

/// A move of the root with what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value in this iteration; −[`INFINITE`] if it was not found better than another.
    pub value: i32,
    /// Its value in the last iteration.
    pub last_value: i32,
    /// What was found last.
    pub last: Finding,
    /// The last finding that is exact.
    pub whole: Option<Finding>,
    /// Its rank, from 0, in the last iteration that came to its end, if it was among the lines asked for.
    pub rank: Option<usize>,
    /// Nodes spent on it in this search.
    pub nodes: u64,
}

impl RootMove {
    /// A move of which nothing is known.
    pub fn new(mv: Move) -> Self {
        Self {
            mv,
            value: -INFINITE,
            last_value: -INFINITE,
            last: Finding {
                line: Line::from_iter([mv]),
                ..Finding::default()
            },
            whole: None,
            rank: None,
            nodes: 0,
        }
    }

    /// Takes note of `finding`.
    pub fn found(&mut self, finding: Finding) {
        self.value = finding.value;
        if finding.bound == Bound::Exact {
            self.whole = Some(finding.clone());
        }
        self.last = finding;
    }

    /// What is told of it at `rank` when an iteration or the search has ended: its last whole line, whatever
    /// an unfinished search has found since; but of a move that has risen, why it has.
    pub fn told(&self, rank: usize) -> &Finding {
        let has_risen = self.rank.is_none_or(|before| rank < before);
        match &self.whole {
            Some(whole) if !has_risen => whole,
            _ => &self.last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(value: i32, bound: Bound, iteration: u32) -> Finding {
        Finding {
            value,
            bound,
            iteration,
            ..Finding::default()
        }
    }

    #[test]
    fn a_bound_is_told_only_of_a_move_that_has_risen() {
        let mut root = RootMove::new(Move::NONE);
        root.found(finding(120, Bound::Exact, 8));
        root.rank = Some(1);
        root.found(finding(200, Bound::Lower, 9));
        assert_eq!(root.value, 200);
        let told = |rank| (root.told(rank).value, root.told(rank).iteration);
        assert_eq!([told(0), told(1), told(2)], [(200, 9), (120, 8), (120, 8)]);
        root.found(finding(90, Bound::Exact, 9));
        assert_eq!(root.told(1).value, 90);
    }
}
