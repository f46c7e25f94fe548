//! What trying the moves of a node has come to.

use super::MOST_TRIED;
use crate::eval::INFINITE;
use crate::search::ends::End;
use crate::shogi::Move;
use arrayvec::ArrayVec;

/// What trying the moves came to.
pub(super) struct Tried {
    pub best: i32,
    pub best_move: Move,
    pub moves: ArrayVec<Move, MOST_TRIED>,
    pub searched: usize,
    pub pruned: bool,
    /// What the moves searched so far cost together, in centi-plies: the law of `interest-classic`
    /// counts it.
    pub spent: i32,
}

impl Tried {
    pub(super) fn new() -> Self {
        Self {
            best: -INFINITE,
            best_move: Move::NONE,
            moves: ArrayVec::new(),
            searched: 0,
            pruned: false,
            spent: 0,
        }
    }

    /// How the node ends that was searched within `alpha` and `beta`.
    #[inline]
    pub(super) fn end(&self, alpha: i32, beta: i32) -> End {
        if self.searched == 0 {
            End::NoMove
        } else if self.best >= beta {
            End::cut_by(self.searched)
        } else if self.best > alpha {
            End::Raised
        } else if self.pruned {
            End::RestPruned
        } else {
            End::AllFailed
        }
    }
}
