//! Files that are there as a whole or not at all, whenever the machine stops.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// Gives `path` the content `bytes`: written to a new file beside it, whose name nobody can know
/// before, and renamed when it is on the disk. Where that fails, the file beside it is removed.
///
/// # Errors
/// If it cannot be written or renamed.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = beside(path)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    sync_folder(path)
}

/// The same through `beside`, a name in the same folder that nobody else uses at the time. What a killed run has left
/// there is removed, be it a link.
///
/// # Errors
/// As there.
pub fn replace(path: &Path, beside: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::remove_file(beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = File::options().write(true).create_new(true).open(beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(beside, path)?;
    sync_folder(path)
}

/// A new file in the folder of `path`, its name that of `path` with something after it.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = OsString::from(path.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    // As any file that a program makes; without this nobody else could read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(path))
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    let named = folder.filter(|folder| !folder.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

/// Sees the name of a new file to the disk; only Unix needs it and can do it.
///
/// # Errors
/// If it cannot be done.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    File::open(folder_of(path))?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn what_a_killed_run_left_beside_it_makes_room() {
        let folder = tempfile::tempdir().unwrap();
        let (path, beside) = (folder.path().join("file"), folder.path().join("left"));
        for content in ["one", "another"] {
            fs::write(&beside, "half of").unwrap();
            replace(&path, &beside, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            assert_eq!(names_in(folder.path()), ["file"]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_beside_it_is_not_followed() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::write(place("other"), "mine").unwrap();
        symlink(place("other"), place("file.tmp")).unwrap();
        write(&place("file"), b"ours").unwrap();
        assert_eq!(fs::read_to_string(place("other")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(place("file")).unwrap(), "ours");
        replace(&place("file"), &place("file.tmp"), b"again").unwrap();
        assert_eq!(fs::read_to_string(place("other")).unwrap(), "mine");
        let mode = |name| fs::metadata(place(name)).unwrap().permissions().mode();
        assert_eq!(mode("file"), mode("other"));
    }
}
