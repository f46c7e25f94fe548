//! One fault after the other.

use super::*;
use crate::common::program::assert_has;
#[cfg(target_os = "linux")]
use engine::shogi::{MoveList, game::Game, movegen};
use tempfile::tempdir;

/// Four games against a mock with `fault` and the arguments `more`; each must end for `reason`
/// with a loss of the mock. Returns the incident of the first game, if there is one.
fn all_lost(fault: &str, reason: &str, more: &str) -> Option<String> {
    let folder = tempdir().unwrap();
    let (pids, incidents) = (folder.path().join("pids"), folder.path().join("incidents"));
    let (mock, path) = (mock(fault, &pids), incidents.display());
    let text = played(&format!(
        "null: {mock} --games 4 --opening-plies 0 --concurrency 2 --incidents {path} {more}"
    ));
    let expected = format!("{reason}: 4 won by A, 0 by B");
    assert!(text.contains(&expected), "{fault}: {text}");
    assert_has(&text, "A scores 100.0 % (4 wins, 0 losses, 0 draws)");
    assert_all_ended(&pids);
    std::fs::read_to_string(incidents.join("game-000000.txt")).ok()
}

/// A limit that no fault overruns.
const UNTIMED: &str = "--nodes 1";
/// One that a silent engine does.
const TIMED: &str = "--byoyomi 200 --margin 100";

#[test]
fn every_fault_loses_its_game_and_is_told() {
    for (fault, reason, limits, told) in [
        (
            "crash",
            "crash",
            UNTIMED,
            "status: 3 … out of ideas … position startpos moves … go nodes 1",
        ),
        #[cfg(unix)]
        ("abort", "crash", UNTIMED, "signal: 6"),
        // The output is closed, and a child left behind.
        ("close", "crash", UNTIMED, ""),
        ("hang", "stall", "--nodes 1 --patience 1", ""),
        ("hang", "time", TIMED, "byoyomi 200"),
        ("late", "time", TIMED, "answer: bestmove"),
        ("chatter", "time", TIMED, ""),
        ("illegal", "illegal-move", UNTIMED, "answer: bestmove 5e5d"),
        ("garbage", "garbage", UNTIMED, "answer: bestmove banana"),
        ("false-win", "false-declaration", UNTIMED, ""),
    ] {
        let incident = all_lost(fault, reason, limits).unwrap();
        assert_has(&incident, told);
        assert!(fault != "late" || !incident.contains("overrun: none"));
    }
    assert_eq!(all_lost("resign", "resignation", UNTIMED), None, "no fault");
}

#[test]
fn two_answers_to_one_question() {
    let folder = tempdir().unwrap();
    let mock = mock("twice", &folder.path().join("pids"));
    let text = played(&format!("null: {mock} --games 2 --nodes 1"));
    // When the second comes late, it is taken for the answer to the next question.
    let found = text.matches("without a `go`").count() + text.matches("illegal move").count();
    assert_eq!(found, 2, "{text}");
    assert_has(&text, "A scores 100.0 %");
}

/// It ends when it hears how the game went: that takes neither this game from it nor the next.
#[test]
fn an_end_after_the_game_is_no_fault_in_the_next() {
    let folder = tempdir().unwrap();
    let pids = folder.path().join("pids");
    let mock = mock("end-after-game", &pids);
    let line = format!("null: {mock} --games 4 --nodes 1 --max-moves 36");
    let [report, told] = run(&mut selfplay(&line));
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
    let text = played(&format!("null: {mock} --games 2 --nodes 1 --max-moves 40"));
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
        let [game, pids] = ["game", "pids"].map(|name| folder.path().join(name));
        std::fs::write(&game, long_game()).unwrap();
        let (mock, game, beside) = (mock("deaf", &pids), game.display(), folder.path().display());
        let text = played(&format!(
            "null: {mock} --games 2 --patience 1 --openings {game} --max-moves 5000 \
             --incidents {beside}/incidents {limits}"
        ));
        assert!(
            text.contains(&format!("{reason}: 2 won by A, 0 by B")),
            "{text}"
        );
        assert_has(&text, "it does not read what it is sent");
        assert_all_ended(&pids);
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
    let text = played(&format!("null: {mock} --games 2 --nodes 1 --max-moves 40"));
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
        let line = format!("null: {mock} --nodes 1 --games 100000 --concurrency 2");
        let started = || noted(&pids).len() >= 3;
        kill_when(&mut selfplay(&line), started, Duration::from_millis(100));
        assert_all_ended(&pids);
    }
}

/// The mock engine behind a script that can be taken away, as a player that is started for each game.
#[cfg(unix)]
fn fleeting(folder: &std::path::Path) -> (std::path::PathBuf, String) {
    use std::os::unix::fs::PermissionsExt;
    let script = folder.join("engine.sh");
    let text = format!("#!/bin/sh\nexec {} \n", mock_path().display());
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    let player = format!("'usi:{},restart=on'", script.display());
    (script, player)
}

#[cfg(unix)]
#[test]
fn an_engine_that_cannot_be_started_loses_nothing_and_the_match_goes_on_later() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let (script, player) = fleeting(folder);
    let line = format!(
        "null: {player} --nodes 1 --games 60 --max-moves 40 --journal {}",
        folder.join("j").display()
    );
    // It is away once, for less than the match waits.
    let mut running = selfplay(&line);
    let running = running
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let journal = folder.join("j");
    let games = || {
        std::fs::read_to_string(&journal)
            .unwrap_or_default()
            .lines()
            .count()
    };
    while games() < 4 {
        sleep(Duration::from_millis(5));
    }
    let away = folder.join("away");
    std::fs::rename(&script, &away).unwrap();
    sleep(Duration::from_secs(1));
    std::fs::rename(&away, &script).unwrap();
    let output = running.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr]
        .map(|it| String::from_utf8(it).unwrap())
        .concat();
    assert!(output.status.success(), "{text}");
    assert_has(
        &text,
        "is not played: B: cannot start … No such file or directory",
    );
    assert!(!text.contains("crash"), "{text}");
    // It is away for good.
    std::fs::rename(&script, &away).unwrap();
    let more = line.replace("--games 60", "--games 80");
    let refused = crate::common::program::refusal(&mut selfplay(&more));
    assert_has(&refused, "player B … cannot start");
    std::fs::rename(&away, &script).unwrap();
    let mut running = selfplay(&more);
    let running = running
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let before = games();
    while games() < before + 2 {
        sleep(Duration::from_millis(5));
    }
    std::fs::rename(&script, &away).unwrap();
    let output = running.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert_has(
        &errors,
        "stopped: game … cannot start … the same command goes on",
    );
    let kept = std::fs::read_to_string(&journal).unwrap();
    assert!(
        !kept.contains("crash") && kept.lines().count() < 81,
        "{kept}"
    );
    std::fs::rename(&away, &script).unwrap();
    let text = played(&more);
    assert_has(&text, "resumed after");
    assert_eq!(games(), 81);
}

#[test]
fn an_engine_that_searches_more_than_it_may_is_told_of() {
    let mock = plain_mock();
    let quiet = played(&format!("null: {mock} --nodes 1 --games 2 --max-moves 30"));
    assert!(!quiet.contains("its limit is"), "{quiet}");
    let folder = tempdir().unwrap();
    let greedy = mock_with("greedy", folder.path());
    let told = played(&format!(
        "null: {greedy} --nodes 1000 --games 4 --max-moves 30"
    ));
    assert_has(&told, "B searched 6000 nodes for a move; its limit is 1000");
    assert_eq!(told.matches("its limit is").count(), 1, "{told}");
}

/// The mock engine with another fault of every move.
fn mock_with(fault: &str, folder: &std::path::Path) -> String {
    mock(fault, &folder.join("pids"))
}
