//! Mates found in games, and what counts as the same position.

use super::lists::{Form, normal_form};
use super::*;
use engine::shogi::sfen;
use std::collections::BTreeSet;
use std::fs;
use suite::files;

fn form(text: &str) -> Form {
    normal_form(&sfen::parse(text).unwrap())
}

#[test]
fn mirrored_and_turned_positions_are_the_same() {
    let own = form("4k3+P/9/4P4/9/9/9/9/9/9 b 2G2r2b 9");
    for same in [
        "4k3+P/9/4P4/9/9/9/9/9/9 b 2G2r2b 1",
        "+P3k4/9/4P4/9/9/9/9/9/9 b 2G2r2b 1",
        "9/9/9/9/9/9/4p4/9/+p3K4 w 2R2B2g 1",
        "9/9/9/9/9/9/4p4/9/4K3+p w 2R2B2g 1",
    ] {
        assert_eq!(form(same), own, "{same}");
    }
    for other in [
        "4k4/8+P/4P4/9/9/9/9/9/9 b 2G2r2b 1",
        "4k3+P/9/4P4/9/9/9/9/9/9 b 2Gr2b 1",
        "4k3+P/9/4P4/9/9/9/9/9/9 w 2G2r2b 1",
    ] {
        assert_ne!(form(other), own, "{other}");
    }
}

fn origin() -> Origin {
    Origin {
        what: "tests".to_owned(),
        games: 9,
    }
}

/// How many mates are taken from a game.
fn taken(start: &str, moves: &str) -> String {
    let game = format!("{start} moves {moves}").parse::<Game>().unwrap();
    let mut miner = Tsume::new(vec![1], 1000);
    let mut lists = miner.lists(5, 0, origin());
    miner.look_at(0, &game, &mut lists);
    lists.to_string()
}

#[test]
fn a_mate_is_taken_if_one_move_alone_begins_it() {
    let none = "tsume/01.sfen 0/5, nomate/games.sfen 0/0";
    let one = "tsume/01.sfen 1/5, nomate/games.sfen 0/0";
    let unsupported = "4k3p/9/9/9/9/9/9/9/4K4 w G 1";
    assert_eq!(taken(unsupported, "1a1b 5i5h"), none);
    let by_one_gold = "4k3p/9/4P4/9/9/9/9/9/4K4 w G 1";
    assert_eq!(taken(by_one_gold, "1a1b G*5b"), one);
    let on_two_squares = "k7p/9/PP7/9/9/9/9/9/4K4 w G 1";
    assert_eq!(taken(on_two_squares, "1a1b G*8b"), none);
}

#[test]
fn a_suite_goes_on_from_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tsume/01.sfen");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let row = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1; mate 1; bm G*5b";
    let start = || Tsume::new(vec![1], 1000).lists(2, 0, origin());
    let head = "# Mates in 1, proven shortest, with one first move that mates.\n";
    fs::write(&path, format!("{head}# By hand.\n\n{row}; id a; c0 easy\n")).unwrap();
    let mut lists = start();
    let empty = lists.describe();
    lists.read_known(folder.path()).unwrap();
    assert_ne!(lists.describe(), empty);
    let same = sfen::parse("4k4/9/4P4/9/9/9/9/9/4K4 b G 9").unwrap();
    assert!(!lists.add(0, &same, "known".to_owned()));
    let other = sfen::parse("4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1").unwrap();
    assert!(lists.add(0, &other, "new".to_owned()));
    let out = tempfile::tempdir().unwrap();
    lists.save(out.path()).unwrap();
    let text = fs::read_to_string(out.path().join("tsume/01.sfen")).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!([lines[0], lines[2]], [head.trim(), "# By hand."], "{text}");
    assert!(lines[3].starts_with("# From the first 0 of 9 tests"));
    assert_eq!(lines[4], format!("{row}; c0 easy; id tsume-01-001"));
    assert_eq!(lines[5], "new; id tsume-01-002");

    for (text, expected) in [
        (format!("{row}\n{row}\n"), "01.sfen:2: another row"),
        ("startpos moves 7g7e; mate 1\n".to_owned(), "01.sfen:1: "),
        ("what; mate 1\n".to_owned(), "01.sfen:1: "),
    ] {
        fs::write(&path, text).unwrap();
        let error = start().read_known(folder.path()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// The rows of the suites that were mined.
fn shipped() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sfen-suites");
    let folders = ["tsume", "nomate", "bestmove", "openings"].map(|name| folder.join(name));
    let paths = files(&folders).unwrap();
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    let rows = |text: String| {
        let rows = text.lines().filter(|row| !row.starts_with('#'));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    texts.flat_map(rows).collect()
}

#[test]
fn no_two_rows_that_are_shipped_are_alike() {
    let mut seen = BTreeSet::new();
    for row in shipped() {
        let position = row.split(';').next().unwrap();
        let game = position.parse::<Game>().unwrap();
        assert!(seen.insert(normal_form(game.position())), "{row}");
    }
    assert!(seen.len() > 1000);
}
