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
    "--games",
    "2",
    "--nodes",
    "200",
    "--with",
    "hash=1,eval=handmade",
];

const SCREEN: &[&str] = &[
    "lab", "screen", "--out", "screen", "--games", "64", "--nodes", "50", "--resign", "300,3",
];

const TUNE: &[&str] = &[
    "tune",
    "spsa",
    "--params",
    "killer_bonus,order_divisor=50:150:10",
    "--base",
    "hash=1,eval=handmade",
    "--games",
    "24",
    "--pairs",
    "2",
    "--nodes",
    "100",
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
    let svg = file("interest.svg").unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("no games yet"));
    let json: serde_json::Value = serde_json::from_str(&file("interest.json").unwrap()).unwrap();
    assert_eq!(json[0]["must"]["score"], 75.0);
    assert!(json[0]["bouts"][0]["wins"].is_u64(), "{}", json[0]);

    // The journal is that of the match that was named.
    let mut lines = progress.lines();
    let command = lines.find_map(|it| it.strip_prefix("budget-pruning: usi-engine "));
    let command = command.unwrap().split(' ').map(|it| it.trim_matches('"'));
    let command: Vec<_> = command.collect();
    run(engine_in(folder.path(), &command).args(["--journal", "again.jsonl"]));
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_eq!(bytes("proof/budget-pruning.jsonl"), bytes("again.jsonl"));

    let [again, progress] = lab(&[]);
    assert_eq!((again, progress.as_str()), (table, ""));
    let [more, progress] = lab(&["--list"]);
    assert!(more.contains(" 2/400 ") && progress.is_empty(), "{more}");
    let mut other = engine_in(folder.path(), LAB);
    let error = refusal(other.args(["--out", "proof", "--seed", "2"]));
    assert!(
        error.contains("budget-pruning.jsonl") && error.contains("seed is 1 there"),
        "{error}"
    );
}

#[test]
fn a_screening_is_played_shown_and_not_played_again() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let numbers = "killer_bonus=0:400,order_divisor=40:80";
    let two = ["--base", "hash=1,eval=handmade", "--vary", numbers];
    let [text, progress] = run(engine_in(folder, SCREEN).args(two));
    assert!(
        progress.contains("row-32: usi-engine selfplay"),
        "{progress}"
    );
    assert!(text.contains("64 of 64 games, 32 of 32 matches"), "{text}");
    assert!(
        text.ends_with("\nhash=1,eval=handmade\n"),
        "a pair says nothing of the error: {text}"
    );
    let json = std::fs::read_to_string(folder.join("screen/screen.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["effects"][1]["elo"]["value"].is_f64(), "{json}");

    let [again, progress] = run(engine_in(folder, SCREEN).args(two));
    assert_eq!((again, progress.as_str()), (text, ""));
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
    assert!(progress.contains("iteration 6 of 6"), "{progress}");
    assert!(
        expected.starts_with("hash=1,eval=handmade,killer_bonus="),
        "{expected}"
    );
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
fn a_tuning_of_another_run_is_refused_and_kept() {
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
}
