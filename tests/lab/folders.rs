//! The real program reads games from folders, and rows of suites are found in them.

use crate::player_in;
use crate::program::{self, assert_has, assert_refused, engine_in};
use std::fs;
use tempfile::tempdir;

#[test]
fn mining_goes_on_from_its_journal() {
    let folder = tempdir().expect("a folder");
    let run = |line: &str| program::run(&mut engine_in(folder.path(), line));
    // Some of them have a position that looks like a mate.
    let player = "engine:eval=handmade";
    let play = |line: &str| program::run(&mut player_in(folder.path(), line));
    play(&format!(
        "selfplay {player} {player} --nodes 30 --games 12 --seed 8 --journal games"
    ));
    let mine = "mine tsume games --lengths 1 --no-mates 200 --nodes 300 --journal j --out";
    run(&format!("{mine} whole"));
    let mined = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    let whole = mined("whole/nomate/games.sfen");
    assert_has(&whole, "# From the first 12 of 12 games");
    let journal = mined("j");
    assert_eq!(journal.lines().count(), 13);
    for length in [0, 10, journal.len() * 2 / 3, journal.len()] {
        fs::write(folder.path().join("j"), &journal[..length]).expect("a file");
        run(&format!("{mine} again"));
        assert_eq!(mined("again/nomate/games.sfen"), whole, "{length}");
        assert_eq!(mined("j"), journal, "{length}");
    }
    let other = mine.replace("300", "600") + " .";
    let mut other = engine_in(folder.path(), &other);
    assert_refused(&mut other, "belongs to another run");
    for (line, wanted) in [
        ("mine tsume", "required"),
        ("mine tsume no-such --out .", "no-such"),
    ] {
        assert_refused(&mut engine_in(folder.path(), line), wanted);
    }
}

#[test]
fn folders_of_games_are_read_by_what_files_are() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    fs::create_dir_all(folder.join("games/below")).expect("a folder");
    fs::create_dir_all(folder.join("empty")).expect("a folder");
    let game = "startpos moves 7g7f 8c8d\n";
    fs::write(folder.join("games/below/b.usi"), game).expect("a file");
    fs::write(folder.join("games/notes.txt"), "no game\n").expect("a file");
    let match_of_none =
        "selfplay null: null: --nodes 1 --games 2 --max-moves 26 --journal games/j.jsonl";
    program::run(&mut player_in(folder, match_of_none));
    for line in [
        "mine openings games --out mined --plies 1 --nodes 50",
        "opponent learn --player null --out m.model games",
    ] {
        program::run(&mut engine_in(folder, line));
    }
    let wanted = "no games in `empty`; expected files such as .csa, .kif";
    assert_refused(
        &mut engine_in(folder, "levels humans --out l empty"),
        wanted,
    );
}
