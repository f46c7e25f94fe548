//! `usi-engine analyze`, on a small game of our own.

use crate::common::program::{assert_all_refused, assert_has, engine_in, run};
use engine::record::{Evaluation, Format};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Black gives a rook away, and White misses it.
const GAME: &str = "手合割：平手\n先手：甲\n後手：乙\n1 ２六歩(27)\n2 ３四歩(33)\n3 ２五歩(26)\n\
    4 ３三角(22)\n5 ２四歩(25)\n6 ９四歩(93)\n7 ２三歩成(24)\n8 投了\n\n変化：2手\n2 ８四歩(83)\n*said\n";

/// A folder with the game.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.kif"), GAME).expect("a file");
    folder
}

fn analyze(folder: &Path, arguments: &str) -> [String; 2] {
    run(&mut engine_in(
        folder,
        &format!("analyze --nodes 600 {arguments}"),
    ))
}

#[test]
fn a_game_is_judged_in_every_form() {
    let folder = folder();
    let folder = folder.path();
    let [table, told] = analyze(folder, "game.kif");
    let few = "note: game.kif: So few nodes";
    assert_eq!(told.matches("note:").count(), 1, "{told}");
    assert_has(&told, few);
    assert!(table.starts_with("Black (甲): "), "{table}");
    assert_has(&table, "\n6  △９四歩 9c9d");
    assert_has(&table, "\nopening");
    let [japanese, _] = analyze(folder, "game.kif --lang ja");
    assert!(japanese.starts_with("先手 (甲)："), "{japanese}");

    let files = "game.kif --html a.html --kif a.kif --csa a.csa --json";
    let [json, told] = analyze(folder, files);
    assert_has(&told, "note: game.kif: CSA: branches left out");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let sixth = &json["moves"][5];
    assert_eq!(
        (&sixth["move"], &sixth["side"]),
        (&"9c9d".into(), &"white".into())
    );
    assert!(sixth["loss"].as_u64() >= Some(50), "{sixth}");
    let read = |name: &str| fs::read(folder.join(name)).expect("a file");
    assert!(
        String::from_utf8(read("a.html"))
            .expect("text")
            .contains("</html>")
    );
    let kif = Format::Kif.read(&read("a.kif")).expect("a record").record;
    let original = Format::Kif.read(GAME.as_bytes()).expect("a record");
    assert_eq!(kif.branches(), original.record.branches());
    let comments: Vec<_> = kif.moves().map(|(_, info)| &info.comment).collect();
    let value = format!("#評価値={}\n", sixth["after"]["cp"]);
    assert!(comments[5].contains(&value), "{}: {value}", comments[5]);
    assert!(
        comments[5].contains("*解析 0  候補1 深さ "),
        "{}",
        comments[5]
    );
    let csa = Format::Csa.read(&read("a.csa")).expect("a record").record;
    let value = sixth["after"]["cp"].as_i64().expect("a value") as i32;
    let (_, info) = csa.moves().nth(5).expect("a move");
    assert_eq!(info.evaluation, Some(Evaluation::Centipawns(value)));
}

#[test]
fn branches_are_analysed_where_they_are_asked_for() {
    let folder = folder();
    let folder = folder.path();
    let [json, _] = analyze(
        folder,
        "game.kif --branches --html a.html --kif a.kif --json",
    );
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let branch = &json["branches"][0];
    assert_eq!(
        (&branch["leaves"], &branch["after"]),
        (&0.into(), &1.into())
    );
    let moves = branch["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 1);
    assert_eq!(
        (&moves[0]["number"], &moves[0]["move"]),
        (&2.into(), &"8c8d".into())
    );
    let read = |name: &str| fs::read(folder.join(name)).expect("a file");
    let kif = Format::Kif.read(&read("a.kif")).expect("a record").record;
    let (_, info) = kif.branches()[0].line().moves().next().expect("a move");
    assert!(
        info.comment.starts_with("said\n#評価値="),
        "{}",
        info.comment
    );
    let page = String::from_utf8(read("a.html")).expect("text");
    assert_has(&page, "Branch: move 2, P8d");
    let [table, _] = analyze(folder, "game.kif --branches --lang ja");
    assert_has(&table, "\n変化：2手目 △８四歩\n");
}

#[test]
fn branches_of_branches_begin_where_they_leave() {
    let folder = folder();
    let folder = folder.path();
    let deeper = "3 ７六歩(77)\n4 ３四歩(33)\n\n変化：4手\n4 ８五歩(84)\n";
    fs::write(folder.join("deep.kif"), format!("{GAME}{deeper}")).expect("a file");
    let [json, _] = analyze(folder, "deep.kif --branches --json");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let told = |branch: &serde_json::Value| {
        let moves = branch["moves"].as_array().expect("moves").clone();
        let moves: Vec<_> = moves.iter().map(|it| it["move"].clone()).collect();
        (branch["leaves"].clone(), branch["after"].clone(), moves)
    };
    let branches: Vec<_> = json["branches"]
        .as_array()
        .expect("them")
        .iter()
        .map(told)
        .collect();
    let first = (
        0.into(),
        1.into(),
        vec!["8c8d".into(), "7g7f".into(), "3c3d".into()],
    );
    let second = (1.into(), 3.into(), vec!["8d8e".into()]);
    assert_eq!(branches, [first, second]);
}

#[test]
fn problems_are_what_shogihome_reads() {
    let folder = folder();
    let folder = folder.path();
    let [_, told] = run(&mut engine_in(
        folder,
        "analyze --nodes 6000 game.kif --problems p.json",
    ));
    assert!(!told.contains("note:"), "{told}");
    let text = fs::read(folder.join("p.json")).expect("a file");
    let file: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    assert_eq!(file["format"], "shogihome-next-move");
    let problems = file["problems"].as_array().expect("problems");
    // White leaves the pawn that promotes.
    let it = problems
        .iter()
        .find(|it| it["source"]["ply"] == 6)
        .expect("the sixth move");
    let sfen = it["sfen"].as_str().expect("a position");
    assert!(sfen.ends_with(" w - 1"), "{sfen}");
    assert_eq!(it["actualMove"]["usi"], "9c9d");
    assert_eq!(it["previousMove"]["usi"], "2e2d");
    assert_eq!(it["source"]["blackPlayer"], "甲");
    let candidates = it["candidates"].as_array().expect("moves");
    assert_eq!(candidates[0]["accepted"], true);
    assert_eq!(candidates[0]["pv"][0], candidates[0]["usi"]);
    let played = candidates
        .iter()
        .find(|it| it["usi"] == "9c9d")
        .expect("it");
    assert_eq!(played["accepted"], false);
    let worth = |it: &serde_json::Value| it["score"].as_i64().expect("a value");
    assert!(worth(played) > worth(&candidates[0]), "{it}");
}

#[test]
fn the_same_nodes_give_the_same_analysis() {
    let folder = folder();
    let folder = folder.path();
    let again = [(); 2].map(|()| analyze(folder, "game.kif --json"));
    assert_eq!(again[0][0], again[1][0]);
}

#[test]
fn several_games_go_into_folders() {
    let folder = folder();
    let folder = folder.path();
    fs::copy(folder.join("game.kif"), folder.join("other.kif")).expect("a copy");
    fs::create_dir_all(folder.join("pages")).expect("a folder");
    analyze(folder, "game.kif other.kif --html pages");
    for name in ["pages/game.html", "pages/other.html"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    // A folder with one below it, into one that is not there; a text file; standard input.
    fs::create_dir_all(folder.join("games/below")).expect("a folder");
    for name in ["games/a.kif", "games/below/b.kif", "c.txt"] {
        fs::copy(folder.join("game.kif"), folder.join(name)).expect("a copy");
    }
    analyze(folder, "games --html new/pages");
    for name in ["new/pages/a.html", "new/pages/b.html"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    // A folder with a single game is a folder, too.
    analyze(folder, "games/below --html single");
    assert!(folder.join("single/b.html").is_file());
    let [of_text, _] = analyze(folder, "c.txt");
    let mut of_input = engine_in(folder, "analyze --nodes 600 -");
    of_input.stdin(fs::File::open(folder.join("c.txt")).expect("a file"));
    assert_eq!(run(&mut of_input)[0], of_text);
    fs::write(folder.join("a.html"), "").expect("a file");
    assert_all_refused(
        folder,
        "analyze",
        &[
            (
                "game.kif other.kif --html a.html",
                "`a.html`; expected a folder",
            ),
            ("none.kif", "none.kif`: "),
            (
                "game.pgn",
                "expected .csa, .kif, .kifu, .ki2, .ki2u, .jkf, .usi or .txt",
            ),
            (
                "game.kif --html no/a.html",
                "expected a file in a folder that exists",
            ),
        ],
    );
}
