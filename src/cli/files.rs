//! Files that a command writes whole.

use anyhow::anyhow;
use engine::files::durable;
use std::path::Path;

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

/// Refuses a path that no folder can have, because there is a file. `what` is what the folder would be.
pub(super) fn check_folder(what: &str, path: &Path) -> anyhow::Result<()> {
    if path.is_dir() || !path.exists() {
        return Ok(());
    }
    let path = path.display();
    Err(anyhow!("{what} `{path}`; expected a folder"))
}

/// Writes the file at `path`, which is `what`: all of it, or nothing.
pub(super) fn replace(what: &str, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    durable::write(path, bytes).map_err(|error| anyhow!("{what} `{}`: {error}", path.display()))
}
