//! `usi-engine record convert`.

use crate::common::engine::{engine, refusal, run};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// An empty folder for the test called `name`.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The program, told to write `input` as `output`.
fn convert(input: &PathBuf, output: &PathBuf) -> Command {
    let mut command = engine();
    command.args(["record", "convert"]).arg(input).arg(output);
    command
}

#[test]
fn formats_follow_from_the_names() {
    let folder = folder("convert");
    let path = |name| folder.join(name);
    let csa = "V2.2\nN+A\nPI\n+\n+7776FU\nT1\n'** 35 -3334FU\n-3334FU\n%TORYO\n";
    fs::write(path("a.csa"), csa).expect("a writable folder");
    for (from, to) in [("a.csa", "b.KIF"), ("b.KIF", "c.csa"), ("c.csa", "d.usi")] {
        let [told, _] = run(&mut convert(&path(from), &path(to)));
        assert_eq!(told, "", "{from} to {to}");
    }
    let read = |name| fs::read_to_string(path(name)).expect("a file");
    assert_eq!(read("c.csa"), csa);
    assert_eq!(read("d.usi"), "startpos moves 7g7f 3c3d\n");
}

#[test]
fn what_is_left_out_is_told_and_what_is_bad_is_refused() {
    let folder = folder("refuse");
    let path = |name| folder.join(name);
    fs::write(path("a.kif"), "1 ７六歩(77)\n変化：1手\n").expect("a writable folder");
    let [told, _] = run(&mut convert(&path("a.kif"), &path("a.csa")));
    assert!(
        told.ends_with("a.kif: line 2: branches left out: `変化：1手`\n"),
        "{told}"
    );

    fs::write(path("b.csa"), "PI\n+\n+7775FU\n").expect("a writable folder");
    for (from, to, wanted) in [
        (
            "b.csa",
            "b.kif",
            "b.csa: line 3: illegal move `+7775FU`; expected",
        ),
        ("none.csa", "b.kif", "none.csa: "),
        (
            "a.kif",
            "a.pgn",
            "a.pgn`; expected .csa, .kif, .kifu or .usi",
        ),
    ] {
        let error = refusal(&mut convert(&path(from), &path(to)));
        assert!(error.contains(wanted), "{from} to {to}: {error}");
        assert!(!path(to).exists(), "{to} was written");
    }
}
