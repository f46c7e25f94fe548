//! Opening books: positions with the moves that are played in them.
//!
//! A book is a text file in `YaneuraOu`'s form: the line `#YANEURAOU-DB2016 1.00`, then positions in
//! the order of their text. Each is a line `sfen BOARD SIDE HANDS NUMBER`, followed by its moves, one a
//! line: `MOVE REPLY VALUE DEPTH COUNT`. The remark `# avoid MOVE` below a position says that a move is never to be
//! played there, whatever else the book says; other programs pass it over.
//!
//! Books of Apery (`.bin`), of `ShogiGUI` (`.sbk`) and of `YaneuraOu` in bytes (`.ybb`), told by the ends of their names,
//! are read into memory.
//!
//! [`Book`] finds positions in the file of a book in text itself, so that a book needs no memory however large it is. One
//! that is not in order, as it is after an edit by hand, is sorted in memory if it is not too large for that.
//! [`BookSettings`] says which move of those found is played. [`Entries`] reads a file from its
//! beginning to its end, [`MemoryBook`] is a book in memory that can be written.
//!
//! What must hold: nothing in a file makes this module panic, read without end or give an illegal
//! move. Lines that are no moves are passed over.
//!
//! A small book is part of the program: `kyomi.db`, made by
//! `usi-engine book make --nodes 300000 --plies 7 --lines 3 --margin 25`.

mod apery;
mod memory;
mod sbk;
mod source;
mod text;
mod ybb;

pub use memory::MemoryBook;
pub use text::{BookEntry, BookError, BookMove, Entries, Summary, key};

use crate::shogi::position::{turned, turned_move};
use crate::shogi::{Checks, Color, Move, Position, movegen};
use apery::AperyBook;
use base::files::{self, located};
use sbk::Sbk;
use source::Source;
use std::path::{Path, PathBuf};
use text::{BookProblem, Disorder};

/// A book, read where it lies.
#[derive(Debug)]
pub struct Book {
    source: Form<Source, AperyBook>,
    path: PathBuf,
}

/// A book as something that depends on the form of its file.
#[derive(Debug)]
enum Form<T, A> {
    /// `YaneuraOu`'s, or another that was made to it.
    Text(T),
    /// Apery's.
    Apery(A),
}

fn bytes(path: &Path) -> Result<Vec<u8>, BookProblem> {
    files::expect_file(path)?;
    Ok(files::read(path)?)
}

/// The end of the names of books in bytes.
const YBB: &str = "ybb";

/// The book at `path`, as a whole where it is not in text.
fn loaded(path: &Path) -> Result<Option<Form<Sbk, AperyBook>>, BookProblem> {
    let has_end = |end| {
        path.extension()
            .is_some_and(|it| it.eq_ignore_ascii_case(end))
    };
    Ok(if has_end("sbk") {
        Some(Form::Text(Sbk::read(&bytes(path)?)?))
    } else if has_end(YBB) {
        let (book, lost) = (ybb::read(&bytes(path)?)?, 0);
        Some(Form::Text(Sbk { book, lost }))
    } else if has_end("bin") {
        Some(Form::Apery(AperyBook::read(&bytes(path)?)?))
    } else {
        None
    })
}

impl Book {
    /// Opens the book that `settings` name. A file is looked for in the book folder and then by its name
    /// alone, each beside the program first and then in the working folder.
    ///
    /// # Errors
    /// If there is no such file, or it is no book, or one of more than 1 GiB whose positions are not in order,
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

    fn built_in() -> Result<Self, BookError> {
        let path = PathBuf::from(BUILT_IN);
        let text = include_bytes!("kyomi.db").as_slice().into();
        let source = Source::of(text).map_err(BookError::of(&path))?;
        let source = Form::Text(source);
        Ok(Self { source, path })
    }

    /// Opens the book at `path`.
    ///
    /// # Errors
    /// As there.
    pub fn at(path: &Path) -> Result<Self, BookError> {
        let source = Self::source(path).map_err(BookError::of(path))?;
        let path = path.to_owned();
        Ok(Self { source, path })
    }

    fn source(path: &Path) -> Result<Form<Source, AperyBook>, BookProblem> {
        Ok(match loaded(path)? {
            None => Form::Text(Source::open(path)?),
            Some(Form::Apery(book)) => Form::Apery(book),
            Some(Form::Text(sbk)) => {
                let mut text = Vec::new();
                sbk.book.write(&mut text)?;
                Form::Text(Source::of(text.into())?)
            }
        })
    }

    /// That its positions are not in order and were sorted in memory, if that is so.
    pub fn remark(&self) -> Option<String> {
        let Form::Text(source) = &self.source else {
            return None;
        };
        let Disorder { later, earlier } = source.disorder()?;
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

    /// The legal moves that the book has for `pos`, in its order, but for those that are never to be played. With
    /// `also_turned` a position that is not in it is looked for with the board turned and the colours swapped.
    ///
    /// # Errors
    /// If the file cannot be read, or its positions turn out not to be in order.
    pub fn moves(&self, pos: &Position, also_turned: bool) -> Result<Vec<BookMove>, BookError> {
        Ok(self.listed(pos, also_turned)?.0)
    }

    /// The moves that the book says are never to be played in `pos`; see [`Book::moves`].
    ///
    /// # Errors
    /// As there.
    pub fn avoided(&self, pos: &Position, also_turned: bool) -> Result<Vec<Move>, BookError> {
        Ok(self.listed(pos, also_turned)?.1)
    }

    /// Both.
    fn listed(
        &self,
        pos: &Position,
        also_turned: bool,
    ) -> Result<(Vec<BookMove>, Vec<Move>), BookError> {
        let find = |pos: &Position| match &self.source {
            Form::Text(source) => source.find(&key(pos)).map_err(BookError::of(&self.path)),
            Form::Apery(book) => Ok((book.moves(pos), Vec::new())),
        };
        let (mut moves, mut avoided) = find(pos)?;
        if also_turned {
            let (found, never) = find(&turned(pos))?;
            if moves.is_empty() {
                moves = found.into_iter().map(BookMove::turned).collect();
            }
            avoided.extend(never.into_iter().map(turned_move));
        }
        let checks = Checks::of(pos);
        let is_legal = |mv: Move| movegen::is_legal(pos, &checks, mv);
        moves.retain(|it| is_legal(it.mv) && !avoided.contains(&it.mv));
        avoided.retain(|mv| is_legal(*mv));
        Ok((moves, avoided))
    }
}

/// The book at `path` and how many of its positions its moves do not lead to; none if it is in text.
fn in_memory(path: &Path) -> Result<Option<(MemoryBook, usize)>, BookError> {
    Ok(match loaded(path).map_err(BookError::of(path))? {
        None => None,
        Some(Form::Text(sbk)) => Some((sbk.book, sbk.lost)),
        Some(Form::Apery(apery)) => {
            let book = apery.walked();
            let lost = apery.len().saturating_sub(book.len());
            Some((book, lost))
        }
    })
}

/// The share in percent of all counts that a move has at least in a narrow book.
const NARROW_PERCENT: u64 = 10;

/// The name of the book that is part of the program.
pub const BUILT_IN: &str = "built-in";

/// What is set about the book, by the meanings of `YaneuraOu`'s options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookSettings {
    /// Whether a book is used.
    pub on: bool,
    /// The file, or [`BUILT_IN`].
    pub file: Option<PathBuf>,
    /// The folder where it is looked for first.
    pub folder: PathBuf,
    /// The book is used up to this move of the game.
    pub moves: u32,
    /// How often in a hundred the book is left aside.
    pub ignore_percent: u32,
    /// By how much a move may be worse than the best, in centipawns. With 30, as in `YaneuraOu`, the book
    /// cost 49 ± 58 Elo against playing without it (2026-11-23).
    pub margin: i32,
    /// What a move that was searched is worth at least, in centipawns: for Black, White.
    pub least_values: [i32; 2],
    /// How deep a move was searched at least, if it was searched at all.
    pub least_depth: u32,
    /// How long the line is that is shown.
    pub line_plies: usize,
    /// Whether moves are drawn by how often they were played, and not all alike.
    pub by_count: bool,
    /// Whether moves are left out that were played less than once in ten times.
    pub narrow: bool,
    /// Whether positions are also looked for with the colours swapped.
    pub flipped: bool,
}

impl Default for BookSettings {
    fn default() -> Self {
        Self {
            on: true,
            file: None,
            folder: PathBuf::from("book"),
            moves: 16,
            ignore_percent: 0,
            margin: 8,
            least_values: [0, -140],
            least_depth: 0,
            line_plies: 8,
            by_count: false,
            narrow: false,
            flipped: true,
        }
    }
}

impl BookSettings {
    /// The default, with the book that is part of the program.
    pub fn built_in() -> Self {
        Self {
            file: Some(PathBuf::from(BUILT_IN)),
            ..Self::default()
        }
    }

    /// Whether both name the same file.
    pub fn is_same_file(&self, other: &Self) -> bool {
        self.on == other.on && self.file == other.file && self.folder == other.folder
    }

    /// The moves that may be played by `side`.
    pub fn playable(&self, side: Color, mut moves: Vec<BookMove>) -> Vec<BookMove> {
        let least = self.least_values[side.array_index()];
        moves.retain(|it| !it.is_searched() || (it.depth >= self.least_depth && it.value >= least));
        let best = moves.iter().map(|it| it.value).max().unwrap_or_default();
        moves.retain(|it| it.value >= best.saturating_sub(self.margin));
        let all = sum_of_counts(&moves);
        moves.retain(|it| {
            !self.narrow || it.count.saturating_mul(100) >= all.saturating_mul(NARROW_PERCENT)
        });
        moves
    }

    /// One of `moves`, drawn by the random number `draw`; none if there is none.
    pub fn choose(&self, moves: &[BookMove], draw: u64) -> Option<BookMove> {
        let weight = |it: &BookMove| if self.by_count { it.count.max(1) } else { 1 };
        let all = moves
            .iter()
            .fold(0_u64, |sum, it| sum.saturating_add(weight(it)));
        let mut left = draw.checked_rem(all)?;
        for it in moves {
            match left.checked_sub(weight(it)) {
                Some(rest) => left = rest,
                None => return Some(*it),
            }
        }
        moves.last().copied()
    }
}

fn sum_of_counts(moves: &[BookMove]) -> u64 {
    moves.iter().fold(0, |sum, it| sum.saturating_add(it.count))
}

#[cfg(test)]
mod tests;
