//! The real program measures on single positions; whatever ends it, the same command goes on where it
//! was. What `bench` measures is the same with the instructions that it is told to use.

use crate::common::program::{engine, engine_in, kill_when, refusal, run};
use engine::eval::nnue::instructions::Instructions;
use std::fs;
use std::time::Duration;
use tempfile::tempdir;

const SCALING: &[&str] = &[
    "lab",
    "scaling",
    "--positions",
    "positions",
    "--player",
    "hash=1",
    "--player",
    "hash=1,search=modern",
    "--nodes",
    "500,2000",
    "--reference",
    "hash=1",
    "--reference-nodes",
    "8000",
];

const LINES: &[&str] = &[
    "lab",
    "lines",
    "--out",
    "lines",
    "--count",
    "2",
    "--moments",
    "3",
    "--nodes",
    "500",
    "--reference",
    "hash=1",
    "--reference-nodes",
    "200",
];

const POSITIONS: &str = "startpos\nstartpos moves 7g7f\nstartpos moves 7g7f 3c3d\n\
    startpos moves 2g2f 8c8d\nstartpos moves 2g2f 8c8d 2f2e 8d8e\n";

#[test]
fn a_measurement_that_is_killed_goes_on_to_the_same_end() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("positions"), POSITIONS).unwrap();
    let scaling = |out: &str, more: &[&str]| {
        let mut command = engine_in(folder, SCALING);
        command.args(["--out", out]).args(more);
        command
    };
    let [expected, progress] = run(&mut scaling("whole", &[]));
    assert!(progress.contains("25 of 25 searches"), "{progress}");
    assert!(
        expected.starts_with("5 positions; reference: hash=1, 8000 nodes"),
        "{expected}"
    );

    let searches = folder.join("killed/searches.jsonl");
    let begun = || fs::metadata(&searches).is_ok_and(|it| it.len() > 0);
    kill_when(&mut scaling("killed", &[]), begun, Duration::ZERO);
    let [table, _] = run(&mut scaling("killed", &["--threads", "2"]));
    assert_eq!(table, expected);
    let [again, progress] = run(&mut scaling("killed", &[]));
    assert_eq!((again, progress.as_str()), (expected, ""));

    let [json, _] = run(&mut scaling("killed", &["--json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["rows"][3]["player"], "hash=1,search=modern");
    assert!(json["rows"][3]["reference"]["value"].is_f64(), "{json}");
}

#[test]
fn lines_are_frozen_on_own_games() {
    let folder = tempdir().unwrap();
    let [table, _] = run(&mut engine_in(folder.path(), LINES));
    assert!(
        table.starts_with("3 moments in searches of 500 nodes on 2 positions"),
        "{table}"
    );
    assert!(table.contains("% with search=interest-classic"), "{table}");
    assert!(folder.path().join("lines/positions-1.usi").exists());
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("positions"), "startpos\nstartpos moves 7g7e\n").unwrap();
    let mut scaling = engine_in(folder, SCALING);
    let error = refusal(scaling.args(["--out", "out"]));
    assert!(
        error.contains("`positions`: line 2: move 1: illegal move `7g7e`"),
        "{error}"
    );
    for (more, token) in [
        (&["--player", "killer=1"][..], "`killer`"),
        (
            &["--player", "usi:engine"],
            "`usi:engine`; expected settings of this engine",
        ),
    ] {
        let error = refusal(engine_in(folder, LINES).args(more));
        assert!(error.contains(token), "{error}");
        assert!(!folder.join("lines").exists());
    }
}

#[test]
fn ends_of_branches_are_told() {
    let folder = tempdir().unwrap();
    let ends = [
        "lab", "ends", "--depth", "2", "--player", "hash=1", "--out", "ends",
    ];
    let [table, _] = run(&mut engine_in(folder.path(), &ends));
    assert!(
        table.starts_with("hash=1: ") && table.contains("\nreverse futility "),
        "{table}"
    );
    assert!(folder.path().join("ends/ends.svg").exists());
}

#[test]
fn bench_searches_the_same_with_every_set_of_instructions() {
    let bench = |instructions: &str| {
        let mut command = engine();
        command.args(["bench", "--depth", "3"]);
        command.env("KYOMI_INSTRUCTIONS", instructions);
        command
    };
    let nodes = |set: &Instructions| {
        let [text, _] = run(&mut bench(&set.to_string()));
        let last = text.lines().last().and_then(|it| it.split(' ').next());
        last.and_then(|it| it.parse::<u64>().ok())
    };
    let sets = Instructions::available();
    let found: Vec<_> = sets.iter().map(nodes).collect();
    assert!(found[0].is_some(), "{found:?}");
    assert!(found.iter().all(|it| *it == found[0]), "{found:?}");

    let text = refusal(&mut bench("MMX\n"));
    assert!(text.contains("baseline, got 'MMX '"), "{text}");
}
