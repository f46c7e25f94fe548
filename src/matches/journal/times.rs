//! What is never the same twice and so stands beside the journal, not in it: when games were played,
//! on which machine, and how long the players took for them.
//!
//! The file has the journal's name with `.times` after it. It is for reports only: a line that
//! cannot be read is passed over, and without the file nothing else is lost.

use crate::crew::Observer;
use crate::referee::finished::FinishedGame;
use base::files::expect_file;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use sysinfo::System;

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    /// From here on games were played on this machine.
    Machine { machine: String },
    Game {
        id: u64,
        /// When it ended, in seconds since 1970.
        end_s: u64,
        /// Microseconds that Black and White took for the moves that they reported on.
        us: [u64; 2],
    },
}

/// Writes the file while a match is played.
#[derive(Debug)]
pub struct TimesFile(File);

/// What such a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// The machines, in words.
    pub machines: BTreeSet<String>,
    /// When the first and the last game ended, in seconds since 1970; none without games.
    pub ended_s: Option<[u64; 2]>,
    /// What Black and White took, by the number of the game.
    taken: BTreeMap<u64, [Duration; 2]>,
}

/// The file beside the journal at `path`.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".times");
    name.into()
}

/// This machine in words: processor, how many, operating system.
pub fn this_machine() -> String {
    let mut system = System::new();
    system.refresh_cpu_all();
    let brand = system.cpus().first().map(|cpu| cpu.brand().trim());
    let brand = brand.filter(|brand| !brand.is_empty());
    let brand = brand.unwrap_or(std::env::consts::ARCH);
    let (count, os) = (system.cpus().len(), std::env::consts::OS);
    format!("{brand}, {count} processors, {os}")
}

fn now_s() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.unwrap_or_default().as_secs()
}

impl TimesFile {
    /// Goes on with the file beside the journal at `path`, or begins it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = beside(path);
        if fs::metadata(&path).is_ok_and(|about| !about.is_file()) {
            let problem = format!(
                "`{}` is no regular file; expected one, or none",
                path.display()
            );
            return Err(io::Error::other(problem));
        }
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        let mut file = Self(options.open(path)?);
        // The last line may have been torn.
        file.0.write_all(b"\n")?;
        file.write(&Line::Machine {
            machine: this_machine(),
        })?;
        Ok(file)
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        let text = format!("{}\n", serde_json::to_string(line)?);
        self.0.write_all(text.as_bytes())
    }
}

impl Observer for TimesFile {
    fn arrived(&mut self, game: &FinishedGame) -> io::Result<()> {
        let Some(times) = game.measured else {
            return Ok(());
        };
        self.write(&Line::Game {
            id: game.id,
            end_s: now_s(),
            us: times.map(|time| time.as_micros() as u64),
        })
    }
}

impl Times {
    /// That of a match that is being played on this machine.
    pub fn here() -> Self {
        Self {
            machines: BTreeSet::from([this_machine()]),
            ..Self::default()
        }
    }

    /// Adds what the file beside the journal at `path` says, if there is one.
    pub fn add(&mut self, path: &Path) {
        let path = beside(path);
        // A pipe might be waited for without end.
        let text = expect_file(&path).and_then(|()| fs::read_to_string(&path));
        let text = text.unwrap_or_default();
        for line in text.lines() {
            match serde_json::from_str(line) {
                Ok(Line::Machine { machine }) => {
                    self.machines.insert(machine);
                }
                Ok(Line::Game { id, end_s, us }) => {
                    self.taken.insert(id, us.map(Duration::from_micros));
                    self.ended(end_s);
                }
                Err(_) => {}
            }
        }
    }

    /// A game ended at this second.
    fn ended(&mut self, end_s: u64) {
        let [first, last] = self.ended_s.unwrap_or([end_s; 2]);
        self.ended_s = Some([first.min(end_s), last.max(end_s)]);
    }

    /// A game has ended just now.
    pub fn ended_now(&mut self) {
        self.ended(now_s());
    }

    /// What Black and White took in the game numbered `id`, if it is known.
    pub fn measured(&self, id: u64) -> Option<[Duration; 2]> {
        self.taken.get(&id).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_is_read_back_and_torn_lines_are_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.jsonl");
        let mut game = FinishedGame::without_moves(0, 1, None);
        let measured = [Duration::from_micros(5), Duration::from_millis(7)];
        for id in 0..3 {
            game.id = id;
            game.measured = (id != 1).then_some(measured);
            TimesFile::open(&path).unwrap().arrived(&game).unwrap();
        }
        let text = fs::read_to_string(beside(&path)).unwrap();
        fs::write(beside(&path), format!("{text}{{\"id\":9,\"end")).unwrap();
        let mut times = Times::default();
        times.add(&path);
        assert_eq!(times.measured(2), Some(measured));
        assert_eq!((times.measured(1), times.measured(9)), (None, None));
        assert_eq!(times.machines, Times::here().machines);
        assert!(times.ended_s.is_some_and(|[first, last]| first <= last));
        let mut nothing = Times::default();
        nothing.add(&folder.path().join("none"));
        assert_eq!(nothing, Times::default());
    }
}
