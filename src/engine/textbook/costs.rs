//! What a move costs, in hundredths of a ply: the facts it depends on, and the accounts from which it is paid.

use super::order::Kind;
use crate::shogi::Move;

/// An ordinary ply.
pub const PLY: i32 = 100;

/// What is left to spend at a node, as its side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// By the side to move.
    pub own: i32,
    /// By the other side.
    pub opp: i32,
}

impl Budget {
    /// So many plies for both.
    pub const fn of_plies(plies: i32) -> Self {
        let (own, opp) = (plies * PLY, plies * PLY);
        Self { own, opp }
    }

    /// The depth.
    pub fn mean(self) -> i32 {
        i32::midpoint(self.own, self.opp)
    }

    /// Whether both sides have at least as much left as in `other`.
    pub fn reaches(self, other: Self) -> bool {
        self.own >= other.own && self.opp >= other.opp
    }

    /// What the other side sees after a move of `cost`: twice that is paid by the side that moves, or by both
    /// together, which is one common depth.
    #[must_use]
    pub fn after(self, cost: i32, two_accounts: bool) -> Self {
        let of_other = if two_accounts { 0 } else { cost };
        Self {
            own: self.opp - of_other,
            opp: self.own - 2 * cost + of_other,
        }
    }
}

/// What is known of a move before it is searched.
#[derive(Clone, Copy, Debug)]
pub struct MoveFacts {
    /// How many moves of the node were searched before (at the root: less one).
    pub rank: usize,
    /// What is left at the node.
    pub depth: i32,
    pub kind: Kind,
    pub check: bool,
    pub in_check: bool,
    pub alike: Alike,
}

impl MoveFacts {
    /// What a late quiet move costs more than a ply where late moves are searched less deep: half a ply, and more by
    /// the logarithms of rank and depth. Idea: Stockfish.
    pub fn lateness(&self) -> i32 {
        let quiet = self.kind == Kind::Quiet && !self.check && !self.in_check;
        if !quiet || self.rank == 0 || self.depth <= PLY {
            return 0;
        }
        let [rank, plies] = [self.rank + 1, (self.depth / PLY) as usize].map(usize::ilog2);
        PLY / 2 + PLY / 4 * (rank * plies) as i32
    }
}

/// How many moves searched before are like a move, up to four each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alike {
    /// Drops of the same kind, if it is one.
    pub drops: u8,
    /// Checks, if it is one.
    pub checks: u8,
    /// Moves of the same piece.
    pub piece: u8,
}

/// The moves searched at a node. Source: J. Rollason, 2014: a rook in hand may have fifty drops; the best is tried, and
/// each further one must be worth more.
pub struct Seen {
    pub checks: u8,
    /// By what all moves of a piece, or all drops of a kind, have in common.
    pub movers: [u8; 256],
}

impl Seen {
    /// Those like `mv`. In check there is little choice, and similar drops do not count.
    pub fn like(&self, mv: Move, check: bool, in_check: bool) -> Alike {
        let same = self.movers[mover(mv)].min(4);
        Alike {
            drops: if mv.is_drop() && !in_check { same } else { 0 },
            checks: if check { self.checks.min(4) } else { 0 },
            piece: if mv.is_drop() { 0 } else { same },
        }
    }

    /// `mv` was searched.
    pub fn note(&mut self, mv: Move, check: bool) {
        self.movers[mover(mv)] += 1;
        self.checks += u8::from(check);
    }
}

fn mover(mv: Move) -> usize {
    usize::from(mv.form() >> 8 & 0x7F) + if mv.is_drop() { 128 } else { 0 }
}
