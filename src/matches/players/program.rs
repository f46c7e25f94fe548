//! A program as it is started: its file and what it is given.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::PathBuf;

/// A program to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its file, or a name to be looked up by the system.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder that it works in; that of this process unless given.
    pub dir: Option<PathBuf>,
    /// The file that what it writes on standard error is added to.
    pub stderr: Option<PathBuf>,
}

impl Program {
    /// The program at `path`, without arguments.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            ..Self::default()
        }
    }

    /// The file for its standard error, if that is to be kept.
    pub(super) fn log(&self) -> io::Result<Option<File>> {
        let open = |path: &PathBuf| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let named = |error| io::Error::other(format!("`{}`: {error}", path.display()));
            file.map_err(named)
        };
        self.stderr.as_ref().map(open).transpose()
    }
}
