//! Thinking in the time of the opponent, and how engines are run.

use super::*;
use crate::common::program::assert_has;
use tempfile::tempdir;

/// The mock engine as a player with these entries, which notes what became of its guesses in `log`.
fn pondering(entries: &str, log: &Path) -> String {
    let (mock, log) = (plain_mock(), log.display());
    format!("{mock},ponder=on,stderr={log},{entries}")
}

/// The mock engine as a player whose second answers are late; in quotes.
fn slow() -> String {
    format!("'{},Fault=late,At Move=2'", plain_mock())
}

/// How often it was right and wrong.
fn guesses(log: &Path) -> [usize; 2] {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    ["hit", "miss"].map(|word| text.lines().filter(|line| *line == word).count())
}

#[test]
fn right_guesses_go_on() {
    let folder = tempdir().unwrap();
    let log = folder.path().join("log");
    let (player, other) = (pondering("name=P", &log), plain_mock());
    let text = played(&format!(
        "{player} {other} --games 2 --byoyomi 2000 --max-moves 40"
    ));
    assert!(
        text.contains("P: 2000 ms byoyomi") && !text.contains("loses"),
        "{text}"
    );
    let [hits, misses] = guesses(&log);
    // The last guess of a game in which the other made the last move is stopped.
    assert!(hits >= 3 && misses <= 2, "{hits} {misses}");
}

#[test]
fn wrong_guesses_are_stopped() {
    let folder = tempdir().unwrap();
    let log = folder.path().join("log");
    let player = pondering("", &log);
    let text = played(&format!(
        "{player} hash=1 --games 2 --nodes ,9 --movetime 2000, --max-moves 32"
    ));
    assert!(!text.contains("loses"), "{text}");
    assert!(guesses(&log)[1] >= 2, "{:?}", guesses(&log));
}

#[test]
fn the_time_of_the_opponent_costs_nothing() {
    let folder = tempdir().unwrap();
    let log = folder.path().join("log");
    let (player, slow) = (pondering("", &log), slow());
    let text = played(&format!(
        "{player} {slow} --games 2 --movetime 500,5000 --max-moves 40"
    ));
    assert!(!text.contains("loses"), "{text}");
    assert!(guesses(&log)[0] >= 3);
}

#[test]
fn an_answer_before_ponderhit_is_a_fault() {
    let folder = tempdir().unwrap();
    let player = pondering("Fault=eager", &folder.path().join("log"));
    let slow = slow();
    let text = played(&format!(
        "{player} {slow} --games 2 --movetime 2000 --max-moves 40"
    ));
    let found = text.matches("before `ponderhit` or `stop`").count();
    assert_eq!(found, 2, "{text}");
}

#[test]
fn an_engine_can_be_started_for_each_game() {
    let folder = tempdir().unwrap();
    let pids = folder.path().join("pids");
    let player = format!("{},restart=on,PidFile={}", plain_mock(), pids.display());
    played(&format!(
        "null: {player} --games 4 --nodes 1 --max-moves 26"
    ));
    // The first is the one that is only asked for its options.
    assert_eq!(noted(&pids).len(), 1 + 4);
    assert_all_ended(&pids);
}

#[test]
fn an_engine_has_arguments_and_a_folder() {
    let folder = tempdir().unwrap();
    std::fs::write(
        folder.path().join("engines.toml"),
        format!(
            "[own]\npath = {:?}\nargs = \"usi --tunables\"\ndir = \"{}\"\n\
         options = {{ USI_Hash = 1, same_drop_cost = 70 }}\n",
            env!("CARGO_BIN_EXE_usi-engine"),
            folder.path().display(),
        ),
    )
    .unwrap();
    let line = "own null: --engines engines.toml --depth 1 --games 2 --max-moves 28";
    let [text, _] = run(selfplay(line).current_dir(folder.path()));
    assert_has(&text, "own: 1 iterations");
}

#[test]
fn a_match_may_end_with_the_first_fault() {
    let folder = tempdir().unwrap();
    let mock = mock("crash", &folder.path().join("pids"));
    let line = format!("null: {mock} --games 40 --nodes 1 --recover off");
    let output = selfplay(&line).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("B loses").count(), 1, "{text}");
    assert_has(&text, "cut short by a fault");
}

#[test]
fn the_end_of_a_match_has_ten_lines() {
    let line = "null: null: --games 8 --nodes 1 --sprt elo0=0 elo1=400";
    let [report, _] = run(&mut selfplay(line));
    let end = report
        .lines()
        .skip_while(|line| !line.starts_with("sente wins"));
    let lines = end.count();
    assert!((6..=10).contains(&lines), "{lines}: {report}");
}

#[test]
fn openings_are_played_as_asked() {
    let folder = tempdir().unwrap();
    std::fs::write(
        folder.path().join("book.tsv"),
        "id\tmoves\n1\t7g7f\n2\t2g2f\n3\t5g5f\n",
    )
    .unwrap();
    let line = "null: null: --games 8 --nodes 1 --max-moves 25 --openings book.tsv --opening-column moves \
                --opening-start 3 --opening-order sequential --repeat 4 --kif kif --event Cup";
    run(selfplay(line).current_dir(folder.path()));
    let first_move = |game: usize| {
        let path = folder.path().join(format!("kif/game-{game:06}.kif"));
        let text = std::fs::read(path).unwrap();
        let text = encoding_rs::SHIFT_JIS.decode(&text).0;
        assert_has(&text, "棋戦：Cup");
        let line = text
            .lines()
            .find(|line| line.trim_start().starts_with("1 "))
            .unwrap();
        line.split_whitespace().nth(1).unwrap().to_owned()
    };
    let moves: Vec<_> = (0..8).map(first_move).collect();
    assert!(
        moves[..4].iter().all(|mv| mv.starts_with("５六歩")),
        "{moves:?}"
    );
    assert!(
        moves[4..].iter().all(|mv| mv.starts_with("７六歩")),
        "{moves:?}"
    );
}
