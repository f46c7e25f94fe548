//! What does not matter to a search and yet decides which nodes it visits: the order of equal moves, the key of a
//! position, which of several mates is found, and when exactly a limit is noticed.
//!
//! The program has its own, the fastest; [`proof`](super::proof) has those of the reference whose trees it must walk.
//! A type parameter chooses, so that no node asks.

use crate::shogi::mate_one::mate_in_one;
use crate::shogi::movegen::Variety;
use crate::shogi::{CheckSquares, Checks, Move, MoveList, Position};

/// A call of the search or of quiescence, for those who follow a tree node by node.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// Nodes so far.
    pub nodes: u64,
    pub ply: usize,
    pub window: (i32, i32),
    /// Depth, whether the node is expected to cut, and the move that is not searched; none in quiescence.
    pub search: Option<(i32, bool, Move)>,
    /// The move that led here; none at the root and after a null move, which differ.
    pub before: Move,
}

/// What may differ.
pub trait Conventions: 'static {
    /// Whether limits are noticed as the reference does, late and by nodes that go on, and static values are computed
    /// again where the table has them already.
    const LATE: bool = false;
    /// The moves that are searched at the root, of those asked for.
    const ROOT: Variety = Variety::All;

    /// The key by which the table knows a position.
    #[inline]
    fn key(pos: &Position) -> u64 {
        pos.key()
    }

    /// Puts moves that were generated together into their order.
    #[inline]
    fn arrange(_: &mut MoveList) {}

    /// A move that mates at once.
    #[inline]
    fn mate_in_one(
        pos: &mut Position,
        checks: &Checks,
        squares: &CheckSquares,
        scratch: &mut MoveList,
    ) -> Option<Move> {
        mate_in_one(pos, checks, squares, scratch)
    }

    /// Takes note of a call.
    #[inline]
    fn visit(_: impl FnOnce() -> Visit) {}
}

/// Those of the program.
pub struct Own;

impl Conventions for Own {}
