//! `check` by the real program: what it says of this engine and of the mock engine with its faults.

use crate::common::mock_path;
use crate::common::program::{assert_all_refused, assert_has, engine, run, words};
use std::path::Path;
use std::process::Command;

fn check(line: &str) -> Command {
    let mut command = engine();
    command.arg("check").args(words(line));
    command
}

/// What the checks `ids` say of `player`: identifier, result and detail of each.
fn results(player: &str, ids: &str) -> Vec<[String; 3]> {
    let mut command = check(&format!("'{player}' --json --only {ids}"));
    let output = command.output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let failed = report["failed"].as_u64().unwrap();
    assert_eq!(
        output.status.code(),
        Some(i32::from(failed > 0)),
        "{report}"
    );
    let checks = report["checks"].as_array().unwrap().iter();
    let result = |it: &serde_json::Value| {
        ["id", "result", "detail"].map(|key| it[key].as_str().unwrap_or_default().to_owned())
    };
    checks.map(result).collect()
}

/// Asserts that the mock engine with `fault` fails the check `id` with a detail that has `word`.
fn assert_fails(fault: &str, id: &str, word: &str) {
    let path = mock_path();
    let player = format!("usi:{},Fault={fault},At Move=1", path.display());
    let results = results(&player, id);
    let [name, result, detail] = &results[0];
    assert_eq!(
        [name.as_str(), result.as_str()],
        [id, "fail"],
        "{fault}: {detail}"
    );
    assert!(detail.contains(word), "{fault}: {detail}");
}

#[test]
fn faults_of_engines_are_found() {
    for (fault, id, word) in [
        ("none", "option-lines", "At Move"),
        ("none", "identity", "id author"),
        ("none", "move-limit", "declared"),
        ("none", "infinite", "before `stop`"),
        ("none", "mate", "as the answer to `go mate`"),
        ("crash", "one-answer", "ended (exit status: 3)"),
        ("illegal", "one-answer", "illegal move `5e5d`"),
        ("garbage", "one-answer", "banana"),
        ("false-win", "false-win", "does not give"),
        ("twice", "one-answer", "without a `go`"),
        ("late", "byoyomi-short", "within 300 ms"),
        ("cut-off", "last-line", "looks like the bound"),
        ("gives-up", "false-mated", "the position is not lost"),
        ("no-reply", "ponder-named", "moves without `ponder`"),
        ("resign", "legal-moves", "expected a move"),
        ("flood", "standard-error", "xxx"),
        ("end-after-game", "gameover-bare", "exit status: 4"),
    ] {
        assert_fails(fault, id, word);
    }
}

#[test]
fn a_transcript_shows_both_sides() {
    let player = format!("usi:{}", mock_path().display());
    let mut command = check(&format!("{player} --only ready-twice move-limit"));
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for line in [
        "pass ready-twice",
        "FAIL move-limit",
        "  > usi",
        "  < usiok",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert!(
        text.ends_with("Mock Engine: 1 passed, 1 failed, 0 not applicable\n"),
        "{text}"
    );
}

#[test]
fn this_engine_passes_what_is_quick() {
    let ids = "usiok option-lines stop-at-once false-mated mate-stop quit-searching";
    for [id, result, detail] in results("engine:hash=8", ids) {
        assert_eq!(result, "pass", "{id}: {detail}");
    }
}

#[test]
#[ignore = "40 s of waiting"]
fn this_engine_passes_all() {
    let [text, _] = run(&mut check("engine: --time 300"));
    assert_has(&text, " 0 failed, 0 not applicable");
}

#[test]
fn what_cannot_be_checked_is_refused() {
    assert_all_refused(
        Path::new("."),
        "check",
        &[
            ("null:", "`null:` is no engine"),
            ("usi:/no/such/engine", "no USI engine"),
            ("usi:/bin/true", "no USI engine"),
            ("engine: --only x", "`x`"),
            ("engine: --time 0", "whole number from 1"),
        ],
    );
}

#[test]
fn every_check_is_listed() {
    let [text, _] = run(&mut check("--list"));
    let ids: Vec<_> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), ids.len());
    assert!(ids.len() > 50 && ids.contains(&"ponderhit"));
}

#[test]
fn an_engine_with_a_malformed_option_line_is_an_engine_that_fails_one_check() {
    let player = format!("usi:{},args=--malformed", mock_path().display());
    let results = results(&player, "usiok option-lines readyok one-answer");
    let found: Vec<_> = results
        .iter()
        .map(|[id, result, _]| (id.as_str(), result.as_str()))
        .collect();
    let expected = [
        ("usiok", "pass"),
        ("option-lines", "fail"),
        ("readyok", "pass"),
        ("one-answer", "pass"),
    ];
    for wanted in expected {
        assert!(found.contains(&wanted), "{wanted:?} in {results:?}");
    }
    let [_, _, detail] = results
        .iter()
        .find(|it| it[0] == "option-lines")
        .expect("the check");
    assert!(detail.contains("option name Broken"), "{detail}");
}
