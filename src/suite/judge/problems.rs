//! The problems of files: a position a line (`.sfen`), or records.
//!
//! A record, or the moves after a position, in which every move of the attacker gives check is a solution, and
//! the problem is where it begins; of others it is where they end. The operation `mate PLIES` of a suite is an
//! announcement.

use crate::file;
use crate::kind::Operation;
use base::files::{self, sha256};
use engine::mate::MateLimits;
use engine::mate::judge::Question;
use engine::record::Format;
use engine::shogi::game::Game;
use engine::shogi::pieces::opponent;
use engine::shogi::{Checks, Move, Position};
use matches::games;
use std::path::Path;

/// The extension of files with a position a line.
const LINES: &str = "sfen";

/// A problem, and where it is from.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line in it, or the number of the record, from 1.
    pub line: usize,
    /// What it is called; empty if it has no name.
    pub id: String,
    /// The position.
    pub position: Position,
    /// Whether the side to move is mated.
    pub defends: bool,
    /// The solution that came with it; empty if none did.
    pub solution: Vec<Move>,
    /// How many plies it is said to take.
    pub announced: Option<u16>,
}

/// The problems of a file, as far as it can be used.
#[derive(Debug, Default)]
pub struct ProblemFile {
    /// Its path, as given or found.
    pub name: String,
    /// The SHA-256 of its content.
    pub sum: String,
    /// The problems.
    pub problems: Vec<Problem>,
    /// What cannot be used: the line, 0 for the file, and why.
    pub bad: Vec<(usize, String)>,
}

/// Whether problems are looked for in the file at `path` if its folder is named.
pub fn is_wanted(path: &Path) -> bool {
    is_lines(path) || Format::of_path(path).is_some()
}

fn is_lines(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == LINES)
}

impl ProblemFile {
    /// Reads the file at `path`. With `defends` the sides to move are mated; else they are where only they have a king.
    pub fn open(path: &Path, defends: bool) -> Self {
        let name = path.display().to_string();
        if is_lines(path) {
            return match files::read_text(path) {
                Ok(text) => Self::parse(name, &text, defends),
                Err(error) => Self {
                    name,
                    bad: vec![(0, format!("{error}; expected a text file of positions"))],
                    ..Self::default()
                },
            };
        }
        let records = games::record(path).map_err(|error| unnamed(&name, &error));
        let read = records.and_then(|(bytes, format)| {
            let games = format.read_all(&bytes).map_err(|error| error.to_string())?;
            Ok((sha256(bytes), games))
        });
        match read {
            Ok((sum, readings)) => {
                let games = readings.iter().map(|it| it.record.game());
                let place = |(line, game)| Problem::new(&name, line, game, defends);
                Self {
                    problems: (1..).zip(games).map(place).collect(),
                    bad: Vec::new(),
                    sum,
                    name,
                }
            }
            Err(problem) => Self {
                name,
                bad: vec![(0, problem)],
                ..Self::default()
            },
        }
    }

    /// Reads `text` with a position a line.
    pub fn parse(name: String, text: &str, defends: bool) -> Self {
        let mut file = Self {
            sum: sha256(text),
            ..Self::default()
        };
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let (position, operations) = file::read(text);
            match position.parse::<Game>() {
                Ok(game) => file.problems.push(Problem {
                    id: argument(&operations, "id").unwrap_or_default(),
                    announced: argument(&operations, "mate").and_then(|it| it.parse().ok()),
                    ..Problem::new(&name, line, &game, defends)
                }),
                Err(error) => file.bad.push((line, error.to_string())),
            }
        }
        if file.problems.is_empty() && file.bad.is_empty() {
            let problem = "no problems; expected a position a line";
            file.bad.push((0, problem.to_owned()));
        }
        Self { name, ..file }
    }
}

/// What is wrong with the file called `name`, which the message begins with.
fn unnamed(name: &str, error: &impl ToString) -> String {
    let text = error.to_string();
    let rest = text.strip_prefix(&format!("`{name}`: "));
    rest.map(str::to_owned).unwrap_or(text)
}

fn argument(operations: &[Operation], name: &str) -> Option<String> {
    let found = operations.iter().find(|it| it.name == name)?;
    Some(found.argument.clone())
}

impl Problem {
    /// That of `game`.
    pub fn new(file: &str, line: usize, game: &Game, defends: bool) -> Self {
        let defends_at = |pos: &Position| defends || is_only_king(pos);
        let is_solution = is_solution(game, defends_at(game.start()));
        let (position, solution) = if is_solution {
            (game.start(), game.moves().to_vec())
        } else {
            (game.position(), Vec::new())
        };
        Self {
            file: file.to_owned(),
            line,
            id: String::new(),
            defends: defends_at(position),
            position: position.clone(),
            solution,
            announced: None,
        }
    }

    /// What is asked of a judge, who gives up by `limits` and has so much memory.
    pub fn question(&self, limits: MateLimits, hash_mb: usize) -> Question {
        Question {
            position: self.position.clone(),
            defends: self.defends,
            solution: self.solution.clone(),
            announced: self.announced,
            limits,
            hash_mb,
        }
    }
}

/// Whether only the side to move has a king: it is the one to be mated.
fn is_only_king(pos: &Position) -> bool {
    let side = pos.side();
    pos.king(side).is_some() && pos.king(opponent(side)).is_none()
}

/// Whether there are moves, and each of the attacker's gives check; `defends` says that the defender begins.
fn is_solution(game: &Game, defends: bool) -> bool {
    let first = if defends { 2 } else { 1 };
    let plies = (first..=game.moves().len()).step_by(2);
    let mut after = plies.map(|plies| game.position_after(plies));
    game.moves().len() >= first
        && after.all(|pos| pos.is_some_and(|pos| Checks::of(&pos).in_check()))
}
