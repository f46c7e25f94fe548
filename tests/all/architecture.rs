//! The style of the source tree: every file says what it is for, and what is dangerous or noisy stays
//! where it belongs. Which room may use which is said by the `Cargo.toml` of each, and held by cargo. And what the archives
//! hold is built for speed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files that may print. All others hand what they have to say to their caller.
const MAY_PRINT: [&str; 4] = [
    "matches/observers/console.rs",
    "suite/lib.rs",
    "cli/mod.rs",
    "main.rs",
];

/// Files that may call `unwrap` or `expect` outside tests: none, until one has a reason.
const MAY_UNWRAP: [&str; 0] = [];

/// Files that may contain `unsafe` code, each with its `SAFETY` comment.
const MAY_BE_UNSAFE: [&str; 4] = [
    "engine/shogi/bitboard.rs",
    "engine/pages.rs",
    "engine/eval/nnue/instructions.rs",
    "engine/eval/nnue/products.rs",
];

/// The files below `src`, as (path from there, text).
fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path: PathBuf = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).expect("a path below the root");
                let name = name.to_string_lossy().replace('\\', "/");
                found.insert(name, fs::read_to_string(&path).expect("text"));
            }
        }
    }
    assert!(found.len() > 20, "only {} files found", found.len());
    found
}

/// The lines of a file that are compiled into the program, with their numbers: neither comments
/// nor unit tests, which stand at the end of a file or in one called `tests.rs`.
fn code<'a>(name: &str, text: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let is_test = name.ends_with("/tests.rs");
    (1..)
        .zip(text.lines().map(str::trim))
        .take_while(move |(_, line)| !is_test && *line != "#[cfg(test)]")
        .filter(|(_, line)| !line.starts_with("//"))
}

/// Panics at the first line of code that has one of `words` in a file that is not `allowed`.
fn forbid(words: &[&str], allowed: &[&str], why: &str) {
    for (name, text) in sources() {
        if allowed.contains(&name.as_str()) {
            continue;
        }
        for (number, line) in code(&name, &text) {
            let found = words.iter().find(|&&word| line.contains(word));
            assert!(found.is_none(), "src/{name}:{number}: {why}: {line}");
        }
    }
}

#[test]
fn every_file_begins_by_saying_what_it_is_for() {
    for (name, text) in sources() {
        assert!(text.starts_with("//! "), "src/{name} must begin with `//!`");
    }
}

#[test]
fn only_the_edges_print() {
    forbid(&["print!(", "println!(", "dbg!("], &MAY_PRINT, "prints");
}

#[test]
fn nothing_panics_on_input() {
    forbid(&[".unwrap()", ".expect("], &MAY_UNWRAP, "may panic");
}

#[test]
fn unsafe_code_stays_where_it_is_accounted_for() {
    forbid(
        &["unsafe {", "unsafe fn", "unsafe impl", "unsafe_code"],
        &MAY_BE_UNSAFE,
        "unsafe",
    );
    for (name, text) in sources() {
        let blocks = text.matches("unsafe {").count();
        assert!(
            text.matches("SAFETY:").count() >= blocks,
            "src/{name}: say why it is safe"
        );
    }
}

/// Optimisation of the whole goes as far as the package says that is linked: with level 1 there, as in `release`, the
/// program of the archives took 1.6 times the CPU time (2026-11-27).
#[test]
fn the_program_of_the_archives_is_optimised_as_a_whole() {
    let manifest: toml::Table = include_str!("../../Cargo.toml").parse().expect("TOML");
    let dist = &manifest["profile"]["dist"];
    assert_eq!(dist["lto"].as_str(), Some("fat"));
    let linked = &dist["package"]["usi-engine"]["opt-level"];
    assert_eq!(linked.as_integer(), Some(3));
}
