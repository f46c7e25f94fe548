//! Files that a command writes whole.

use anyhow::anyhow;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Refuses a path that no file can be written to, so that no work is done in vain. `what` is what
/// the file would be.
pub(super) fn check_path(what: &str, path: &Path) -> anyhow::Result<()> {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = parent.unwrap_or(Path::new("."));
    if folder.is_dir() && !path.is_dir() {
        return Ok(());
    }
    let path = path.display();
    Err(anyhow!(
        "{what} `{path}`; expected a file in a folder that exists"
    ))
}

/// Writes the file at `path`, which is `what`: all of it, or nothing.
pub(super) fn replace(what: &str, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    beside_then_there(path, bytes).map_err(|error| anyhow!("{what} `{}`: {error}", path.display()))
}

/// Writes a file beside `path` and gives it its name when it is on the disk.
fn beside_then_there(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.to_owned().into_os_string();
    beside.push(".tmp");
    let beside = PathBuf::from(beside);
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)
}
