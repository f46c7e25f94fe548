//! The page of a match: from the match itself, and from its journal.

use super::*;
use std::fs;

/// The program with `arguments`, which are those of `report`.
fn report(arguments: &[&str]) -> Command {
    let mut command = engine();
    command.arg("report").args(arguments);
    command
}

#[test]
fn the_journal_gives_the_page_of_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name).to_str().unwrap().to_owned();
    let (journal, live, later) = (path("run.jsonl"), path("live.html"), path("later.html"));
    let games = ["null:", "null:", "--nodes", "1", "--games", "10"];
    let files = ["--journal", &journal, "--report", &live];
    played(&[&games[..], &files].concat());
    let text = run(&mut report(&[&journal, "--out", &later])).concat();
    assert!(text.starts_with("10 games"), "{text}");
    let page = fs::read_to_string(&live).unwrap();
    assert!(page.ends_with("</html>") && page.contains("null:"));
    assert!(page == fs::read_to_string(&later).unwrap());
    // A resumed match that has nothing left to play has the same page.
    fs::remove_file(&live).unwrap();
    played(&[&games[..], &files].concat());
    assert!(page == fs::read_to_string(&live).unwrap());
    // The journal with its times, and two pages.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    let test = ["--sprt", "elo0=0", "elo1=5"];
    run(&mut report(
        &[&[&*journal, "--out", &later], &test[..]].concat(),
    ));
    let page = fs::read_to_string(&later).unwrap();
    assert!(page.contains("of the test elo0=0 elo1=5"));
}

#[test]
fn refusals_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name).to_str().unwrap().to_owned();
    let (missing, empty, text, out) = (path("no"), path("empty"), path("text"), path("out"));
    fs::write(&empty, "").unwrap();
    fs::write(&text, "hello\n").unwrap();
    for (journal, expected) in [
        (&missing, "no`: "),
        (&empty, "line 1: empty; expected"),
        (&text, "line 1: no checksum; expected"),
    ] {
        let said = refusal(&mut report(&[journal, "--out", &out]));
        assert!(said.contains(expected), "{said}");
    }
    let nowhere = path("no/report.html");
    let said = refusal(&mut selfplay(&[
        "null:", "null:", "--nodes", "1", "--report", &nowhere,
    ]));
    assert!(
        said.contains(&nowhere) && said.contains("expected"),
        "{said}"
    );
}
