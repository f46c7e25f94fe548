//! `lab`, `tune`, `bench` and `config` by the real program: whatever ends an experiment, the same command goes on where
//! it was; what cannot be done is refused in one line.

use crate::common::assert_has;
use crate::common::program::{
    assert_all_refused, assert_refused, engine, engine_in, kill_when, run,
};
use engine::eval::nnue::instructions::Instructions;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::tempdir;

const LAB: &str =
    "lab interest --only similar-drops --games 2 --nodes 200 --with hash=1,eval=handmade";

const SCREEN: &str = "lab screen --out screen --games 64 --nodes 50 --resign 300,3";

const TUNE: &str = "tune spsa --params same_drop_cost,implausible_cost=80:320:20 --base hash=1,eval=handmade \
                    --games 24 --pairs 2 --nodes 100 --r-end 0.05";

#[test]
fn experiments_are_listed_played_shown_and_not_played_again() {
    let folder = tempdir().unwrap();
    let lab = |more: &str| engine_in(folder.path(), &format!("{LAB} --out proof {more}"));
    let [listed, _] = run(&mut lab("--list"));
    assert_has(&listed, "conventional-30ms: equal time");
    assert!(!folder.path().join("proof").exists());

    let [table, progress] = run(&mut lab(""));
    assert_has(&progress, "2 of 2 games");
    let row = |name: &str| table.lines().find(|line| line.starts_with(name));
    assert!(row("similar-drops").unwrap().contains(" 2/400 "), "{table}");
    assert!(row("parity").unwrap().contains("no games yet"), "{table}");
    let file = |name: &str| fs::read_to_string(folder.path().join("proof").join(name));
    let svg = file("interest.svg").unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("no games yet"));
    let json: Value = serde_json::from_str(&file("interest.json").unwrap()).unwrap();
    assert_eq!(json[0]["must"]["score"], 75.0);
    assert!(json[0]["bouts"][0]["wins"].is_u64(), "{}", json[0]);

    // The journal is that of the match that was named.
    let mut lines = progress.lines();
    let command = lines.find_map(|it| it.strip_prefix("similar-drops: usi-engine "));
    let command = command.unwrap().replace('"', "'");
    run(engine_in(folder.path(), &command).args(["--journal", "again.jsonl"]));
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(bytes("proof/similar-drops.jsonl"), bytes("again.jsonl"));

    let [again, progress] = run(&mut lab(""));
    assert_eq!((again, progress.as_str()), (table, ""));
    let [more, progress] = run(&mut lab("--list"));
    assert!(more.contains(" 2/400 ") && progress.is_empty(), "{more}");
    assert_refused(
        &mut lab("--seed 2"),
        "similar-drops.jsonl … seed is 1 there",
    );
}

#[test]
fn a_screening_is_played_shown_and_not_played_again() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let numbers = "same_drop_cost=0:400,implausible_cost=40:80";
    let screen = format!("{SCREEN} --base hash=1,eval=handmade --vary {numbers}");
    let [text, progress] = run(&mut engine_in(folder, &screen));
    assert_has(&progress, "row-32: usi-engine selfplay");
    assert_has(&text, "64 of 64 games, 32 of 32 matches");
    assert!(
        text.ends_with("\nhash=1,eval=handmade\n"),
        "a pair says nothing of the error: {text}"
    );
    let json = fs::read_to_string(folder.join("screen/screen.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert!(json["effects"][1]["elo"]["value"].is_f64(), "{json}");

    let [again, progress] = run(&mut engine_in(folder, &screen));
    assert_eq!((again, progress.as_str()), (text, ""));
    let mut other = engine_in(folder, &format!("{screen} --seed 2"));
    assert_refused(&mut other, "row-01.jsonl` belongs to another");
}

#[test]
fn a_screening_of_nothing_is_refused_before_a_folder_is_made() {
    let folder = tempdir().unwrap();
    assert_all_refused(
        folder.path(),
        SCREEN,
        &[
            ("--vary killer=1:2", "`killer`"),
            ("--vary same_drop_cost=0:3000", "`3000`"),
            ("--vary same_drop_cost=7:7", "`same_drop_cost=7:7`"),
            ("--vary same_drop_cost=7", "name=LOW:HIGH"),
            ("--vary same_drop_cost=1:2,same_drop_cost=3:4", "twice"),
            (
                "--vary same_drop_cost=1:2 --base hash=0",
                "'hash=0' for '--base",
            ),
        ],
    );
    assert!(!folder.path().join("screen").exists());
}

#[test]
fn a_tuning_that_is_killed_goes_on_to_the_same_end_and_another_is_refused() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let tune = |more: &str| engine_in(folder, &format!("{TUNE} {more}"));
    let [expected, progress] = run(&mut tune("--state whole --plot whole.svg"));
    assert_has(&progress, "iteration 6 of 6");
    assert!(
        expected.starts_with("hash=1,eval=handmade,same_drop_cost="),
        "{expected}"
    );
    assert!(folder.join("whole.svg").exists());

    let begun = || folder.join("killed").exists();
    kill_when(&mut tune("--state killed"), begun, Duration::ZERO);
    let [text, _] = run(&mut tune("--state killed --concurrency 2"));
    assert_eq!(text, expected);
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("killed"), bytes("whole"));
    let mut other = tune("--state killed --seed 2");
    assert_refused(&mut other, "`killed` … seed is 1 there, expected 2");
    assert_eq!(bytes("killed"), bytes("whole"));
}

fn json(folder: &Path, line: &str) -> Value {
    let [out, _] = run(engine_in(folder, line).arg("--json"));
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn a_ladder_is_climbed_and_drawn() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let ladder = "lab ladder --depth 1 --svg ladder.svg --boards horizon.svg";
    let found = json(folder, ladder);
    let rungs = &found["places"][0]["rungs"];
    assert_eq!(rungs[0]["rows"][0]["nodes"], 30);
    assert_eq!(rungs[9]["player"], "search=interest");
    assert!(found["horizon"]["capture"].is_string(), "{found}");
    assert!(folder.join("ladder.svg").exists() && folder.join("horizon.svg").exists());
}

#[test]
fn models_are_computed_and_go_on() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let two = json(folder, "lab pathology two-values");
    let error = &two["panels"][0]["curves"][0]["points"][10]["position_error"]["value"];
    assert!((error.as_f64().unwrap() - 0.3752).abs() < 5e-5, "{error}");
    let real = "lab pathology real --trees 100 --depth 2 --out out --svg real.svg";
    assert_eq!(json(folder, real), json(folder, real));
    assert!(folder.join("out/real.jsonl").exists() && folder.join("real.svg").exists());
    let mut other = engine_in(folder, &format!("{real} --seed 2"));
    assert_refused(&mut other, "belongs to another run: seed");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = tempdir().unwrap();
    assert_all_refused(
        folder.path(),
        "lab",
        &[
            ("ladder --depth 0", "a whole number from 1 to 100"),
            ("ladder --depth 1 --svg no/such.svg", "`no/such.svg`"),
            ("pathology three-values", "'three-values'"),
            (
                "pathology two-values --branching 1",
                "a whole number from 2",
            ),
            ("pathology real --trees many", "'many'"),
            ("pathology densities --out /dev/null", "`/dev/null`"),
            ("pathology engine", "--out"),
        ],
    );
}

const SCALING: &str = "lab scaling --positions positions --player hash=1 --player hash=1,search=conventional \
                       --nodes 500,2000 --reference hash=1 --reference-nodes 8000";

const LINES: &str = "lab lines --out lines --count 2 --moments 3 --nodes 500 --reference hash=1 \
                     --reference-nodes 200";

const POSITIONS: &str = "startpos\nstartpos moves 7g7f\nstartpos moves 7g7f 3c3d\n\
    startpos moves 2g2f 8c8d\nstartpos moves 2g2f 8c8d 2f2e 8d8e\n";

#[test]
fn a_measurement_is_kept_and_not_made_again() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("positions"), POSITIONS).unwrap();
    let scaling = |more: &str| engine_in(folder, &format!("{SCALING} --out out {more}"));
    let [table, progress] = run(&mut scaling("--threads 2"));
    assert_has(&progress, "25 of 25 searches");
    assert!(
        table.starts_with("5 positions; reference: hash=1, 8000 nodes"),
        "{table}"
    );
    let [json, progress] = run(&mut scaling("--json"));
    assert_eq!(progress, "");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["rows"][3]["player"], "hash=1,search=conventional");
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
    assert_has(&table, "% with search=interest-classic");
    assert!(folder.path().join("lines/positions-1.usi").exists());
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("positions"), "startpos\nstartpos moves 7g7e\n").unwrap();
    let mut scaling = engine_in(folder, &format!("{SCALING} --out out"));
    let wanted = "`positions`: line 2: move 1: illegal move `7g7e`";
    assert_refused(&mut scaling, wanted);
    assert_all_refused(
        folder,
        LINES,
        &[
            ("--player killer=1", "`killer`"),
            (
                "--player usi:engine",
                "`usi:engine`; expected settings of this engine",
            ),
        ],
    );
    assert!(!folder.join("lines").exists());
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
    assert_eq!(cells("depth spent").len(), 4, "{ends}");
    assert_eq!(cells("reverse futility").len(), 4, "{ends}");
    assert_has(ends, "\n\nmoves are pruned by");
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

    assert_refused(&mut bench("MMX\n"), "baseline, got 'MMX '");
}

fn config(line: &str) -> String {
    let [results, _] = run(&mut engine_in(Path::new("."), &format!("config {line}")));
    results
}

fn digest(player: &str) -> String {
    let object: Value =
        serde_json::from_str(&config(&format!("{player} --json"))).expect("an object");
    object["search"]["digest"]
        .as_str()
        .expect("a digest")
        .to_owned()
}

#[test]
fn an_entry_that_equals_another_preset_s_default_is_not_dropped() {
    let plain = digest("search=alphabeta");
    assert_ne!(digest("search=alphabeta,null_move=1"), plain);
    assert_ne!(digest("null_move=1,search=alphabeta"), plain);
    assert_eq!(digest("null_move=0,search=alphabeta"), plain);
    let likeness = "same_drop_cost=42,same_check_cost=18";
    assert_ne!(
        digest(&format!("search=conventional,{likeness}")),
        digest("search=conventional")
    );
}

#[test]
fn what_differs_from_the_preset_is_shown() {
    let shown = config("same_drop_cost=80,search=conventional");
    assert!(
        shown.starts_with("search   conventional, digest "),
        "{shown}"
    );
    assert_has(&shown, "same_drop_cost = 80, in conventional 60");
    let all = config("'' --all");
    assert_has(&all, "implausible_cost = 200, from 0 to 2048");
}

#[test]
fn other_engines_and_bad_entries_are_refused_in_one_line() {
    assert_all_refused(
        Path::new("."),
        "config",
        &[
            ("usi:/bin/x", "usi:/bin/x"),
            ("search=negamax", "`negamax`"),
            ("same_drop_cost=x", "`x`"),
            ("killer=1", "`killer`"),
        ],
    );
}
