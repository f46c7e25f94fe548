//! `book` from the command line: made, merged, looked into, and refused.

use crate::common::program::{assert_all_refused, assert_has, engine_in, run};
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
fn values_are_carried_back_and_moves_avoided() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let book = |line: &str| run(&mut engine_in(folder, &format!("book {line}")))[0].clone();
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let after = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
    let text = format!(
        "sfen {start}\n7g7f none 35 12 1\n2g2f none 20 9 1\nsfen {after}\n3c3d none 50 4 1\n"
    );
    fs::write(folder.join("b.db"), text).expect("a file");
    assert_eq!(
        book("minimax --out deep.db --draw-black -10 b.db"),
        "2 positions\n1 moves to positions of the book, 2 out of it\n"
    );
    let best = "2g2f  value     20  depth   9  count      1  reply none\n";
    let worse = "7g7f  value    -50  depth   5  count      1  reply 3c3d\n";
    assert_eq!(book("lookup deep.db"), format!("{best}{worse}"));
    fs::write(folder.join("never.usi"), "startpos moves 2g2f\n").expect("a file");
    book("merge --out without.db --avoid never.usi deep.db");
    let looked = format!("2g2f  never to be played\n{worse}");
    assert_eq!(book("lookup without.db"), looked);
    book("merge --out again.db without.db b.db");
    assert_has(&book("lookup again.db"), "2g2f  never … 7g7f  value     35");
}

/// Two games of strong players and one of others.
fn rated_games(folder: &std::path::Path) {
    for (name, rating, moves, ending) in [
        ("a", 3500, "+7776FU\n-3334FU\n", "%TORYO"),
        ("b", 3500, "+2726FU\n-8384FU\n+2625FU\n", "%SENNICHITE"),
        ("c", 2000, "+5756FU\n-8384FU\n", "%TORYO"),
    ] {
        let ratings = format!("'black_rate:x:{rating}.0\n'white_rate:y:3600.0\n");
        let csa = format!("V2.2\n$START_TIME:2024/05/0{name}\nPI\n+\n{ratings}{moves}{ending}\n");
        let csa = csa
            .replace("0a", "01")
            .replace("0b", "02")
            .replace("0c", "03");
        fs::create_dir_all(folder.join("games")).expect("a folder");
        fs::write(folder.join(format!("games/{name}.csa")), csa).expect("a file");
    }
}

#[test]
fn a_damaged_record_costs_a_folder_only_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    rated_games(folder);
    fs::write(folder.join("games/bad.csa"), "V2.2\nPI\n+\n+7775FU\n").expect("a file");
    fs::create_dir(folder.join("none")).expect("a folder");
    fs::copy(folder.join("games/bad.csa"), folder.join("none/bad.csa")).expect("a file");
    for (line, expected) in [
        ("book make --out b.db --games games", "5 positions\n"),
        ("record convert games all.usi", ""),
        (
            "datagen import games --out x.games --nodes 20 --hash 1",
            "3 games, 0 left out\n",
        ),
        ("analyze games --nodes 20 --html pages", ""),
    ] {
        let [told, aside] = run(&mut engine_in(folder, line));
        assert_eq!(told, expected, "{line}");
        let passed = |it: &&str| it.starts_with("passed over: ") && it.contains("bad.csa");
        assert_eq!(aside.lines().filter(passed).count(), 1, "{line}: {aside}");
    }
    let pages = fs::read_dir(folder.join("pages")).expect("a folder");
    assert_eq!(pages.count(), 3);
    assert_all_refused(
        folder,
        "",
        &[
            ("record convert games/bad.csa x.usi", "bad.csa"),
            (
                "book make --out b.db --games games games/bad.csa",
                "bad.csa",
            ),
            ("record convert none x.usi", "of 1 files … bad.csa"),
            ("analyze none", "of 1 files … bad.csa"),
        ],
    );
}

#[test]
fn games_are_filtered_alike_by_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    rated_games(folder);
    let run = |line: &str| run(&mut engine_in(folder, line))[0].clone();
    let made = |options: &str| run(&format!("book make --out b.db --games games {options}"));
    assert_eq!(made("--rating 3000.."), "2 of 3 games\n4 positions\n");
    assert_eq!(
        made("--date 2024-05-02.. --length ..2"),
        "1 of 3 games\n2 positions\n"
    );
    assert_eq!(
        made("--result white --moves-of winner"),
        "2 of 3 games\n2 positions\n"
    );
    assert_eq!(made("--least-share 50"), "5 positions\n");
    assert_eq!(
        run("record convert games strong.usi --rating 3000.. --result draw"),
        "2 games left out, 1 written\n"
    );
    let strong = fs::read_to_string(folder.join("strong.usi")).expect("a file");
    assert_eq!(strong, "startpos moves 2g2f 8c8d 2f2e\n");
    let import = "datagen import games --out x.games --nodes 20 --hash 1";
    assert_eq!(
        run(&format!("{import} --rating 3000..")),
        "2 games, 1 left out\n"
    );
    assert_all_refused(
        folder,
        "",
        &[
            (
                "book make --out c.db --games games --rating 3000",
                "FROM..TO",
            ),
            (
                "book make --out c.db --games games --date 2024-13-x..",
                "days, months or years",
            ),
            ("record convert games x.usi --length 9..1", "'9..1'"),
            (
                "record convert games x.usi --result lost",
                "black, white, draw",
            ),
            (
                "datagen import games --out y.games",
                "a record without scores … --nodes",
            ),
            ("book minimax --out c.db missing.db", "missing.db"),
            ("book minimax --out c.db --draw-black many c.db", "'many'"),
        ],
    );
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

#[test]
fn books_in_bytes_and_without_the_first_line_are_books() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let book = |line: &str| run(&mut engine_in(folder, &format!("book {line}")));
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let text = format!("{start}\n7g7f 3c3d 35 12 1\n2g2f none -20 9 1\n");
    fs::write(folder.join("bare.db"), &text).expect("a file");
    let looked = "7g7f  value     35  depth  12  count      1  reply 3c3d";
    assert_has(&book("lookup bare.db")[0], looked);
    assert_has(&book("stats bare.db")[0], "positions  1: 1 of Black");
    assert_eq!(book("convert --out a.ybb bare.db")[0], "1 positions\n");
    let bytes = fs::read(folder.join("a.ybb")).expect("a book");
    assert!(bytes.starts_with(b"YANE-BINBOOK-V1\0"));
    assert_has(
        &book("lookup a.ybb")[0],
        "7g7f  value     35  depth  12 … 2g2f  value    -20  depth   9",
    );
    assert_has(
        &book("stats a.ybb")[0],
        "moves      2: 2 searched, at most 12 deep",
    );
    assert_eq!(book("convert --out b.db a.ybb")[0], "1 positions\n");
    let again = fs::read_to_string(folder.join("b.db")).expect("a book");
    let expected = format!("#YANEURAOU-DB2016 1.00\n{}", text.replace("3c3d", "none"));
    assert_eq!(again, expected);
    fs::write(
        folder.join("odd.db"),
        "sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1\nG*5b none 1 1 1\n",
    )
    .expect("a file");
    assert_has(
        &book("merge --out c.ybb odd.db bare.db")[1],
        "without 1 positions that have not all forty pieces",
    );
    fs::copy(folder.join("a.ybb"), folder.join("bytes.db")).expect("a file");
    let cases = [
        (
            "lookup bytes.db",
            "no text; expected a book in text, or one called .ybb",
        ),
        ("lookup bad.ybb", "no `YANE-BINBOOK-V1` at its beginning"),
    ];
    fs::write(folder.join("bad.ybb"), "sfen x").expect("a file");
    assert_all_refused(folder, "book", &cases);
}

#[test]
fn a_folder_of_records_is_named_as_in_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::create_dir_all(folder.join("games/below")).expect("a folder");
    let kif = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n";
    fs::write(folder.join("games/a.kif"), kif).expect("a file");
    fs::write(
        folder.join("games/below/b.usi"),
        "startpos moves 7g7f 8c8d\n",
    )
    .expect("a file");
    fs::write(folder.join("games/notes.txt"), "no game\n").expect("a file");
    run(&mut engine_in(
        folder,
        "selfplay null: null: --nodes 1 --games 2 --max-moves 26 --journal games/j.jsonl",
    ));
    fs::write(folder.join("games/other.jsonl"), "{}\n").expect("a file");
    for line in [
        "book make --out b.db --games games",
        "datagen --out data --games 1 --nodes 20 --hash 1 --max-moves 40 --positions games",
    ] {
        run(&mut engine_in(folder, line));
    }
    let looked = run(&mut engine_in(folder, "book lookup b.db --moves 7g7f"));
    assert_eq!(looked[0].lines().count(), 2, "{}", looked[0]);
    fs::create_dir_all(folder.join("empty")).expect("a folder");
    for line in ["book make --out c.db --games empty", "analyze empty"] {
        let wanted = "no games in `empty`; expected files such as .csa, .kif";
        crate::common::program::assert_refused(&mut engine_in(folder, line), wanted);
    }
}
