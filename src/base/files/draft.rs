//! The one way in which files are written: beside their place, and renamed when all of it is on the disk.
//!
//! What must hold: whenever the program or the machine stops, a file is there as it was or as a whole. Links are
//! followed, and stay links. What is no regular file (a device, a pipe) is written to as what it is. What a killed run
//! left half done is removed by the next that writes into the same folder; what another run is writing is not.

use super::{folder_of, is_same, sync_folder};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// What stands in the name of a file in the making between the name that it is to have and [`LOT`] characters that
/// nobody can know before.
const MARK: &str = ".kyomi-";
/// How many characters are drawn by lot.
const LOT: usize = 12;
/// The end of its name.
const END: &str = ".tmp";
/// How many links may lead from one to the next.
const MOST_LINKS: usize = 40;

/// A file in the making. Dropped before [`Draft::finish`] it leaves what was there as it was.
#[derive(Debug)]
pub struct Draft {
    place: Place,
}

/// Where what is written goes.
#[derive(Debug)]
enum Place {
    /// Into a new file beside this path, which gets these permissions if there are any.
    Beside(BufWriter<NamedTempFile>, PathBuf, Option<Permissions>),
    /// Straight into something that is no regular file.
    Special(BufWriter<File>),
}

impl Draft {
    /// Begins the file at `path`. If there is one, it stays until the new one is finished.
    ///
    /// # Errors
    /// If it cannot be written there: also where there is a folder, a file that is protected from writing, or the
    /// file that standard output or error goes to.
    pub fn create(path: &Path) -> io::Result<Self> {
        let (end, permissions) = match fs::metadata(path) {
            Ok(about) if about.is_dir() => {
                return Err(io::Error::other("a folder; expected a file"));
            }
            Ok(about) if !about.is_file() => {
                let special = OpenOptions::new().write(true).open(path)?;
                let place = Place::Special(BufWriter::new(special));
                return Ok(Self { place });
            }
            Ok(about) if about.permissions().readonly() => {
                let problem = "protected from writing; expected another file";
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, problem));
            }
            Ok(_) if is_own_output(path) => {
                let problem = "what this program says goes there; expected another file";
                return Err(io::Error::other(problem));
            }
            Ok(about) => (fs::canonicalize(path)?, Some(about.permissions())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (end_of_links(path), None),
            Err(error) => return Err(error),
        };
        remove_leftovers(folder_of(&end));
        let file = BufWriter::new(beside(&end)?);
        Ok(Self {
            place: Place::Beside(file, end, permissions),
        })
    }

    /// Sees all to the disk and puts the file in its place.
    ///
    /// # Errors
    /// If that fails; then what was there before is there still.
    pub fn finish(self) -> io::Result<()> {
        let (mut file, path, permissions) = match self.place {
            Place::Special(mut special) => return special.flush(),
            Place::Beside(file, path, permissions) => (file, path, permissions),
        };
        file.flush()?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some(permissions) = permissions {
            file.as_file().set_permissions(permissions)?;
        }
        file.as_file().sync_all()?;
        file.persist(&path).map_err(|error| error.error)?;
        sync_folder(&path)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.place {
            Place::Beside(file, ..) => file.write(bytes),
            Place::Special(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Beside(file, ..) => file.flush(),
            Place::Special(file) => file.flush(),
        }
    }
}

/// Whether standard output or error goes to the file at `path`; only Unix gives them names.
fn is_own_output(path: &Path) -> bool {
    let own = ["/dev/stdout", "/dev/stderr"];
    cfg!(unix) && own.iter().any(|own| is_same(path, Path::new(own)))
}

/// The path to which links lead from `path`, where there is nothing yet.
pub(super) fn end_of_links(path: &Path) -> PathBuf {
    let mut end = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&end) {
            Ok(next) => end = folder_of(&end).join(next),
            Err(_) => break,
        }
    }
    end
}

/// A new file beside the one at `path`, locked for as long as it is being written.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut name = OsString::from(path.file_name().unwrap_or_default());
    name.push(MARK);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name).suffix(END).rand_bytes(LOT);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder_of(path))?;
        // Where nothing can be locked nothing is removed either.
        let is_taken = matches!(file.as_file().try_lock(), Err(fs::TryLockError::WouldBlock));
        // Who removes what is left over may have come before the lock.
        if !is_taken && file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes from `folder` what runs that were killed left half done there; once in the life of this process.
fn remove_leftovers(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !seen.insert(folder.to_owned()) {
        return;
    }
    // What cannot be looked at or removed does no harm.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if is_draft(&path) && entry.file_type().is_ok_and(|it| it.is_file()) {
            let file = OpenOptions::new().write(true).open(&path);
            if file.is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// Whether a path is called as files in the making are.
fn is_draft(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lot = name
        .strip_suffix(END)
        .and_then(|name| name.rsplit_once(MARK));
    lot.is_some_and(|(_, lot)| lot.len() == LOT && lot.bytes().all(|it| it.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::super::write;
    use super::*;

    fn names_in(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
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
    fn what_is_not_finished_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let mut draft = Draft::create(&path).unwrap();
        draft.write_all(b"half of").unwrap();
        draft.flush().unwrap();
        assert_eq!(names_in(folder.path()).len(), 2);
        drop(draft);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names_in(folder.path()), ["file"]);
    }

    #[test]
    fn leftovers_of_killed_runs_are_removed_and_files_being_written_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        for name in [
            "net.bin.kyomi-0123456789ab.tmp",
            "net.bin.tmp",
            "a.kyomi-short.tmp",
        ] {
            fs::write(place(name), "half").unwrap();
        }
        let busy = File::create(place("b.kyomi-0123456789ab.tmp")).unwrap();
        busy.try_lock().unwrap();
        write(&place("net.bin"), b"whole").unwrap();
        let left = [
            "a.kyomi-short.tmp",
            "b.kyomi-0123456789ab.tmp",
            "net.bin",
            "net.bin.tmp",
        ];
        assert_eq!(names_in(folder.path()), left);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_stay_links() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::create_dir(place("elsewhere")).unwrap();
        for (link, target) in [("one", "elsewhere/new"), ("two", "one")] {
            std::os::unix::fs::symlink(target, place(link)).unwrap();
        }
        for content in ["first", "second"] {
            write(&place("two"), content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(place("elsewhere/new")).unwrap(), content);
        }
        assert!(fs::read_link(place("one")).is_ok() && fs::read_link(place("two")).is_ok());
        assert_eq!(names_in(&place("elsewhere")), ["new"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_or_pipe_is_written_to_and_stays_what_it_is() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if made.is_ok_and(|it| it.success()) {
            let reader = std::thread::spawn({
                let pipe = pipe.clone();
                move || fs::read_to_string(pipe).unwrap()
            });
            write(&pipe, b"through").unwrap();
            assert_eq!(reader.join().unwrap(), "through");
            assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        }
        let null = Path::new("/dev/null");
        write(null, b"away").unwrap();
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_may_be_read_as_any_other_and_an_old_one_as_before() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::write(place("other"), "").unwrap();
        write(&place("file"), b"ours").unwrap();
        let mode = |name| fs::metadata(place(name)).unwrap().permissions().mode();
        assert_eq!(mode("file"), mode("other"));
        let private = Permissions::from_mode(0o600);
        fs::set_permissions(place("other"), private).unwrap();
        write(&place("other"), b"secret").unwrap();
        assert_eq!(mode("other") & 0o777, 0o600);
        fs::set_permissions(place("file"), Permissions::from_mode(0o444)).unwrap();
        let refused = write(&place("file"), b"more").unwrap_err().to_string();
        assert!(refused.contains("protected from writing"), "{refused}");
    }
}
