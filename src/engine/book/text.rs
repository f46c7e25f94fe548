//! The text of a book: its lines, reading it from its beginning to its end, what is in it and what is wrong
//! with it.

use super::in_memory;
use crate::shogi::position::turned_move;
use crate::shogi::sfen::{self, Token};
use crate::shogi::{Checks, Color, Move, Position, movegen};
use base::files::expect_file;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The first line.
pub const HEAD: &str = "#YANEURAOU-DB2016 1.00";
/// With what the first line of every version begins.
pub const HEAD_START: &str = "#YANEURAOU-DB2016";
/// With what the line of a position begins.
pub const POSITION: &str = "sfen ";

/// A move that a book has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The reply that is expected.
    pub reply: Option<Move>,
    /// What the move is worth to the side that makes it, in centipawns; 0 if that is not known.
    pub value: i32,
    /// How deep it was searched.
    pub depth: u32,
    /// How often it was played.
    pub count: u64,
}

impl BookMove {
    /// Reads the line of a move; none if it is no such line. What is missing after the move counts as
    /// 0, and as 1 for the count.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let mv = sfen::parse_move(words.next()?).ok()?;
        let reply = words.next().and_then(|word| sfen::parse_move(word).ok());
        Some(Self {
            mv,
            reply,
            value: number(words.next(), 0)?,
            depth: number(words.next(), 0)?,
            count: number(words.next(), 1)?,
        })
    }

    /// Whether it was searched; a move of a game alone has neither depth nor value.
    pub fn is_searched(&self) -> bool {
        self.depth > 0 || self.value != 0
    }

    /// The same on a board that is turned, with the colours swapped.
    pub(super) fn turned(self) -> Self {
        Self {
            mv: turned_move(self.mv),
            reply: self.reply.map(turned_move),
            ..self
        }
    }
}

/// The number that `word` is, or `missing` if there is none, as `ShogiHome` writes it: `none`.
fn number<T: std::str::FromStr>(word: Option<&str>, missing: T) -> Option<T> {
    let word = word.filter(|word| *word != "none");
    word.map_or(Some(missing), |word| word.parse().ok())
}

impl fmt::Display for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.mv)?;
        match self.reply {
            Some(reply) => write!(f, "{reply}")?,
            None => f.write_str("none")?,
        }
        write!(f, " {} {} {}", self.value, self.depth, self.count)
    }
}

/// What a remark says first that names a move never to be played in the position above it.
const AVOID: &str = "avoid";

/// The move that a line says is never to be played: the remark `# avoid MOVE`, which other programs pass over.
pub(super) fn avoided(line: &str) -> Option<Move> {
    let remark = line.strip_prefix('#').or(line.strip_prefix("//"))?;
    let mut words = remark.split_whitespace();
    let is_mark = words.next() == Some(AVOID);
    sfen::parse_move(words.next().filter(|_| is_mark)?).ok()
}

/// The line that says so of `mv`.
pub(super) fn mark(mv: Move) -> String {
    format!("# {AVOID} {mv}")
}

/// By what `pos` is found: board, side and hands.
pub fn key(pos: &Position) -> String {
    without_number(&sfen::write(pos)).to_owned()
}

/// The board, side and hands of a position's text, whatever stands after them.
pub fn without_number(text: &str) -> &str {
    let text = text.trim_end();
    text.match_indices(' ')
        .nth(2)
        .map_or(text, |(at, _)| &text[..at])
}

/// No line is longer; what goes on is another line.
const LONGEST_LINE: u64 = 4096;

/// A position of a book with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// Board, side and hands.
    pub key: String,
    /// What stands after them, the number of the move.
    pub number: u32,
    /// The moves, in the order of the book; not all need be legal.
    pub moves: Vec<BookMove>,
    /// Moves that are never to be played.
    pub avoided: Vec<Move>,
}

impl BookEntry {
    /// A position without moves to avoid.
    pub fn new(key: String, number: u32, moves: Vec<BookMove>) -> Self {
        Self {
            key,
            number,
            moves,
            avoided: Vec::new(),
        }
    }
}

/// The positions of a book, one after another.
pub struct Entries<R> {
    lines: R,
    /// The position whose moves come next.
    next: Option<BookEntry>,
    /// The number of the line last read.
    line: usize,
    /// Lines that are neither a position nor a move nor a remark, and the first of them.
    broken: (usize, Option<(usize, Token)>),
}

impl Entries<BufReader<File>> {
    /// Those of the book at `path`.
    ///
    /// # Errors
    /// If there is no such file or it is no book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let file = open(path).map_err(BookError::of(path))?;
        Self::new(BufReader::new(file)).map_err(BookError::of(path))
    }
}

impl<R: BufRead> Entries<R> {
    /// Those of the text of `lines`.
    ///
    /// # Errors
    /// If it cannot be read or is not that of a book.
    pub fn new(mut lines: R) -> Result<Self, BookProblem> {
        check_head(&mut lines)?;
        Ok(Self {
            lines,
            next: None,
            line: 1,
            broken: (0, None),
        })
    }

    /// How many lines so far were neither position nor move nor remark, and the number and the text
    /// of the first.
    pub fn broken(&self) -> &(usize, Option<(usize, Token)>) {
        &self.broken
    }

    /// The next position with its moves; none at the end.
    ///
    /// # Errors
    /// If reading fails.
    pub fn next_entry(&mut self) -> io::Result<Option<BookEntry>> {
        while let Some(line) = read_line(&mut self.lines)? {
            self.line += 1;
            if let Some(position) = line.strip_prefix(POSITION) {
                let begun = begun(position);
                if begun.is_none() {
                    self.note_broken(&line);
                }
                let before = std::mem::replace(&mut self.next, begun);
                if before.is_some() {
                    return Ok(before);
                }
            } else {
                self.read_move(&line);
            }
        }
        Ok(self.next.take())
    }

    fn read_move(&mut self, line: &str) {
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            if let (Some(mv), Some(entry)) = (avoided(line), &mut self.next) {
                entry.avoided.push(mv);
            }
            return;
        }
        if let (Some(mv), Some(entry)) = (BookMove::parse(line), &mut self.next) {
            entry.moves.push(mv);
        } else {
            self.note_broken(line);
        }
    }

    fn note_broken(&mut self, line: &str) {
        self.broken.0 += 1;
        let first = (self.line, Token::new(line));
        self.broken.1.get_or_insert(first);
    }
}

/// The position that the line's `text` begins; none if there are not board, side and hands, which
/// would stand somewhere else in the order of a book once they are written.
fn begun(text: &str) -> Option<BookEntry> {
    let key = without_number(text);
    let is_field = |field: &str| !field.is_empty() && field.bytes().all(|it| it.is_ascii_graphic());
    let is_key = key.split(' ').count() == 3 && key.split(' ').all(is_field);
    let number = || text[key.len()..].trim().parse().unwrap_or(1);
    is_key.then(|| BookEntry::new(key.to_owned(), number(), Vec::new()))
}

/// Opens the file at `path`; a pipe might be waited for without end.
pub fn open(path: &Path) -> io::Result<File> {
    expect_file(path)?;
    File::open(path)
}

/// Reads the first line, which must be that of a book; a book may also begin with a position, which is left to be read.
pub fn check_head(lines: &mut impl BufRead) -> Result<(), BookProblem> {
    if lines.fill_buf()?.starts_with(POSITION.as_bytes()) {
        return Ok(());
    }
    let line = read_line(lines)?.unwrap_or_default();
    let text = line.trim_start_matches('\u{feff}');
    if text.starts_with(HEAD_START) {
        Ok(())
    } else if text.contains(|char: char| char == char::REPLACEMENT_CHARACTER || char.is_control()) {
        Err(BookProblem::NoText)
    } else {
        Err(BookProblem::Head(Token::new(text)))
    }
}

/// The next line without its end, or as much of it as a line may have; none at the end.
pub fn read_line(lines: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let count = lines.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok((count > 0).then(|| text.trim_end().to_owned()))
}

/// The counts of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    positions: u64,
    /// Of them, those with White to move.
    of_white: u64,
    moves: u64,
    avoided: u64,
    searched: u64,
    deepest: u32,
    /// Positions of a book that is not in text, to which its moves do not lead.
    lost: usize,
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
        if let Some((book, lost)) = in_memory(path)? {
            let mut summary = Self {
                lost,
                ..Self::default()
            };
            book.into_entries().for_each(|entry| summary.add(&entry));
            return Ok(summary);
        }
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

    fn add(&mut self, entry: &BookEntry) {
        self.positions += 1;
        self.moves += entry.moves.len() as u64;
        self.avoided += entry.avoided.len() as u64;
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
            if !movegen::is_legal(&pos, &checks, it.mv) {
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
        if self.avoided > 0 {
            writeln!(f, "avoided    {}: moves never to be played", self.avoided)?;
        }
        if self.lost > 0 {
            writeln!(
                f,
                "{} positions more, to which its moves do not lead",
                self.lost
            )?;
        }
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

/// A file is not a book that can be used.
#[derive(Debug, Error)]
#[error("book `{}`: {problem}", path.display())]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: BookProblem,
}

/// What is wrong with a book.
#[derive(Debug, Error)]
pub enum BookProblem {
    /// It cannot be opened or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin as books do.
    #[error("unexpected first line {0}; expected `#YANEURAOU-DB2016 1.00` or `sfen …`")]
    Head(Token),
    /// It is no text.
    #[error("no text; expected a book in text, or one called .ybb, .sbk or .bin")]
    NoText,
    /// It is not what the end of its name says.
    #[error("{0}")]
    Form(String),
    /// Its positions are not in the order of their text, and it is too large to sort.
    #[error(
        "position {} stands before {}; expected a book of at most 1 GiB, which is sorted in memory, or \
         positions in the order of their text (`usi-engine book merge` sorts)", .0.later, .0.earlier
    )]
    NotSorted(Disorder),
    /// There is no position for a long way.
    #[error("no position in the {length} bytes from byte {from}; expected lines `sfen ...`")]
    Gap {
        /// Where the look began.
        from: u64,
        /// How far it went.
        length: u64,
    },
}

impl BookError {
    /// Names the file at `path`.
    pub fn of<P: Into<BookProblem>>(path: &Path) -> impl Fn(P) -> Self {
        |problem| Self {
            path: path.to_owned(),
            problem: problem.into(),
        }
    }
}

/// Two positions that do not stand in the order of their text.
#[derive(Clone, Debug)]
pub struct Disorder {
    /// What comes first in the file.
    pub later: Token,
    /// What comes after it.
    pub earlier: Token,
}

impl Disorder {
    /// That of two positions of which `first` stands before `second`; none if they may stand so.
    pub fn of(first: &str, second: &str) -> Option<Self> {
        (first > second).then(|| Self {
            later: Token::new(first),
            earlier: Token::new(second),
        })
    }
}
