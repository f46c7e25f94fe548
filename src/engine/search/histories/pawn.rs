//! Quiet moves by the pawns on the board. Idea: Stockfish's pawn history.

use super::arrival::{ARRIVALS, Arrival};
use super::gravity::{Entries, Part};

/// Structures of pawns that are told apart.
const STRUCTURES: usize = 1 << 13;

/// What an entry begins with.
const START: i32 = -1238;
/// The entries of a structure, by arrival.
pub type OfPawns<'a> = Part<'a, START, ARRIVALS>;

/// By a key of both sides' pawns, and arrival.
pub struct Pawns(Entries<START, 8192>);

impl Pawns {
    pub fn new() -> Self {
        Self(Entries::new(STRUCTURES * ARRIVALS))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub fn get(&self, key: u64, arrival: Arrival) -> i32 {
        self.0.get(place(key, arrival))
    }

    /// All of the structure with `key`, by arrival.
    #[inline]
    pub fn of(&self, key: u64) -> OfPawns<'_> {
        self.0.part(key as usize % STRUCTURES)
    }

    #[inline]
    pub fn update(&mut self, key: u64, arrival: Arrival, bonus: i32) {
        self.0.update(place(key, arrival), bonus);
    }
}

#[inline]
fn place(key: u64, arrival: Arrival) -> usize {
    key as usize % STRUCTURES * ARRIVALS + arrival.index()
}
