//! The shared test material beside the repository, and tests that do without it.

use std::io::{self, Write};
use std::path::PathBuf;

/// Says, past the harness, which keeps what a test that passes prints, that a test is skipped.
pub fn skipped(why: &str) {
    let test = std::thread::current();
    let name = test.name().unwrap_or("a test");
    let _ = writeln!(io::stderr(), "skipped: {name}: {why}");
}

/// The lines below the header of a file in the shared test material, cut into columns; none, with
/// a word about it, in a clone that has not got the folder.
pub fn shared_rows(file: &str) -> Vec<Vec<String>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/suites");
    let Ok(text) = std::fs::read_to_string(root.join(file)) else {
        skipped(&format!("no ../shared/data/suites/{file} here"));
        return Vec::new();
    };
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}
