//! Opening books: positions with the moves that are played in them. Layer 2: knows the rules only.
//!
//! A book is a text file in `YaneuraOu`'s form: the line `#YANEURAOU-DB2016 1.00`, then positions in
//! the order of their text. Each is a line `sfen BOARD SIDE HANDS NUMBER`, followed by its moves, one a
//! line: `MOVE REPLY VALUE DEPTH COUNT`.
//!
//! [`Book`] finds positions in the file itself, so that a book needs no memory however large it is. One
//! that is not in order, as it is after an edit by hand, is sorted in memory if it is not too large for that.
//! [`BookSettings`] says which move of those found is played. [`Entries`] reads a file from its
//! beginning to its end, [`Draft`] is a book in memory that can be written.
//!
//! What must hold: nothing in a file makes this module panic, read without end or give an illegal
//! move. Lines that are no moves are passed over. From the bottom: `text` ← `order` ←
//! `error` ← `settings`, `entries` ← `source`, `draft`, `summary` ← this file.
//!
//! A small book is part of the program: `kyomi.db`, made by
//! `usi-engine book make --nodes 300000 --plies 7 --lines 3 --margin 25`.

mod draft;
mod entries;
mod error;
mod order;
mod settings;
mod source;
mod summary;
mod text;

pub use draft::Draft;
pub use entries::{Entries, Entry};
pub use error::BookError;
pub use settings::{BUILT_IN, BookSettings};
pub use summary::Summary;
pub use text::{BookMove, key};

use crate::files::found::located;
use crate::shogi::turned::{turned, turned_move};
use crate::shogi::{Checks, Position, legality};
use order::Disorder;
use source::Source;
use std::path::{Path, PathBuf};

/// A book, read where it lies.
#[derive(Debug)]
pub struct Book {
    source: Source,
    path: PathBuf,
}

impl Book {
    /// Opens the book that `settings` name. A file is looked for in the book folder and then by its name
    /// alone, each beside the program first and then in the working folder.
    ///
    /// # Errors
    /// If there is no such file, or it is no book, or one of more than 64 MiB whose positions are not in order,
    /// as far as a look at some of them tells.
    pub fn open(settings: &BookSettings) -> Result<Option<Self>, BookError> {
        let Some(name) = settings.file.as_deref().filter(|_| settings.on) else {
            return Ok(None);
        };
        if name.as_os_str() == BUILT_IN {
            return Self::built_in().map(Some);
        }
        let inside = located(&settings.folder.join(name));
        let path = if inside.exists() {
            inside
        } else {
            located(name)
        };
        Self::at(&path).map(Some)
    }

    /// The book that is part of the program.
    fn built_in() -> Result<Self, BookError> {
        let path = PathBuf::from(BUILT_IN);
        let source = Source::of(include_bytes!("kyomi.db")).map_err(BookError::of(&path))?;
        Ok(Self { source, path })
    }

    /// Opens the book at `path`.
    ///
    /// # Errors
    /// As there.
    pub fn at(path: &Path) -> Result<Self, BookError> {
        let source = Source::open(path).map_err(BookError::of(path))?;
        Ok(Self {
            source,
            path: path.to_owned(),
        })
    }

    /// That its positions are not in order and were sorted in memory, if that is so.
    pub fn remark(&self) -> Option<String> {
        let Disorder { later, earlier } = self.source.disorder()?;
        Some(format!(
            "book `{}`: sorted in memory, for position {later} stands before {earlier} \
             (`usi-engine book merge` writes books in order)",
            self.path.display()
        ))
    }

    /// The file, or [`BUILT_IN`].
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The legal moves that the book has for `pos`, in its order. With `also_turned` a position that
    /// is not in it is looked for with the board turned and the colours swapped.
    ///
    /// # Errors
    /// If the file cannot be read, or its positions turn out not to be in order.
    pub fn moves(&self, pos: &Position, also_turned: bool) -> Result<Vec<BookMove>, BookError> {
        let find = |pos: &Position| {
            let found = self.source.find(&key(pos));
            found.map_err(BookError::of(&self.path))
        };
        let mut moves = find(pos)?;
        if moves.is_empty() && also_turned {
            moves = find(&turned(pos))?;
            for it in &mut moves {
                it.turn(turned_move);
            }
        }
        let checks = Checks::of(pos);
        moves.retain(|it| legality::is_legal(pos, &checks, it.mv));
        Ok(moves)
    }
}

#[cfg(test)]
mod tests;
