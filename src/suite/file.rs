//! Suite files: which there are below a path, and their rows.
//!
//! A row is a position, `startpos` or an SFEN with moves after it and `position` before it or not, and
//! operations, each after a `;`. A line with tabs is a row of a table, whose columns the last line beginning with
//! `#` that has tabs names; without one they are sfen, depth and nodes. Other lines beginning with
//! `#`, and empty ones, mean nothing. What must hold: a row that cannot be used never hides
//! another.

use super::kind::{Kind, Operation, Task, is_known, kind_of};
use base::files::{self, sha256};
use engine::shogi::game::Game;
use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

/// The extensions of suite files, in folders.
const EXTENSIONS: [&str; 2] = ["sfen", "tsv"];

/// A file as far as it can be used.
#[derive(Default)]
pub struct SuiteFile {
    /// Its path, as given or found.
    pub name: String,
    /// The SHA-256 of its content.
    pub sum: String,
    /// Rows that ask for something.
    pub rows: Vec<Row>,
    /// Positions that nothing is asked of.
    pub silent: u64,
    /// What cannot be used: the number of the line, 0 for the file, and why.
    pub bad: Vec<(usize, String)>,
}

/// A position and what is asked of it.
pub struct Row {
    /// The number of its line, from 1.
    pub line: usize,
    /// What it is called; empty if it has no name.
    pub id: String,
    /// The position, with the moves that led to it.
    pub game: Game,
    /// Of which kind it is.
    pub kind: &'static Kind,
    /// What is asked.
    pub task: Box<dyn Task>,
}

/// The files at `paths` and in and below the folders there, in the order of their names.
///
/// # Errors
/// If a folder cannot be read: its path, and why.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let files = files::below(path, is_suite);
            found.append(&mut files.map_err(|error| (path.clone(), error))?);
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// Whether a path is called as suites are.
fn is_suite(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str());
    extension.is_some_and(|it| EXTENSIONS.contains(&it))
}

impl SuiteFile {
    /// Reads the file at `path`.
    pub fn open(path: &Path) -> Self {
        let name = path.display().to_string();
        match files::read_text(path) {
            Ok(text) => Self::parse(name, &text),
            Err(error) => Self {
                name,
                bad: vec![(0, format!("{error}; expected a text file of positions"))],
                ..Self::default()
            },
        }
    }

    /// Reads the text of a file.
    pub fn parse(name: String, text: &str) -> Self {
        let mut file = Self {
            name,
            sum: sha256(text),
            ..Self::default()
        };
        let mut columns: Vec<&str> = vec!["sfen", "depth", "nodes"];
        for (line, text) in (1..).zip(text.lines()) {
            match text.strip_prefix('#') {
                Some(names) if names.contains('\t') => columns = names.split('\t').collect(),
                Some(_) => {}
                None if text.trim().is_empty() => {}
                None => match row(line, text, &columns) {
                    Ok(Some(row)) => file.rows.push(row),
                    Ok(None) => file.silent += 1,
                    Err(error) => file.bad.push((line, error.to_string())),
                },
            }
        }
        if file.rows.is_empty() && file.silent == 0 && file.bad.is_empty() {
            let problem = "no rows; expected positions with operations such as `bm 7g7f`";
            file.bad.push((0, problem.to_owned()));
        }
        file
    }
}

/// The position and the operations of a row as they are written.
pub type Parts = (String, Vec<Operation>);

/// The parts of a row that is no row of a table.
pub fn read(line: &str) -> Parts {
    let mut parts = line.split(';');
    let position = parts.next().unwrap_or_default().to_owned();
    (position, parts.filter_map(Operation::parse).collect())
}

/// A row of a table: a column with the name of an operation is one, unless it is empty or `-`.
fn read_table_row(line: &str, columns: &[&str]) -> Result<Parts, String> {
    let names = columns.iter().map(|name| first_word(name));
    let cells: Vec<(&str, &str)> = names.zip(line.split('\t').map(str::trim)).collect();
    let cell = |name: &str| cells.iter().find(|cell| cell.0 == name).map(|cell| cell.1);
    let needed = |name| {
        cell(name).ok_or_else(|| {
            let expected = "the columns sfen, depth and nodes, or those that a line beginning with";
            format!("no column {name}; expected {expected} `#` names")
        })
    };
    let mut position = needed("sfen")?.to_owned();
    if let Some(moves) = cell("moves").filter(|moves| !matches!(*moves, "" | "-")) {
        position = format!("{position} moves {moves}");
    }
    let mut operations = Vec::new();
    for &(name, text) in &cells {
        let is_operation = is_known(name) || name == "id";
        match name {
            "depth" => {
                let leaves = needed("nodes")?;
                operations.push(Operation::new("perft", &format!("{text} {leaves}")));
            }
            "best_plies" => operations.extend(mate_of_length(text)),
            _ if is_operation && !matches!(text, "" | "-") => {
                operations.push(Operation::new(name, text));
            }
            _ => {}
        }
    }
    Ok((position, operations))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// `N` plies, `~N` if a shorter one is not excluded, 0 without a mate; anything else says nothing.
fn mate_of_length(text: &str) -> Option<Operation> {
    match (text, text.strip_prefix('~')) {
        ("0", _) => Some(Operation::new("nomate", "")),
        (_, Some(_)) => Some(Operation::new("mate", "")),
        _ => {
            let is_length = text.parse::<u32>().is_ok();
            is_length.then(|| Operation::new("mate", text))
        }
    }
}

/// The row on a line; none if nothing is asked of its position.
fn row(line: usize, text: &str, columns: &[&str]) -> Result<Option<Row>, Box<dyn Error>> {
    let (position, operations) = if text.contains('\t') {
        read_table_row(text, columns)?
    } else {
        read(text)
    };
    let game = position.parse::<Game>()?;
    let (remarks, asking): (Vec<_>, Vec<_>) =
        operations.into_iter().partition(Operation::is_remark);
    let id = remarks.into_iter().find(|it| it.name == "id");
    let Some(kind) = kind_of(&asking)? else {
        return Ok(None);
    };
    Ok(Some(Row {
        line,
        id: id.map(|it| it.argument).unwrap_or_default(),
        game,
        kind,
        task: (kind.read)(&asking)?,
    }))
}
