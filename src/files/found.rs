//! Files that users name: where they are looked for, and what else than a file may be there.

use std::fs::FileType;
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
