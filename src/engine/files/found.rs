//! Files that users name: where they are looked for, and what else than a file may be there.

use std::fs::{self, File, FileType};
use std::io;
use std::path::{Path, PathBuf};

/// `path` beside the program if something is there, else as it is: interfaces start engines in
/// folders of their own.
pub fn located(path: &Path) -> PathBuf {
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent);
    let beside = beside.map(|folder| folder.join(path));
    beside
        .filter(|file| file.exists())
        .unwrap_or_else(|| path.to_owned())
}

/// What is there instead of a file, in words.
pub fn name_of(kind: FileType) -> &'static str {
    if kind.is_dir() {
        "a folder"
    } else {
        "a device or pipe"
    }
}

/// Refuses what is there and no regular file, before it is opened: that alone may wait for ever.
///
/// # Errors
/// If there is no file.
pub fn expect_file(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_file() {
        return Ok(());
    }
    let name = name_of(kind);
    Err(io::Error::other(format!("{name}; expected a file")))
}

/// What stands in the file or comes through the pipe at `path`.
///
/// # Errors
/// If it cannot be read, or is a device, which may have no end.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    refuse_device(path)?;
    fs::read(path)
}

/// Opens the file or the pipe at `path` for reading.
///
/// # Errors
/// As [`read`].
pub fn open(path: &Path) -> io::Result<File> {
    refuse_device(path)?;
    File::open(path)
}

/// Whether both lead to the same file, however they are written.
pub fn is_same(path: &Path, other: &Path) -> bool {
    let places = [path, other].map(fs::canonicalize);
    matches!(places, [Ok(place), Ok(other)] if place == other)
}

/// The text that stands in the file or comes through the pipe at `path`.
///
/// # Errors
/// As [`read`], and if it is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    refuse_device(path)?;
    fs::read_to_string(path)
}

#[cfg(unix)]
fn refuse_device(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    let kind = fs::metadata(path)?.file_type();
    if kind.is_char_device() || kind.is_block_device() {
        return Err(io::Error::other("a device; expected a file"));
    }
    Ok(())
}

/// Devices have no names in folders.
#[cfg(not(unix))]
fn refuse_device(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_refused_before_it_is_read() {
        let zero = Path::new("/dev/zero");
        if zero.exists() {
            let expected = "a device; expected a file";
            assert_eq!(read(zero).unwrap_err().to_string(), expected);
            assert_eq!(read_text(zero).unwrap_err().to_string(), expected);
            assert_eq!(open(zero).unwrap_err().to_string(), expected);
            let refused = expect_file(zero).unwrap_err().to_string();
            assert_eq!(refused, "a device or pipe; expected a file");
        }
        let here = Path::new("Cargo.toml");
        assert!(expect_file(here).is_ok() && read(here).is_ok() && read_text(here).is_ok());
        assert!(open(here).is_ok());
    }

    #[test]
    fn a_file_is_the_same_however_it_is_written() {
        let here = Path::new("Cargo.toml");
        assert!(is_same(here, Path::new("src/../Cargo.toml")));
        assert!(!is_same(here, Path::new("Cargo.lock")));
        assert!(!is_same(
            Path::new("no such file"),
            Path::new("no such file")
        ));
    }
}
