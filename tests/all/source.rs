//! Commands that look at a position take it from any record, at any of its moves, and say which.

use crate::common::program::{assert_all_refused, assert_has, engine_in, run};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Three moves of a game; after the second White's bishop hangs.
const GAME: &str = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n";
const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.kif"), GAME).expect("a file");
    folder
}

/// Asserts what `command` says with `arguments` on standard output and on standard error.
fn assert_says(folder: &Path, line: &str, out: &str, note: &str) {
    let [text, told] = run(&mut engine_in(folder, line));
    assert_has(&text, out);
    assert_has(&told, note);
}

#[test]
fn a_record_is_looked_at_where_one_likes() {
    let folder = folder();
    let folder = folder.path();
    let note = "note: game.kif: after 2 of 3 moves";
    assert_says(folder, "perft 1 game.kif --ply 2", "39 leaves", note);
    assert_says(folder, "eval game.kif --ply 2", "value", note);
    assert_says(
        folder,
        "explain game.kif --ply 2 --nodes 500 --lang en",
        "Black to move, move 3",
        note,
    );
    assert_says(folder, "mate game.kif --ply 2 --lang en", "no mate", note);
    // The last position unless something else is said, and from standard input.
    let mut command = engine_in(folder, "perft 1 -");
    command.stdin(fs::File::open(folder.join("game.kif")).expect("a file"));
    let [text, told] = run(&mut command);
    assert_has(&text, "33 leaves");
    assert_has(&told, "note: standard input: after 3 of 3 moves");
    // What is typed has plies, too.
    let typed = "perft 1 --moves '7g7f 3c3d 8h2b+' --ply 2";
    assert_has(&run(&mut engine_in(folder, typed))[0], "39 leaves");
}

#[test]
fn the_solution_of_a_problem_is_solved_from_its_start() {
    let folder = folder();
    let folder = folder.path();
    let first = format!("mate --sfen '{MATE_IN_ONE}' --kif solution.kif --lang en");
    assert_has(&run(&mut engine_in(folder, &first))[0], "mate in 1");
    let again = "mate solution.kif --lang en";
    assert_says(
        folder,
        again,
        "mate in 1",
        "note: solution.kif: after 0 of 1 moves",
    );
}

#[test]
fn a_move_that_a_record_does_not_have_is_refused() {
    let folder = folder();
    assert_all_refused(
        folder.path(),
        "eval",
        &[
            (
                "game.kif --ply 4",
                "--ply 4 … from 0 to 3, for there are so many",
            ),
            ("game.kif --ply x", "'x' … from 0 to 100000"),
            ("--ply 1", "from 0 to 0"),
        ],
    );
}
