//! The transposition table of the search for mate: what is known about positions, within a fixed
//! amount of memory.
//!
//! Positions are found by board and side to move; the attacker's hand decides what an entry says
//! about them. A mate holds with more in hand, a refutation with less. The pieces of a problem stay
//! the same, so board and one hand are the whole position.
//!
//! The table begins small, which keeps short searches in the processor's cache, and doubles until it
//! reaches its limit; while it grows it takes a quarter as much memory again. Then it is swept whenever it
//! gets full: what cost the fewest nodes goes. What a first look says is kept apart ([`Looks`]).

use super::looks::Looks;
use super::node::{INFINITE, Value};
use crate::shogi::Hand;
use base::pages::{Pages, prefetch};
use bytemuck::Zeroable;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is known about a position. All zero is a free place.
#[derive(Clone, Copy, Zeroable)]
struct Entry {
    board_key: u64,
    hand: Hand,
    /// Zero where a mate is proven. If the other is zero, [`INFINITE`] and the plies of the value.
    pn: u32,
    /// Likewise.
    dn: u32,
    /// What it took to find out, in nodes; zero in an entry that is free.
    nodes: u32,
}

impl Entry {
    fn new(board_key: u64, value: &Value, nodes: u32) -> Self {
        let plies = u32::from(value.plies);
        Self {
            board_key,
            hand: value.hand,
            pn: value.pn + if value.is_no_mate() { plies } else { 0 },
            dn: value.dn + if value.is_mate() { plies } else { 0 },
            nodes: nodes.max(1),
        }
    }

    fn is_free(&self) -> bool {
        self.nodes == 0
    }

    fn value(&self) -> Value {
        match (self.pn, self.dn) {
            (0, number) => Value::mate((number - INFINITE) as u16, self.hand),
            (number, 0) => Value::no_mate((number - INFINITE) as u16, self.hand),
            (pn, dn) => Value::open(pn, dn, self.hand),
        }
    }
}

/// A table for one thread.
pub(super) struct ProofTable {
    entries: Pages<Entry>,
    looks: Looks,
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
    /// Places for first looks, for each entry.
    const LOOKS: usize = 4;
    /// What an entry takes, with its looks.
    const BYTES: usize = size_of::<Entry>() + Self::LOOKS * size_of::<u64>();

    /// A table that grows to `megabytes` at most; with `exact_hands` an entry holds for no other
    /// hand than that it was found with.
    pub(super) fn new(megabytes: usize, exact_hands: bool) -> Self {
        let entries = (megabytes.max(1) << 20) / Self::BYTES;
        Self {
            entries: Pages::new(Self::FIRST_SIZE),
            looks: Looks::new(Self::FIRST_SIZE * Self::LOOKS),
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

    /// Asks for what [`Self::find`] will read.
    pub(super) fn prefetch(&self, board_key: u64, hand: Hand) {
        prefetch(&self.entries[board_key as usize & (self.entries.len() - 1)]);
        self.looks.prefetch(board_key, hand);
    }

    /// What is known about a position when `remaining` plies may be made.
    pub(super) fn find(&self, board_key: u64, hand: Hand, remaining: u16) -> Option<Value> {
        let mut open = None;
        for place in self.places(board_key) {
            let entry = &self.entries[place];
            if entry.is_free() {
                break;
            }
            if entry.board_key != board_key || self.exact_hands && entry.hand != hand {
                continue;
            }
            let value = entry.value();
            if value.settles(hand, remaining) {
                return Some(value);
            }
            if value.hand == hand && !value.is_decided() {
                open = Some(value);
            }
        }
        open.or_else(|| self.looks.find(board_key, hand))
    }

    /// Keeps `value`, what a first look with `hand` says.
    pub(super) fn store_look(&mut self, board_key: u64, hand: Hand, value: Value) {
        if value.is_decided() {
            self.store(board_key, hand, value, 1);
        } else {
            self.looks.store(board_key, hand, &value);
        }
    }

    /// Keeps `value`, found with `hand` at the cost of `nodes`.
    pub(super) fn store(&mut self, board_key: u64, hand: Hand, mut value: Value, nodes: u32) {
        if self.exact_hands {
            value.hand = hand;
        }
        if self.used * 4 >= self.entries.len() * 3 {
            self.make_room();
        }
        let place = self.place_for(board_key, &value, hand);
        self.used += usize::from(self.entries[place].is_free());
        self.entries[place] = Entry::new(board_key, &value, nodes);
    }

    /// Where `value`, found with `hand`, is to be kept: instead of what it makes superfluous, in a
    /// free place, or instead of what cost least.
    fn place_for(&self, board_key: u64, value: &Value, hand: Hand) -> usize {
        let mut cheapest = self.places(board_key).next().unwrap_or(0);
        for place in self.places(board_key) {
            let old = &self.entries[place];
            if old.is_free() {
                return place;
            }
            if old.board_key == board_key && value.replaces(&old.value(), hand) {
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
        let grown = (self.entries.len() * 2).min(self.limit);
        if grown > self.entries.len() {
            self.grow(grown);
        } else {
            self.sweep();
        }
    }

    /// Looks and entries one after the other, so that both are there twice at no time.
    fn grow(&mut self, size: usize) {
        self.looks = self.looks.in_places(size * Self::LOOKS);
        let entries = std::mem::replace(&mut self.entries, Pages::new(size));
        self.used = 0;
        for entry in entries.iter().filter(|entry| !entry.is_free()) {
            self.put_back(entry);
        }
    }

    /// Drops what cost no more than half of the entries. What stays moves nearer to its first place,
    /// one after the other from behind a free place: what is before an entry is then where it stays.
    fn sweep(&mut self) {
        let most = self.median_cost();
        let count = self.entries.len();
        let start = self.entries.iter().position(Entry::is_free).unwrap_or(0);
        self.used = 0;
        for place in (1..count).map(|step| (start + step) % count) {
            let entry = std::mem::replace(&mut self.entries[place], Entry::zeroed());
            if entry.nodes > most {
                self.put_back(&entry);
            }
        }
    }

    fn put_back(&mut self, entry: &Entry) {
        let free = |&place: &usize| self.entries[place].is_free();
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

    /// See [`ProofTable::store_look`].
    pub(super) fn store_look(&mut self, board_key: u64, hand: Hand, value: Value) {
        match self {
            Self::Own(table) => table.store_look(board_key, hand, value),
            Self::Shared(table) => table.part(board_key).store_look(board_key, hand, value),
        }
    }

    /// See [`ProofTable::prefetch`]. Parts that threads share are not asked: that would take their locks.
    pub(super) fn prefetch(&self, board_key: u64, hand: Hand) {
        if let Self::Own(table) = self {
            table.prefetch(board_key, hand);
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

#[cfg(test)]
mod tests {
    use super::super::node::ANY_PLIES;
    use super::*;
    use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

    #[test]
    fn values_are_found_as_they_were_kept() {
        let mut table = ProofTable::new(1, false);
        let values = [
            Value::mate(0, Hand::EMPTY),
            Value::mate(1525, Hand::EMPTY),
            Value::no_mate(0, Hand::EMPTY),
            Value::no_mate(ANY_PLIES, Hand::EMPTY),
            Value::open(1, INFINITE - 1, Hand::EMPTY),
        ];
        for (key, value) in (1..).zip(&values) {
            table.store(key, Hand::EMPTY, *value, 5);
        }
        for (key, value) in (1..).zip(values) {
            let plies = if value.is_no_mate() { 0 } else { 3000 };
            assert_eq!(table.find(key, Hand::EMPTY, plies), Some(value));
        }
    }

    #[test]
    fn what_cost_much_is_kept_in_the_memory_there_is() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut table = ProofTable::new(1, false);
        let dear: Vec<u64> = (0..2000).map(|_| rng.random()).collect();
        for (number, &key) in (0..).zip(&dear) {
            table.store(key, Hand::EMPTY, Value::mate(number, Hand::EMPTY), 1000);
        }
        for _ in 0..200_000 {
            let (key, nodes) = (rng.random(), rng.random_range(1..10));
            table.store_look(key, Hand::EMPTY, Value::open(2, 3, Hand::EMPTY));
            table.store(key, Hand::EMPTY, Value::open(2, 3, Hand::EMPTY), nodes);
        }
        assert_eq!(table.entries.len(), table.limit);
        assert!(table.limit * ProofTable::BYTES <= 1 << 20);
        let used = table
            .entries
            .iter()
            .filter(|entry| !entry.is_free())
            .count();
        assert_eq!(used, table.used);
        for (number, &key) in (0..).zip(&dear) {
            let kept = table.find(key, Hand::EMPTY, 3000);
            assert_eq!(kept, Some(Value::mate(number, Hand::EMPTY)));
        }
    }
}
