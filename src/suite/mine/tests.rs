//! Mates found in games, and what counts as the same position.

use super::symmetry::normal_form;
use super::*;
use crate::shogi::sfen;
use crate::suite::files;
use std::collections::BTreeSet;
use std::fs;

fn form(text: &str) -> String {
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

/// How many mates are taken from a game.
fn taken(start: &str, moves: &str) -> String {
    let (game, error) = Game::parse(&format!("{start} moves {moves}")).unwrap();
    assert!(error.is_none(), "{error:?}");
    let mut miner = Tsume::new(vec![1], 1000);
    let origin = Origin {
        what: "tests".to_owned(),
        games: 1,
    };
    let mut lists = miner.lists(5, 0, origin);
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

/// The rows of the suites that were mined.
fn shipped() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sfen-suites");
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
        let (game, error) = Game::parse(position).unwrap();
        assert_eq!(error, None, "{row}");
        assert!(seen.insert(normal_form(game.position())), "{row}");
    }
    assert!(seen.len() > 1000);
}
