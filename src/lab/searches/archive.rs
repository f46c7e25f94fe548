//! The file of searches: a line for each, only ever appended, so that what was searched is not lost
//! whenever the program stops.

use super::found::Found;
use crate::LabError;
use engine::files::line;
use engine::files::line::told;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// What a search follows from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key {
    /// Who searched.
    pub by: String,
    /// To how many nodes.
    pub nodes: u64,
    /// The argument of USI's `position`.
    pub position: String,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    key: Key,
    /// The build of the program that made the search.
    build: String,
    #[serde(flatten)]
    found: Found,
}

/// The searches of a file, which no other program writes to at the same time.
pub struct Archive {
    path: PathBuf,
    file: File,
    found: BTreeMap<Key, Found>,
    /// Which builds made the searches of whom.
    builds: BTreeMap<String, BTreeSet<String>>,
}

impl Archive {
    /// Opens the file at `path`, or creates it. A line that was torn when the program stopped is
    /// cut off.
    pub fn open(path: &Path) -> Result<Self, LabError> {
        let failed = LabError::file(path);
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(&failed)?;
        file.try_lock().map_err(LabError::file(path))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&failed)?;
        let mut archive = Self {
            path: path.to_owned(),
            file,
            found: BTreeMap::new(),
            builds: BTreeMap::new(),
        };
        let whole = archive.read(&bytes)?;
        if whole < bytes.len() {
            archive.file.set_len(whole as u64).map_err(&failed)?;
        }
        Ok(archive)
    }

    /// Takes in the lines of `bytes` up to a torn last one, and returns where that begins.
    fn read(&mut self, bytes: &[u8]) -> Result<usize, LabError> {
        let mut whole = 0;
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let end = whole + line.len();
            let entry = line::read(line)
                .and_then(|text| serde_json::from_str::<Entry>(&text).map_err(told));
            match entry {
                Ok(entry) => self.note(entry),
                Err(_) if end == bytes.len() && !line.ends_with(b"\n") => break,
                Err(problem) => {
                    let problem = format!("line {number}: {problem}");
                    return Err(LabError::file(&self.path)(problem));
                }
            }
            whole = end;
        }
        Ok(whole)
    }

    fn note(&mut self, entry: Entry) {
        let builds = self.builds.entry(entry.key.by.clone()).or_default();
        builds.insert(entry.build);
        self.found.insert(entry.key, entry.found);
    }

    /// What a search found; none if it is not there.
    pub fn found(&self, key: &Key) -> Option<&Found> {
        self.found.get(key)
    }

    /// How many builds made the searches of `by`.
    pub fn builds(&self, by: &str) -> usize {
        self.builds.get(by).map_or(0, BTreeSet::len)
    }

    /// Adds a search that `build` made.
    pub fn add(&mut self, key: Key, found: Found, build: &str) -> Result<(), LabError> {
        let build = build.to_owned();
        let entry = Entry { key, build, found };
        let line = line::wrap(&serde_json::to_string(&entry)?);
        let written = self.file.write_all(line.as_bytes());
        written.map_err(LabError::file(&self.path))?;
        self.note(entry);
        Ok(())
    }
}
