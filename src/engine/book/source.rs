//! Finding a position in the file of a book, whose positions are in the order of their text, by
//! halving the file; and putting a text in that order.

use super::text::{BookMove, BookProblem, Disorder, POSITION};
use super::text::{avoided, check_head, open, read_line, without_number};
use crate::shogi::Move;
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// A position is looked for so far from any place of the file: more than the moves of one take.
const LONGEST_GAP: u64 = 1 << 20;
/// At how many places the order of a file is looked at when it is opened.
const SAMPLES: u64 = 32;
/// No position has more moves.
const MOST_MOVES: usize = 600;
/// How much is read at once: a position and its moves, mostly.
const BUFFER: usize = 4096;

/// A file of at most so many bytes is read through when it is opened; of a larger one some places are looked at.
const MOST_READ: u64 = 64 << 20;
/// A file of at most so many bytes is sorted in memory if it is found not to be in order.
const MOST_SORTED: u64 = 1 << 30;

/// Where the text of a book is.
#[derive(Debug)]
enum Text {
    File(File),
    Memory(Cow<'static, [u8]>),
}

/// The text of a book.
#[derive(Debug)]
pub struct Source {
    text: Text,
    length: u64,
    /// What was not in order before it was sorted in memory.
    disorder: Option<Disorder>,
}

/// A position in the file.
struct Found {
    key: String,
    /// The byte at which its line begins.
    at: u64,
}

impl Source {
    /// Opens the file at `path` and looks at its positions, or at some of a large one.
    pub fn open(path: &Path) -> Result<Self, BookProblem> {
        let mut file = open(path)?;
        check_head(&mut BufReader::new(&file))?;
        let length = file.metadata()?.len();
        if length > MOST_READ {
            let source = Self::checked(Text::File(file.try_clone()?), length);
            if length > MOST_SORTED || !matches!(source, Err(BookProblem::NotSorted(_))) {
                return source;
            }
        }
        let mut bytes = Vec::new();
        file.rewind()?;
        (&file).take(length).read_to_end(&mut bytes)?;
        if let Some((text, disorder)) = sorted(&String::from_utf8_lossy(&bytes)) {
            let mut source = Self::checked_text(text.into_bytes().into())?;
            source.disorder = Some(disorder);
            return Ok(source);
        }
        Self::checked(Text::File(file), length)
    }

    /// What was not in order before it was sorted in memory, if anything was.
    pub fn disorder(&self) -> Option<&Disorder> {
        self.disorder.as_ref()
    }

    /// The book of this text.
    pub fn of(text: Cow<'static, [u8]>) -> Result<Self, BookProblem> {
        check_head(&mut text.as_ref())?;
        Self::checked_text(text)
    }

    fn checked_text(text: Cow<'static, [u8]>) -> Result<Self, BookProblem> {
        let length = text.len() as u64;
        Self::checked(Text::Memory(text), length)
    }

    fn checked(text: Text, length: u64) -> Result<Self, BookProblem> {
        let source = Self {
            text,
            length,
            disorder: None,
        };
        source.check_order()?;
        Ok(source)
    }

    fn check_order(&self) -> Result<(), BookProblem> {
        let mut last: Option<String> = None;
        for sample in 0..SAMPLES {
            let from = u128::from(self.length) * u128::from(sample) / u128::from(SAMPLES);
            let Some(found) = self.position_from(from as u64)? else {
                break;
            };
            check_order(last.as_deref(), Some(&found.key))?;
            last = Some(found.key);
        }
        Ok(())
    }

    /// The moves of the position `key`, and those that are never to be played; none if it is not there.
    pub fn find(&self, key: &str) -> Result<(Vec<BookMove>, Vec<Move>), BookProblem> {
        let Some(at) = self.first_from(key)? else {
            return Ok(Default::default());
        };
        let mut lines = self.lines_from(at)?.take(LONGEST_GAP);
        let is_other = |line: &str| {
            let position = line.strip_prefix(POSITION);
            position.is_some_and(|text| without_number(text) != key)
        };
        let (mut moves, mut never): (Vec<BookMove>, _) = (Vec::new(), Vec::new());
        while let Some(line) = read_line(&mut lines)?.filter(|line| !is_other(line)) {
            let known = |mv: &BookMove| moves.iter().any(|it| it.mv == mv.mv);
            moves.extend(BookMove::parse(&line).filter(|mv| !known(mv)));
            never.extend(avoided(&line));
            if moves.len() == MOST_MOVES || never.len() == MOST_MOVES {
                break;
            }
        }
        Ok((moves, never))
    }

    /// Where the first position stands whose text is `key` or comes after it, if it is that one.
    fn first_from(&self, key: &str) -> Result<Option<u64>, BookProblem> {
        // Before `low` all come before `key`, from `high` on none does.
        let (mut low, mut high) = (0, self.length);
        let mut found: Option<Found> = None;
        let mut before: Option<String> = None;
        while low < high {
            let middle = low + (high - low) / 2;
            let Some(here) = self.position_from(middle)?.filter(|it| it.at < high) else {
                high = middle;
                continue;
            };
            check_order(before.as_deref(), Some(&here.key))?;
            check_order(Some(&here.key), found.as_ref().map(|it| it.key.as_str()))?;
            if here.key.as_str() < key {
                low = here.at + 1;
                before = Some(here.key);
            } else {
                high = middle;
                found = Some(here);
            }
        }
        Ok(found.filter(|it| it.key == key).map(|it| it.at))
    }

    /// The first position whose line begins at byte `from` or after it; none up to the end.
    fn position_from(&self, from: u64) -> Result<Option<Found>, BookProblem> {
        // From the byte before, so that a line that begins at `from` is not taken for the rest of one.
        let mut at = from.saturating_sub(1);
        let mut lines = self.lines_from(at)?;
        if from > 0 {
            at += (&mut lines).take(LONGEST_GAP).skip_until(b'\n')? as u64;
        }
        while at < from + LONGEST_GAP {
            let mut bytes = Vec::new();
            let count = (&mut lines)
                .take(LONGEST_GAP)
                .read_until(b'\n', &mut bytes)?;
            if count == 0 {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&bytes);
            if let Some(text) = line.strip_prefix(POSITION) {
                let key = without_number(text).to_owned();
                return Ok(Some(Found { key, at }));
            }
            at += count as u64;
        }
        let length = at - from;
        Err(BookProblem::Gap { from, length })
    }

    fn lines_from(&self, at: u64) -> Result<Box<dyn BufRead + '_>, BookProblem> {
        Ok(match &self.text {
            Text::File(file) => {
                let mut file = file;
                file.seek(SeekFrom::Start(at))?;
                Box::new(BufReader::with_capacity(BUFFER, file))
            }
            Text::Memory(bytes) => Box::new(bytes.get(at as usize..).unwrap_or_default()),
        })
    }
}

/// Refuses two positions of the file of which the second comes before the first.
fn check_order(first: Option<&str>, second: Option<&str>) -> Result<(), BookProblem> {
    let pair = first.zip(second);
    let disorder = pair.and_then(|(first, second)| Disorder::of(first, second));
    disorder.map_or(Ok(()), |it| Err(BookProblem::NotSorted(it)))
}

/// The text of a book with its positions in order, and what was not; none if all was. Moves and remarks
/// stay below their position, in their order.
pub fn sorted(text: &str) -> Option<(String, Disorder)> {
    let (head, mut positions) = parts(text);
    let mut pairs = positions.windows(2);
    let disorder = pairs.find_map(|pair| Disorder::of(pair[0].key, pair[1].key))?;
    positions.sort_by_key(|it| it.key);
    let mut sorted = String::with_capacity(text.len() + 1);
    for part in [head].into_iter().chain(positions.iter().map(|it| it.text)) {
        sorted.push_str(part);
        if !part.is_empty() && !part.ends_with('\n') {
            sorted.push('\n');
        }
    }
    Some((sorted, disorder))
}

/// A position with what stands below it.
struct Part<'a> {
    key: &'a str,
    text: &'a str,
}

/// What stands before the first position, and the positions.
fn parts(text: &str) -> (&str, Vec<Part<'_>>) {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some(position) = line.strip_prefix(POSITION) {
            starts.push((at, without_number(position)));
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|it| it.0).chain([text.len()]);
    let part = |(&(start, key), end): (&(usize, _), usize)| Part {
        key,
        text: &text[start..end],
    };
    let positions = starts.iter().zip(ends).map(part).collect();
    let head = starts.first().map_or(text.len(), |it| it.0);
    (&text[..head], positions)
}
