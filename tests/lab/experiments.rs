//! Experiments by the real program: whatever ends one, the same command goes on where it was; what cannot be done is
//! refused in one line.

use crate::player_in;
use crate::program::{assert_all_refused, assert_has, assert_refused, engine_in, kill_when, run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::tempdir;

const LAB: &str = "interest --only similar-drops --games 2 --nodes 200 --with hash=1,eval=handmade";

const TUNE: &str = "spsa --params same_drop_cost,implausible_cost=80:320:20 --base hash=1,eval=handmade \
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

    // The games are those of the match that was named; the first line also says which program played.
    let mut lines = progress.lines();
    let command = lines.find_map(|it| it.strip_prefix("similar-drops: usi-engine "));
    let command = command.unwrap().replace('"', "'");
    run(player_in(folder.path(), &command).args(["--journal", "again.jsonl"]));
    let games = |name: &str| {
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let again = games("again.jsonl");
    assert!(again.len() == 2 && games("proof/similar-drops.jsonl") == again);

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
    let ladder = "ladder --depth 1 --svg ladder.svg --boards horizon.svg";
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
    let two = json(folder, "pathology two-values");
    let error = &two["panels"][0]["curves"][0]["points"][10]["position_error"]["value"];
    assert!((error.as_f64().unwrap() - 0.3752).abs() < 5e-5, "{error}");
    let real = "pathology real --trees 100 --depth 2 --out out --svg real.svg";
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
        "",
        &[
            ("zzz", "'zzz' … one of interest, yardstick"),
            ("levels", "`levels` … one of play, against"),
            ("interest", "--out … required"),
            ("interest --out d --only all", "'all' … conventional-30ms"),
            ("interest --out d --games 0", "'0' … from 1 to"),
            (
                "interest --out d --list --with hash=0",
                "hash=0 … search=interest",
            ),
            (
                "spsa --params interest --state s",
                "--cpu-time <MS>|--nodes <N> … required",
            ),
            (
                "spsa --params threads --state s --nodes 9",
                "`threads` … number of the search",
            ),
            (
                "spsa --params interest=9:5 --state s --nodes 9",
                "`9:5` … within 0:1",
            ),
            (
                "spsa --params interest --base null: --state s --nodes 9",
                "`null:` … this engine",
            ),
            (
                "spsa --params interest --r-end 2 --state s --nodes 9",
                "'2' … 0.000001 to 1",
            ),
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

const SCALING: &str = "scaling --positions positions --player hash=1 --player hash=1,search=conventional \
                       --nodes 500,2000 --reference hash=1 --reference-nodes 8000";

const FREEZE: &str = "freeze --out frozen --count 2 --moments 3 --nodes 500 --reference hash=1 \
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
    let [table, _] = run(&mut engine_in(folder.path(), FREEZE));
    assert!(
        table.starts_with("3 moments in searches of 500 nodes on 2 positions"),
        "{table}"
    );
    assert_has(&table, "% with search=interest-classic");
    assert!(folder.path().join("frozen/positions-1.usi").exists());
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
        FREEZE,
        &[
            ("--player killer=1", "`killer`"),
            (
                "--player usi:engine",
                "`usi:engine`; expected settings of this engine",
            ),
        ],
    );
    assert!(!folder.join("frozen").exists());
}
