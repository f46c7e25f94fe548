//! The positions from the root to the one being searched, and what was refuted only because of
//! them.
//!
//! A line that returns to where it was, with nothing more in the attacker's hand, is no mate: if
//! there were one, the shortest would not pass through the same place twice. But that says nothing
//! about the position when it is reached in another way. Such results are kept by path
//! ([`Refuted`]), those without this dependence in the table.

use super::value::{NO_PLY, Value};
use crate::shogi::{Hand, Position};

struct Place {
    board_key: u64,
    hand: Hand,
    /// A hash of all positions up to this one, in order.
    path_key: u64,
}

/// The positions from the root on.
pub(super) struct Path {
    places: Vec<Place>,
    /// How many places have a key with these last bits: most searches back are saved by a zero.
    present: [u16; Self::SLOTS],
}

impl Path {
    const SLOTS: usize = 1024;

    pub(super) fn new() -> Self {
        Self {
            places: Vec::new(),
            present: [0; Self::SLOTS],
        }
    }

    /// How many moves have been made from the root.
    pub(super) fn ply(&self) -> u16 {
        self.places.len().saturating_sub(1) as u16
    }

    pub(super) fn push(&mut self, pos: &Position, hand: Hand) {
        let board_key = pos.board_key();
        self.present[Self::slot(board_key)] += 1;
        self.places.push(Place {
            board_key,
            hand,
            path_key: self.key_with(board_key, hand),
        });
    }

    pub(super) fn pop(&mut self) {
        if let Some(place) = self.places.pop() {
            self.present[Self::slot(place.board_key)] -= 1;
        }
    }

    /// The hash of the path.
    pub(super) fn key(&self) -> u64 {
        self.places.last().map_or(0, |place| place.path_key)
    }

    fn slot(board_key: u64) -> usize {
        board_key as usize % Self::SLOTS
    }

    /// The hash of the path if it went on to `board_key` with `hand`.
    pub(super) fn key_with(&self, board_key: u64, hand: Hand) -> u64 {
        let mixed = self.key().rotate_left(5) ^ board_key ^ u64::from(hand.bits()) << 20;
        mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The ply at which the attacker already had this board with at least `hand`.
    pub(super) fn recurrence(&self, board_key: u64, hand: Hand) -> Option<u16> {
        if self.present[Self::slot(board_key)] == 0 {
            return None;
        }
        let same = |place: &Place| place.board_key == board_key && place.hand.holds(hand);
        self.places.iter().position(same).map(|ply| ply as u16)
    }
}

#[derive(Clone, Copy)]
struct Slot {
    path_key: u64,
    value: Value,
}

/// Positions refuted by their path, by the hash of the whole path. Takes no memory until there is
/// one.
pub(super) struct Refuted(Vec<Option<Slot>>);

impl Refuted {
    const SLOTS: usize = 1 << 10;

    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn find(&self, path_key: u64) -> Option<Value> {
        let slot = (*self.0.get(path_key as usize % Self::SLOTS)?)?;
        (slot.path_key == path_key).then_some(slot.value)
    }

    pub(super) fn store(&mut self, path_key: u64, value: Value) {
        debug_assert!(value.is_no_mate() && value.since != NO_PLY);
        self.0.resize(Self::SLOTS, None);
        self.0[path_key as usize % Self::SLOTS] = Some(Slot { path_key, value });
    }
}
