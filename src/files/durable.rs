//! Files that are there as a whole or not at all, whenever the machine stops.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Gives `path` the content `bytes`: written to `beside`, a name in the same folder that nobody
/// else uses, and renamed when it is on the disk.
///
/// # Errors
/// If it cannot be written or renamed.
pub fn replace(path: &Path, beside: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(beside, path)?;
    sync_folder(path)
}

/// The same through a file beside `path` with `.tmp` after its name.
///
/// # Errors
/// As there.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.to_owned().into_os_string();
    beside.push(".tmp");
    replace(path, Path::new(&beside), bytes)
}

/// Sees the name of a new file to the disk; only Unix needs it and can do it.
///
/// # Errors
/// If it cannot be done.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let (path, beside) = (folder.path().join("file"), folder.path().join("file.tmp"));
        for content in ["one", "another"] {
            replace(&path, &beside, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            assert!(!beside.exists());
        }
        assert!(replace(&folder.path().join("no/file"), &beside, b"").is_err());
    }
}
