//! The style of the source tree: every file says what it is for, and what is dangerous or noisy stays
//! where it belongs. Which room may use which is said by the `Cargo.toml` of each, and held by cargo. And what the archives
//! hold is built for speed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files that may contain `unsafe` code, each with its `SAFETY` comment.
const MAY_BE_UNSAFE: [&str; 6] = [
    "engine/shogi/bitboard.rs",
    "base/pages.rs",
    "engine/platform/browser.rs",
    "web/module.rs",
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

/// The lines of a file that are compiled into the program, with their numbers: neither comments nor unit tests, which
/// are items after `#[cfg(test)]`, or in a file called `tests.rs`.
fn code<'a>(name: &str, text: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let is_test_file = name.ends_with("/tests.rs");
    // Where the item ends that is for tests: at a line like its first, or at the end of one.
    let mut within: Option<&str> = None;
    let mut is_next = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let indent = &line[..line.len() - line.trim_start().len()];
        let line = line.trim();
        if let Some(outside) = within {
            if indent == outside && line.starts_with('}') {
                within = None;
            }
            return false;
        }
        if is_next {
            let is_attribute = line.starts_with('#') || line.starts_with("//");
            is_next = is_attribute;
            if !is_attribute && line.ends_with('{') {
                within = Some(indent);
            }
            return false;
        }
        is_next = line == "#[cfg(test)]";
        !is_test_file && !is_next && !line.starts_with("//")
    })
}

/// What follows an item for tests is looked at: it was not, and a mock of one line hid a whole file.
#[test]
fn items_for_tests_hide_nothing_but_themselves() {
    let text = "//! a\nuse b;\n#[cfg(test)]\nmod tests;\nfn c() {}\nimpl D {\n    #[cfg(test)]\n    const E: [u8; 2] = [\n        \
        1, 2,\n    ];\n    fn f() {}\n    #[cfg(test)]\n    #[allow(g)]\n    fn h() {\n        i();\n    }\n    fn j() {}\n}\n\
        #[cfg(test)]\nmod k {\n    fn l() {\n    }\n}\nfn m() {}\n";
    let seen: Vec<_> = code("a.rs", text).map(|(_, line)| line.trim()).collect();
    let all = seen.join(" ");
    for kept in ["use b;", "fn c() {}", "fn f() {}", "fn j() {}", "fn m() {}"] {
        assert!(all.contains(kept), "{kept} in {all}");
    }
    for left_out in ["mod tests;", "fn h", "i();", "mod k", "fn l"] {
        assert!(!all.contains(left_out), "{left_out} in {all}");
    }
    assert_eq!(code("a/tests.rs", text).count(), 0);
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

/// Those of the workspace deny what panics on input and prints.
#[test]
fn every_crate_has_the_lints_of_the_workspace() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("src")).expect("the crates");
    let folders = crates.map(|it| it.expect("a crate").path());
    for folder in folders
        .filter(|it| it.is_dir() && !it.ends_with("cli"))
        .chain([root.to_owned()])
    {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = manifest.parse().expect("TOML");
        let inherits = &manifest["lints"]["workspace"];
        assert_eq!(inherits.as_bool(), Some(true), "{}", folder.display());
    }
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
