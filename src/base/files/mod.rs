//! Files that users name: where they are looked for, what else than a file may be there, whether two are the same,
//! and writing them so that they are there as a whole or not at all, whenever the machine stops. Checksums of them,
//! journals that grow line by line, and the text of others.

mod draft;
pub mod journal;
mod lock;
pub mod text;

pub use draft::Draft;
pub use lock::Lock;

use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::fs::{self, File, FileType};
use std::io::{self, Write as _};
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

/// The wanted files in `folder` and in the folders below it, in the order of their names. Each folder counts once,
/// however many links lead to it.
///
/// # Errors
/// If a folder cannot be read.
pub fn below(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            if seen.insert(fs::canonicalize(&path)?) {
                let paths = fs::read_dir(&path)?.map(|entry| Ok(entry?.path()));
                let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
                paths.sort_by(|path, other| other.cmp(path));
                waiting.append(&mut paths);
            }
        } else if path.is_file() && is_wanted(&path) {
            found.push(path);
        }
    }
    Ok(found)
}

/// Whether both lead to the same file, however they are written: by links, by two names of one file, or to a
/// place where there is none yet. Devices and pipes are never the same: what is written there destroys nothing.
pub fn is_same(path: &Path, other: &Path) -> bool {
    let is_special =
        |path: &&Path| fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir());
    if [path, other].iter().any(is_special) {
        return false;
    }
    let places = [path, other].map(place);
    matches!(places, [Some(place), Some(other)] if place == other)
        || identity(path).is_some_and(|own| identity(other) == Some(own))
}

/// Where a file is, or would be in a folder that is there.
fn place(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().or_else(|| {
        let end = draft::end_of_links(path);
        Some(
            fs::canonicalize(folder_of(&end))
                .ok()?
                .join(end.file_name()?),
        )
    })
}

/// What one file has and no other at the same time, whatever its names; only Unix tells.
#[cfg(unix)]
fn identity(path: &Path) -> Option<[u64; 2]> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|it| [it.dev(), it.ino()])
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<[u64; 2]> {
    None
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

/// Gives `path` the content `bytes`, as a [`Draft`] does.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::create(path)?;
    draft.write_all(bytes)?;
    draft.finish()
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    let named = folder.filter(|folder| !folder.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

/// Sees the name of a new file to the disk; only Unix needs it and can do it.
fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    File::open(folder_of(path))?.sync_all()
}

/// A SHA-256 in the making.
#[derive(Clone, Default)]
pub struct Checksum(Sha256);

impl Checksum {
    /// Goes on with `bytes`.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes);
    }

    /// The checksum of everything added, in 64 hexadecimal digits.
    pub fn text(self) -> String {
        hexadecimal(self.0.finalize())
    }
}

/// `bytes` in hexadecimal digits, two for each.
pub fn hexadecimal(bytes: impl AsRef<[u8]>) -> String {
    let mut text = String::new();
    for byte in bytes.as_ref() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The SHA-256 of `bytes` in 64 hexadecimal digits.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    let mut sum = Checksum::default();
    sum.add(bytes);
    sum.text()
}

/// A field that is not the same in a file and here.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The name of the field; one inside another comes after it and a dot.
    pub field: String,
    /// Its value in the file; null if it has none.
    pub there: Value,
    /// Its value here.
    pub here: Value,
}

impl Difference {
    /// The first field in the order of names in which `there` and `here` differ.
    pub fn between(there: &impl Serialize, here: &impl Serialize) -> Option<Self> {
        let [there, here] = [fields(there), fields(here)];
        there.keys().chain(here.keys()).find_map(|field| {
            let value = |map: &Map<_, _>| map.get(field).cloned().unwrap_or_default();
            let (there, here) = (value(&there), value(&here));
            let field = field.clone();
            (there != here).then_some(Self { field, there, here })
        })
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, there, here } = self;
        write!(f, "{field} is {there} there, expected {here}")
    }
}

/// All fields of what is written as a JSON object, those of objects in it by their names after
/// the object's and a dot.
pub fn fields(of: &impl Serialize) -> Map<String, Value> {
    let mut fields = Map::new();
    // What cannot be written as JSON has no fields.
    add(
        &mut fields,
        "",
        serde_json::to_value(of).unwrap_or_default(),
    );
    fields
}

fn add(fields: &mut Map<String, Value>, prefix: &str, value: Value) {
    let Value::Object(object) = value else {
        fields.insert(prefix.to_owned(), value);
        return;
    };
    for (name, value) in object {
        let dot = if prefix.is_empty() { "" } else { "." };
        add(fields, &format!("{prefix}{dot}{name}"), value);
    }
}

/// Values that stand in files as the text that people read: for `#[serde(with = …)]`.
pub mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use std::fmt::Display;
    use std::str::FromStr;

    /// Writes `value` as it is displayed.
    ///
    /// # Errors
    /// If the serializer fails.
    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    /// Reads a value from its text.
    ///
    /// # Errors
    /// If there is no text, or it is not one of such a value.
    pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(from)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256("abc"), expected);
        let mut sum = Checksum::default();
        sum.add("ab");
        sum.add("c");
        assert_eq!(sum.text(), expected);
    }

    #[test]
    fn the_first_field_that_differs_is_named() {
        let there = json!({"a": 1, "b": {"c": [2], "d": null}, "e": 5});
        assert_eq!(Difference::between(&there, &there), None);
        let here = json!({"a": 1, "b": {"c": [3]}, "e": 6});
        let found = Difference::between(&there, &here).unwrap();
        assert_eq!(found.to_string(), "b.c is [2] there, expected [3]");
        let found = Difference::between(&json!({}), &here).unwrap();
        assert_eq!(found.to_string(), "a is null there, expected 1");
    }

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
    fn files_below_a_folder_come_once_and_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::create_dir_all(place("b/c")).unwrap();
        for name in ["d.x", "b/e.x", "b/c/f.x", "a.x", "b/g.y"] {
            fs::write(place(name), "").unwrap();
        }
        #[cfg(unix)]
        for (target, link) in [(".", "loop"), (".", "z"), ("b", "also")] {
            std::os::unix::fs::symlink(target, place(link)).unwrap();
        }
        let is_wanted = |path: &Path| path.extension().is_some_and(|it| it == "x");
        let found = below(folder.path(), is_wanted).unwrap();
        let names = found
            .iter()
            .map(|path| path.file_name().unwrap().to_string_lossy());
        let mut names: Vec<_> = names.collect();
        assert_eq!(
            (names.first().unwrap(), names.last().unwrap()),
            (&"a.x".into(), &"d.x".into())
        );
        names.sort();
        assert_eq!(names, ["a.x", "d.x", "e.x", "f.x"]);
        assert!(below(&place("no folder"), is_wanted).unwrap().is_empty());
    }

    #[test]
    fn a_file_is_the_same_however_it_is_written() {
        let here = Path::new("Cargo.toml");
        assert!(is_same(here, Path::new("files/../Cargo.toml")));
        assert!(!is_same(here, Path::new("lib.rs")));
        let missing = Path::new("no such file");
        assert!(is_same(missing, Path::new("files/../no such file")));
        assert!(!is_same(missing, Path::new("files/no such file")));
        assert!(!is_same(Path::new("no/file"), Path::new("no/file")));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_the_same_by_each_of_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::write(place("file"), "").unwrap();
        fs::write(place("other"), "").unwrap();
        fs::hard_link(place("file"), place("name")).unwrap();
        std::os::unix::fs::symlink("file", place("link")).unwrap();
        std::os::unix::fs::symlink("new", place("to new")).unwrap();
        for name in ["name", "link"] {
            assert!(is_same(&place("file"), &place(name)), "{name}");
            assert!(!is_same(&place("other"), &place(name)), "{name}");
        }
        assert!(is_same(&place("to new"), &place("new")));
        let null = Path::new("/dev/null");
        assert!(!is_same(null, null));
    }
}
