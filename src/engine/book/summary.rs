//! What is in a book, and what is wrong with it.

use super::entries::{Entries, Entry};
use super::error::BookError;
use crate::shogi::sfen::{self, Token};
use crate::shogi::{Checks, Color, legality};
use std::fmt;
use std::path::Path;

/// The counts of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    positions: u64,
    /// Of them, those with White to move.
    of_white: u64,
    moves: u64,
    searched: u64,
    deepest: u32,
    /// Positions that stand after one that comes later in order, and the first.
    misplaced: (u64, Option<Token>),
    /// Positions that are none, and moves that are not legal in theirs, and the first.
    illegal: (u64, Option<Token>),
    /// Lines that are nothing a book has, and the number and the text of the first.
    broken: (usize, Option<(usize, Token)>),
}

impl Summary {
    /// Reads the book at `path` from its beginning to its end.
    ///
    /// # Errors
    /// If it cannot be read or is no book.
    pub fn of(path: &Path) -> Result<Self, BookError> {
        let mut entries = Entries::open(path)?;
        let mut summary = Self::default();
        let mut last = String::new();
        while let Some(entry) = entries.next_entry().map_err(BookError::of(path))? {
            if entry.key < last {
                note(&mut summary.misplaced, &entry.key);
            }
            summary.add(&entry);
            last = entry.key;
        }
        summary.broken = entries.broken().clone();
        Ok(summary)
    }

    /// Whether nothing is wrong with it.
    pub fn is_sound(&self) -> bool {
        self.misplaced.0 == 0 && self.illegal.0 == 0 && self.broken.0 == 0
    }

    fn add(&mut self, entry: &Entry) {
        self.positions += 1;
        self.moves += entry.moves.len() as u64;
        for it in &entry.moves {
            self.searched += u64::from(it.is_searched());
            self.deepest = self.deepest.max(it.depth);
        }
        let Ok(pos) = sfen::parse(&entry.key) else {
            return note(&mut self.illegal, &entry.key);
        };
        self.of_white += u64::from(pos.side() == Color::White);
        let checks = Checks::of(&pos);
        for it in &entry.moves {
            if !legality::is_legal(&pos, &checks, it.mv) {
                note(&mut self.illegal, &format!("{} {}", entry.key, it.mv));
            }
        }
    }
}

/// Counts a fault, and keeps the first.
fn note((count, first): &mut (u64, Option<Token>), text: &str) {
    *count += 1;
    first.get_or_insert_with(|| Token::new(text));
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let black = self.positions - self.of_white;
        writeln!(
            f,
            "positions  {}: {black} of Black, {} of White",
            self.positions, self.of_white
        )?;
        let (searched, deepest) = (self.searched, self.deepest);
        writeln!(
            f,
            "moves      {}: {searched} searched, at most {deepest} deep",
            self.moves
        )?;
        if let (count, Some(first)) = &self.misplaced {
            writeln!(
                f,
                "{count} positions not in order, first {first}; `book merge` sorts"
            )?;
        }
        if let (count, Some(first)) = &self.illegal {
            writeln!(
                f,
                "{count} positions or moves against the rules, first {first}"
            )?;
        }
        if let (count, Some((line, first))) = &self.broken {
            writeln!(
                f,
                "{count} lines not understood, first line {line}: {first}"
            )?;
        }
        Ok(())
    }
}
