//! A book in memory: put together from others, and written with its positions in order.
//!
//! What must hold: none of its moves is one that is never to be played in its position, in whatever order the two
//! are added.

use super::text::{BookEntry, BookError, BookMove, Entries, HEAD, POSITION, mark};
use super::{YBB, in_memory, ybb};
use crate::shogi::Move;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// A book in memory, which is put together and written with its positions in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryBook {
    /// By board, side and hands: the number of the move, and the moves.
    pub(super) positions: BTreeMap<String, (u32, Vec<BookMove>)>,
    /// The same of the moves that are never to be played, and none of the moves above is one of them.
    avoided: BTreeMap<String, (u32, Vec<Move>)>,
}

impl MemoryBook {
    /// Adds the positions of the book at `path`. Returns what of it could not be added, in words, if anything.
    ///
    /// # Errors
    /// If it cannot be read or is no book.
    pub fn read(&mut self, path: &Path) -> Result<Option<String>, BookError> {
        let Some((book, lost)) = in_memory(path)? else {
            let mut entries = Entries::open(path)?;
            while let Some(entry) = entries.next_entry().map_err(BookError::of(path))? {
                self.add(entry);
            }
            return Ok(None);
        };
        book.into_entries().for_each(|entry| self.add(entry));
        let name = path.display();
        let remark =
            || format!("book `{name}`: without {lost} positions, to which its moves do not lead");
        Ok((lost > 0).then(remark))
    }

    /// Its positions, in order; those with nothing but moves to avoid come last.
    pub fn into_entries(self) -> impl Iterator<Item = BookEntry> {
        let is_marked = |key: &String| self.positions.contains_key(key);
        let (mut marks, alone): (BTreeMap<_, _>, BTreeMap<_, _>) = self
            .avoided
            .into_iter()
            .partition(|(key, _)| is_marked(key));
        let positions = self.positions.into_iter();
        let positions = positions.map(move |(key, (number, moves))| BookEntry {
            avoided: marks.remove(&key).unwrap_or_default().1,
            ..BookEntry::new(key, number, moves)
        });
        let alone = alone.into_iter();
        positions.chain(alone.map(|(key, (number, avoided))| BookEntry {
            avoided,
            ..BookEntry::new(key, number, Vec::new())
        }))
    }

    /// Whether the position `key` is in it.
    pub fn has(&self, key: &str) -> bool {
        self.positions.contains_key(key)
    }

    /// The moves of the position `key`.
    pub fn moves(&self, key: &str) -> &[BookMove] {
        self.positions.get(key).map_or(&[], |(_, moves)| moves)
    }

    /// The moves that are never to be played in the position `key`.
    pub fn avoided(&self, key: &str) -> &[Move] {
        self.avoided.get(key).map_or(&[], |(_, moves)| moves)
    }

    /// Takes `mv` out of the position `key`, with the number of the move, for good: it will not be added again.
    pub fn avoid(&mut self, key: &str, number: u32, mv: Move) {
        let marks = self.avoided.entry(key.to_owned());
        let (_, avoided) = marks.or_insert((number, Vec::new()));
        if !avoided.contains(&mv) {
            avoided.push(mv);
        }
        if let Some((_, moves)) = self.positions.get_mut(key) {
            moves.retain(|it| it.mv != mv);
            if moves.is_empty() {
                self.positions.remove(key);
            }
        }
    }

    /// Avoids what `entry` avoids, and takes what is avoided from its moves; false if no move is left.
    fn heed(&mut self, entry: &mut BookEntry) -> bool {
        for &mv in &entry.avoided {
            self.avoid(&entry.key, entry.number, mv);
        }
        let avoided = self.avoided(&entry.key);
        entry.moves.retain(|it| !avoided.contains(&it.mv));
        avoided.is_empty() || !entry.moves.is_empty()
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
    /// deeper holds. A move that either avoids is left out.
    pub fn add(&mut self, mut entry: BookEntry) {
        if !self.heed(&mut entry) {
            return;
        }
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

    /// Adds a position if it is not there, without the moves that either avoids.
    pub fn add_new(&mut self, mut entry: BookEntry) {
        if !self.heed(&mut entry) {
            return;
        }
        let known = self.positions.entry(entry.key);
        known.or_insert((entry.number, entry.moves));
    }

    /// Leaves out the positions of `other`.
    pub fn leave_out(&mut self, other: &Self) {
        self.positions.retain(|key, _| !other.has(key));
    }

    /// Leaves out moves that are not `wanted` in their positions, and positions without any left.
    pub fn keep(&mut self, wanted: impl Fn(&str, &BookMove) -> bool) {
        for (key, (_, moves)) in &mut self.positions {
            moves.retain(|it| wanted(key, it));
        }
        self.positions.retain(|_, (_, moves)| !moves.is_empty());
    }

    /// Writes it in the form of files that are called like `path`: `.ybb`, or text. Returns how many of its positions
    /// that has no place for.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_as(&self, path: &Path, out: &mut dyn Write) -> io::Result<usize> {
        let is_in_bytes = path
            .extension()
            .is_some_and(|it| it.eq_ignore_ascii_case(YBB));
        if is_in_bytes {
            return ybb::write(self, out);
        }
        self.write(out)?;
        Ok(0)
    }

    /// Writes it, the best moves of a position first: by value, then by count.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{HEAD}")?;
        let alone = self.avoided.iter().filter(|(key, _)| !self.has(key));
        let mut alone = alone.peekable();
        for (key, (number, moves)) in &self.positions {
            while let Some((key, (number, _))) = alone.next_if(|(other, _)| *other < key) {
                self.write_position(key, *number, &[], out)?;
            }
            self.write_position(key, *number, moves, out)?;
        }
        alone.try_for_each(|(key, (number, _))| self.write_position(key, *number, &[], out))
    }

    fn write_position(
        &self,
        key: &str,
        number: u32,
        moves: &[BookMove],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "{POSITION}{key} {number}")?;
        let avoided = self.avoided(key);
        let mut marks = avoided.iter().map(|mv| mark(*mv));
        marks.try_for_each(|it| writeln!(out, "{it}"))?;
        let mut moves = moves.to_vec();
        moves.sort_by_key(|it| Reverse((it.value, it.count)));
        moves.iter().try_for_each(|it| writeln!(out, "{it}"))
    }
}

fn unite(known: &mut BookMove, new: BookMove) {
    let count = known.count.saturating_add(new.count);
    if new.depth > known.depth {
        *known = new;
    }
    known.count = count;
}
