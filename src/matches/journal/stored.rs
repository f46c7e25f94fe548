//! The games of a file, read one by one in the order of their numbers, so that a file may hold more
//! games than memory does.
//!
//! A file is looked through once, which checks it and finds out where each game stands; that is all
//! that is kept of it. What must hold: a game is given only if its line is whole, and none is given
//! twice.

use super::head::Head;
use crate::referee::finished::FinishedGame;
use base::files::{journal, text::one_line};
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::path::Path;

/// Something that lines are read from, and pieces from anywhere.
trait Source: BufRead + Seek {}

impl<T: BufRead + Seek> Source for T {}

/// The bytes of a file, in memory or on the disk.
pub(super) struct Bytes {
    source: Box<dyn Source>,
    /// The place of the next byte that is read.
    at: u64,
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
pub(super) struct Stored {
    bytes: Bytes,
    /// How many players the match has.
    players: usize,
    /// In that order.
    places: Vec<Place>,
    next: usize,
}

/// A line that is bad: its number from 1, and what is wrong with it.
pub(super) type BadLine = (usize, String);

impl Bytes {
    /// Those of the file at `path`, which stay there.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        Ok(Self::of(BufReader::with_capacity(1 << 18, file)))
    }

    /// Those of `source`, from which nothing has been read.
    pub fn of(source: impl BufRead + Seek + 'static) -> Self {
        let source = Box::new(source);
        Self { source, at: 0 }
    }

    /// Gives each line to `visit`, with where it starts; the last may have no end.
    fn each_line(&mut self, mut visit: impl FnMut(u64, &[u8])) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = self.source.read_until(b'\n', &mut line)?;
            if length == 0 {
                return Ok(());
            }
            visit(self.at, &line);
            self.at += length as u64;
        }
    }

    /// `length` bytes from `start` on.
    fn piece(&mut self, start: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut piece = vec![0; length];
        // Goes on within what has been read of the file already.
        self.source.seek_relative(start as i64 - self.at as i64)?;
        self.source.read_exact(&mut piece)?;
        self.at = start + length as u64;
        Ok(piece)
    }
}

/// What stands in the file of a journal.
pub(super) struct Content {
    /// What describes the match; none in an empty file.
    pub head: Option<Head>,
    /// The games.
    pub games: Stored,
    /// The bytes up to the end of the last good line.
    pub length: usize,
}

impl Content {
    /// Looks through a journal up to a torn last line.
    pub fn read(mut bytes: Bytes) -> Result<Self, BadLine> {
        let (mut head, mut places, mut length) = (None, Vec::new(), 0);
        // A bad line is one that was torn, unless it is the first or others follow it.
        let (mut bad, mut is_over) = (None, false);
        let (mut lines, mut players) = (0, 0);
        let looked = bytes.each_line(|start, text| {
            is_over |= bad.is_some();
            if is_over {
                return;
            }
            lines += 1;
            let read = journal::unseal(text).map_err(|problem| (problem, lines == 1));
            let added = read.and_then(|object| {
                let added = if lines == 1 {
                    Head::parse(&object).map(|it| {
                        players = it.players.len();
                        head = Some(it);
                    })
                } else {
                    id_of(&object).map(|id| {
                        places.push(Place {
                            id,
                            start,
                            length: text.len() as u32,
                            line: lines,
                        });
                    })
                };
                added.map_err(|problem| (problem, true))
            });
            match added {
                Ok(()) => length = start as usize + text.len(),
                Err((problem, is_certain)) => {
                    bad = Some((lines as usize, problem));
                    is_over = is_certain;
                }
            }
        });
        looked.map_err(|error| (lines as usize + 1, error.to_string()))?;
        if let Some(bad) = bad.filter(|_| is_over) {
            return Err(bad);
        }
        places.sort_by_key(|place| place.id);
        let twice = places.windows(2).find(|two| two[0].id == two[1].id);
        if let Some([_, second]) = twice {
            let problem = format!("game {} stands there again", second.id);
            return Err((second.line as usize, problem));
        }
        let games = Stored {
            bytes,
            players,
            places,
            next: 0,
        };
        Ok(Self {
            head,
            games,
            length,
        })
    }
}

impl Stored {
    /// The number of the next game; none after the last.
    pub fn next_id(&self) -> Option<u64> {
        self.places.get(self.next).map(|place| place.id)
    }

    /// The next game, and the JSON object that it was read from; none after the last. Its line may not be there
    /// any more, or say what cannot be.
    pub fn next(&mut self) -> Result<Option<(FinishedGame, String)>, BadLine> {
        let Some(place) = self.places.get(self.next).copied() else {
            return Ok(None);
        };
        self.next += 1;
        let bad = |problem: String| (place.line as usize, problem);
        let line = self.bytes.piece(place.start, place.length as usize);
        let line = line.map_err(|error| bad(error.to_string()))?;
        let object = journal::content(&line).map_err(bad)?;
        let game = game(&object, self.players).map_err(bad)?;
        Ok(Some((game, object)))
    }

    /// All games that are left.
    pub fn rest(mut self) -> Result<Vec<FinishedGame>, BadLine> {
        let mut games = Vec::with_capacity(self.places.len());
        while let Some((game, _)) = self.next()? {
            games.push(game);
        }
        Ok(games)
    }
}

/// The game of a match of so many `players` that the JSON object `text` describes.
fn game(text: &str, players: usize) -> Result<FinishedGame, String> {
    let game: FinishedGame = serde_json::from_str(text).map_err(one_line)?;
    if game.is_sound(players) {
        Ok(game)
    } else {
        Err(format!(
            "expected two of the {players} players, and none or one of them as the winner"
        ))
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
    if let Some(id) = digits {
        return Ok(id);
    }
    let numbered = serde_json::from_str(object).map(|it: Numbered| it.id);
    numbered.map_err(|error| error.to_string())
}
