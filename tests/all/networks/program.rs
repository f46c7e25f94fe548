//! Networks of files by way of the program: players, journals, `net fit`.

use super::RECIPES;
use crate::common::program::{assert_all_refused, engine_in, run};
use matches::players::PlayerSpec;
use serde_json::Value;
use std::fs;
use std::sync::Arc;

#[test]
fn journals_name_networks_and_what_is_strange_about_them_is_said_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut file = RECIPES[0].file();
    fs::create_dir(folder.path().join("eval")).expect("a folder");
    fs::write(folder.path().join("eval/nn.bin"), &file).expect("a file");
    file[4] ^= 1;
    fs::write(folder.path().join("strange.bin"), &file).expect("a file");
    let line = "selfplay evaldir=eval evalfile=strange.bin --games 2 --nodes 100 --json --hash 1 \
                --journal j.jsonl";
    let [events, said] = run(&mut engine_in(folder.path(), line));
    let notes: Vec<_> = said
        .lines()
        .filter(|line| line.starts_with("note:"))
        .collect();
    assert_eq!(notes.len(), 1, "{said}");
    assert!(
        notes[0].starts_with("note: player B: hash 5C6464A8"),
        "{said}"
    );
    let journal = fs::read_to_string(folder.path().join("j.jsonl")).expect("a journal");
    let first = |text: &str| -> Value {
        let line = text.lines().next().expect("a line");
        serde_json::from_str(line).expect("JSON")
    };
    let [head, start] = [first(&journal), first(&events)["settings"].clone()];
    for (number, name) in ["eval/nn.bin", "strange.bin"].into_iter().enumerate() {
        let [info, _] = run(&mut engine_in(folder.path(), &format!("net info {name}")));
        let digest = info.lines().find_map(|line| line.strip_prefix("SHA-256"));
        let expected = format!("nnue {}", digest.expect("a digest").trim());
        for head in [&head, &start] {
            assert_eq!(head["players"][number]["evaluation"], *expected, "{name}");
        }
    }
}

#[test]
fn players_of_one_file_share_one_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nn.bin");
    fs::write(&path, RECIPES[0].file()).expect("a file");
    let network = |text: String| {
        let player = PlayerSpec::parse(&text, 1).expect("a player");
        player.settings().expect("settings").evaluation.network()
    };
    let one = network(format!("evalfile={}", path.display()));
    let other = network(format!("evaldir={},fv_scale=24", folder.path().display()));
    assert!(Arc::ptr_eq(&one, &other));
}

/// The percent of its values that the network built in is told to be worth.
#[test]
#[ignore = "some seconds of games: a release runs it"]
fn our_own_network_is_about_on_our_own_scale() {
    let own = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/engine/eval/nnue/format/kyomi.nnue"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let line = format!("net fit {own} --games 100 --nodes 60 --json");
    let [text, _] = run(&mut engine_in(folder.path(), &line));
    let fit: Value = serde_json::from_str(&text).expect("JSON");
    let percent = fit["eval_scale"].as_f64().expect("a number");
    assert!((30.0..=300.0).contains(&percent), "{fit}");
    assert_eq!(fit["fit"]["games"], 100);
    assert_eq!(fit["network"], "attacks_512x2");
}

#[test]
fn what_cannot_be_fitted_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("junk"), "junk").expect("a file");
    fs::write(folder.path().join("nn.bin"), RECIPES[0].file()).expect("a file");
    assert_all_refused(
        folder.path(),
        "net fit",
        &[
            ("junk", "junk: not a network"),
            ("none", "none: cannot be read"),
            (".", "a folder; expected a file"),
            ("nn.bin --fv-scale 129", "'129'"),
            ("nn.bin --games 0", "'0'"),
            ("", "<FILE>"),
        ],
    );
}
