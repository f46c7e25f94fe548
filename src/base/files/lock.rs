//! Keeping a file that is replaced as a whole to one run: the lock is a file beside it.
//!
//! What must hold: of all runs with one file at most one has its lock, and a run that was killed has none.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The lock of a file, for as long as this lives. Beside the file stands one with `.lock` after its name.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Locked; closing it would unlock it.
    _file: File,
}

impl Lock {
    /// Takes the lock of the file at `path`, whether that is there or not.
    ///
    /// # Errors
    /// If another run has it, or it cannot be made.
    pub fn of(path: &Path) -> io::Result<Self> {
        let mut name = OsString::from(path);
        name.push(".lock");
        let lock = PathBuf::from(name);
        loop {
            let file = File::options().append(true).create(true).open(&lock)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let problem = "in use; expected a file that no other run is writing to";
                    return Err(io::Error::other(problem));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Who had it before may have removed it in between; then another may have made a new one.
            if is_still_at(&lock, &file) {
                return Ok(Self {
                    path: lock,
                    _file: file,
                });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Without it nobody is hindered.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether `file` is the one at `path`.
#[cfg(unix)]
fn is_still_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata().map(|it| (it.dev(), it.ino()));
    let there = fs::metadata(path).map(|it| (it.dev(), it.ino()));
    matches!((own, there), (Ok(own), Ok(there)) if own == there)
}

/// A file that is open cannot be removed and made again elsewhere.
#[cfg(not(unix))]
fn is_still_at(_: &Path, _: &File) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_at_a_time_has_a_file_and_nothing_is_left_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let lock = Lock::of(&path).unwrap();
        let refused = Lock::of(&path).unwrap_err().to_string();
        assert!(refused.contains("in use"), "{refused}");
        drop(lock);
        drop(Lock::of(&path).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
