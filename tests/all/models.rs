//! The real program climbs the ladder and computes pathology; what it cannot do it refuses in one line.

use crate::common::program::{engine_in, refusal, run};
use serde_json::Value;
use std::path::Path;
use tempfile::tempdir;

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let [out, _] = run(engine_in(folder, arguments).arg("--json"));
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn a_ladder_is_climbed_and_drawn() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let files = ["--svg", "ladder.svg", "--boards", "horizon.svg"];
    let ladder = [&["lab", "ladder", "--depth", "1"], &files[..]].concat();
    let found = json(folder, &ladder);
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
    let two = json(folder, &["lab", "pathology", "two-values"]);
    let error = &two["panels"][0]["curves"][0]["points"][10]["position_error"]["value"];
    assert!((error.as_f64().unwrap() - 0.3752).abs() < 5e-5, "{error}");
    let real = "lab pathology real --trees 100 --depth 2 --out out --svg real.svg";
    let real: Vec<&str> = real.split(' ').collect();
    assert_eq!(json(folder, &real), json(folder, &real));
    assert!(folder.join("out/real.jsonl").exists() && folder.join("real.svg").exists());
    let error = refusal(engine_in(folder, &real).args(["--seed", "2"]));
    assert!(error.contains("belongs to another run: seed"), "{error}");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    for (arguments, token) in [
        ("lab ladder --depth 0", "a whole number from 1 to 100"),
        ("lab ladder --depth 1 --svg no/such.svg", "`no/such.svg`"),
        ("lab pathology three-values", "'three-values'"),
        (
            "lab pathology two-values --branching 1",
            "a whole number from 2",
        ),
        ("lab pathology real --trees many", "'many'"),
        ("lab pathology densities --out /dev/null", "`/dev/null`"),
        ("lab pathology engine", "--out"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let error = refusal(&mut engine_in(folder, &arguments));
        assert!(error.contains(token), "{arguments:?}: {error}");
    }
}
