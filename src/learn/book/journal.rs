//! The positions searched for a book, as a journal from which the same command goes on.

use engine::book::{BookMove, Entry};
use engine::files::journal::{JournalError, JournalFile};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io;
use std::path::Path;

/// The file of a running search for a book.
pub struct Journal(JournalFile);

/// A line: a position with its moves.
#[derive(Deserialize)]
struct Line {
    key: String,
    number: u32,
    moves: Vec<LineMove>,
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct LineMove(BookMove);

impl TryFrom<String> for LineMove {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mv = BookMove::parse(&text);
        mv.map(Self)
            .ok_or_else(|| format!("`{text}`; expected a move of a book"))
    }
}

impl Journal {
    /// Opens the journal at `path` of searches that follow from `head`, and creates it where there is
    /// none. Returns the positions in it.
    ///
    /// # Errors
    /// If the file cannot be used, is in use, is damaged before its last line, or is another's.
    pub fn open(path: &Path, head: &Value) -> Result<(Self, Vec<Entry>), JournalError> {
        let (file, lines) = JournalFile::open_entries::<Line>(path, head)?;
        let entries = lines.into_iter().map(|line| Entry {
            key: line.key,
            number: line.number,
            moves: line.moves.into_iter().map(|it| it.0).collect(),
        });
        Ok((Self(file), entries.collect()))
    }

    /// Writes a position down.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let moves: Vec<_> = entry.moves.iter().map(ToString::to_string).collect();
        let object = json!({ "key": entry.key, "number": entry.number, "moves": moves });
        self.0.append(&object.to_string())
    }
}
