//! The transposition table: what was found out about positions, shared by all threads.
//!
//! Lock-free: an entry is two atomic words, and the first is stored mixed with the second, so a
//! mixture of two writes does not pass the key check (R. Hyatt and T. Mann, "A lock-less
//! transposition-table implementation", ICGA Journal 25(1), 2002). A wrong entry that passes all
//! the same can only mislead: its move is tested for legality before it is played.
//!
//! An entry keeps the budgets of both sides, not a depth: it answers only when both reach as far
//! as is needed. A prototype that accepted their sum was weaker.

use super::interest::Budget;
use super::report::Bound;
use crate::eval::LONGEST_MATE;
use crate::pages::{Pages, prefetch};
use crate::shogi::Move;
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Best move, or [`Move::NONE`].
    pub mv: Move,
    /// Value, with mates counted from the node at hand.
    pub value: i32,
    /// Static value.
    pub eval: i32,
    /// Budgets with which the value was found.
    pub budget: Budget,
    /// How the value is meant.
    pub bound: Bound,
    /// Whether a mate in one was looked for in vain.
    pub mateless: bool,
}

impl Entry {
    /// That a side out of check may stop where it is: the value of quiescence is at least the static
    /// one, `corrected`. It makes room for whatever was searched.
    pub fn of_static_value(raw: i32, corrected: i32) -> Self {
        Self {
            mv: Move::NONE,
            value: corrected,
            eval: raw,
            budget: Budget::UNSEARCHED,
            bound: Bound::Lower,
            mateless: false,
        }
    }
}

/// How many entries share a cache line.
const WAYS: usize = 4;
/// Bytes of the smallest page of memory.
const PAGE: usize = 4096;
/// Bytes that [`TranspositionTable::touch`] touches at once: less than a tenth of a second's work, and whole
/// large pages.
const PART: usize = 16 << 20;

/// Room for an entry.
#[derive(Zeroable)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Entries that share a cache line.
#[derive(Zeroable)]
#[repr(align(64))]
struct Cluster([Slot; WAYS]);

/// The table.
pub struct TranspositionTable {
    clusters: Pages<Cluster>,
    generation: AtomicU8,
}

/// The bits of the key that the first word keeps; the rest choose the cluster.
const KEY_BITS: u64 = (1 << 39) - 1;
/// Where the first word says [`Entry::mateless`].
const MATELESS_AT: u32 = 39;
const GENERATIONS: u8 = 64;

impl TranspositionTable {
    /// A table of `megabytes` MiB (at least one), or of the largest half, quarter, … of it for
    /// which there is memory.
    pub fn new(megabytes: usize) -> Self {
        let mut count = (megabytes.max(1) << 20) / size_of::<Cluster>();
        let clusters = loop {
            match Pages::try_new(count) {
                Some(clusters) => break clusters,
                None if count == 1 => break Pages::new(1),
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
            let data = &cluster.0[0].data;
            let _ = data.compare_exchange(0, 0, Relaxed, Relaxed);
        }
        !part.is_empty()
    }

    /// Forgets everything, on all processors.
    pub fn clear(&self) {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            for part in self
                .clusters
                .chunks(self.clusters.len().div_ceil(processors))
            {
                let clear = move || {
                    for cluster in part {
                        for slot in &cluster.0 {
                            slot.check.store(0, Relaxed);
                            slot.data.store(0, Relaxed);
                        }
                    }
                };
                if thread::Builder::new().spawn_scoped(scope, clear).is_err() {
                    clear();
                }
            }
        });
        self.generation.store(0, Relaxed);
    }

    /// Marks the entries so far as those of an earlier search.
    pub fn new_search(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// How many entries of a sample are of this search, in permille.
    pub fn permille_full(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter(|slot| {
                let (check, data) = (slot.check.load(Relaxed), slot.data.load(Relaxed));
                data != 0 && Words { check, data }.generation() == generation
            })
            .count();
        (used * 1000 / (sample.len() * WAYS).max(1)) as u32
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks the processor to fetch what is known about `key`, for a probe a little later: most of
    /// the time of a probe is the memory's. Worth 9 % of the search's speed (2026-11-20).
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What is known about the position of `key`, `ply` plies below the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let words = Words::load(slot);
            (words.data != 0 && words.key() == key & KEY_BITS)
                .then(|| words.entry(ply))
                .flatten()
        })
    }

    /// Keeps `entry` for the position of `key`, `ply` plies below the root. Of the four entries
    /// of a cluster it replaces its own position's, else the one with the least budget, counting
    /// a search of age as four plies. An own entry that reaches further and is no less exact
    /// stays; one that is replaced leaves its move, where `entry` has none, and that there is no mate.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut chosen = (i32::MAX, &self.cluster(key).0[0]);
        for slot in &self.cluster(key).0 {
            let words = Words::load(slot);
            if words.data != 0 && words.key() == key & KEY_BITS {
                if let Some(old) = words.entry(ply) {
                    if entry.mv.is_none() {
                        entry.mv = old.mv;
                    }
                    entry.mateless |= old.mateless;
                    let deeper = old.budget.mean() > entry.budget.mean() + 300;
                    if deeper && entry.bound != Bound::Exact && words.generation() == generation {
                        return;
                    }
                }
                chosen.1 = slot;
                break;
            }
            let age = i32::from((generation + GENERATIONS - words.generation()) % GENERATIONS);
            let worth = if words.data == 0 {
                i32::MIN
            } else {
                words.budget().mean() - 400 * age
            };
            if worth < chosen.0 {
                chosen = (worth, slot);
            }
        }
        Words::new(key, ply, &entry, generation).store(chosen.1);
    }
}

/// An entry as it is stored. `data`: move 16 bits, value 16, static value 16, own budget 16.
/// `check`, unmixed: key 39 bits, no mate in one 1, the other budget 16, bound 2, generation 6.
struct Words {
    check: u64,
    data: u64,
}

impl Words {
    #[inline]
    fn load(slot: &Slot) -> Self {
        let data = slot.data.load(Relaxed);
        Self {
            check: slot.check.load(Relaxed) ^ data,
            data,
        }
    }

    #[inline]
    fn store(&self, slot: &Slot) {
        slot.check.store(self.check ^ self.data, Relaxed);
        slot.data.store(self.data, Relaxed);
    }

    fn new(key: u64, ply: usize, entry: &Entry, generation: u8) -> Self {
        let word = |number: i32| u64::from(number.clamp(-32_768, 32_767) as i16 as u16);
        let value = counted_from(entry.value, ply as i32);
        let data = u64::from(entry.mv.bits())
            | word(value) << 16
            | word(entry.eval) << 32
            | word(entry.budget.own) << 48;
        let check = key & KEY_BITS
            | u64::from(entry.mateless) << MATELESS_AT
            | word(entry.budget.opp) << 40
            | (entry.bound as u64) << 56
            | u64::from(generation) << 58;
        Self { check, data }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.check & KEY_BITS
    }

    #[inline]
    fn generation(&self) -> u8 {
        (self.check >> 58) as u8
    }

    #[inline]
    fn budget(&self) -> Budget {
        Budget {
            own: i32::from((self.data >> 48) as u16 as i16),
            opp: i32::from((self.check >> 40) as u16 as i16),
        }
    }

    #[inline]
    fn entry(&self, ply: usize) -> Option<Entry> {
        let signed = |shift: u32| i32::from((self.data >> shift) as u16 as i16);
        let bound = match self.check >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            mv: Move::from_bits(self.data as u16).unwrap_or(Move::NONE),
            value: counted_from(signed(16), -(ply as i32)),
            eval: signed(32),
            budget: self.budget(),
            bound,
            mateless: self.check >> MATELESS_AT & 1 == 1,
        })
    }
}

/// `value`, its mates counted from `plies` plies before.
#[inline]
fn counted_from(value: i32, plies: i32) -> i32 {
    if value >= LONGEST_MATE {
        value + plies
    } else if value <= -LONGEST_MATE {
        value - plies
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::mate_in;

    fn entry(value: i32, own: i32, opp: i32) -> Entry {
        Entry {
            mv: Move::from_bits(0x0102).unwrap(),
            value,
            eval: -77,
            budget: Budget { own, opp },
            bound: Bound::Lower,
            mateless: own > opp,
        }
    }

    #[test]
    fn what_was_stored_is_found() {
        let table = TranspositionTable::new(1);
        let stored = entry(-123, 250, -40);
        table.store(0xDEAD_BEEF_0123_4567, 3, stored);
        assert_eq!(table.probe(0xDEAD_BEEF_0123_4567, 3), Some(stored));
        assert_eq!(table.probe(0xDEAD_BEEF_0123_4568, 3), None);
        table.clear();
        assert_eq!(table.probe(0xDEAD_BEEF_0123_4567, 3), None);
    }

    #[test]
    fn that_there_is_no_mate_is_never_forgotten() {
        let table = TranspositionTable::new(1);
        table.store(7, 0, entry(5, 100, 0));
        table.store(7, 0, entry(6, 200, 200));
        let known = table.probe(7, 0).unwrap();
        assert!(known.mateless && known.value == 6);
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let table = TranspositionTable::new(1);
        table.store(1, 4, entry(mate_in(9), 100, 100));
        assert_eq!(table.probe(1, 2).map(|entry| entry.value), Some(mate_in(7)));
    }

    #[test]
    fn memory_is_empty_in_line_and_unchanged_by_touching() {
        let table = TranspositionTable::new(17);
        let clusters = &table.clusters;
        assert_eq!(clusters.as_ptr() as usize % 64, 0);
        let data = |cluster: &Cluster| cluster.0[0].data.load(Relaxed);
        assert!(clusters.iter().step_by(999).all(|it| data(it) == 0));
        clusters[0].0[0].data.store(7, Relaxed);
        assert!(table.touch(0) && table.touch(1) && !table.touch(2));
        assert_eq!((data(&clusters[0]), data(&clusters[64])), (7, 0));
        assert!(!table.touch(usize::MAX));
    }

    #[test]
    fn the_smallest_budget_makes_room() {
        let table = TranspositionTable::new(1);
        for key in 1..=5 {
            table.store(key, 0, entry(0, 100 * key as i32, 100 * key as i32));
        }
        assert!(table.probe(1, 0).is_none());
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
    }
}
