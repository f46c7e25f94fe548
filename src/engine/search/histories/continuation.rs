//! Moves by what was played before them: an answer to the last move, a follow-up to the own move before that, and so
//! on. Idea: Stockfish's continuation history.

use super::arrival::{ARRIVALS, Arrival};
use super::gravity::{Entries, Part};

/// What follows a move: one row of the table. What follows a capture is kept apart from what follows a quiet move to
/// the same square, and so are moves out of check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Row(u32);

impl Row {
    /// What follows no move. It never learns.
    pub const NONE: Self = Self(0);

    /// What follows `arrival`, made out of check or not, taking something or not.
    #[inline]
    pub fn after(arrival: Arrival, in_check: bool, takes: bool) -> Self {
        let part = 2 * usize::from(in_check) + usize::from(takes);
        Self((part * ARRIVALS + arrival.index()) as u32)
    }

    /// Whether it follows a move.
    #[inline]
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }
}

/// What an entry begins with.
const START: i32 = -523;
/// The entries of a row, by arrival.
pub type Following<'a> = Part<'a, START, ARRIVALS>;

/// By row and arrival.
pub struct Continuations(Entries<START, 30_000>);

impl Continuations {
    pub fn new() -> Self {
        Self(Entries::new(4 * ARRIVALS * ARRIVALS))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub fn get(&self, row: Row, arrival: Arrival) -> i32 {
        self.0.get(place(row, arrival))
    }

    /// All of `row`, by arrival.
    #[inline]
    pub fn row(&self, row: Row) -> Following<'_> {
        self.0.part(row.0 as usize)
    }

    #[inline]
    pub fn update(&mut self, row: Row, arrival: Arrival, bonus: i32) {
        self.0.update(place(row, arrival), bonus);
    }
}

#[inline]
fn place(row: Row, arrival: Arrival) -> usize {
    row.0 as usize * ARRIVALS + arrival.index()
}
