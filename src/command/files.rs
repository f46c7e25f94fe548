//! Files of a command: no path is both read and written, and all of a file is written or nothing.

use anyhow::{anyhow, bail};
use base::files;
use engine::book::Book;
use engine::player::Settings;
use engine::record::{Encoding, Format, Record};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The files of a command: those that it reads, and those that it writes. None is both, nor written twice.
#[derive(Debug, Default)]
pub struct Places {
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
}

impl Places {
    /// A command that reads the files `paths`.
    pub fn reading(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        Self::default().and_reading(paths)
    }

    /// It also reads the files `paths`.
    #[must_use]
    pub fn and_reading(mut self, paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        let paths = paths.into_iter();
        self.read.extend(paths.map(|path| path.as_ref().to_owned()));
        self
    }

    /// It also reads the network and the book that `settings` name.
    #[must_use]
    pub fn and_settings(self, settings: &Settings) -> Self {
        let network = settings.evaluation.file.as_ref().map(|file| &file.path);
        let book = Book::open(&settings.book).ok().flatten();
        let book = book.as_ref().map(Book::path);
        self.and_reading(network).and_reading(book)
    }

    /// It writes the files `paths`, each of which is `what`. Refuses paths that no file can be written to, so that no
    /// work is done in vain.
    ///
    /// # Errors
    /// If a path cannot be written to, is read too, or is written twice: which.
    pub fn writing(
        mut self,
        what: &str,
        paths: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> anyhow::Result<Self> {
        for path in paths {
            let path = path.as_ref();
            let shown = path.display();
            let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
            let folder = parent.unwrap_or(Path::new("."));
            if !folder.is_dir() || path.is_dir() {
                bail!("{what} `{shown}`; expected a file in a folder that exists");
            }
            let is_path = |other: &PathBuf| files::is_same(path, other);
            if self.read.iter().any(is_path) {
                bail!("{what} `{shown}` is read too; expected another file to write");
            }
            if self.written.iter().any(is_path) {
                bail!("{what} `{shown}` is written twice; expected another file");
            }
            self.written.push(path.to_owned());
        }
        Ok(self)
    }
}

/// Refuses a path that no folder can have, because there is a file. `what` is what the folder would be.
///
/// # Errors
/// If there is a file.
pub fn check_folder(what: &str, path: &Path) -> anyhow::Result<()> {
    if path.is_dir() || !path.exists() {
        return Ok(());
    }
    let path = path.display();
    Err(anyhow!("{what} `{path}`; expected a folder"))
}

/// Writes the file at `path`, which is `what`: all of it, or nothing.
///
/// # Errors
/// If the file cannot be written: which, and why.
pub fn replace(what: &str, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::write(path, bytes).map_err(|error| anyhow!("{what} `{}`: {error}", path.display()))
}

/// Writes `record` in `format` to the file at `path`, which is `what`, in the encoding that follows from its name. Says
/// on standard error what that lacks.
///
/// # Errors
/// If the file or standard error cannot be written to.
pub fn replace_record(
    what: &str,
    path: &Path,
    format: Format,
    record: &Record,
) -> anyhow::Result<()> {
    let encoded = format.encode(record, Encoding::of_path(path));
    replace(what, path, &encoded.bytes)?;
    if let Some(remark) = encoded.remark() {
        writeln!(io::stderr(), "note: {}: {remark}", path.display())?;
    }
    Ok(())
}
