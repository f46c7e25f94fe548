//! The rows found so far: a list for each file, with how many are wanted; and suites to go on from,
//! whose rows come first in the lists, and count.

use base::files::{self, sha256, text::one_line};
use engine::shogi::game::{Game, GameError};
use engine::shogi::position::turned;
use engine::shogi::{Color, Piece, Position, Square, sfen};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Where the rows are from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// What the games are, in words.
    pub what: String,
    /// How many games there are.
    pub games: usize,
}

/// The rows of one file.
#[derive(Debug)]
pub struct List {
    /// The path of the file in its folder, such as `tsume/5.sfen`.
    pub path: String,
    /// What stands at the head of the file: how it was made, without `# `.
    pub head: Vec<String>,
    /// How many rows are wanted.
    pub wanted: usize,
    /// What stands at the head of a suite that it goes on from, and not in `head`.
    remarks: Vec<String>,
    /// How many of the first rows are from that suite.
    kept: usize,
    /// The positions asked about, and the rows, each without a name.
    rows: Vec<(Position, String)>,
}

/// A row that was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FoundRow {
    /// The number of its list.
    list: usize,
    /// The row: the position with the moves that led to it, then operations.
    row: String,
}

/// All lists, of which no two rows are alike.
#[derive(Debug)]
pub struct Lists {
    by_number: Vec<List>,
    origin: Origin,
    /// How many games have been looked at.
    looked_at: usize,
    seen: BTreeSet<Form>,
    /// Rows from the game that is being looked at.
    fresh: Vec<FoundRow>,
}

impl List {
    /// An empty list.
    pub fn new(path: String, wanted: usize, head: Vec<String>) -> Self {
        Self {
            path,
            head,
            wanted,
            remarks: Vec::new(),
            kept: 0,
            rows: Vec::new(),
        }
    }

    /// The file. Its rows are called after it, and numbered.
    fn to_text(&self, origin: &str) -> String {
        let name = self.path.rsplit_once('.').map_or("", |(name, _)| name);
        let name = name.replace('/', "-");
        let origin = (self.rows.len() > self.kept).then_some(origin);
        let head = self.head.iter().chain(&self.remarks).map(String::as_str);
        let head = head.chain(origin).map(|line| format!("# {line}\n"));
        let rows = (1..).zip(&self.rows);
        let rows = rows.map(|(number, (_, row))| format!("{row}; id {name}-{number:03}\n"));
        head.chain(rows).collect()
    }

    fn read_known(&mut self, path: &Path, seen: &mut BTreeSet<Form>) -> Result<(), KnownError> {
        let text = files::read_text(path);
        let text = text.map_err(|error| KnownError::File(path.to_owned(), error))?;
        for (line, row) in (1..).zip(text.lines()) {
            if let Some(remark) = row.strip_prefix('#').map(str::trim) {
                if self.head.iter().all(|line| line != remark) {
                    self.remarks.push(remark.to_owned());
                }
            } else if !row.trim().is_empty() {
                let kept = self.keep(row, seen);
                kept.map_err(|problem| KnownError::Row(path.to_owned(), line, problem))?;
            }
        }
        Ok(())
    }

    /// Takes `row` without its name, which follows from its place, even if no more rows are wanted.
    fn keep(&mut self, row: &str, seen: &mut BTreeSet<Form>) -> Result<(), String> {
        let is_name = |operation: &&str| operation.trim_start().starts_with("id ");
        let parts: Vec<_> = row.split(';').filter(|it| !is_name(it)).collect();
        let position = parts.first().copied().unwrap_or_default();
        let game = position.parse::<Game>().map_err(one_line)?;
        if !seen.insert(normal_form(game.position())) {
            return Err("another row has this position, perhaps mirrored or turned".to_owned());
        }
        self.rows.push((game.position().clone(), parts.join(";")));
        self.kept += 1;
        Ok(())
    }
}

impl Lists {
    /// These lists, to be filled from `origin`.
    pub fn new(lists: Vec<List>, origin: Origin) -> Self {
        Self {
            by_number: lists,
            origin,
            looked_at: 0,
            seen: BTreeSet::new(),
            fresh: Vec::new(),
        }
    }

    /// What is looked for, for the head of a journal.
    pub fn describe(&self) -> Value {
        let lists = self.by_number.iter();
        lists
            .map(|it| {
                let mut about = json!({"path": it.path, "wanted": it.wanted, "head": it.head});
                if it.kept > 0 {
                    let rows: Vec<_> = it.rows.iter().map(|(_, row)| row.as_str()).collect();
                    about["kept"] = sha256(rows.join("\n")).into();
                }
                about
            })
            .collect()
    }

    /// Takes the rows of those of its files that are in `folder`, a suite to go on from, and the remarks at
    /// their heads.
    ///
    /// # Errors
    /// If a file cannot be read, or a row has no position or one that another row has.
    pub fn read_known(&mut self, folder: &Path) -> Result<(), KnownError> {
        for list in &mut self.by_number {
            let path = folder.join(&list.path);
            if path.exists() {
                list.read_known(&path, &mut self.seen)?;
            }
        }
        Ok(())
    }

    /// How many games have been looked at.
    pub fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// One more game has been looked at. Returns the rows that it gave.
    pub fn end_game(&mut self) -> Vec<FoundRow> {
        self.looked_at += 1;
        std::mem::take(&mut self.fresh)
    }

    /// Adds the rows of the next game, which an earlier run found.
    ///
    /// # Errors
    /// If one has no position.
    pub fn restore(&mut self, rows: Vec<FoundRow>) -> Result<(), GameError> {
        for FoundRow { list, row } in rows {
            let position = row.split(';').next().unwrap_or_default();
            let (game, _) = Game::parse(position)?;
            self.add(list, game.position(), row);
        }
        self.end_game();
        Ok(())
    }

    /// The positions that the rows of a list ask about.
    pub fn positions(&self, list: usize) -> impl Iterator<Item = &Position> {
        let rows = self.by_number.get(list).into_iter().flat_map(|it| &it.rows);
        rows.map(|(position, _)| position)
    }

    /// Whether the list with this number has all rows that are wanted.
    pub fn is_full(&self, list: usize) -> bool {
        let list = self.by_number.get(list);
        list.is_none_or(|list| list.rows.len() >= list.wanted)
    }

    /// Whether all lists have.
    pub fn are_full(&self) -> bool {
        (0..self.by_number.len()).all(|list| self.is_full(list))
    }

    /// Adds `row`, which asks about `position`, to a list that is not full. Returns whether it was
    /// added: not if it asks about a position that is like one already asked about.
    pub fn add(&mut self, number: usize, position: &Position, row: String) -> bool {
        let is_new = !self.is_full(number) && self.seen.insert(normal_form(position));
        if is_new && let Some(list) = self.by_number.get_mut(number) {
            list.rows.push((position.clone(), row.clone()));
            self.fresh.push(FoundRow { list: number, row });
        }
        is_new
    }

    /// Where the rows are from, in a sentence.
    fn origin(&self) -> String {
        let Origin { what, games } = &self.origin;
        let (looked_at, version) = (self.looked_at, env!("CARGO_PKG_VERSION"));
        format!("From the first {looked_at} of {games} {what}, by `kyomi-lab mine` {version}.")
    }

    /// Writes every list that has rows to its file below `folder`: all of it, or nothing.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        for list in self.by_number.iter().filter(|list| !list.rows.is_empty()) {
            let path = folder.join(&list.path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            files::write(&path, list.to_text(&self.origin()).as_bytes())?;
        }
        Ok(())
    }
}

/// How many rows each list has.
impl fmt::Display for Lists {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = self.by_number.iter();
        let counts = lists.map(|it| format!("{} {}/{}", it.path, it.rows.len(), it.wanted));
        f.write_str(&counts.collect::<Vec<_>>().join(", "))
    }
}

/// Why there is no going on from a suite.
#[derive(Debug, Error)]
pub enum KnownError {
    /// The file cannot be read.
    #[error("`{path}`: {1}", path = .0.display())]
    File(PathBuf, io::Error),
    /// A row, on the line with this number, cannot be taken over.
    #[error("{path}:{1}: {2}", path = .0.display())]
    Row(PathBuf, usize, String),
}

/// What positions have in common that are alike: the pieces by square, and those in hand.
pub type Form = (Vec<u8>, String);

/// The same for `position`, its mirror image, and either of them turned with its colours swapped. The move
/// number is not part of it.
pub fn normal_form(position: &Position) -> Form {
    let turned = match position.side() {
        Color::Black => position.clone(),
        Color::White => turned(position),
    };
    let pieces = |is_mirrored: bool| -> Vec<u8> {
        let files = (1..=9).map(|file| if is_mirrored { 10 - file } else { file });
        let squares = files.flat_map(|file| (1..=9).map(move |rank| Square::new(file, rank)));
        let pieces = squares.map(|square| turned.piece_at(square?));
        pieces.map(|piece| piece.map_or(0, Piece::as_u8)).collect()
    };
    let text = sfen::write(&turned);
    let hands = text.split(' ').nth(2).unwrap_or_default();
    (pieces(false).min(pieces(true)), hands.to_owned())
}
