//! The transposition table: what was found out about positions. Of two places for each the first keeps the deeper entry
//! of a search, and the second the last.

use super::costs::Budget;
use crate::eval::is_mate;
use crate::search::Bound;
use crate::shogi::Move;
use base::pages::{Pages, prefetch};
use bytemuck::Zeroable;

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one is known.
    pub mv: Move,
    /// Its value, and what that bounds.
    pub value: i32,
    pub bound: Bound,
    /// The static value; below −[`INFINITE`](crate::eval::INFINITE) where none was asked for.
    pub eval: i32,
    /// What was left at the node.
    pub budget: Budget,
}

impl Entry {
    /// Whether it settles the window.
    pub fn answers(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}

/// An entry as it is kept.
#[derive(Clone, Copy, Zeroable)]
struct Place {
    /// The low half of the position's key; where the place is follows from the high half.
    key: u32,
    mv: u16,
    value: i16,
    eval: i16,
    own: i16,
    opp: i16,
    /// 0: empty.
    bound: u8,
    age: u8,
}

/// The table.
pub struct Table {
    places: Pages<Place>,
    /// The search at hand, modulo 256.
    age: u8,
}

impl Table {
    /// A table of `megabytes`, or as near to it as there is room for.
    pub fn new(megabytes: usize) -> Self {
        let mut count = (megabytes.max(1) << 20) / size_of::<Place>();
        let places = loop {
            match Pages::try_new(count & !1) {
                Some(places) => break places,
                None => count /= 2,
            }
        };
        Self { places, age: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.fill(Place::zeroed());
    }

    /// A new search begins: what others have found may be replaced.
    pub fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// How full it is of entries of this search, in permille.
    pub fn permille_full(&self) -> u32 {
        let of_now = |place: &&Place| place.bound > 0 && place.age == self.age;
        self.places.iter().take(1000).filter(of_now).count() as u32
    }

    /// Where the two places of `key` begin.
    fn first(&self, key: u64) -> usize {
        let pairs = self.places.len() as u128 / 2;
        2 * ((u128::from(key) * pairs) >> 64) as usize
    }

    /// Asks for the places of `key` before they are needed.
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.places[self.first(key)]);
    }

    /// What is known of the position `key`, at `ply`.
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let first = self.first(key);
        let mut pair = self.places[first..first + 2].iter();
        let place = pair.find(|place| place.key == key as u32 && place.bound > 0)?;
        Some(Entry {
            mv: Move::from_bits(place.mv).unwrap_or(Move::NONE),
            value: from_root(place.value.into(), ply as i32),
            bound: match place.bound {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            eval: place.eval.into(),
            budget: Budget {
                own: place.own.into(),
                opp: place.opp.into(),
            },
        })
    }

    /// Keeps `entry` of the position `key` at `ply`, unless this search knows the same position from a deeper one.
    pub fn store(&mut self, key: u64, ply: usize, entry: Entry) {
        let number = |number: i32| number.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let Budget { own, opp } = entry.budget;
        let mut new = Place {
            key: key as u32,
            mv: entry.mv.bits(),
            value: number(from_root(entry.value, -(ply as i32))),
            eval: number(entry.eval),
            own: number(own),
            opp: number(opp),
            bound: entry.bound as u8,
            age: self.age,
        };
        let mut at = self.first(key);
        let deep = self.places[at];
        let depth = |place: &Place| i32::from(place.own) + i32::from(place.opp);
        if deep.age == self.age && depth(&deep) > depth(&new) {
            if deep.key == new.key {
                return;
            }
            at += 1;
        }
        if new.mv == 0 && self.places[at].key == new.key {
            new.mv = self.places[at].mv;
        }
        self.places[at] = new;
    }
}

/// `value` with mates counted from `plies` further up.
fn from_root(value: i32, plies: i32) -> i32 {
    if is_mate(value) {
        value - plies * value.signum()
    } else {
        value
    }
}
