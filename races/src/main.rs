//! The table, the memory it lies in, the stop flag, ponder hits and the clock, used by many threads at
//! once as a search and a session use them. The files are those of the engine; only what they know of
//! the rest of it is made small here.

#![allow(dead_code)]

// The names of `std` in the files of the engine mean this.
extern crate seen as std;
// And `base` means what is made of its files here.
extern crate self as base;

#[path = "../../src/base/pages.rs"]
mod pages;

#[path = "../../src/engine/platform/mod.rs"]
mod platform;

/// As much as the table needs to know of values.
mod eval {
    pub const MATE: i32 = 32_000;
    pub const MAX_PLY: usize = 246;
    pub const LONGEST_MATE: i32 = MATE - MAX_PLY as i32;

    pub const fn mate_in(ply: usize) -> i32 {
        MATE - ply as i32
    }
}

/// As much as the table needs to know of moves and positions.
mod shogi {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Move(u16);

    impl Move {
        pub const NONE: Self = Self(0);

        pub fn from_bits(bits: u16) -> Option<Self> {
            (bits > 0).then_some(Self(bits))
        }

        pub fn bits(self) -> u16 {
            self.0
        }

        pub fn is_none(self) -> bool {
            self == Self::NONE
        }

        pub fn is_some(self) -> bool {
            !self.is_none()
        }

        /// The square it leaves: every one is a drop here.
        pub fn from(self) -> Option<u8> {
            None
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct Color(pub u8);

    impl Color {
        pub fn array_index(self) -> usize {
            usize::from(self.0)
        }
    }

    pub struct Piece;

    impl Piece {
        pub fn color(&self) -> Color {
            Color(0)
        }
    }

    /// No more of a position than who has the move.
    pub struct Position(pub Color);

    impl Position {
        pub fn side(&self) -> Color {
            self.0
        }

        pub fn piece_at(&self, _square: u8) -> Option<Piece> {
            None
        }
    }
}

#[path = "../../src/engine/search"]
mod search {
    pub mod clock;
    pub mod limits;
    pub mod signals;
    pub mod table;

    /// As much as the table needs to know of values.
    pub mod report {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Bound {
            Upper = 1,
            Lower = 2,
            Exact = 3,
        }
    }
}

#[path = "../../src/engine/player"]
mod player {
    pub mod memory;
}

use player::memory::Touching;
use search::clock::{Clock, TimeSettings};
use search::limits::{ClockReading, Limits};
use search::report::Bound;
use search::signals::{Shared, Signals};
use search::table::{Entry, Table};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// How many threads search.
const THREADS: u64 = 4;
/// How many searches there are.
const SEARCHES: u64 = 60;
/// How many different positions: so few that threads meet.
const KEYS: u64 = 64;

static PROBES: AtomicU64 = AtomicU64::new(0);
static HITS: AtomicU64 = AtomicU64::new(0);

/// The key of position `number`.
fn key(number: u64) -> u64 {
    (number % KEYS + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Position `number`.
fn position(number: u64) -> shogi::Position {
    shogi::Position(shogi::Color((number % KEYS % 2) as u8))
}

/// The greatest number that is stored.
const MOST: u64 = (KEYS - 1) * 31 + 99;

/// What is stored of a position: everything follows from the key and one number.
fn entry(number: u64, round: u64) -> Entry {
    let mixed = (number % KEYS) * 31 + round % 100;
    Entry {
        mv: shogi::Move::from_bits(1 + mixed as u16).unwrap_or(shogi::Move::NONE),
        value: mixed as i32,
        eval: -(mixed as i32),
        depth: (mixed % 60) as i32,
        bound: Some(Bound::Exact),
        pv: mixed % 2 == 0,
    }
}

/// Whether each part of an entry is one that was stored. Of two that threads store at once there may be a mixture;
/// what is written in one go has to come out as it was.
fn is_possible(entry: Entry) -> bool {
    let most = MOST as i32;
    let [is_even, was_even] = [entry.depth % 2 == 0, entry.pv];
    (1..=1 + MOST as u16).contains(&entry.mv.bits())
        && (0..=most).contains(&entry.value)
        && (-most..=0).contains(&entry.eval)
        && (0..60).contains(&entry.depth)
        && entry.bound == Some(Bound::Exact)
        && is_even == was_even
}

/// What a searching thread does: probes, stores, looks whether to stop.
fn search(shared: &Shared, thread: u64) {
    let mut step = thread;
    loop {
        for _ in 0..64 {
            step = step
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(thread + 1);
            let number = step >> 33;
            let (table, pos) = (shared.table, position(number));
            table.prefetch(key(number), pos.side());
            let (found, place) = table.probe(&pos, key(number), 0);
            if found.is_hit() {
                assert!(is_possible(found), "never stored: {found:?}");
                HITS.fetch_add(1, Relaxed);
            }
            table.store(place, 0, &entry(number, step >> 40));
            PROBES.fetch_add(1, Relaxed);
        }
        shared.nodes.fetch_add(64, Relaxed);
        if shared.must_stop() {
            return;
        }
    }
}

/// What a session does in the meantime.
fn talk(signals: &Signals, table: &Table, outer: &AtomicBool, number: u64) {
    let reading = ClockReading {
        byoyomi_ms: 20,
        ..ClockReading::default()
    };
    thread::sleep(Duration::from_millis(number % 4));
    let _ = (signals.holding(), table.permille_full());
    match number % 4 {
        0 => signals.ponder_hit(Instant::now(), Some(reading)),
        1 => signals.ponder_hit(Instant::now(), None),
        2 => outer.store(true, Relaxed),
        _ => {}
    }
    thread::sleep(Duration::from_millis(3));
    signals.stop();
}

/// Keeps `it` for ever. The detector does not see how a thread scope of the standard library waits for its
/// threads, and would take the end of what they used for a race.
fn kept<T>(it: T) -> &'static T {
    Box::leak(Box::new(it))
}

fn main() {
    let outer = kept(Arc::new(AtomicBool::new(false)));
    let signals = kept(Signals::default());
    signals.heed(Arc::clone(outer));
    let mut table = kept(Arc::new(Table::new(1)));
    let mut touching = Touching::default();
    for number in 0..SEARCHES {
        if number % 20 == 0 {
            drop(touching);
            table = kept(Arc::new(Table::new(if number == 20 { 200 } else { 1 })));
            touching = Touching::begin(table);
        }
        if number % 7 == 0 {
            table.clear();
        }
        outer.store(false, Relaxed);
        let ponders = number % 4 < 2;
        let limits = kept(Limits {
            ponder: ponders,
            clock: Some(ClockReading {
                byoyomi_ms: 100,
                ..ClockReading::default()
            }),
            ..Limits::none()
        });
        signals.reset(ponders);
        table.new_search();
        let clock = Clock::new(limits, TimeSettings::default(), (1, 0), false);
        let shared = kept(Shared::new(table, signals, limits, clock, THREADS as usize));
        let searching = (0..THREADS).map(|thread| thread::spawn(move || search(shared, thread)));
        let mut threads: Vec<_> = searching.collect();
        threads.push(thread::spawn(move || talk(signals, table, outer, number)));
        // The first thread waits for leave to answer, and ends the others a little later.
        signals.wait_for_release();
        thread::sleep(Duration::from_millis(2));
        shared.finish();
        for thread in threads {
            assert!(thread.join().is_ok());
        }
    }
    drop(touching);
    let (probes, hits) = (PROBES.load(Relaxed), HITS.load(Relaxed));
    assert!(hits > 0);
    println!(
        "{SEARCHES} searches by {THREADS} threads: {probes} probes, {hits} hits, nothing that was never stored"
    );
}
