//! The transposition table: what was found out about positions, shared by all threads.
//!
//! An entry is ten bytes, three share a cluster of 32: key 16 bits, depth 8, bound 2, flag of the principal variation 1,
//! generation 5, move 16, value 16, static value 16. Positions are told apart by the sixteen bits, so what is read may be
//! of another position, or mixed of two that threads write at once: it can only mislead, its move is tested before it
//! is made. Layout and rules are those of `YaneuraOu` 33ccf1f (`docs/search.md`).
//!
//! What must hold: a node writes to the [`Place`] that its own lookup named.

use super::report::Bound;
use crate::eval::LONGEST_MATE;
use crate::shogi::{Color, Move, Position};
use base::pages::{Pages, prefetch};
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};
use std::thread;

/// Depth of an entry of quiescence.
pub const QUIESCENCE: i32 = 0;
/// Depth of an entry with nothing but a static value.
pub const STATIC_ONLY: i32 = -2;
/// Depth where there is no entry; what is stored is counted from here.
const NOTHING: i32 = -3;
/// Stands for a value that there is not; greater than every value.
pub const NO_VALUE: i32 = 32_002;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Best move, or [`Move::NONE`].
    pub mv: Move,
    /// Value, with mates counted from the node at hand; [`NO_VALUE`] if there is none.
    pub value: i32,
    /// Static value without correction; [`NO_VALUE`] if there is none.
    pub eval: i32,
    /// Depth with which the value was found, in plies.
    pub depth: i32,
    /// How the value is meant; none without a value.
    pub bound: Option<Bound>,
    /// Whether the position was on a principal variation, or near one.
    pub pv: bool,
}

impl Entry {
    /// What is known where there is no entry.
    pub const NONE: Self = Self {
        mv: Move::NONE,
        value: NO_VALUE,
        eval: NO_VALUE,
        depth: NOTHING,
        bound: None,
        pv: false,
    };

    /// Whether it is of a position that was looked at.
    #[inline]
    pub fn is_hit(&self) -> bool {
        self.depth > NOTHING
    }

    /// Whether the value is one, and at least what it says.
    #[inline]
    pub fn is_lower(&self) -> bool {
        matches!(self.bound, Some(Bound::Lower | Bound::Exact))
    }

    /// Whether the value is one that says something of the side above it, or else of that below: at least or at most so
    /// much.
    #[inline]
    pub fn tells(&self, above: bool) -> bool {
        let wanted = if above { Bound::Lower } else { Bound::Upper };
        self.value != NO_VALUE
            && self
                .bound
                .is_some_and(|it| it == wanted || it == Bound::Exact)
    }
}

/// Where a node keeps what it finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    cluster: usize,
    way: usize,
    key: u16,
}

/// How many entries share a cluster.
const WAYS: usize = 3;
/// Bytes of the smallest page of memory.
const PAGE: usize = 4096;
/// Bytes that [`Table::touch`] touches at once: less than a tenth of a second's work, and whole large pages.
const PART: usize = 16 << 20;
const GENERATIONS: u8 = 32;

/// Room for an entry. `about`: depth counted from [`NOTHING`] 8 bits, bound 2, flag 1, generation 5.
#[derive(Zeroable)]
struct Slot {
    key: AtomicU16,
    about: AtomicU16,
    mv: AtomicU16,
    value: AtomicU16,
    eval: AtomicU16,
}

#[derive(Zeroable)]
#[repr(align(32))]
struct Cluster([Slot; WAYS]);

/// The table.
pub struct Table {
    clusters: Pages<Cluster>,
    generation: AtomicU8,
}

impl Table {
    /// A table of `megabytes` MiB (at least one), or of the largest half, quarter, … of it for
    /// which there is memory.
    pub fn new(megabytes: usize) -> Self {
        let mut count = (megabytes.max(1) << 20) / size_of::<Cluster>();
        let clusters = loop {
            match Pages::try_new(count) {
                Some(clusters) => break clusters,
                None if count <= 2 => break Pages::new(2),
                None => count /= 2,
            }
        };
        Self {
            clusters,
            generation: AtomicU8::new(0),
        }
    }

    /// Size in MiB.
    pub fn megabytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Has the system give part `number` of its memory, which it otherwise does when that is first
    /// written to. Nothing that stands there changes. False if there is no such part.
    pub fn touch(&self, number: usize) -> bool {
        let length = PART / size_of::<Cluster>();
        let from = number.saturating_mul(length);
        let to = self.clusters.len().min(from.saturating_add(length));
        let Some(part) = self.clusters.get(from..to) else {
            return false;
        };
        for cluster in part.iter().step_by(PAGE / size_of::<Cluster>()) {
            // A write: to look at a page that was never written to gives none.
            let key = &cluster.0[0].key;
            let _ = key.compare_exchange(0, 0, Relaxed, Relaxed);
        }
        !part.is_empty()
    }

    /// Forgets everything, on all processors.
    pub fn clear(&self) {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let length = self.clusters.len().div_ceil(processors);
        thread::scope(|scope| {
            for part in self.clusters.chunks(length) {
                let clear = move || part.iter().flat_map(|it| &it.0).for_each(Slot::clear);
                if thread::Builder::new().spawn_scoped(scope, clear).is_err() {
                    clear();
                }
            }
        });
        self.generation.store(0, Relaxed);
    }

    /// Marks the entries so far as those of an earlier search.
    pub fn new_search(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    #[inline]
    fn generation(&self) -> u8 {
        self.generation.load(Relaxed)
    }

    /// How many entries of a sample are of this search, in permille.
    pub fn permille_full(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(333)];
        let slots = sample.iter().flat_map(|cluster| &cluster.0);
        let of_now = |slot: &&Slot| {
            let about = slot.about.load(Relaxed);
            depth_of(about) > 0 && (about >> 11) as u8 == self.generation()
        };
        (slots.filter(of_now).count() * 1000 / (sample.len() * WAYS).max(1)) as u32
    }

    /// The cluster of the position with this key, where `side` has the move.
    #[inline]
    fn cluster(&self, key: u64, side: Color) -> usize {
        let index = ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize;
        index & !1 | side.array_index()
    }

    /// Asks the processor to fetch what is known about `key`, for a probe a little later: most of
    /// the time of a probe is the memory's. Worth 9 % of the search's speed (2026-11-20).
    #[inline]
    pub fn prefetch(&self, key: u64, side: Color) {
        prefetch(&self.clusters[self.cluster(key, side)]);
    }

    /// What is known about `pos`, whose key is `key`, `ply` plies below the root; [`Entry::NONE`] if nothing is. And
    /// where to keep more: there, or in the place of what is worth least, in depth and age.
    #[inline]
    pub fn probe(&self, pos: &Position, key: u64, ply: usize) -> (Entry, Place) {
        let cluster = self.cluster(key, pos.side());
        let key = key as u16;
        let place = |way| Place { cluster, way, key };
        let mut least = (i32::MAX, 0);
        for (way, slot) in self.clusters[cluster].0.iter().enumerate() {
            let about = slot.about.load(Relaxed);
            if slot.key.load(Relaxed) == key {
                if depth_of(about) == 0 {
                    return (Entry::NONE, place(way));
                }
                let mv = Move::from_bits(slot.mv.load(Relaxed)).unwrap_or(Move::NONE);
                if starts_from_an_own_piece(pos, mv) {
                    return (slot.read(mv, ply), place(way));
                }
            }
            let worth = i32::from(depth_of(about)) - 8 * i32::from(self.age(about));
            if worth < least.0 {
                least = (worth, way);
            }
        }
        (Entry::NONE, place(least.1))
    }

    /// How many searches ago an entry was written.
    #[inline]
    fn age(&self, about: u16) -> u8 {
        (GENERATIONS + self.generation() - (about >> 11) as u8) % GENERATIONS
    }

    /// Keeps `entry` of a node `ply` plies below the root in its place. A move that stands there stays if there is no
    /// new one. All else stays if it was found in this search by one much deeper, unless the new value is exact.
    #[inline]
    pub fn store(&self, place: Place, ply: usize, entry: &Entry) {
        let value = counted_from(entry.value, ply as i32);
        self.write(place, &Entry { value, ..*entry });
    }

    /// The same with a value whose mate is counted from the root.
    #[inline]
    pub fn write(&self, place: Place, entry: &Entry) {
        let slot = &self.clusters[place.cluster].0[place.way];
        let about = slot.about.load(Relaxed);
        let is_same = slot.key.load(Relaxed) == place.key;
        if entry.mv.is_some() || !is_same {
            slot.mv.store(entry.mv.bits(), Relaxed);
        }
        let depth = (entry.depth - NOTHING) as u16;
        let is_deep = depth + 2 * u16::from(entry.pv) + 4 > depth_of(about);
        let is_exact = entry.bound == Some(Bound::Exact);
        if is_exact || !is_same || is_deep || self.age(about) > 0 {
            let bound = entry.bound.map_or(0, |it| it as u16);
            let generation = u16::from(self.generation());
            let about = depth | bound << 8 | u16::from(entry.pv) << 10 | generation << 11;
            slot.key.store(place.key, Relaxed);
            slot.about.store(about, Relaxed);
            slot.value.store(entry.value as i16 as u16, Relaxed);
            slot.eval.store(entry.eval as i16 as u16, Relaxed);
        }
    }
}

impl Slot {
    #[inline]
    fn read(&self, mv: Move, ply: usize) -> Entry {
        let about = self.about.load(Relaxed);
        let signed = |half: &AtomicU16| i32::from(half.load(Relaxed) as i16);
        Entry {
            mv,
            value: counted_from(signed(&self.value), -(ply as i32)),
            eval: signed(&self.eval),
            depth: i32::from(depth_of(about)) + NOTHING,
            bound: match about >> 8 & 3 {
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Exact),
                _ => None,
            },
            pv: about >> 10 & 1 == 1,
        }
    }

    fn clear(&self) {
        for half in [&self.key, &self.about, &self.mv, &self.value, &self.eval] {
            half.store(0, Relaxed);
        }
    }
}

/// The depth of an entry, counted from [`NOTHING`].
#[inline]
fn depth_of(about: u16) -> u16 {
    about & 0xFF
}

/// Whether `mv` may be a move of `pos` at first sight.
#[inline]
fn starts_from_an_own_piece(pos: &Position, mv: Move) -> bool {
    let piece = mv.from().map(|from| pos.piece_at(from));
    mv.is_none() || piece.is_none_or(|it| it.is_some_and(|it| it.color() == pos.side()))
}

/// `value`, its mates counted from `plies` plies before.
#[inline]
fn counted_from(value: i32, plies: i32) -> i32 {
    match value {
        NO_VALUE => NO_VALUE,
        LONGEST_MATE.. => value + plies,
        _ if value <= -LONGEST_MATE => value - plies,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::mate_in;

    fn entry(value: i32, depth: i32) -> Entry {
        Entry {
            mv: Move::NONE,
            value,
            eval: -77,
            depth,
            bound: Some(Bound::Lower),
            pv: depth % 2 == 1,
        }
    }

    fn known(table: &Table, key: u64, ply: usize) -> Entry {
        table.probe(&Position::default(), key, ply).0
    }

    fn keep(table: &Table, key: u64, ply: usize, entry: Entry) {
        let (_, place) = table.probe(&Position::default(), key, ply);
        table.store(place, ply, &entry);
    }

    #[test]
    fn what_was_stored_is_found() {
        let table = Table::new(1);
        let stored = entry(-123, 7);
        keep(&table, 0xDEAD_BEEF_0123_4567, 3, stored);
        assert_eq!(known(&table, 0xDEAD_BEEF_0123_4567, 3), stored);
        assert!(!known(&table, 0xDEAD_BEEF_0123_4568, 3).is_hit());
        table.clear();
        assert_eq!(known(&table, 0xDEAD_BEEF_0123_4567, 3), Entry::NONE);
    }

    #[test]
    fn a_move_stays_where_there_is_no_new_one_and_a_deep_value_where_the_new_one_is_shallow() {
        let table = Table::new(1);
        let mv = "7g7f".parse().unwrap();
        keep(&table, 9, 0, Entry { mv, ..entry(1, 12) });
        keep(&table, 9, 0, entry(2, 3));
        assert_eq!((known(&table, 9, 0).mv, known(&table, 9, 0).value), (mv, 1));
        table.new_search();
        keep(&table, 9, 0, entry(3, 2));
        assert_eq!((known(&table, 9, 0).mv, known(&table, 9, 0).value), (mv, 3));
    }

    #[test]
    fn an_entry_whose_move_cannot_be_of_the_position_is_passed_over() {
        let table = Table::new(1);
        let mv = "5e5d".parse().unwrap();
        keep(&table, 9, 0, Entry { mv, ..entry(1, 12) });
        assert_eq!(known(&table, 9, 0), Entry::NONE);
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let table = Table::new(1);
        keep(&table, 1, 4, entry(mate_in(9), 1));
        assert_eq!(known(&table, 1, 2).value, mate_in(7));
    }

    #[test]
    fn memory_is_empty_in_line_and_unchanged_by_touching() {
        let table = Table::new(17);
        let clusters = &table.clusters;
        assert_eq!(clusters.as_ptr() as usize % 32, 0);
        let key = |cluster: &Cluster| cluster.0[0].key.load(Relaxed);
        assert!(clusters.iter().step_by(999).all(|it| key(it) == 0));
        clusters[0].0[0].key.store(7, Relaxed);
        assert!(table.touch(0) && table.touch(1) && !table.touch(2));
        assert_eq!((key(&clusters[0]), key(&clusters[64])), (7, 0));
        assert!(!table.touch(usize::MAX));
    }

    #[test]
    fn the_least_depth_makes_room_and_age_counts_as_eight_plies() {
        let table = Table::new(1);
        let all: Vec<u64> = (1..=3).collect();
        for &key in &all {
            keep(&table, key, 0, entry(0, 10 * key as i32));
        }
        keep(&table, 4, 0, entry(0, 1));
        assert!(!known(&table, 1, 0).is_hit() && known(&table, 2, 0).is_hit());
        table.new_search();
        keep(&table, 2, 0, entry(0, 20));
        table.new_search();
        table.new_search();
        table.new_search();
        keep(&table, 4, 0, entry(0, 1));
        keep(&table, 5, 0, entry(0, 1));
        assert!(!known(&table, 3, 0).is_hit() || !known(&table, 2, 0).is_hit());
    }
}
