//! The journal of an examination: a line for what it is, then one for each row answered, from
//! which the same command goes on.

use super::exam::Exam;
use super::kind::Kind;
use super::results::RowResult;
use engine::files::journal::{JournalError, JournalFile};
use matches::players::head::PlayerHead;
use serde_json::{Map, Value, json};
use std::io;
use std::path::Path;

/// What a journal says it is.
const KIND: &str = "kyomi suite";
/// The version of the journal's form.
const FORMAT: u32 = 1;

/// The file of a running examination.
pub struct Journal(JournalFile);

/// Everything that the answers follow from, but the number of threads.
fn head(exam: &Exam) -> Value {
    let files = exam.files.iter();
    let sums: Map<String, Value> = files.map(|it| (it.name.clone(), json!(it.sum))).collect();
    let players = exam.players.iter().zip(&exam.engines);
    let players =
        players.map(|(player, engine)| PlayerHead::new(player, exam.limit, engine.clone()));
    json!({
        "journal": KIND,
        "format": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "files": sums,
        "kind": exam.kind.map(Kind::name),
        "max_nodes": exam.max_leaves,
        "players": players.collect::<Vec<_>>(),
    })
}

impl Journal {
    /// Opens the journal of `exam` at `path`, and creates it where there is none. Returns the
    /// answers in it.
    ///
    /// # Errors
    /// If the file cannot be used, is in use, is no journal, is damaged before its last line, or
    /// belongs to another examination.
    pub fn open(path: &Path, exam: &Exam) -> Result<(Self, Vec<RowResult>), JournalError> {
        let (file, results) = JournalFile::open_entries(path, &head(exam))?;
        Ok((Self(file), results))
    }

    /// Writes an answer down.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, result: &RowResult) -> io::Result<()> {
        self.0.append(&serde_json::to_string(result)?)
    }
}
