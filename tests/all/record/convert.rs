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
fn every_encoding_is_read() {
    let folder = folder("encodings");
    let (from, to) = (folder.join("a.kif"), folder.join("a.ki2"));
    // `先手：` and `   1 ７六歩(77)` in EUC-JP and in CP932.
    let euc = b"\xc0\xe8\xbc\xea\xa1\xa7\xb9\xc3\n   1 \xa3\xb7\xcf\xbb\xca\xe2(77)\n";
    let cp932 = b"\x90\xe6\x8e\xe8\x81\x46\x8d\x62\n   1 \x82\x56\x98\x5a\x95\xe0(77)\n";
    for bytes in [&euc[..], &cp932[..]] {
        fs::write(&from, bytes).expect("a writable folder");
        run(&mut convert(&from, &to));
        let text = fs::read_to_string(&to).expect("a file");
        assert!(
            text.contains("先手：甲\n") && text.ends_with("▲７六歩\n"),
            "{text}"
        );
    }
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
            "a.pgn`; expected .csa, .kif, .kifu, .ki2, .ki2u, .jkf or .usi",
        ),
    ] {
        let error = refusal(&mut convert(&path(from), &path(to)));
        assert!(error.contains(wanted), "{from} to {to}: {error}");
        assert!(!path(to).exists(), "{to} was written");
    }
}
