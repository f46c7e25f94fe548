//! The positions searched for a book, as a journal from which the same command goes on.

use crate::book::{BookMove, Entry};
use crate::files::journal::{JournalError, JournalFile, read_lines};
use crate::files::{Difference, line};
use serde_json::{Value, json};
use std::io;
use std::path::Path;

/// The file of a running search for a book.
pub struct Journal(JournalFile);

impl Journal {
    /// Opens the journal at `path` of searches that follow from `head`, and creates it where there is
    /// none. Returns the positions in it.
    ///
    /// # Errors
    /// If the file cannot be used, is in use, is damaged before its last line, or is another's.
    pub fn open(path: &Path, head: &Value) -> Result<(Self, Vec<Entry>), JournalError> {
        let mut entries = Vec::new();
        let file = JournalFile::open(path, &head.to_string(), |bytes| {
            let add = |number: usize, text: &str| {
                if number > 1 {
                    entries.push(read(text)?);
                }
                Ok(())
            };
            let length = read_lines(bytes, add).map_err(JournalError::line(path))?;
            match Difference::between(&first_line(bytes), head) {
                Some(difference) => Err(JournalError::OtherRun {
                    path: path.to_owned(),
                    difference,
                }),
                None => Ok(length),
            }
        })?;
        Ok((Self(file), entries))
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

fn read(text: &str) -> Result<Entry, String> {
    let object: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let moves = object["moves"]
        .as_array()
        .ok_or("no moves; expected a list")?;
    let read_move = |text: &Value| {
        let mv = text.as_str().and_then(BookMove::parse);
        mv.ok_or_else(|| format!("{text}; expected a move of a book"))
    };
    Ok(Entry {
        key: object["key"]
            .as_str()
            .ok_or("no key; expected a position")?
            .to_owned(),
        number: object["number"].as_u64().unwrap_or(1) as u32,
        moves: moves.iter().map(read_move).collect::<Result<_, _>>()?,
    })
}

/// The first line of a journal, which has been checked, as JSON.
fn first_line(bytes: &[u8]) -> Value {
    let first = bytes.split_inclusive(|&byte| byte == b'\n').next();
    let text = first.and_then(|first| line::read(first).ok());
    text.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}
