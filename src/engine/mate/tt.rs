//! The transposition table of the search for mate: what is known about positions, within a fixed
//! amount of memory.
//!
//! Positions are found by board and side to move; the attacker's hand decides what an entry says
//! about them. A mate holds with more in hand, a refutation with less. The pieces of a problem stay
//! the same, so board and one hand are the whole position.
//!
//! The table begins small, which keeps short searches in the processor's cache, and grows fourfold
//! until it reaches its limit. Then it is swept whenever it gets full: what cost the fewest nodes
//! goes. While it grows or is swept it takes up to half as much memory again.

use super::node::{NO_PLY, Value};
use crate::shogi::Hand;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Clone, Copy)]
struct Entry {
    board_key: u64,
    value: Value,
    /// What it took to find out, in nodes; zero in an entry that is free.
    nodes: u32,
}

const FREE: Entry = Entry {
    board_key: 0,
    value: Value {
        pn: 1,
        dn: 1,
        plies: 0,
        since: NO_PLY,
        hand: Hand::EMPTY,
    },
    nodes: 0,
};

/// A table for one thread.
pub(super) struct ProofTable {
    entries: Vec<Entry>,
    used: usize,
    /// How many entries there may be: a power of two.
    limit: usize,
    /// An entry says nothing about other hands than that it was found with.
    exact_hands: bool,
}

impl ProofTable {
    const FIRST_SIZE: usize = 1 << 8;
    /// How far from its first place an entry may be.
    const REACH: usize = 64;

    /// A table that grows to `megabytes` at most; with `exact_hands` an entry holds for no other
    /// hand than that it was found with.
    pub(super) fn new(megabytes: usize, exact_hands: bool) -> Self {
        let entries = (megabytes.max(1) << 20) / size_of::<Entry>();
        Self {
            entries: vec![FREE; Self::FIRST_SIZE],
            used: 0,
            limit: (entries / 2 + 1).next_power_of_two(),
            exact_hands,
        }
    }

    /// How full the table is, of the most it may hold, in thousandths.
    pub(super) fn permille(&self) -> u32 {
        (self.used * 1000 / self.limit) as u32
    }

    /// The places where entries with this key may be.
    fn places(&self, board_key: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.entries.len() - 1;
        (0..Self::REACH).map(move |step| (board_key as usize).wrapping_add(step) & mask)
    }

    /// What is known about a position when `remaining` plies may be made.
    pub(super) fn find(&self, board_key: u64, hand: Hand, remaining: u16) -> Option<Value> {
        let mut open = None;
        for place in self.places(board_key) {
            let entry = &self.entries[place];
            if entry.nodes == 0 {
                break;
            }
            let value = entry.value;
            if entry.board_key != board_key || self.exact_hands && value.hand != hand {
                continue;
            }
            if value.settles(hand, remaining) {
                return Some(value);
            }
            if value.hand == hand && !value.is_decided() {
                open = Some(value);
            }
        }
        open
    }

    /// Keeps `value`, found with `hand` at the cost of `nodes`.
    pub(super) fn store(&mut self, board_key: u64, hand: Hand, mut value: Value, nodes: u32) {
        if self.exact_hands {
            value.hand = hand;
        }
        if self.used * 4 >= self.entries.len() * 3 {
            self.make_room();
        }
        let entry = Entry {
            board_key,
            value,
            nodes: nodes.max(1),
        };
        let place = self.place_for(&entry, hand);
        self.used += usize::from(self.entries[place].nodes == 0);
        self.entries[place] = entry;
    }

    /// Where `entry`, found with `hand`, is to be kept: instead of what it makes superfluous, in a
    /// free place, or instead of what cost least.
    fn place_for(&self, entry: &Entry, hand: Hand) -> usize {
        let mut cheapest = self.places(entry.board_key).next().unwrap_or(0);
        for place in self.places(entry.board_key) {
            let old = &self.entries[place];
            if old.nodes == 0 {
                return place;
            }
            if old.board_key == entry.board_key && entry.value.replaces(&old.value, hand) {
                return place;
            }
            if old.nodes < self.entries[cheapest].nodes {
                cheapest = place;
            }
        }
        cheapest
    }

    /// Grows, or drops the cheaper half when there is no more memory.
    fn make_room(&mut self) {
        let grown = (self.entries.len() * 4).min(self.limit);
        let least = if grown > self.entries.len() {
            0
        } else {
            self.median_cost() + 1
        };
        let kept = |entry: &Entry| entry.nodes > 0 && entry.nodes >= least;
        let survivors: Vec<Entry> = self.entries.iter().copied().filter(kept).collect();
        self.entries.clear();
        self.entries.resize(grown, FREE);
        self.used = 0;
        for entry in &survivors {
            self.put_back(entry);
        }
    }

    fn put_back(&mut self, entry: &Entry) {
        let free = |&place: &usize| self.entries[place].nodes == 0;
        if let Some(place) = self.places(entry.board_key).find(free) {
            self.entries[place] = *entry;
            self.used += 1;
        }
    }

    /// The cost that half of a sample of the entries does not exceed.
    fn median_cost(&self) -> u32 {
        let step = (self.entries.len() / 4096).max(1);
        let sample = self.entries.iter().step_by(step);
        let mut costs: Vec<u32> = sample.map(|entry| entry.nodes).filter(|&n| n > 0).collect();
        costs.sort_unstable();
        costs.get(costs.len() / 2).copied().unwrap_or(0)
    }
}

impl Value {
    /// Whether this decides the same board with `hand` when `remaining` plies may be made.
    fn settles(&self, hand: Hand, remaining: u16) -> bool {
        (self.is_mate() && self.plies <= remaining && hand.holds(self.hand))
            || (self.is_no_mate() && self.plies >= remaining && self.hand.holds(hand))
    }

    /// Whether this, found with `hand`, leaves nothing to be learned from `old`, of the same board.
    fn replaces(&self, old: &Self, hand: Hand) -> bool {
        if old.is_mate() {
            self.is_mate() && self.plies <= old.plies && old.hand.holds(self.hand)
        } else if old.is_no_mate() {
            self.is_no_mate() && self.plies >= old.plies && self.hand.holds(old.hand)
        } else {
            old.hand == hand
        }
    }
}

/// A table in parts, each with a lock of its own, so that threads rarely wait for each other.
pub(super) struct SharedTable(Vec<Mutex<ProofTable>>);

impl SharedTable {
    const PARTS: usize = 64;

    /// A table that grows to `megabytes` at most; see [`ProofTable::new`].
    pub(super) fn new(megabytes: usize, exact_hands: bool) -> Self {
        let part = || Mutex::new(ProofTable::new(megabytes / Self::PARTS, exact_hands));
        Self((0..Self::PARTS).map(|_| part()).collect())
    }

    /// The part where positions with this key are. The table itself uses the other end of the key.
    fn part(&self, board_key: u64) -> MutexGuard<'_, ProofTable> {
        lock(&self.0[(board_key >> 48) as usize % Self::PARTS])
    }
}

fn lock(part: &Mutex<ProofTable>) -> MutexGuard<'_, ProofTable> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The table of a search: its own, or one that several threads share.
pub(super) enum Memory<'a> {
    /// That of the only thread.
    Own(ProofTable),
    /// That of several.
    Shared(&'a SharedTable),
}

impl Memory<'_> {
    /// Whether other threads use it too.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, Self::Shared(_))
    }

    /// See [`ProofTable::find`].
    pub(super) fn find(&self, board_key: u64, hand: Hand, remaining: u16) -> Option<Value> {
        match self {
            Self::Own(table) => table.find(board_key, hand, remaining),
            Self::Shared(table) => table.part(board_key).find(board_key, hand, remaining),
        }
    }

    /// See [`ProofTable::store`].
    pub(super) fn store(&mut self, board_key: u64, hand: Hand, value: Value, nodes: u32) {
        match self {
            Self::Own(table) => table.store(board_key, hand, value, nodes),
            Self::Shared(table) => table.part(board_key).store(board_key, hand, value, nodes),
        }
    }

    /// See [`ProofTable::permille`].
    pub(super) fn permille(&self) -> u32 {
        match self {
            Self::Own(table) => table.permille(),
            Self::Shared(table) => {
                let all = table.0.iter().map(|part| lock(part).permille());
                all.sum::<u32>() / SharedTable::PARTS as u32
            }
        }
    }
}
