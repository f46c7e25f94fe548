//! `usi-engine record convert`.

use crate::common::program::{assert_refused, engine, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::tempdir;

/// The program, told to write `input` as `output`.
fn convert(input: &Path, output: &Path) -> Command {
    let mut command = engine();
    command.args(["record", "convert"]).arg(input).arg(output);
    command
}

#[test]
fn formats_follow_from_the_names() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
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
fn no_game_is_lost_to_another_nor_to_itself() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let path = |name| folder.join(name);
    let usi = "startpos moves 7g7f\n";
    fs::write(path("g.usi"), usi).expect("a writable folder");
    run(&mut convert(&path("g.usi"), &path("g.csa")));
    let mut to_folder = convert(folder, &path("out/"));
    let wanted = "g.kif … different names";
    assert_refused(to_folder.args(["--to", "kif"]), wanted);
    for (from, to) in [("g.usi", "g.usi"), (".", "g.csa")] {
        assert_refused(
            &mut convert(&path(from), &path(to)),
            "expected another file",
        );
    }
    assert_eq!(fs::read_to_string(path("g.usi")).expect("a file"), usi);
}

#[test]
fn every_encoding_is_read() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let (from, to) = (folder.join("a.kif"), folder.join("a.ki2"));
    // `先手：` and `   1 ７六歩(77)` in EUC-JP and in CP932.
    let euc = b"\xc0\xe8\xbc\xea\xa1\xa7\xb9\xc3\n   1 \xa3\xb7\xcf\xbb\xca\xe2(77)\n";
    let cp932 = b"\x90\xe6\x8e\xe8\x81\x46\x8d\x62\n   1 \x82\x56\x98\x5a\x95\xe0(77)\n";
    for bytes in [&euc[..], &cp932[..]] {
        fs::write(&from, bytes).expect("a writable folder");
        run(&mut convert(&from, &to));
        let text = fs::read(&to).expect("a file");
        let text = encoding_rs::SHIFT_JIS.decode(&text).0;
        assert!(
            text.contains("先手：甲\n") && text.ends_with("▲７六歩\n"),
            "{text}"
        );
    }
}

#[test]
fn the_encoding_follows_from_the_name_and_what_it_lacks_is_told() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let path = |name: &str| folder.join(name);
    let text = "手合割：平手\n先手：𠮷田\n1 ７六歩(77)\n";
    fs::write(path("a.kifu"), text).expect("a file");
    for (to, more, is_utf8) in [
        ("b.kif", "", false),
        ("b.kifu", "", true),
        ("b.ki2", "", false),
        ("b.ki2u", "", true),
        ("c.kif", "--encoding utf-8", true),
        ("c.csa", "--encoding shift-jis", false),
        ("d.csa", "", true),
    ] {
        let mut command = convert(&path("a.kifu"), &path(to));
        let [told, _] = run(command.args(more.split_whitespace()));
        assert_eq!(
            told.contains("〓 stands for what Shift-JIS lacks: 𠮷"),
            !is_utf8,
            "{to}: {told}"
        );
        let bytes = fs::read(path(to)).expect("a file");
        assert_eq!(str::from_utf8(&bytes).is_ok(), is_utf8, "{to}");
        let head = String::from_utf8_lossy(&bytes)
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned();
        let label = if is_utf8 {
            "encoding=UTF-8"
        } else {
            "encoding=Shift_JIS"
        };
        assert!(
            head.starts_with("V2.2") || head.ends_with(label),
            "{to}: {head}"
        );
        run(&mut convert(&path(to), &path("again.kifu")));
        let again = fs::read_to_string(path("again.kifu")).expect("a file");
        let name = if is_utf8 {
            "先手：𠮷田\n"
        } else {
            "先手：〓田\n"
        };
        assert!(again.contains(name), "{to}: {again}");
    }
    let mut jkf = convert(&path("a.kifu"), &path("e.jkf"));
    assert_refused(
        jkf.args(["--encoding", "shift-jis"]),
        "--encoding shift-jis for jkf; expected csa, kif or ki2",
    );
}

#[test]
fn text_files_and_standard_input_are_what_they_look_like() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let path = |name: &str| folder.join(name);
    for text in [
        "# a game\n手合割：平手\n手数----指手---------消費時間--\n1 ７六歩(77)\n",
        "棋戦：名人戦\n▲７六歩\n",
        "'a game\nPI\n+\n+7776FU\n",
        "position startpos moves 7g7f\n",
        "{\"header\": {}, \"moves\": [{}, {\"move\": {\"from\": {\"x\": 7, \"y\": 7}, \"to\": {\"x\": 7, \"y\": 6}, \"piece\": \"FU\"}}]}",
    ] {
        fs::write(path("a.txt"), text).expect("a file");
        run(&mut convert(&path("a.txt"), &path("a.usi")));
        assert_eq!(
            fs::read_to_string(path("a.usi")).expect("a file"),
            "startpos moves 7g7f\n"
        );
        let mut from_input = convert(Path::new("-"), &path("b.usi"));
        from_input.stdin(fs::File::open(path("a.txt")).expect("a file"));
        run(&mut from_input);
        assert_eq!(
            fs::read_to_string(path("b.usi")).expect("a file"),
            "startpos moves 7g7f\n"
        );
    }
    fs::write(path("a.txt"), "no game\n").expect("a file");
    assert_refused(
        &mut convert(&path("a.txt"), &path("a.usi")),
        "a.txt without --from",
    );
}

#[test]
fn what_has_no_game_is_refused_and_nothing_is_written() {
    let folder = tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for (name, bytes) in [
        ("a.kif", &b""[..]),
        ("b.kif", &[0; 40]),
        ("c.ki2", b"\n"),
        ("d.csa", b""),
        ("e.usi", b""),
    ] {
        fs::write(path(name), bytes).expect("a file");
        assert_refused(&mut convert(&path(name), &path("out.jkf")), "expected");
        assert!(!path("out.jkf").exists(), "{name}");
    }
}

#[test]
fn what_is_left_out_is_told_and_what_is_bad_is_refused() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let path = |name| folder.join(name);
    fs::write(path("a.kif"), "1 ７六歩(77)\n変化：1手\n1 ２六歩(27)\n").expect("a writable folder");
    for (to, lost) in [
        ("a.csa", true),
        ("a.usi", true),
        ("a.sfen", true),
        ("a.jkf", false),
        ("a.ki2", false),
    ] {
        let [told, _] = run(&mut convert(&path("a.kif"), &path(to)));
        let words = "a.kif: game 1: branches left out: only KIF, KI2 and JKF hold them\n";
        assert_eq!(told.ends_with(words), lost, "{told}");
        assert_eq!(told.is_empty(), !lost, "{told}");
    }

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
            "a.pgn`; expected .csa, .kif, .kifu, .ki2, .ki2u, .jkf, .usi, .sfen",
        ),
    ] {
        assert_refused(&mut convert(&path(from), &path(to)), wanted);
        assert!(!path(to).exists(), "{to} was written");
    }
}

#[test]
fn folders_streams_and_files_of_many_games_are_converted() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let games = folder.join("games");
    fs::create_dir_all(&games).expect("a folder");
    for (name, text) in [
        ("a.usi", "startpos moves 7g7f 3c3d\nstartpos moves 2g2f\n"),
        ("b.csa", "V2.2\nPI\n+\n+7776FU\n/\nV2.2\nPI\n+\n+2726FU\n"),
        ("notes.txt", "no game"),
    ] {
        fs::write(games.join(name), text).expect("a file");
    }
    let all = folder.join("all.csa");
    run(&mut convert(&games, &all));
    let text = fs::read_to_string(&all).expect("a file");
    assert_eq!(text.matches("\n/\n").count(), 3, "{text}");
    // A file a game, and back.
    let apart = folder.join("apart");
    run(convert(&all, &folder.join("apart/")).args(["--to", "kif"]));
    assert_eq!(fs::read_dir(&apart).expect("a folder").count(), 4);
    assert!(apart.join("all.kif").is_file() && apart.join("all-4.kif").is_file());
    let lines = folder.join("lines.usi");
    run(&mut convert(&all, &lines));
    let expected = ["7g7f 3c3d", "2g2f", "7g7f", "2g2f"].map(|it| format!("startpos moves {it}\n"));
    assert_eq!(
        fs::read_to_string(&lines).expect("a file"),
        expected.concat()
    );
    let [told, _] = run(convert(&lines, Path::new("-")).args(["--to", "usi"]));
    assert_eq!(told, expected.concat());
}

#[test]
fn positions_go_to_other_programs_and_back() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let path = |name: &str| folder.join(name);
    let csa = "V2.2\nPI\n+\n+7776FU\n'** 35 -3334FU\n-3334FU\n'** -12\n%TORYO\n";
    fs::write(path("a.csa"), csa).expect("a file");
    run(&mut convert(&path("a.csa"), &path("a.psv")));
    run(&mut convert(&path("a.psv"), &path("a.hcpe")));
    run(&mut convert(&path("a.hcpe"), &path("b.psv")));
    let read = |name| fs::read(path(name)).expect("a file");
    let (psv, again) = (read("a.psv"), read("b.psv"));
    assert_eq!((psv.len(), read("a.hcpe").len()), (80, 76));
    // HCPE has no move numbers.
    assert_eq!(
        (psv[..36].to_vec(), psv[38..76].to_vec()),
        (again[..36].to_vec(), again[38..76].to_vec())
    );
    // Black resigns: its move was worth 35 and lost, White's 12 for White and won.
    assert_eq!(
        (psv[32], psv[38] as i8, psv[72], psv[78] as i8),
        (35, -1, 12, 1)
    );
    run(&mut convert(&path("a.psv"), &path("a.usi")));
    let text = String::from_utf8(read("a.usi")).expect("text");
    assert!(
        text.starts_with("startpos moves 7g7f\nsfen lnsgkgsnl/")
            && text.ends_with(" 2 moves 3c3d\n"),
        "{text}"
    );
    run(&mut convert(&path("a.csa"), &path("a.sfen")));
    assert_eq!(
        String::from_utf8(read("a.sfen"))
            .expect("text")
            .lines()
            .count(),
        3
    );
    for (from, to, more, expected) in [
        ("a.csa", "-", &[][..], "without --to"),
        ("a.csa", "a.doc", &[], "unknown form of"),
        ("-", "b.csa", &[], "without --from"),
        ("none", "b.csa", &[], "none"),
        ("a.sfen", "c.psv", &[], "no position has a move"),
        ("a.csa", "b.psv", &["--from", "psv"], "position 1"),
    ] {
        let (from, to) = match (from, to) {
            ("-", to) => (PathBuf::from("-"), path(to)),
            (from, "-") => (path(from), PathBuf::from("-")),
            (from, to) => (path(from), path(to)),
        };
        assert_refused(convert(&from, &to).args(more), expected);
    }
}
