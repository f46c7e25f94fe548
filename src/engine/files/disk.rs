//! Files that users name: where they are looked for, what else than a file may be there, and writing them
//! so that they are there as a whole or not at all, whenever the machine stops.

use std::ffi::OsString;
use std::fs::{self, File, FileType};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
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

/// Gives `path` the content `bytes`: written to a new file beside it, whose name nobody can know
/// before, and renamed when it is on the disk. Where that fails, the file beside it is removed.
///
/// # Errors
/// If it cannot be written or renamed.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let number = RandomState::new().build_hasher().finish();
    let mut name = OsString::from(path.file_name().unwrap_or_default());
    name.push(format!(".{number:016x}.tmp"));
    let beside = path.with_file_name(name);
    let mut file = File::create_new(&beside)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    let moved = written.and_then(|()| fs::rename(&beside, path));
    if moved.is_err() {
        // What went wrong first is what counts.
        let _ = fs::remove_file(&beside);
    }
    moved.and_then(|()| sync_folder(path))
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    let named = folder.filter(|folder| !folder.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

/// Sees the name of a new file to the disk; only Unix needs it and can do it.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    File::open(folder_of(path))?.sync_all()
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
        assert!(is_same(here, Path::new("files/../Cargo.toml")));
        assert!(!is_same(here, Path::new("lib.rs")));
        assert!(!is_same(
            Path::new("no such file"),
            Path::new("no such file")
        ));
    }

    fn names_in(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for content in ["one", "another"] {
            write(&path, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            assert_eq!(names_in(folder.path()), ["file"]);
        }
        assert!(write(&folder.path().join("no/file"), b"").is_err());
        fs::create_dir(folder.path().join("folder")).unwrap();
        assert!(write(&folder.path().join("folder"), b"").is_err());
        assert_eq!(names_in(folder.path()).len(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn it_may_be_read_as_any_other() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::write(place("other"), "").unwrap();
        write(&place("file"), b"ours").unwrap();
        let mode = |name| fs::metadata(place(name)).unwrap().permissions().mode();
        assert_eq!(mode("file"), mode("other"));
    }
}
