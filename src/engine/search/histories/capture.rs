//! Captures by piece, destination and kind taken.

use super::arrival::{ARRIVALS, Arrival};
use super::gravity::Entries;

/// Kinds of pieces, with the one that is none.
const KINDS: usize = 16;

/// By arrival and kind taken, as it stood on the board; 0 for none.
pub struct Captures(Entries<-678, 10_692>);

impl Captures {
    pub fn new() -> Self {
        Self(Entries::new(ARRIVALS * KINDS))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub fn get(&self, arrival: Arrival, taken: usize) -> i32 {
        self.0.get(arrival.index() * KINDS + taken % KINDS)
    }

    #[inline]
    pub fn update(&mut self, arrival: Arrival, taken: usize, bonus: i32) {
        self.0
            .update(arrival.index() * KINDS + taken % KINDS, bonus);
    }
}
