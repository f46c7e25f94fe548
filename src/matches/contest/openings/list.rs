//! The openings of a file: its lines or a column of it, and in which order they are played, how often each.

use super::{OpeningError, further};
use base::files::{self, sha256};
use base::random::generator;
use engine::shogi::game::{Game, GameError};
use engine::shogi::sfen;
use rand::seq::SliceRandom;
use std::fmt;
use std::path::Path;
use std::sync::LazyLock;

/// The text of the openings that are part of the program.
const SHIPPED: &str = include_str!("../../../../sfen-suites/openings/games.sfen");

/// Openings, and how they are gone through.
#[derive(Clone, Debug)]
pub struct OpeningList {
    pub(super) games: Vec<Game>,
    /// The SHA-256 of the text that they are from.
    pub(super) sum: String,
    /// How it is gone through.
    pub course: Course,
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
        let text = files::read_text(path);
        let text = text.map_err(|error| OpeningError::File(path.to_owned(), error))?;
        let text = column.map_or(Ok(text.clone()), |column| select_column(&text, column));
        let list = text.and_then(|text| Self::parse(&text));
        list.map_err(|problem| OpeningError::Content(path.to_owned(), problem))
    }

    /// The openings that are part of the program, read once.
    pub fn shipped() -> Self {
        static LIST: LazyLock<OpeningList> = LazyLock::new(|| {
            // A test reads them.
            let mut list = OpeningList::parse(SHIPPED).unwrap_or_else(|_| OpeningList {
                games: vec![Game::default()],
                sum: String::new(),
                course: Course::STANDARD,
            });
            list.course.lengthens = true;
            list
        });
        LIST.clone()
    }

    /// Reads the text of such a file.
    ///
    /// # Errors
    /// At the first line that is no opening, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut games = Vec::new();
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let game = parse_line(text).map_err(|error| format!("line {line}: {error}"))?;
            if game.ending(None).is_some() {
                let problem = "the game is over there; expected one that goes on";
                return Err(format!("line {line}: {problem}"));
            }
            games.push(game);
        }
        if games.is_empty() {
            let problem = "no opening; expected one in a line, as SFEN or `startpos moves …`";
            return Err(problem.to_owned());
        }
        Ok(Self {
            games,
            sum: sha256(text),
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
            1.. if self.course.lengthens => further(game, seed, pair, round as usize),
            _ => game.clone(),
        }
    }
}

fn parse_line(line: &str) -> Result<Game, GameError> {
    let line = line.split(';').next().unwrap_or_default();
    let line = without_operations(line);
    let first = line.split_whitespace().next().unwrap_or_default();
    if sfen::parse_move(first).is_ok() {
        format!("startpos moves {line}").parse()
    } else {
        line.parse()
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

/// The way through a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Whether the order follows from the seed, another one each time the list is gone through;
    /// otherwise it is that of the file.
    pub is_shuffled: bool,
    /// How many openings are left out before the first.
    pub skipped: u64,
    /// How many pairs of games begin at one opening before the next has its turn, 1 or more.
    pub pairs_each: u64,
    /// Whether an opening is followed by random plies when it comes again: by one the second time
    /// through the list, by two the third time, and so on.
    pub lengthens: bool,
}

impl Course {
    /// Unless something else is said.
    pub const STANDARD: Self = Self {
        is_shuffled: true,
        skipped: 0,
        pairs_each: 1,
        lengthens: false,
    };

    /// Where pair `pair` is in a list of `count`: how often the list has been gone through, and the
    /// place in it.
    fn place(self, pair: u64, count: u64) -> (u64, u64) {
        let number = (pair / self.pairs_each.max(1)).saturating_add(self.skipped);
        (number / count, number % count)
    }
}

/// What is not standard, each part after a comma.
impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_shuffled {
            f.write_str(", in order")?;
        }
        if self.skipped > 0 {
            write!(f, ", from number {}", self.skipped + 1)?;
        }
        if self.pairs_each > 1 {
            write!(f, ", {} pairs each", self.pairs_each)?;
        }
        if self.lengthens {
            f.write_str(", then longer")?;
        }
        Ok(())
    }
}

/// The lines of `text`, whose columns are separated by tabs, with nothing but column `column`: its
/// number from 1, or its name in the first line. Lines keep their numbers.
fn select_column(text: &str, column: &str) -> Result<String, String> {
    let mut lines = text.lines();
    let (place, head) = match column.parse::<usize>() {
        Ok(number) => (number.checked_sub(1), None),
        Err(_) => (named(lines.next().unwrap_or_default(), column), Some("")),
    };
    let missing = |line| {
        let expected = "expected its number, or its name in the first line";
        format!("line {line}: no column `{column}`; {expected}")
    };
    let place = place.ok_or_else(|| missing(1))?;
    let first = 1 + usize::from(head.is_some());
    let cell = |(line, text): (usize, &str)| {
        if text.is_empty() || text.starts_with('#') {
            return Ok(String::new());
        }
        let cell = text.split('\t').nth(place);
        cell.map(str::to_owned).ok_or_else(|| missing(line))
    };
    let head = head.map(|line| Ok(line.to_owned()));
    let cells = head.into_iter().chain((first..).zip(lines).map(cell));
    Ok(cells.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

fn named(head: &str, column: &str) -> Option<usize> {
    let mut names = head.trim_start_matches('#').split('\t').map(str::trim);
    names.position(|name| name.eq_ignore_ascii_case(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_displayed_by_what_is_not_standard() {
        let course = Course {
            is_shuffled: false,
            skipped: 4,
            pairs_each: 3,
            lengthens: true,
        };
        let text = ", in order, from number 5, 3 pairs each, then longer";
        assert_eq!(course.to_string(), text);
        assert_eq!(Course::STANDARD.to_string(), "");
    }

    #[test]
    fn a_list_is_gone_through_again() {
        let course = Course {
            skipped: 2,
            pairs_each: 2,
            ..Course::STANDARD
        };
        let places = [0, 1, 2, 3, 4].map(|pair| course.place(pair, 3));
        assert_eq!(places, [(0, 2), (0, 2), (1, 0), (1, 0), (1, 1)]);
    }

    #[test]
    fn a_column_has_a_number_or_a_name() {
        let table = "# id\tSfen\tvalue\n1\tstartpos\t3\n\n2\t7g7f\t-1\n";
        assert_eq!(select_column(table, "sfen").unwrap(), "\nstartpos\n\n7g7f");
        assert_eq!(select_column(table, "2").unwrap(), "\nstartpos\n\n7g7f");
        for (column, expected) in [
            ("moves", "line 1: no column `moves`"),
            ("0", "line 1: no column `0`"),
            ("4", "line 2: no column `4`"),
        ] {
            let problem = select_column(table, column).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
