//! A book read from its beginning to its end.

use super::error::{BookError, BookProblem};
use super::text::{BookMove, HEAD_START, POSITION, without_number};
use crate::files::found::name_of;
use crate::shogi::sfen::Token;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// No line is longer; what goes on is another line.
const LONGEST_LINE: u64 = 4096;

/// A position of a book with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Board, side and hands.
    pub key: String,
    /// What stands after them, the number of the move.
    pub number: u32,
    /// The moves, in the order of the book; not all need be legal.
    pub moves: Vec<BookMove>,
}

/// The positions of a book, one after another.
pub struct Entries<R> {
    lines: R,
    /// The position whose moves come next.
    next: Option<Entry>,
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
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
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
fn begun(text: &str) -> Option<Entry> {
    let key = without_number(text);
    let is_field = |field: &str| !field.is_empty() && field.bytes().all(|it| it.is_ascii_graphic());
    let is_key = key.split(' ').count() == 3 && key.split(' ').all(is_field);
    is_key.then(|| Entry {
        key: key.to_owned(),
        number: text[key.len()..].trim().parse().unwrap_or(1),
        moves: Vec::new(),
    })
}

/// Opens the file at `path`; a pipe might be waited for without end.
pub fn open(path: &Path) -> Result<File, BookProblem> {
    let about = path.metadata()?;
    if !about.is_file() {
        return Err(BookProblem::NotAFile(name_of(about.file_type())));
    }
    Ok(File::open(path)?)
}

/// Reads the first line, which must be that of a book.
pub fn check_head(lines: &mut impl BufRead) -> Result<(), BookProblem> {
    let line = read_line(lines)?.unwrap_or_default();
    let text = line.trim_start_matches('\u{feff}');
    if text.starts_with(HEAD_START) {
        Ok(())
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
