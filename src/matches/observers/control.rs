//! Changing a match while it runs, by a small file that is looked at now and then.
//!
//! The file holds one JSON object with any of `"workers": N` (how many games at a time from now
//! on) and `"stop": true` (end after the games being played). What must hold: only what is written
//! after the match began counts, so that an old `stop` does not end a match that is resumed; bad
//! content changes nothing and is told once.

use crate::crew::AtWork;
use crate::crew::observer::{Instruction, Observer};
use serde::Deserialize;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

/// How often the file is looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// The most workers there can be.
pub const MOST_WORKERS: usize = 512;

/// A file that is watched.
#[derive(Debug)]
pub struct ControlFile {
    path: PathBuf,
    /// When it was looked at last, and what was there.
    looked: Instant,
    seen: Option<Content>,
}

/// When the file was written, and its text.
type Content = (Option<SystemTime>, String);

/// What can be said in the file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    workers: Option<usize>,
    #[serde(default)]
    stop: bool,
}

impl ControlFile {
    /// Watches the file at `path` from now on; it need not exist.
    pub fn new(path: PathBuf) -> Self {
        let mut file = Self {
            path,
            looked: Instant::now(),
            seen: None,
        };
        file.seen = file.read();
        file
    }

    fn read(&self) -> Option<Content> {
        let modified = fs::metadata(&self.path).and_then(|file| file.modified());
        let text = fs::read_to_string(&self.path).ok()?;
        Some((modified.ok(), text))
    }

    /// What has newly been written into the file.
    fn look(&mut self) -> Vec<Instruction> {
        let content = self.read();
        if content == self.seen {
            return Vec::new();
        }
        self.seen = content;
        let text = self.seen.as_ref().map_or("", |(_, text)| text.trim());
        if text.is_empty() {
            // Gone, or about to be written.
            return Vec::new();
        }
        read(text).unwrap_or_else(|problem| {
            let path = self.path.display();
            vec![Instruction::Note(format!("control `{path}`: {problem}"))]
        })
    }
}

impl Observer for ControlFile {
    fn tick(&mut self, _at_work: &[AtWork]) -> io::Result<Vec<Instruction>> {
        if self.looked.elapsed() < INTERVAL {
            return Ok(Vec::new());
        }
        self.looked = Instant::now();
        Ok(self.look())
    }
}

fn read(text: &str) -> Result<Vec<Instruction>, String> {
    let expected = "expected {\"workers\": N} or {\"stop\": true}";
    let wanted: Wanted = serde_json::from_str(text).map_err(|e| format!("{e}; {expected}"))?;
    let mut instructions = Vec::new();
    match wanted.workers {
        Some(workers @ 1..=MOST_WORKERS) => instructions.push(Instruction::Workers(workers)),
        Some(workers) => return Err(format!("{workers} workers; expected 1 to {MOST_WORKERS}")),
        None => {}
    }
    if wanted.stop {
        instructions.push(Instruction::Stop);
    }
    Ok(instructions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_news_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("control.json");
        fs::write(&path, "{\"stop\": true}").unwrap();
        let mut file = ControlFile::new(path.clone());
        assert_eq!(file.look(), []);
        fs::write(&path, "{\"workers\": 3}").unwrap();
        assert_eq!(file.look(), [Instruction::Workers(3)]);
        assert_eq!(file.look(), []);
        fs::remove_file(&path).unwrap();
        assert_eq!(file.look(), []);
        fs::write(&path, "{\"workers\": 3, \"stop\": true}").unwrap();
        assert_eq!(file.look(), [Instruction::Workers(3), Instruction::Stop]);
    }

    #[test]
    fn bad_content_is_told_once_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("control.json");
        let mut file = ControlFile::new(path.clone());
        for (text, token) in [
            ("{\"workers\": 0}", "0 workers; expected 1 to 512"),
            ("{\"workers\": -1}", "-1"),
            ("{\"wrkers\": 2}", "`wrkers`"),
            ("stop", "expected {\"workers\": N}"),
        ] {
            fs::write(&path, text).unwrap();
            let told = file.look();
            let [Instruction::Note(note)] = &told[..] else {
                panic!("{text}: {told:?}");
            };
            assert!(
                note.contains(token) && note.contains("control.json"),
                "{note}"
            );
            assert_eq!(note.lines().count(), 1);
            assert_eq!(file.look(), []);
        }
    }
}
