//! What `config` prints, and that players' texts mean what they say.

use crate::common::program::{engine_in, refusal, run};
use serde_json::Value;
use std::path::Path;

fn config(arguments: &[&str]) -> String {
    let arguments = [&["config"], arguments].concat();
    let [results, _] = run(&mut engine_in(Path::new("."), &arguments));
    results
}

fn digest(player: &str) -> String {
    let object: Value = serde_json::from_str(&config(&[player, "--json"])).expect("an object");
    object["search"]["digest"]
        .as_str()
        .expect("a digest")
        .to_owned()
}

#[test]
fn an_entry_that_equals_another_preset_s_default_is_not_dropped() {
    let plain = digest("search=alphabeta");
    assert_ne!(digest("search=alphabeta,null_move_cost=325"), plain);
    assert_ne!(digest("null_move_cost=325,search=alphabeta"), plain);
    assert_eq!(digest("null_move_cost=0,search=alphabeta"), plain);
    let likeness = "same_drop_cost=42,same_check_cost=18";
    assert_ne!(
        digest(&format!("search=modern,{likeness}")),
        digest("search=modern")
    );
}

#[test]
fn what_differs_from_the_preset_is_shown() {
    let shown = config(&["killer_bonus=80,search=modern"]);
    assert!(shown.starts_with("search   modern, digest "), "{shown}");
    assert!(
        shown.contains("killer_bonus = 80, in modern 100"),
        "{shown}"
    );
    let all = config(&["", "--all"]);
    assert!(all.contains("late_move_cost = 20, from 0 to 400"), "{all}");
}

#[test]
fn other_engines_and_bad_entries_are_refused_in_one_line() {
    for (player, token) in [
        ("usi:/bin/x", "usi:/bin/x"),
        ("search=negamax", "`negamax`"),
        ("killer_bonus=x", "`x`"),
        ("killer=1", "`killer`"),
    ] {
        let error = refusal(&mut engine_in(Path::new("."), &["config", player]));
        assert!(error.contains(token), "{player}: {error}");
    }
}
