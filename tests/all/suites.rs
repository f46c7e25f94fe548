//! Running suite files: totals, exit codes, and messages about what cannot be used.

use std::path::{Path, PathBuf};
use usi_engine::shogi::sfen::STARTPOS;
use usi_engine::suite::{Options, Summary, run};

/// A file in the system's temporary folder that goes when it is dropped.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = std::env::temp_dir().join(format!("kyomi-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("a writable temporary folder");
        Self(path)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Runs one file; returns the summary and what was printed.
fn run_one(path: &Path, max_nodes: Option<u64>) -> (Summary, String) {
    let mut out = Vec::new();
    let summary =
        run(&[path.to_owned()], &Options { max_nodes }, &mut out).expect("no output error");
    (summary, String::from_utf8(out).expect("text"))
}

fn run_text(name: &str, text: &str, max_nodes: Option<u64>) -> (Summary, String) {
    run_one(&TemporaryFile::new(name, text).0, max_nodes)
}

#[test]
fn right_rows_pass_and_are_added_up() {
    let text = format!("#a comment\r\n{STARTPOS}\t1\t30\r\n\n{STARTPOS}\t3\t25470\tmore\n");
    let (summary, printed) = run_text("pass.tsv", &text, None);
    assert_eq!(
        (summary.rows, summary.failed, summary.nodes),
        (2, 0, 25_500)
    );
    assert_eq!(summary.exit_code(), 0);
    assert!(
        printed.contains("pass.tsv:4: depth 3 25470 nodes"),
        "{printed}"
    );
    assert!(printed.ends_with("nodes/s\n"), "{printed}");
}

#[test]
fn a_wrong_count_fails_and_is_shown_with_the_right_one() {
    let text = format!("{STARTPOS}\t2\t901\n{STARTPOS}\t1\t30\n");
    let (summary, printed) = run_text("fail.tsv", &text, None);
    assert_eq!(
        (summary.rows, summary.failed, summary.exit_code()),
        (2, 1, 1)
    );
    let expected = format!("fail.tsv:1: depth 2 900 nodes, expected 901: {STARTPOS}");
    assert!(printed.contains(&expected), "{printed}");
}

#[test]
fn rows_of_too_many_nodes_are_skipped() {
    let text = format!("{STARTPOS}\t1\t30\n{STARTPOS}\t6\t547581517\n");
    let (summary, _) = run_text("skip.tsv", &text, Some(1_000));
    assert_eq!(
        (summary.rows, summary.skipped, summary.exit_code()),
        (1, 1, 0)
    );
}

#[test]
fn unusable_lines_are_named_and_do_not_hide_others() {
    for (name, line, expected) in [
        (
            "columns",
            "startpos 1 30",
            "`startpos 1 30`; expected SFEN<tab>DEPTH<tab>NODES",
        ),
        (
            "sfen",
            "9/9/9 b -\t1\t30",
            "board `9/9/9` has 3 ranks; expected 9",
        ),
        (
            "depth",
            &format!("{STARTPOS}\tdeep\t30"),
            "depth `deep`; expected a whole number",
        ),
        (
            "depth0",
            &format!("{STARTPOS}\t0\t1"),
            "depth `0`; expected a whole number from 1",
        ),
        (
            "huge",
            &format!("{STARTPOS}\t4000000000\t1"),
            "depth `4000000000`; expected",
        ),
        (
            "nodes",
            &format!("{STARTPOS}\t1\t-30"),
            "nodes `-30`; expected a whole number",
        ),
    ] {
        let text = format!("{line}\n{STARTPOS}\t1\t31\n");
        let (summary, printed) = run_text(name, &text, None);
        assert_eq!((summary.unusable, summary.failed), (1, 1), "{printed}");
        assert_eq!(summary.exit_code(), 2);
        assert!(printed.contains(&format!("{name}:1: ")), "{printed}");
        assert!(printed.contains(expected), "{printed}");
    }
}

#[test]
fn files_without_rows_are_unusable() {
    let (missing, printed) = run_one(Path::new("no-such-file.tsv"), None);
    assert_eq!((missing.unusable, missing.exit_code()), (1, 2));
    assert!(
        printed.contains("no-such-file.tsv: ") && printed.contains("expected"),
        "{printed}"
    );
    let (empty, printed) = run_text("empty.tsv", "# nothing\n", None);
    assert_eq!(empty.exit_code(), 2);
    assert!(printed.contains("no rows; expected"), "{printed}");
    let binary = TemporaryFile::new("binary.tsv", [0xFF, 0xFE, 0x00]);
    assert_eq!(run_one(&binary.0, None).0.exit_code(), 2);
}

#[test]
fn the_suite_in_the_repository_passes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sfen-suites/perft/agreed.tsv");
    let (summary, printed) = run_one(&path, Some(100_000));
    assert_eq!(summary.exit_code(), 0, "{printed}");
    assert_eq!(summary.rows + summary.skipped, 461);
}
