//! The real program makes experiments and tunes numbers; whatever ends it, the same command goes
//! on where it was.

use crate::common::program::{engine_in, kill_when, refusal, run};
use std::time::Duration;
use tempfile::tempdir;

const LAB: &[&str] = &[
    "lab",
    "interest",
    "--only",
    "budget-pruning",
    "verification",
    "--games",
    "2",
    "--nodes",
    "200",
    "--with",
    "hash=1",
];

const SCREEN: &[&str] = &[
    "lab", "screen", "--out", "screen", "--games", "64", "--nodes", "100",
];

const TUNE: &[&str] = &[
    "tune",
    "spsa",
    "--params",
    "killer_bonus,order_divisor=30:90:8",
    "--base",
    "hash=1",
    "--games",
    "40",
    "--pairs",
    "2",
    "--nodes",
    "50",
    "--r-end",
    "0.05",
];

#[test]
fn experiments_are_listed_played_shown_and_not_played_again() {
    let folder = tempdir().unwrap();
    let lab = |more: &[&str]| {
        let mut command = engine_in(folder.path(), LAB);
        run(command.args(["--out", "proof"]).args(more))
    };
    let [listed, _] = lab(&["--list"]);
    assert!(listed.contains("modern-30ms: equal time"), "{listed}");
    assert!(!folder.path().join("proof").exists());

    let [table, progress] = lab(&[]);
    assert!(progress.contains("2 of 2 games"), "{progress}");
    let row = |name: &str| table.lines().find(|line| line.starts_with(name));
    assert!(
        row("budget-pruning").unwrap().contains(" 2/400 "),
        "{table}"
    );
    assert!(row("parity").unwrap().contains("no games yet"), "{table}");
    let file = |name: &str| std::fs::read_to_string(folder.path().join("proof").join(name));
    assert!(file("interest.svg").unwrap().starts_with("<svg "));
    assert!(file("interest.json").unwrap().contains("\"wins\""));

    let [again, progress] = lab(&[]);
    assert_eq!((again, progress.as_str()), (table, ""));
    let [more, progress] = lab(&["--list"]);
    assert!(more.contains(" 2/400 ") && progress.is_empty(), "{more}");
}

#[test]
fn a_lab_journal_is_that_of_the_match_which_is_named() {
    let folder = tempdir().unwrap();
    let [_, progress] = run(engine_in(folder.path(), LAB).args(["--out", "."]));
    let line = progress
        .lines()
        .find(|it| it.starts_with("budget-pruning: "));
    let command = line
        .unwrap()
        .strip_prefix("budget-pruning: usi-engine ")
        .unwrap();
    let command: Vec<_> = command.split(' ').map(|it| it.trim_matches('"')).collect();
    run(engine_in(folder.path(), &command).args(["--journal", "again.jsonl"]));
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_eq!(bytes("budget-pruning.jsonl"), bytes("again.jsonl"));
}

#[test]
fn a_screening_is_played_shown_and_not_played_again() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let numbers = "killer_bonus=0:400,order_divisor=40:80";
    let two = ["--base", "hash=1", "--vary", numbers];
    let [told, progress] = run(engine_in(folder, SCREEN).args(two));
    assert!(
        progress.contains("row-32: usi-engine selfplay"),
        "{progress}"
    );
    assert!(told.starts_with("number "), "{told}");
    assert!(told.contains("64 of 64 games, 32 of 32 matches"), "{told}");
    assert!(
        told.ends_with("\nhash=1\n"),
        "a pair tells no error: {told}"
    );
    let json = std::fs::read_to_string(folder.join("screen/screen.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["games"], &json["player"]),
        (&64.into(), &"hash=1".into())
    );
    assert!(json["effects"][1]["elo"]["value"].is_f64(), "{json}");

    let [again, progress] = run(engine_in(folder, SCREEN).args(two));
    assert_eq!((again, progress.as_str()), (told, ""));

    let other = refusal(engine_in(folder, SCREEN).args(two).args(["--seed", "2"]));
    assert!(
        other.contains("row-01.jsonl` belongs to another"),
        "{other}"
    );
}

#[test]
fn a_screening_of_nothing_is_refused_before_a_folder_is_made() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    for (vary, token) in [
        ("killer=1:2", "`killer`"),
        ("killer_bonus=0:2000", "`2000`"),
        ("killer_bonus=7:7", "`killer_bonus=7:7`"),
        ("killer_bonus=7", "name=LOW:HIGH"),
        ("killer_bonus=1:2,killer_bonus=3:4", "twice"),
    ] {
        let error = refusal(engine_in(folder, SCREEN).args(["--vary", vary]));
        assert!(error.contains(token), "{vary}: {error}");
    }
    let base = ["--vary", "killer_bonus=1:2", "--base", "hash=0"];
    let error = refusal(engine_in(folder, SCREEN).args(base));
    assert!(error.contains("'hash=0' for '--base"), "{error}");
    assert!(!folder.join("screen").exists());
}

#[test]
fn a_tuning_that_is_killed_goes_on_to_the_same_end() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let [expected, progress] =
        run(engine_in(folder, TUNE).args(["--state", "whole", "--plot", "whole.svg"]));
    assert!(progress.contains("iteration 10 of 10"), "{progress}");
    assert!(expected.starts_with("hash=1,killer_bonus="), "{expected}");
    assert!(folder.join("whole.svg").exists());

    let mut running = engine_in(folder, TUNE);
    running.args(["--state", "killed"]);
    let begun = || folder.join("killed").exists();
    kill_when(&mut running, begun, Duration::ZERO);
    let [text, _] = run(engine_in(folder, TUNE).args(["--state", "killed", "--concurrency", "2"]));
    assert_eq!(text, expected);
    let bytes = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("killed"), bytes("whole"));
}

#[test]
fn what_belongs_to_another_run_is_refused_and_kept() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    run(engine_in(folder, TUNE).args(["--state", "state"]));
    let before = std::fs::read(folder.join("state")).unwrap();
    let error = refusal(engine_in(folder, TUNE).args(["--state", "state", "--seed", "2"]));
    assert!(
        error.contains("`state`") && error.contains("seed is 1 there, expected 2"),
        "{error}"
    );
    assert_eq!(std::fs::read(folder.join("state")).unwrap(), before);

    run(engine_in(folder, LAB).args(["--out", "proof"]));
    let error = refusal(engine_in(folder, LAB).args(["--out", "proof", "--seed", "2"]));
    assert!(
        error.contains("budget-pruning.jsonl") && error.contains("seed is 1 there"),
        "{error}"
    );
}
