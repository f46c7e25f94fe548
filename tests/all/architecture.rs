//! The shape of the source tree: layers only look down, every file says what it is for, and what
//! is dangerous or noisy stays where it belongs.

mod siblings;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The layer of each top-level module. A module may use those of lower layers and itself.
const LAYERS: [(&str, u8); 30] = [
    ("shogi", 1),
    ("stats", 1),
    ("files", 1),
    ("random", 1),
    ("prefetch", 1),
    ("draw", 1),
    ("progress", 1),
    ("page", 1),
    ("columns", 1),
    ("shell", 1),
    ("eval", 2),
    ("record", 2),
    ("tsume", 2),
    ("book", 2),
    ("opponent", 2),
    ("search", 3),
    ("usi", 4),
    ("selfplay", 5),
    ("bench", 5),
    ("conformance", 6),
    ("report", 6),
    ("explain", 6),
    ("learn", 6),
    ("lab", 7),
    ("suite", 7),
    ("analyze", 7),
    ("play", 7),
    ("cli", 8),
    ("main", 9),
    ("lib", 9),
];

/// Crates that only some layers may use: the lowest of them, and the modules below it that may.
const CRATES: [(&str, u8, &[&str]); 7] = [
    ("log::", 3, &[]),
    ("rand::", 5, &["random", "stats"]),
    ("indicatif::", 5, &["progress"]),
    ("core_affinity::", 5, &[]),
    ("minijinja::", 9, &["page"]),
    ("clap::", 8, &[]),
    ("anyhow::", 8, &[]),
];

/// Files that may print. All others hand what they have to say to their caller.
const MAY_PRINT: [&str; 6] = [
    "usi/session.rs",
    "selfplay/observers/console.rs",
    "suite/mod.rs",
    "bench.rs",
    "cli.rs",
    "main.rs",
];

/// Files that may call `unwrap` or `expect` outside tests: none, until one has a reason.
const MAY_UNWRAP: [&str; 0] = [];

/// Files that may contain `unsafe` code, each with its `SAFETY` comment.
const MAY_BE_UNSAFE: [&str; 5] = [
    "shogi/bitboard.rs",
    "search/clusters.rs",
    "prefetch.rs",
    "eval/nnue/instructions.rs",
    "eval/nnue/products.rs",
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

fn layer(module: &str) -> u8 {
    let found = LAYERS.iter().find(|(name, _)| *name == module);
    found
        .unwrap_or_else(|| panic!("module `{module}` has no layer in LAYERS"))
        .1
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

/// The top-level modules that `code` names after `crate::`, alone or as a list in braces.
fn used_modules(code: &str) -> Vec<&str> {
    let items = |path| match str::strip_prefix(path, '{') {
        Some(group) => group
            .split('}')
            .next()
            .into_iter()
            .flat_map(|list| list.split(','))
            .collect(),
        None => vec![path],
    };
    let name = |item: &'_ str| item.len() - item.trim_start_matches(is_name_char).len();
    let paths = code.split("crate::").skip(1).flat_map(items).map(str::trim);
    paths
        .map(|item| &item[..name(item)])
        .filter(|name| !name.is_empty())
        .collect()
}

fn is_name_char(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

#[test]
fn modules_use_only_what_is_below_them() {
    for (name, text) in sources() {
        let own = name.split(['/', '.']).next().unwrap_or_default();
        let code: Vec<&str> = code(&name, &text).map(|(_, line)| line).collect();
        let code = code.join("\n");
        assert!(
            !code.contains("crate::*"),
            "src/{name} must name what it uses"
        );
        for used in used_modules(&code) {
            let below = used == own || layer(used) < layer(own);
            assert!(below, "src/{name}: {own} may not use {used}");
        }
        for (used, lowest, also) in CRATES {
            let allowed = layer(own) >= lowest || also.contains(&own);
            assert!(
                allowed || !code.contains(used),
                "src/{name}: {own} may not use {used}"
            );
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
