//! Files that a long run writes line by line and goes on from: a line for what it is, then one for
//! each thing done.
//!
//! A line is one JSON object, sealed: its last field, `sum`, is the checksum of the text before it. Lines
//! are only ever appended, each with one write. What must hold: whenever the program or the machine
//! stops, at most the last line is torn; a file that is no journal is not touched.

use super::text::one_line;
use super::{Difference, sha256, sync_folder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be opened, read or written.
    #[error("journal `{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is a folder, a device or a pipe, which may have no end.
    #[error("journal `{}` is no regular file; expected one, or the name of a new one", .0.display())]
    NotRegular(PathBuf),
    /// Another run is writing to it.
    #[error("journal `{}` is in use; expected one that no other run is writing to", .0.display())]
    InUse(PathBuf),
    /// A line before the last is damaged, or says what cannot be.
    #[error("journal `{}`, line {line}: {problem}{}", path.display(), advice(*.line))]
    Line {
        /// The file.
        path: PathBuf,
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It was written by another run.
    #[error("journal `{}` belongs to another run: {difference}", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// What differs first.
        difference: Difference,
    },
}

/// What can be done about a bad line; nothing about the first, by which the rest is understood.
fn advice(line: usize) -> &'static str {
    match line {
        0 | 1 => "",
        _ => "; with this line removed, what it told is done again",
    }
}

impl JournalError {
    /// Names the file that an error of the system was about.
    pub fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }

    /// Names the file that has a bad line.
    pub fn line(path: &Path) -> impl Fn((usize, String)) -> Self {
        |(line, problem)| Self::Line {
            path: path.to_owned(),
            line,
            problem,
        }
    }
}

/// The file of a run, which no other can use at the same time.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    file: File,
    /// How many bytes it has, as far as nobody else changes it.
    length: u64,
    /// Whether each line is seen to the disk, so that it outlives the machine too.
    is_synced: bool,
}

impl JournalFile {
    /// Opens the file at `path` for the run that the JSON object `head` describes, and creates it
    /// where there is none. `read` is given what stands there, unless that is nothing but the
    /// beginning of the head, and says how many bytes of it are good; the rest is cut off.
    ///
    /// # Errors
    /// If the file cannot be used or is in use, and those of `read`.
    pub fn open(
        path: &Path,
        head: &str,
        read: impl FnOnce(&[u8]) -> Result<usize, JournalError>,
    ) -> Result<Self, JournalError> {
        let failed = JournalError::file(path);
        let mut file = locked(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&failed)?;
        let head = seal(head);
        let is_new = head.len() > bytes.len() && head.as_bytes().starts_with(&bytes);
        let length = if is_new { 0 } else { read(&bytes)? };
        if length < bytes.len() {
            file.set_len(length as u64).map_err(&failed)?;
        }
        if length == 0 {
            file.write_all(head.as_bytes()).map_err(&failed)?;
        }
        if length <= head.len() {
            // Whoever wrote the first line may not have come this far.
            file.sync_all().map_err(&failed)?;
            sync_folder(path).map_err(&failed)?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            length: length.max(head.len()) as u64,
            is_synced: true,
        })
    }

    /// From now on leaves it to the system when lines reach the disk, which is much faster: they
    /// outlive the program, but perhaps not the machine.
    pub fn unsynced(&mut self) {
        self.is_synced = false;
    }

    /// Opens the file at `path` as [`JournalFile::open`] does, for the run that is the same in all
    /// that `head` says, and whose field `journal` says what it is. Returns the entries after the
    /// head.
    ///
    /// # Errors
    /// If the file cannot be used, is in use, is another kind of journal or of another run, or has
    /// a line before its last that is no such entry.
    pub fn open_entries<T: DeserializeOwned>(
        path: &Path,
        head: &Value,
    ) -> Result<(Self, Vec<T>), JournalError> {
        let mut entries = Vec::new();
        let mut there = Value::Null;
        let file = Self::open(path, &head.to_string(), |bytes| {
            let length = read_lines(bytes, |number, text| {
                if number == 1 {
                    there = read_head(text, &head["journal"])?;
                } else {
                    entries.push(serde_json::from_str(text).map_err(one_line)?);
                }
                Ok(())
            });
            let length = length.map_err(JournalError::line(path))?;
            match Difference::between(&there, head) {
                Some(difference) => Err(JournalError::OtherRun {
                    path: path.to_owned(),
                    difference,
                }),
                None => Ok(length),
            }
        })?;
        Ok((file, entries))
    }

    /// Adds a line with `entry`, a JSON object, and sees it to the disk.
    ///
    /// # Errors
    /// If it cannot be written, or somebody else has changed the file.
    pub fn add(&mut self, entry: &impl Serialize) -> io::Result<()> {
        self.append(&serde_json::to_string(entry)?)
    }

    /// The same with the text of that object.
    ///
    /// # Errors
    /// As [`JournalFile::add`].
    pub fn append(&mut self, object: &str) -> io::Result<()> {
        self.expect_untouched()?;
        let line = seal(object);
        let mut written = self.file.write_all(line.as_bytes());
        if self.is_synced {
            written = written.and_then(|()| self.file.sync_data());
        }
        self.length += line.len() as u64;
        written.map_err(|error| {
            let problem = format!("cannot write the journal: {error}");
            io::Error::new(error.kind(), problem)
        })
    }

    /// Refuses a file that somebody else has cut, added to, removed or put another in the place of:
    /// what is written into it would be lost.
    ///
    /// # Errors
    /// What has happened to it, in words.
    pub fn expect_untouched(&self) -> io::Result<()> {
        let about = self.file.metadata()?;
        let problem = if is_removed(&about) {
            "has been removed".to_owned()
        } else if about.len() != self.length {
            format!("has {} bytes, expected {}", about.len(), self.length)
        } else {
            return Ok(());
        };
        let path = self.path.display();
        Err(io::Error::other(format!(
            "journal `{path}` {problem}: something else has changed it; nothing more is written into it"
        )))
    }

    /// Sees all that has been written to the disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn sync_all(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// All that stands in it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Whether no name leads to the open file any more; only Unix lets that happen.
#[cfg(unix)]
fn is_removed(about: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(about) == 0
}

#[cfg(not(unix))]
fn is_removed(_: &fs::Metadata) -> bool {
    false
}

/// The head `text` of a journal of this `kind`.
fn read_head(text: &str, kind: &Value) -> Result<Value, String> {
    let head: Value = serde_json::from_str(text).map_err(one_line)?;
    if head["journal"] == *kind {
        Ok(head)
    } else {
        Err(format!("another file; expected \"journal\": {kind}"))
    }
}

/// The bytes of the journal at `path`, which is not changed.
///
/// # Errors
/// If it is no regular file or cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, JournalError> {
    refuse_special(path)?;
    fs::read(path).map_err(JournalError::file(path))
}

/// Refuses what is there and no regular file, before it is opened: that alone may wait for ever.
///
/// # Errors
/// [`JournalError::NotRegular`].
pub fn refuse_special(path: &Path) -> Result<(), JournalError> {
    match fs::metadata(path) {
        Ok(about) if !about.is_file() => Err(JournalError::NotRegular(path.to_owned())),
        _ => Ok(()),
    }
}

/// Opens the file at `path`, or creates it, for this process alone.
fn locked(path: &Path) -> Result<File, JournalError> {
    refuse_special(path)?;
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    let file = options.open(path).map_err(JournalError::file(path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(JournalError::file(path)(error)),
    }
}

/// Gives each line's number, from 1, and its JSON object to `add`, up to a torn last line. Returns
/// the bytes up to the end of the last good line.
///
/// # Errors
/// The number of a bad line, and what is wrong with it.
pub fn read_lines(
    bytes: &[u8],
    mut add: impl FnMut(usize, &str) -> Result<(), String>,
) -> Result<usize, (usize, String)> {
    let mut length = 0;
    for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        let end = length + line.len();
        match unseal(line) {
            Ok(object) => add(number, &object).map_err(|problem| (number, problem))?,
            // Torn; but a file whose first line is bad is no journal.
            Err(_) if end == bytes.len() && number > 1 => break,
            Err(problem) => return Err((number, problem)),
        }
        length = end;
    }
    Ok(length)
}

/// What comes between a line's content and its checksum of 16 hexadecimal digits.
const SUM_FIELD: &str = ",\"sum\":\"";

/// The line with the content of the JSON object `object`.
pub fn seal(object: &str) -> String {
    let open = object.strip_suffix('}').unwrap_or(object);
    format!("{open}{SUM_FIELD}{}\"}}\n", checksum(open))
}

/// The JSON object that a line holds, without its checksum.
///
/// # Errors
/// What is wrong with the line.
pub fn unseal(line: &[u8]) -> Result<String, String> {
    let (open, sum) = parts(line)?;
    if sum == checksum(open) {
        Ok(format!("{open}}}"))
    } else {
        Err("damaged; expected what its checksum says".to_owned())
    }
}

/// As [`unseal`], for a line that has been found whole by another checksum: its own is not looked at.
///
/// # Errors
/// If it has none.
pub fn content(line: &[u8]) -> Result<String, String> {
    let (open, _) = parts(line)?;
    Ok(format!("{open}}}"))
}

/// The text that is summed up, and the checksum beside it.
fn parts(line: &[u8]) -> Result<(&str, &str), String> {
    let line = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    let line = line.strip_suffix('\n').ok_or("expected an end of line")?;
    let (open, sum) = line
        .rsplit_once(SUM_FIELD)
        .ok_or("no checksum; expected one at the end of the line")?;
    Ok((open, sum.strip_suffix("\"}").unwrap_or_default()))
}

/// The first 64 bits of the SHA-256 of `text`, in hexadecimal digits.
fn checksum(text: &str) -> String {
    let mut sum = sha256(text);
    sum.truncate(16);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(path: &Path) -> JournalFile {
        let head = serde_json::json!({"journal": "test"});
        let opened = JournalFile::open_entries::<Value>(path, &head).unwrap();
        opened.0
    }

    #[test]
    fn a_journal_that_somebody_else_changes_is_not_written_to_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let whole = {
            let mut file = opened(&path);
            file.append("{\"id\":1}").unwrap();
            fs::read(&path).unwrap()
        };
        for changed in [&whole[..whole.len() - 9], &[&whole[..], b"more"].concat()] {
            fs::write(&path, &whole).unwrap();
            let mut file = opened(&path);
            file.append("{\"id\":2}").unwrap();
            assert!(file.expect_untouched().is_ok());
            fs::write(&path, changed).unwrap();
            let refused = file.append("{\"id\":3}").unwrap_err().to_string();
            assert!(
                refused.contains("something else has changed it"),
                "{refused}"
            );
            assert_eq!(fs::read(&path).unwrap(), changed);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_journal_that_has_been_removed_is_missed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut file = opened(&path);
        fs::remove_file(&path).unwrap();
        let refused = file.append("{\"id\":1}").unwrap_err().to_string();
        assert!(refused.contains("has been removed"), "{refused}");
    }

    #[test]
    fn a_line_is_read_back_and_a_damaged_one_is_not() {
        let line = seal("{\"id\":1}");
        assert_eq!(unseal(line.as_bytes()).unwrap(), "{\"id\":1}");
        let damaged = line.replace("\"id\":1", "\"id\":2");
        assert!(unseal(damaged.as_bytes()).unwrap_err().contains("damaged"));
        let torn = &line[..line.len() - 1];
        assert!(unseal(torn.as_bytes()).unwrap_err().contains("end of line"));
        assert!(unseal(b"{}\n").unwrap_err().contains("no checksum"));
    }
}
