//! `bench` and `config` by the real program: what is set is searched with, and shown.

use crate::common::program::{
    assert_all_refused, assert_has, assert_refused, engine, engine_in, run,
};
use engine::eval::nnue::instructions::Instructions;
use serde_json::Value;
use std::path::Path;

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
            ("PieceValues=1", "1 values; expected 13"),
        ],
    );
}

/// The hand-made evaluation has these values.
#[test]
fn values_of_the_pieces_that_are_the_same_search_the_same() {
    let nodes = |more: &str| {
        let player = format!("search=alphabeta,eval=handmade{more}");
        let bench = format!("bench --depth 2 --config '{player}'");
        let [text, _] = run(&mut engine_in(Path::new("."), &bench));
        let last = text.lines().last().unwrap_or_default();
        last.split(' ').next().map(str::to_owned)
    };
    let plain = nodes("");
    let values = "84 227 267 393 458 613 745 410 364 369 430 997 1150";
    assert_eq!(nodes(&format!(",PieceValues={values}")), plain);
    assert_ne!(nodes(&format!(",PieceValues=9{values}")), plain);
}
