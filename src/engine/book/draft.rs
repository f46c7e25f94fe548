//! A book in memory: put together, and written as a file whose positions are in order.

use super::entries::Entry;
use super::text::{BookMove, HEAD, POSITION};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A book that is being made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// By board, side and hands: the number of the move, and the moves.
    positions: BTreeMap<String, (u32, Vec<BookMove>)>,
}

impl Draft {
    /// Whether the position `key` is in it.
    pub fn has(&self, key: &str) -> bool {
        self.positions.contains_key(key)
    }

    /// The moves of the position `key`.
    pub fn moves(&self, key: &str) -> &[BookMove] {
        self.positions.get(key).map_or(&[], |(_, moves)| moves)
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds a position. Of a move that is there already the counts add up, and what was searched
    /// deeper holds.
    pub fn add(&mut self, entry: Entry) {
        let known = self.positions.entry(entry.key);
        let (number, moves) = known.or_insert((entry.number, Vec::new()));
        *number = entry.number.min(*number);
        for new in entry.moves {
            match moves.iter_mut().find(|it| it.mv == new.mv) {
                Some(it) => unite(it, new),
                None => moves.push(new),
            }
        }
    }

    /// Adds a position if it is not there.
    pub fn add_new(&mut self, entry: Entry) {
        let known = self.positions.entry(entry.key);
        known.or_insert((entry.number, entry.moves));
    }

    /// Leaves out the positions of `other`.
    pub fn leave_out(&mut self, other: &Self) {
        self.positions.retain(|key, _| !other.has(key));
    }

    /// Leaves out moves that were played less than `least` times, and positions without any left.
    pub fn keep_played(&mut self, least: u64) {
        for (_, moves) in self.positions.values_mut() {
            moves.retain(|it| it.count >= least);
        }
        self.positions.retain(|_, (_, moves)| !moves.is_empty());
    }

    /// Writes it, the best moves of a position first: by value, then by count.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{HEAD}")?;
        for (key, (number, moves)) in &self.positions {
            writeln!(out, "{POSITION}{key} {number}")?;
            let mut moves = moves.clone();
            moves.sort_by_key(|it| Reverse((it.value, it.count)));
            moves.iter().try_for_each(|it| writeln!(out, "{it}"))?;
        }
        Ok(())
    }
}

fn unite(known: &mut BookMove, new: BookMove) {
    let count = known.count.saturating_add(new.count);
    if new.depth > known.depth {
        *known = new;
    }
    known.count = count;
}
