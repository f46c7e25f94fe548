//! The positions from the root to the one being searched, and what was refuted only because of
//! them.
//!
//! A line that returns to where it was, with nothing more in the attacker's hand, is no mate: if
//! there were one, the shortest would not pass through the same place twice. But that says nothing
//! about the position when it is reached in another way. Such results are kept by path
//! ([`PathRefutations`]), those without this dependence in the table.
//!
//! In a game the fourth occurrence of a position is the end, and never a mate: a draw, or lost for
//! who gave perpetual check.

use super::node::{NO_PLY, Value};
use crate::shogi::{Hand, Move, Position};

struct Place {
    board_key: u64,
    hand: Hand,
    /// The move to it; none to the root.
    mv: Option<Move>,
    /// A hash of all positions up to this one, in order.
    path_key: u64,
}

/// The positions from the root on, and those before it that may not occur again.
pub(super) struct Path {
    places: Vec<Place>,
    /// Positions that occurred three times in the game, by board key and hand of the side to
    /// move: there it ends.
    ended: Vec<(u64, Hand)>,
    /// How many places have a key with these last bits: most searches back are saved by a zero.
    present: [u16; Self::SLOTS],
    /// The moves of the longest path that there was.
    longest: u16,
}

impl Path {
    const SLOTS: usize = 1024;

    /// An empty path in a game that ends at the positions of `ended`.
    pub(super) fn new(ended: Vec<(u64, Hand)>) -> Self {
        Self {
            places: Vec::new(),
            ended,
            present: [0; Self::SLOTS],
            longest: 0,
        }
    }

    /// How many moves have been made from the root.
    pub(super) fn ply(&self) -> u16 {
        self.places.len().saturating_sub(1) as u16
    }

    /// The most moves that were made from a root.
    pub(super) fn longest(&self) -> u16 {
        self.longest
    }

    /// The moves from the root.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.places.iter().filter_map(|place| place.mv).collect()
    }

    /// Goes on to `pos`, where the attacker has `hand`, by `mv`, if it is not the root.
    pub(super) fn push(&mut self, pos: &Position, hand: Hand, mv: Option<Move>) {
        let board_key = pos.board_key();
        self.present[Self::slot(board_key)] += 1;
        self.places.push(Place {
            board_key,
            hand,
            mv,
            path_key: self.key_with(board_key, hand),
        });
        self.longest = self.longest.max(self.ply());
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

    /// The first ply that makes an end of the line if it goes on to `board_key`, where the attacker has
    /// `hand` and the side to move holds `waiting`: there it had this board with at least as much, or the
    /// game ends by repetition.
    #[inline]
    pub(super) fn recurrence(&self, board_key: u64, hand: Hand, waiting: Hand) -> Option<u16> {
        if self.has_ends() && self.ended.contains(&(board_key, waiting)) {
            return Some(0);
        }
        if self.present[Self::slot(board_key)] == 0 {
            return None;
        }
        let same = |place: &Place| place.board_key == board_key && self.as_good(place.hand, hand);
        self.places.iter().position(same).map(|ply| ply as u16)
    }

    /// Whether there are positions at which the game ends.
    pub(super) fn has_ends(&self) -> bool {
        !self.ended.is_empty()
    }

    /// Whether to have `held` is as good for the attacker as `hand`. More in hand may be worse
    /// where it makes a position one at which the game ends.
    fn as_good(&self, held: Hand, hand: Hand) -> bool {
        if self.has_ends() {
            held == hand
        } else {
            held.holds(hand)
        }
    }
}

#[derive(Clone, Copy)]
struct Slot {
    path_key: u64,
    value: Value,
}

/// Positions refuted by their path, by the hash of the whole path. Takes no memory until there is
/// one.
pub(super) struct PathRefutations(Vec<Option<Slot>>);

impl PathRefutations {
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
