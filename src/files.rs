//! Files that are there whole or not at all.
//!
//! What must hold: whenever the program or the machine stops, the old content or the new one is
//! under the name, never a part of either.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside `path` and gives it its name when it is on the disk, in the place of
/// what has that name.
///
/// # Errors
/// If it cannot be written or renamed; `path` is then as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.to_owned().into_os_string();
    beside.push(".tmp");
    let beside = PathBuf::from(beside);
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace(&path, b"one").unwrap();
        replace(&path, b"other").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"other");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(replace(&folder.path().join("none/file"), b"").is_err());
    }
}
