//! What nodes have taught about moves: one table a file, with its shape, its first value and its limit.
//!
//! A move is known by the piece that it puts on its destination, promoted pieces apart, or by origin and
//! destination. All but the table near the root last as long as a game does: what a search keeps from move to move is
//! worth 300 Elo, and lessons and first values weigh what suits tables that are warm. Shapes, numbers and lessons are
//! those of `YaneuraOu` 33ccf1f; [`lessons`](super::lessons) says when they are given.

pub mod arrival;
mod butterfly;
mod capture;
mod continuation;
mod gravity;
mod pawn;

pub use arrival::Arrival;
pub use butterfly::OfSide;
pub use continuation::{Following, Row};
pub use gravity::Entries;
pub use pawn::OfPawns;

/// The tables of one thread.
pub struct Histories {
    /// Quiet moves.
    pub main: butterfly::Butterfly,
    /// Quiet moves by ply.
    pub near_root: butterfly::NearRoot,
    pub captures: capture::Captures,
    pub continuations: continuation::Continuations,
    pub pawns: pawn::Pawns,
    /// How often the table's move is best: one number.
    pub table_move: Entries<0, 8192>,
}

impl Histories {
    /// Tables that know nothing.
    pub fn new() -> Self {
        Self {
            main: butterfly::Butterfly::new(),
            near_root: butterfly::NearRoot::new(),
            captures: capture::Captures::new(),
            continuations: continuation::Continuations::new(),
            pawns: pawn::Pawns::new(),
            table_move: Entries::new(1),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.main.clear();
        self.near_root.clear();
        self.captures.clear();
        self.continuations.clear();
        self.pawns.clear();
        self.table_move.clear();
    }
}
