//! The games of a file, read one by one in the order of their numbers, so that a file may hold more
//! games than memory does.
//!
//! A file is looked through once, which checks it and finds out where each game stands; that is all
//! that is kept of one larger than [`LARGE`]. What must hold: a game is given only if its line is
//! whole, and none is given twice.

use crate::referee::finished::FinishedGame;
use engine::files::{found, line};
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// A file of more bytes than this stays on the disk; smaller ones are read once and kept.
const LARGE: u64 = 4 << 20;

/// The bytes of a file, in memory or on the disk.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// In memory.
    Kept(Cursor<Vec<u8>>),
    /// On the disk, with the place of the next byte that is read.
    OnDisk(BufReader<File>, u64),
}

/// Where a game stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    id: u64,
    start: u64,
    /// Bytes of the line, with its end.
    length: u32,
    /// Its number, from 1.
    line: u32,
}

/// Games in the order of their numbers.
#[derive(Debug)]
pub(crate) struct Stored {
    bytes: Bytes,
    /// How many players the match has.
    players: usize,
    /// In that order.
    places: Vec<Place>,
    next: usize,
}

/// A line that is bad: its number from 1, and what is wrong with it.
pub(crate) type BadLine = (usize, String);

impl Bytes {
    /// Those of the file at `path`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        found::expect_file(path)?;
        let mut file = File::open(path)?;
        let size = file.metadata()?.len();
        if size > LARGE {
            return Ok(Self::OnDisk(BufReader::with_capacity(1 << 18, file), 0));
        }
        let mut bytes = Vec::with_capacity(size as usize + 1);
        file.read_to_end(&mut bytes)?;
        Ok(Self::of(bytes))
    }

    /// These, in memory.
    pub fn of(bytes: Vec<u8>) -> Self {
        Self::Kept(Cursor::new(bytes))
    }

    /// Gives each line to `visit`, with where it starts; the last may have no end.
    ///
    /// # Errors
    /// If reading fails.
    pub fn each_line(&mut self, mut visit: impl FnMut(u64, &[u8])) -> io::Result<()> {
        let mut line = Vec::new();
        let mut start = 0;
        loop {
            line.clear();
            let length = match self {
                Self::Kept(bytes) => bytes.read_until(b'\n', &mut line)?,
                Self::OnDisk(file, _) => file.read_until(b'\n', &mut line)?,
            };
            if length == 0 {
                break;
            }
            visit(start, &line);
            start += length as u64;
        }
        if let Self::OnDisk(_, at) = self {
            *at = start;
        }
        Ok(())
    }

    /// `length` bytes from `start` on.
    fn piece(&mut self, start: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut piece = vec![0; length];
        match self {
            Self::Kept(bytes) => {
                bytes.set_position(start);
                bytes.read_exact(&mut piece)?;
            }
            Self::OnDisk(file, at) => {
                file.seek_relative(start as i64 - *at as i64)?;
                file.read_exact(&mut piece)?;
                *at = start + length as u64;
            }
        }
        Ok(piece)
    }
}

/// What is known of the lines so far.
#[derive(Debug, Default)]
pub(crate) struct Found {
    places: Vec<Place>,
    lines: u32,
}

impl Found {
    /// Notes the line from `start` on, the JSON object in which is `object`. The first describes the
    /// match and holds no game.
    ///
    /// # Errors
    /// If it is no game.
    pub fn add(&mut self, start: u64, length: usize, object: &str) -> Result<(), BadLine> {
        self.lines += 1;
        if self.lines > 1 {
            let id = id_of(object).map_err(|problem| (self.lines as usize, problem))?;
            self.places.push(Place {
                id,
                start,
                length: length as u32,
                line: self.lines,
            });
        }
        Ok(())
    }

    /// The number of the line noted last.
    pub fn lines(&self) -> usize {
        self.lines as usize
    }

    /// The games found in `bytes`, of a match of so many `players`.
    ///
    /// # Errors
    /// If one is there twice.
    pub fn games(mut self, bytes: Bytes, players: usize) -> Result<Stored, BadLine> {
        self.places.sort_by_key(|place| place.id);
        let twice = self.places.windows(2).find(|two| two[0].id == two[1].id);
        if let Some([_, again]) = twice {
            let problem = format!("game {} stands there again", again.id);
            return Err((again.line as usize, problem));
        }
        Ok(Stored {
            bytes,
            players,
            places: self.places,
            next: 0,
        })
    }
}

impl Stored {
    /// The numbers of the games that are left, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.places[self.next..].iter().map(|place| place.id)
    }

    /// The number of the next game; none after the last.
    pub fn next_id(&self) -> Option<u64> {
        self.places.get(self.next).map(|place| place.id)
    }

    /// The next game, and the JSON object that it was read from; none after the last.
    ///
    /// # Errors
    /// If its line cannot be read again or says what cannot be.
    pub fn next(&mut self) -> Result<Option<(FinishedGame, String)>, BadLine> {
        let Some(place) = self.places.get(self.next).copied() else {
            return Ok(None);
        };
        self.next += 1;
        let bad = |problem: String| (place.line as usize, problem);
        let line = self.bytes.piece(place.start, place.length as usize);
        let line = line.map_err(|error| bad(error.to_string()))?;
        let object = line::content(&line).map_err(bad)?;
        let game = super::content::game(&object, self.players).map_err(bad)?;
        Ok(Some((game, object)))
    }
}

/// The number of the game in the JSON object `object`.
fn id_of(object: &str) -> Result<u64, String> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u64,
    }
    // As they are written; whatever else JSON allows takes longer.
    let digits = object.strip_prefix("{\"id\":");
    let digits = digits.and_then(|rest| rest.split(',').next()?.parse().ok());
    match digits {
        Some(id) => Ok(id),
        None => serde_json::from_str(object)
            .map(|it: Numbered| it.id)
            .map_err(|error| error.to_string()),
    }
}
