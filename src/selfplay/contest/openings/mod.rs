//! Where games begin: positions from a file, or a few random moves that leave the game even.
//!
//! What must hold: the opening of a pair follows from the source, the seed and the pair's number
//! alone, so that a run can be continued, repeated, or spread.

mod column;
mod course;
mod random;

pub use course::Course;

use crate::files::found;
use crate::files::sha256;
use crate::random::generator;
use crate::shogi::game::{Game, GameError};
use crate::shogi::sfen;
use rand::seq::SliceRandom;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Where openings come from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// So many random plies from the start position.
    Random {
        /// The plies; with 0 every game begins at the start position.
        plies: usize,
    },
    /// The entries of a file.
    List(OpeningList),
}

/// The openings of a file.
#[derive(Clone, Debug)]
pub struct OpeningList {
    games: Vec<Game>,
    text: String,
    course: Course,
}

/// Why a file of openings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// It cannot be read.
    #[error("cannot read openings from `{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// What is in it are no openings.
    #[error("openings `{}`: {problem}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: Box<Self>,
    },
    /// A line is no opening.
    #[error("line {line}: {source}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        source: GameError,
    },
    /// A line of a table has not the column that was asked for.
    #[error(
        "line {line}: no column `{column}`; expected its number, or its name in the first line"
    )]
    Column {
        /// Which, from 1.
        line: usize,
        /// Its number or name.
        column: String,
    },
    /// An opening leaves nothing to play.
    #[error("line {line}: the game is over there; expected one that goes on")]
    Over {
        /// Which, from 1.
        line: usize,
    },
    /// There is none.
    #[error("no opening; expected one in a line, as SFEN or `startpos moves …`")]
    Empty,
}

impl Openings {
    /// Those of a match for which nothing else is said.
    pub const STANDARD: Self = Self::Random { plies: 8 };

    /// The opening of pair `pair` under `seed`.
    ///
    /// A list is gone through as its [`Course`] says.
    pub fn opening(&self, seed: u64, pair: u64) -> Game {
        match self {
            Self::Random { plies } => random::opening(seed, pair, *plies),
            Self::List(list) => list.pick(seed, pair).clone(),
        }
    }

    /// How many different openings there are, if that is limited.
    pub fn different(&self) -> Option<u64> {
        match self {
            Self::Random { plies: 0 } => Some(1),
            Self::Random { .. } => None,
            Self::List(list) => Some(list.games.len() as u64),
        }
    }

    /// The source as a text for the head of a journal.
    pub fn describe(&self) -> String {
        match self {
            Self::Random { plies } => format!("{plies} random plies"),
            Self::List(list) => {
                let sum = sha256(&list.text);
                format!("{} openings, sha256 {sum}{}", list.games.len(), list.course)
            }
        }
    }

    /// Random openings from what describes them; `None` for any other text.
    pub fn random(description: &str) -> Option<Self> {
        let plies = description.strip_suffix(" random plies")?;
        let plies = plies.parse().ok()?;
        Some(Self::Random { plies })
    }

    /// Those of a list with this `text`, in the course that describes them; `None` if it is none.
    pub fn listed(description: &str, text: &str) -> Option<Self> {
        let course = Course::in_description(description)?;
        let list = OpeningList::parse(text).ok()?;
        Some(Self::List(list.in_course(course)))
    }

    /// The text of the file that they are from; none for random ones.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Random { .. } => None,
            Self::List(list) => Some(&list.text),
        }
    }
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

    fn pick(&self, seed: u64, pair: u64) -> &Game {
        let count = self.games.len() as u64;
        let (round, place) = self.course.place(pair, count);
        if !self.course.is_shuffled {
            return &self.games[place as usize];
        }
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        order.shuffle(&mut generator(seed, round));
        &self.games[order[place as usize]]
    }
}

fn parse_line(line: &str) -> Result<Game, GameError> {
    let line = line.split(';').next().unwrap_or_default();
    let line = line.strip_prefix("position ").unwrap_or(line);
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

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# even positions\n\n\
        startpos moves 7g7f 3c3d\nposition startpos moves 2g2f\n7g7f 8c8d; id a\r\n\
        4k4/9/9/9/9/9/9/9/4K4 b P 1 bm P*5b; id \"b\";\n\
        lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2\n";

    #[test]
    fn every_form_is_read() {
        let list = OpeningList::parse(FILE).unwrap();
        let plies: Vec<_> = list.games.iter().map(|game| game.moves().len()).collect();
        assert_eq!(plies, [2, 1, 2, 0, 0]);
        assert_eq!(list.text, FILE);
    }

    #[test]
    fn random_openings_are_read_as_they_are_described() {
        let described = Openings::Random { plies: 8 }.describe();
        let read = Openings::random(&described);
        assert!(matches!(read, Some(Openings::Random { plies: 8 })));
        assert!(Openings::random("4 openings, sha256 0").is_none());
    }

    #[test]
    fn each_round_uses_every_opening_once() {
        let openings = Openings::List(OpeningList::parse(FILE).unwrap());
        let round = |seed: u64, round: u64| -> Vec<String> {
            let pairs = 5 * round..5 * (round + 1);
            pairs
                .map(|pair| openings.opening(seed, pair).to_string())
                .collect()
        };
        let sorted = |mut list: Vec<String>| {
            list.sort();
            list
        };
        assert_eq!(sorted(round(1, 0)), sorted(round(1, 1)));
        assert_eq!(round(1, 0), round(1, 0));
        let orders: std::collections::BTreeSet<_> = (0..9).map(|n| round(1, n)).collect();
        assert!(orders.len() > 3);
    }

    #[test]
    fn refusals_name_the_line() {
        for (text, expected) in [
            ("startpos\nstartpos moves 7g7e", "line 2"),
            ("nonsense", "line 1"),
            ("7g7f 7z", "`7z`"),
            ("# nothing", "no opening"),
            ("4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1", "over"),
        ] {
            let error = OpeningList::parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
