//! One fault after the other.

use super::*;
#[cfg(target_os = "linux")]
use engine::shogi::{MoveList, game::Game, movegen};
use tempfile::tempdir;

/// Four games against a mock with `fault` and the arguments `extra`; each must end for `reason`
/// with a loss of the mock. Returns the incident of the first game, if there is one.
fn all_lost(fault: &str, reason: &str, extra: &[&str]) -> Option<String> {
    let folder = tempdir().unwrap();
    let (pids, incidents) = (folder.path().join("pids"), folder.path().join("incidents"));
    let mock = mock(fault, &pids);
    let mut arguments = vec!["null:", &mock, "--games", "4", "--opening-plies", "0"];
    let path = incidents.to_string_lossy().into_owned();
    arguments.extend(["--concurrency", "2", "--incidents", &path]);
    arguments.extend(extra);
    let text = played(&arguments);
    let expected = format!("{reason}: 4 won by A, 0 by B");
    assert!(text.contains(&expected), "{fault}: {text}");
    assert!(
        text.contains("A scores 100.0 % (4 wins, 0 losses, 0 draws)"),
        "{text}"
    );
    assert_all_ended(&pids);
    std::fs::read_to_string(incidents.join("game-000000.txt")).ok()
}

/// A limit that no fault overruns.
const UNTIMED: &[&str] = &["--nodes", "1"];
/// One that a silent engine does.
const TIMED: &[&str] = &["--byoyomi", "200", "--margin", "100"];

#[test]
fn crashes() {
    let incident = all_lost("crash", "crash", UNTIMED).unwrap();
    for part in [
        "status: 3",
        "out of ideas",
        "position startpos moves",
        "go nodes 1",
    ] {
        assert!(incident.contains(part), "{part} in {incident}");
    }
}

#[test]
#[cfg(unix)]
fn the_signal_that_ended_an_engine_is_told() {
    let incident = all_lost("abort", "crash", UNTIMED).unwrap();
    assert!(incident.contains("signal: 6"), "{incident}");
}

#[test]
fn silence_without_a_clock_is_a_stall() {
    all_lost("hang", "stall", &["--nodes", "1", "--patience", "1"]);
}

#[test]
fn silence_on_the_clock_is_a_loss_on_time() {
    let incident = all_lost("hang", "time", TIMED).unwrap();
    assert!(incident.contains("byoyomi 200"), "{incident}");
}

#[test]
fn late_answers() {
    let incident = all_lost("late", "time", TIMED).unwrap();
    assert!(incident.contains("answer: bestmove"), "{incident}");
    assert!(!incident.contains("overrun: none"), "{incident}");
}

#[test]
fn chatter_without_an_answer() {
    all_lost("chatter", "time", TIMED);
}

#[test]
fn illegal_moves() {
    let incident = all_lost("illegal", "illegal-move", UNTIMED).unwrap();
    assert!(incident.contains("answer: bestmove 5e5d"), "{incident}");
}

#[test]
fn garbage() {
    let incident = all_lost("garbage", "garbage", UNTIMED).unwrap();
    assert!(incident.contains("answer: bestmove banana"), "{incident}");
}

#[test]
fn false_declarations() {
    all_lost("false-win", "false-declaration", UNTIMED);
}

#[test]
fn two_answers_to_one_question() {
    let folder = tempdir().unwrap();
    let mock = mock("twice", &folder.path().join("pids"));
    let text = played(&["null:", &mock, "--games", "2", "--nodes", "1"]);
    // When the second comes late, it is taken for the answer to the next question.
    let found = text.matches("without a `go`").count() + text.matches("illegal move").count();
    assert_eq!(found, 2, "{text}");
    assert!(text.contains("A scores 100.0 %"), "{text}");
}

#[test]
fn output_closed_with_a_child_left_behind() {
    all_lost("close", "crash", UNTIMED);
}

#[test]
fn resignation_is_no_fault() {
    assert_eq!(all_lost("resign", "resignation", UNTIMED), None);
}

/// It ends when it hears how the game went: that takes neither this game from it nor the next.
#[test]
fn an_end_after_the_game_is_no_fault_in_the_next() {
    let folder = tempdir().unwrap();
    let pids = folder.path().join("pids");
    let mock = mock("end-after-game", &pids);
    let limits = ["--nodes", "1", "--max-moves", "36"];
    let mut command = selfplay(&["null:", &mock, "--games", "4"]);
    let [report, told] = run(command.args(limits));
    assert!(!report.contains("crash"), "{report}");
    for game in 0..3 {
        let start = format!("game {game}: afterwards B ended by itself: ");
        let line = told.lines().find(|line| line.starts_with(&start));
        assert!(line.is_some_and(|it| it.contains("status: 4")), "{told}");
    }
    assert!(!told.contains("game 3: afterwards"), "{told}");
    assert_all_ended(&pids);
}

#[test]
fn much_on_standard_error_is_no_fault() {
    let folder = tempdir().unwrap();
    let pids = folder.path().join("pids");
    let mock = mock("flood", &pids);
    let text = played(&[
        "null:",
        &mock,
        "--games",
        "2",
        "--nodes",
        "1",
        "--max-moves",
        "40",
    ]);
    assert!(!text.contains("loses"), "{text}");
    assert_all_ended(&pids);
}

/// A game of 1,000 moves, which as a line is longer than a page.
#[cfg(target_os = "linux")]
pub(super) fn long_game() -> String {
    let (mut game, _) = Game::parse("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap();
    while game.moves().len() < 1000 {
        let mut moves = MoveList::new();
        movegen::legal(game.position(), &mut moves);
        let first = game.position().key() as usize % moves.len();
        let goes_on = |at: usize| {
            let mut next = game.clone();
            next.play(moves[(first + at) % moves.len()]).unwrap();
            next.ending(None).is_none().then_some(next)
        };
        game = (0..moves.len()).find_map(goes_on).unwrap();
    }
    game.to_string()
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_stops_reading_loses_its_game() {
    for (limits, reason) in [(UNTIMED, "stall"), (TIMED, "time")] {
        let folder = tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        std::fs::write(path("game"), long_game()).unwrap();
        let mock = mock("deaf", &folder.path().join("pids"));
        let mut command = selfplay(&["null:", &mock, "--games", "2", "--patience", "1"]);
        command.args(["--openings", &path("game"), "--max-moves", "5000"]);
        let incidents = path("incidents");
        let text = run(command.args(["--incidents", &incidents]).args(limits)).concat();
        assert!(
            text.contains(&format!("{reason}: 2 won by A, 0 by B")),
            "{text}"
        );
        assert!(text.contains("it does not read what it is sent"), "{text}");
        assert_all_ended(&folder.path().join("pids"));
    }
}

/// A wrapper of the mock that waits for it, and does not end with it.
#[cfg(target_os = "linux")]
fn wrapper(folder: &Path) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("wrapper");
    let script = format!("#!/bin/sh\n{} \"$@\"\nsleep 1000\n", mock_path().display());
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
#[cfg(target_os = "linux")]
fn what_engines_leave_behind_in_sessions_of_their_own_ends_with_the_match() {
    let folder = tempdir().unwrap();
    let pids = folder.path().join("pids");
    let mock = mock_at(&wrapper(folder.path()), "daemon", &pids);
    let limits = ["--nodes", "1", "--max-moves", "40"];
    let text = run(selfplay(&["null:", &mock, "--games", "2"]).args(limits)).concat();
    assert!(!text.contains("loses"), "{text}");
    // The first is the one that is only asked for its options.
    assert_eq!(noted(&pids).len(), 4, "{text}");
    assert_all_ended(&pids);
}

#[test]
#[cfg(target_os = "linux")]
fn a_killed_match_leaves_nothing_of_an_engine_behind() {
    for fault in ["hang", "daemon"] {
        let folder = tempdir().unwrap();
        let pids = folder.path().join("pids");
        let mock = mock_at(&wrapper(folder.path()), fault, &pids);
        let mut running = selfplay(&["null:", &mock, "--nodes", "1", "--games", "100000"]);
        let started = || noted(&pids).len() >= 3;
        kill_when(
            running.args(["--concurrency", "2"]),
            started,
            Duration::from_millis(100),
        );
        assert_all_ended(&pids);
    }
}
