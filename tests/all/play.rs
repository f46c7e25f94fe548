//! `usi-engine play` over a real pipe.

use crate::common::program::{assert_all_refused, assert_has, engine_in, run};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use tempfile::tempdir;

/// What the program says to `lines`, after which its input ends.
fn said(folder: &Path, arguments: &str, lines: &str) -> String {
    let mut command = engine_in(folder, &format!("play --level 0 {arguments}"));
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.spawn().expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("a reader");
    drop(input);
    let output = child.wait_with_output().expect("its end");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = tempdir().expect("a folder");
    let text = said(folder.path(), "", "76歩\nnonsense\nsave game.kif\n");
    assert_has(&text, "`nonsense` is no move here");
    assert_has(&text, "saved in game.kif");
    assert_has(&text, "the game so far: startpos moves 7g7f ");
    let text = said(
        folder.path(),
        "--resume game.kif --kanji --notation japanese",
        "moves\n",
    );
    assert_has(&text, "▲７六歩 △");
    assert_has(&text, "+---------------------------+");
}

#[test]
fn a_handicap_begins_with_the_move_of_the_giver() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    for name in ["lance", "10", "二枚落ち"] {
        let text = said(folder, &format!("--handicap {name}"), "");
        assert_has(&text, "Black to move, move 2");
    }
    let given = said(folder, "--handicap 8 --color white", "5a5b\nquit\n");
    assert_has(&given, "White to move, move 3");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let folder = tempdir().expect("a folder");
    assert_all_refused(
        folder.path(),
        "play",
        &[
            ("--handicap 7", "handicap `7`; expected one of lance"),
            ("--color red", "black"),
            ("--resume none.kif", "none.kif"),
            ("--sfen 9/9", "expected"),
            ("--handicap 2 --sfen startpos", "cannot be used"),
            ("--level 21", "from 0 to 20"),
        ],
    );
    run(&mut engine_in(folder.path(), "play --help"));
}
