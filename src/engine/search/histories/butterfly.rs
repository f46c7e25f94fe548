//! Quiet moves by origin and destination: everywhere, and once more near the root.
//!
//! Idea: butterfly boards (J. Schaeffer's history heuristic, 1989); near the root: Stockfish's low-ply history.

use super::gravity::{Entries, Part};
use crate::shogi::{Color, Move};

/// How many bits of moves there are, those of no move among them.
const MOVES: usize = 1 << 16;
/// Plies near the root that have a table of their own.
const NEAR: usize = 5;

/// The entries of a side, by the bits of moves.
pub type OfSide<'a> = Part<'a, 0, MOVES>;

/// By side and move.
pub struct Butterfly(Entries<0, 7183>);

impl Butterfly {
    pub fn new() -> Self {
        Self(Entries::new(2 * MOVES))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        self.0.get(place(side.array_index(), mv))
    }

    /// All moves of `side`, by their bits.
    #[inline]
    pub fn of(&self, side: Color) -> OfSide<'_> {
        self.0.part(side.array_index())
    }

    #[inline]
    pub fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        self.0.update(place(side.array_index(), mv), bonus);
    }
}

/// By ply and move, for one search.
pub struct NearRoot(Entries<98, 7183>);

impl NearRoot {
    pub fn new() -> Self {
        Self(Entries::new(NEAR * MOVES))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// What the order of a move at `ply` gains; 0 far from the root.
    #[inline]
    pub fn order(&self, ply: usize, mv: Move) -> i32 {
        if ply < NEAR {
            8 * self.0.get(place(ply, mv)) / (1 + ply as i32)
        } else {
            0
        }
    }

    #[inline]
    pub fn update(&mut self, ply: usize, mv: Move, bonus: i32) {
        if ply < NEAR {
            self.0.update(place(ply, mv), bonus);
        }
    }
}

#[inline]
fn place(table: usize, mv: Move) -> usize {
    table * MOVES + usize::from(mv.bits())
}
