//! `book` from the command line: made, merged, looked into, and refused.

use crate::common::assert_has;
use crate::common::program::{assert_all_refused, engine_in, run};
use std::fs;

#[test]
fn a_book_is_made_of_games_merged_and_looked_into() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = |line: &str| run(&mut engine_in(folder.path(), &format!("book {line}")))[0].clone();
    for (name, moves) in [("a.usi", "7g7f 3c3d"), ("b.usi", "7g7f 8c8d")] {
        let game = format!("startpos moves {moves}\n");
        fs::write(folder.path().join(name), game).expect("a file");
        let db = name.replace("usi", "db");
        let made = book(&format!("make --out {db} --games {name}"));
        assert_eq!(made, "2 positions\n");
    }
    assert_eq!(book("merge --out all.db a.db b.db"), "2 positions\n");
    assert_eq!(
        book("lookup all.db"),
        "7g7f  value      0  depth   0  count      2  reply 3c3d\n"
    );
    assert_eq!(book("lookup all.db --moves 7g7f").lines().count(), 2);
    assert_eq!(book("lookup all.db --moves 2g2f"), "not in the book\n");
    let stats = book("stats all.db");
    assert!(
        stats.starts_with("positions  2: 1 of Black, 1 of White\n"),
        "{stats}"
    );
}

#[test]
fn a_book_is_grown_by_searching() {
    let folder = tempfile::tempdir().expect("a folder");
    let line =
        "book make --out b.db --nodes 400 --plies 1 --lines 2 --margin 3000 --config eval=handmade";
    let first = run(&mut engine_in(folder.path(), line));
    assert_eq!(first[0], "3 positions\n");
    let text = fs::read(folder.path().join("b.db")).expect("a book");
    let [counts, news] = run(&mut engine_in(folder.path(), line));
    assert_eq!(
        [counts.as_str(), &news],
        ["3 positions\n", ""],
        "nothing is left to do"
    );
    assert_eq!(fs::read(folder.path().join("b.db")).expect("a book"), text);
}

#[test]
fn what_is_wrong_is_told_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let unsound = "#YANEURAOU-DB2016 1.00\nsfen x b -\nsfen a b -\nnonsense\n";
    fs::write(folder.path().join("unsound.db"), unsound).expect("a file");
    let output = engine_in(folder.path(), "book stats unsound.db").output();
    let output = output.expect("a program");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for fault in [
        "1 positions not in order, first `a b -`",
        "first line 4: `nonsense`",
    ] {
        assert!(text.contains(fault), "{text}");
    }
    let looked_up = engine_in(folder.path(), "book lookup unsound.db").output();
    let noted = String::from_utf8(looked_up.expect("a program").stderr).expect("UTF-8");
    assert_has(&noted, "sorted in memory");
    assert_all_refused(
        folder.path(),
        "book",
        &[
            ("stats missing.db", "missing.db"),
            ("make --out no/b.db", "`no/b.db`"),
            ("make --out b.db --part 3/2", "3/2"),
            ("make --out b.db --games missing.usi", "missing.usi"),
            ("merge --out b.db missing.db", "missing.db"),
        ],
    );
}
