//! The log of a session: every line received and said, with its time, in a file that people send with
//! reports of bugs.
//!
//! The lines are written on a thread of their own. What must hold: whoever speaks never waits for the
//! file; what the file cannot take in time is counted and left out; and the file, with the one before
//! it that has `.old` after its name, has at most twice [`LONGEST_FILE`] bytes.

use crate::eval::nnue::instructions::Instructions;
use crate::platform::Instant;
use crate::usi::session::NAME;
use base::files::expect_file;
use base::files::text::{shortened, utc};
use std::env::consts::{ARCH, OS};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// At so many bytes a file is put aside, in place of the one put aside before, and another begun.
const LONGEST_FILE: u64 = 8 << 20;
/// How many characters of a line are written: a game of some thousand moves.
const LONGEST_LINE: usize = 20_000;
/// How many lines may wait to be written.
const LINES_WAITING: usize = 1024;
/// How long the end of the log may wait for the file.
const LONGEST_END: Duration = Duration::from_millis(500);

/// A log that is being written. Dropped, it is seen to the file, if that does not take long.
pub struct Log {
    began: Instant,
    /// `None` once the log ends.
    lines: Option<SyncSender<String>>,
    /// How many lines were left out since the last that was not.
    lost: u32,
    /// Hangs up when all is written.
    written: Receiver<()>,
}

impl Log {
    /// Opens the file at `path`, which has `.log` at its end, and goes on with it: with the program,
    /// the machine and `options` first. `complain` is told if the file cannot be written any more.
    ///
    /// # Errors
    /// If it cannot be opened, or another process writes its log there.
    pub fn open(
        path: &Path,
        options: &str,
        complain: impl FnOnce(String) + Send + 'static,
    ) -> io::Result<Self> {
        let mut file = LogFile::open(path, LONGEST_FILE)?;
        file.append(&head(options))?;
        let (lines, received) = mpsc::sync_channel::<String>(LINES_WAITING);
        let (done, written) = mpsc::channel();
        let write = move || {
            let result = received.iter().try_for_each(|line| file.append(&line));
            drop(done);
            if let Err(error) = result {
                complain(format!("log {} ends: {error}", file.path.display()));
            }
        };
        thread::Builder::new().name("log".to_owned()).spawn(write)?;
        Ok(Self {
            began: Instant::now(),
            lines: Some(lines),
            lost: 0,
            written,
        })
    }

    /// Notes a line that was received (`mark` is `<`) or said (`>`) at a time.
    pub fn note(&mut self, at: Instant, mark: char, line: &str) {
        let Some(lines) = &self.lines else {
            return;
        };
        let seconds = at.saturating_duration_since(self.began).as_secs_f64();
        let line = shortened(line, LONGEST_LINE);
        let gap = match self.lost {
            0 => String::new(),
            lost => format!("# {lost} lines left out: the file could not take them in time\n"),
        };
        match lines.try_send(format!("{gap}{seconds:10.3} {mark} {line}\n")) {
            Ok(()) => self.lost = 0,
            Err(TrySendError::Full(_)) => self.lost += 1,
            Err(TrySendError::Disconnected(_)) => self.lines = None,
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.lines = None;
        // Either all is written, or it has taken too long.
        let _ = self.written.recv_timeout(LONGEST_END);
    }
}

/// What stands before the lines of a session.
fn head(options: &str) -> String {
    let instructions = Instructions::best();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let (began, second) = (utc(now.as_secs()), now.as_secs_f64() % 60.0);
    format!(
        "# {NAME}, {OS} {ARCH}, {instructions}, {threads} processors\n\
         # {began}:{second:06.3} UTC is second 0; < received, > said\n\
         # {}\n",
        shortened(options, LONGEST_LINE)
    )
}

/// The file, which no other process can use at the same time.
struct LogFile {
    path: PathBuf,
    file: File,
    length: u64,
    /// How many bytes it may have.
    longest: u64,
}

impl LogFile {
    fn open(path: &Path, longest: u64) -> io::Result<Self> {
        // A pipe without a reader would wait for one.
        match expect_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => io::Error::other("another engine is writing to it"),
            TryLockError::Error(error) => error,
        })?;
        let length = file.metadata()?.len();
        Ok(Self {
            path: path.to_owned(),
            file,
            length,
            longest,
        })
    }

    fn append(&mut self, text: &str) -> io::Result<()> {
        if self.length > 0 && self.length + text.len() as u64 > self.longest {
            let mut aside = OsString::from(&self.path);
            aside.push(".old");
            fs::rename(&self.path, aside)?;
            *self = Self::open(&self.path, self.longest)?;
        }
        self.file.write_all(text.as_bytes())?;
        self.length += text.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_its_bound_a_file_is_put_aside_and_another_begun() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kyomi.log");
        let mut file = LogFile::open(&path, 10).unwrap();
        for line in [
            "one\n",
            "two\n",
            "three\n",
            "four\n",
            "fifteen letters\n",
            "six\n",
        ] {
            file.append(line).unwrap();
        }
        let text = |name| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text("kyomi.log"), "six\n");
        assert_eq!(text("kyomi.log.old"), "fifteen letters\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn two_processes_do_not_write_to_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kyomi.log");
        let first = LogFile::open(&path, 10).unwrap();
        let refused = LogFile::open(&path, 10).err().unwrap().to_string();
        assert_eq!(refused, "another engine is writing to it");
        drop(first);
        assert!(LogFile::open(&path, 10).is_ok());
    }
}
