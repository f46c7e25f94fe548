//! A piece that arrives on a square: what most histories go by.

use crate::shogi::{Piece, Square};

/// How many arrivals there are, the one that is none among them.
pub const ARRIVALS: usize = 32 * 81;

/// A piece, as it is after its move, and the square on which it arrives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arrival(u16);

impl Arrival {
    /// None: before the root, and after a null move.
    pub const NONE: Self = Self(0);

    /// `piece` on `to`.
    #[inline]
    pub fn new(piece: Piece, to: Square) -> Self {
        Self(u16::from(piece.as_u8() & 31) * 81 + to.array_index() as u16)
    }

    /// Whether it is one.
    #[inline]
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// Its number, below [`ARRIVALS`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
