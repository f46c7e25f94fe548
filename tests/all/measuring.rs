//! The real program measures on single positions, and keeps what it has searched. What `bench` measures
//! is the same with any instructions.

use crate::common::program::{engine, engine_in, refusal, run};
use engine::eval::nnue::instructions::Instructions;
use std::fs;
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
fn a_measurement_is_kept_and_not_made_again() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("positions"), POSITIONS).unwrap();
    let scaling = |more: &[&str]| run(engine_in(folder, SCALING).args(["--out", "out"]).args(more));
    let [table, progress] = scaling(&["--threads", "2"]);
    assert!(progress.contains("25 of 25 searches"), "{progress}");
    assert!(
        table.starts_with("5 positions; reference: hash=1, 8000 nodes"),
        "{table}"
    );
    let [json, progress] = scaling(&["--json"]);
    assert_eq!(progress, "");
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
fn bench_shows_what_ends_branches() {
    let mut bench = engine();
    let [text, _] = run(bench.args(["bench", "--depth", "2", "--ends"]));
    let (table, ends) = text.split_once("\n\n").unwrap();
    assert!(table.ends_with(" nps"), "{table}");
    let cells = |name: &str| {
        let line = ends.lines().find(|line| line.starts_with(name)).unwrap();
        let cells = line.split("  ").map(str::trim).filter(|it| !it.is_empty());
        cells.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(cells("nodes end by")[1..], ["count", "%", "% of branches"]);
    assert_eq!(cells("budget spent").len(), 4, "{ends}");
    assert_eq!(cells("reverse futility").len(), 4, "{ends}");
    assert!(ends.contains("\n\nmoves are pruned by"), "{ends}");
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
