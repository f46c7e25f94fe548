//! The rows found so far: a list for each file, with how many are wanted.

use super::symmetry::normal_form;
use crate::files::durable;
use crate::shogi::Position;
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

/// The rows of one file.
#[derive(Debug)]
pub struct List {
    /// The path of the file in its folder, such as `tsume/5.sfen`.
    pub path: String,
    /// What stands at the head of the file: how it was made, without `# `.
    pub head: Vec<String>,
    /// How many rows are wanted.
    pub wanted: usize,
    /// The rows, each without a name.
    rows: Vec<String>,
}

/// All lists, of which no two rows are alike.
#[derive(Debug, Default)]
pub struct Lists {
    lists: Vec<List>,
    seen: BTreeSet<String>,
}

impl List {
    /// An empty list.
    pub fn new(path: String, wanted: usize, head: Vec<String>) -> Self {
        Self {
            path,
            head,
            wanted,
            rows: Vec::new(),
        }
    }

    /// The file. Its rows are called after it, and numbered.
    fn to_text(&self) -> String {
        let name = self.path.rsplit_once('.').map_or("", |(name, _)| name);
        let name = name.replace('/', "-");
        let head = self.head.iter().map(|line| format!("# {line}\n"));
        let rows = (1..).zip(&self.rows);
        let rows = rows.map(|(number, row)| format!("{row}; id {name}-{number:03}\n"));
        head.chain(rows).collect()
    }
}

impl Lists {
    /// These lists.
    pub fn new(lists: Vec<List>) -> Self {
        Self {
            lists,
            seen: BTreeSet::new(),
        }
    }

    /// Whether the list with this number has all rows that are wanted.
    pub fn is_full(&self, list: usize) -> bool {
        let list = self.lists.get(list);
        list.is_none_or(|list| list.rows.len() >= list.wanted)
    }

    /// Whether all lists have.
    pub fn are_full(&self) -> bool {
        (0..self.lists.len()).all(|list| self.is_full(list))
    }

    /// Adds `row`, which asks about `position`, to a list that is not full. Returns whether it was
    /// added: not if it asks about a position that is like one already asked about.
    pub fn add(&mut self, list: usize, position: &Position, row: String) -> bool {
        let is_new = !self.is_full(list) && self.seen.insert(normal_form(position));
        if is_new && let Some(list) = self.lists.get_mut(list) {
            list.rows.push(row);
        }
        is_new
    }

    /// Writes every list that has rows to its file below `folder`: all of it, or nothing.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        for list in self.lists.iter().filter(|list| !list.rows.is_empty()) {
            let path = folder.join(&list.path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            durable::write(&path, list.to_text().as_bytes())?;
        }
        Ok(())
    }
}

/// How many rows each list has.
impl fmt::Display for Lists {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists = self.lists.iter();
        let counts = lists.map(|it| format!("{} {}/{}", it.path, it.rows.len(), it.wanted));
        f.write_str(&counts.collect::<Vec<_>>().join(", "))
    }
}
