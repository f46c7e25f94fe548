//! A list of openings, as a file or the program has it.

use super::course::Course;
use super::{OpeningError, column, random};
use engine::files::found;
use engine::random::generator;
use engine::shogi::game::{Game, GameError};
use engine::shogi::sfen;
use rand::seq::SliceRandom;
use std::path::Path;
use std::sync::LazyLock;

/// The text of the openings that are part of the program.
const SHIPPED: &str = include_str!("../../../../sfen-suites/openings/games.sfen");

/// Openings, and how they are gone through.
#[derive(Clone, Debug)]
pub struct OpeningList {
    pub(super) games: Vec<Game>,
    pub(super) text: String,
    pub(super) course: Course,
}

impl OpeningList {
    /// Reads a file with one opening a line: an SFEN, or `startpos moves …`, with or without
    /// `position` or `sfen` in front, or moves alone. The operations of an EPD, what follows a `;`,
    /// as in suites, empty lines and those that begin with `#` are skipped. With `column` the lines
    /// are those of a table, and the openings that column of it, by number or name.
    ///
    /// # Errors
    /// If it cannot be read, or at the first line that is no opening.
    pub fn read(path: &Path, column: Option<&str>) -> Result<Self, OpeningError> {
        let text = found::read_text(path).map_err(|source| OpeningError::File {
            path: path.to_owned(),
            source,
        })?;
        let text = column.map_or(Ok(text.clone()), |column| column::select(&text, column));
        let list = text.and_then(|text| Self::parse(&text));
        list.map_err(|problem| OpeningError::Content {
            path: path.to_owned(),
            problem: Box::new(problem),
        })
    }

    /// The openings that are part of the program, read once.
    pub fn shipped() -> Self {
        static LIST: LazyLock<OpeningList> = LazyLock::new(|| {
            let course = Course {
                lengthens: true,
                ..Course::STANDARD
            };
            // A test reads them.
            let list = OpeningList::parse(SHIPPED).unwrap_or_else(|_| OpeningList {
                games: vec![Game::default()],
                text: String::new(),
                course,
            });
            list.in_course(course)
        });
        LIST.clone()
    }

    /// The course in which it is gone through.
    pub fn course(&self) -> Course {
        self.course
    }

    /// The same list in another course.
    #[must_use]
    pub fn in_course(self, course: Course) -> Self {
        Self { course, ..self }
    }

    /// Reads the text of such a file.
    ///
    /// # Errors
    /// At the first line that is no opening.
    pub fn parse(text: &str) -> Result<Self, OpeningError> {
        let mut games = Vec::new();
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let game = parse_line(text).map_err(|source| OpeningError::Line { line, source })?;
            if game.ending(None).is_some() {
                return Err(OpeningError::Over { line });
            }
            games.push(game);
        }
        if games.is_empty() {
            return Err(OpeningError::Empty);
        }
        Ok(Self {
            games,
            text: text.to_owned(),
            course: Course::STANDARD,
        })
    }

    /// The opening of pair `pair` under `seed`.
    pub(super) fn opening(&self, seed: u64, pair: u64) -> Game {
        let count = self.games.len() as u64;
        let (round, place) = self.course.place(pair, count);
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        if self.course.is_shuffled {
            order.shuffle(&mut generator(seed, round));
        }
        let game = &self.games[order[place as usize]];
        match round {
            1.. if self.course.lengthens => random::further(game, seed, pair, round as usize),
            _ => game.clone(),
        }
    }
}

fn parse_line(line: &str) -> Result<Game, GameError> {
    let line = line.split(';').next().unwrap_or_default();
    let line = without_operations(line);
    let first = line.split_whitespace().next().unwrap_or_default();
    let parsed = if sfen::parse_move(first).is_ok() {
        Game::parse(&format!("startpos moves {line}"))
    } else {
        Game::parse(line)
    };
    match parsed? {
        (game, None) => Ok(game),
        (_, Some(error)) => Err(error),
    }
}

/// A line without the operations that follow the position of an EPD, such as `bm 7g7f`.
fn without_operations(line: &str) -> &str {
    let is_board = |word: &str| word.contains('/');
    let words = line.split_whitespace();
    let fields = words.skip_while(|word| !is_board(word)).skip(3);
    let mut fields = fields.skip_while(|word| word.parse::<u32>().is_ok());
    let is_operation = |word: &&str| {
        *word != "moves"
            && word.chars().all(|char| char.is_ascii_alphanumeric())
            && word.starts_with(|char: char| char.is_ascii_lowercase())
    };
    match fields.next().filter(is_operation) {
        Some(operation) => line.split(&format!(" {operation}")).next().unwrap_or(line),
        None => line,
    }
}
