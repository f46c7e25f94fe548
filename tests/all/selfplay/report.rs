//! The page of a match: from the match itself, and from its journal.

use super::*;
use std::fs;

/// The program with the words of `line`, which are those of `report`.
fn report(line: &str) -> Command {
    let mut command = engine();
    command.arg("report").args(words(line));
    command
}

#[test]
fn the_journal_gives_the_page_of_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name).to_str().unwrap().to_owned();
    let (journal, live, later) = (path("run.jsonl"), path("live.html"), path("later.html"));
    let line = format!("null: null: --nodes 1 --games 10 --journal {journal} --report {live}");
    played(&line);
    let again = format!("{journal} --out {later}");
    let text = run(&mut report(&again)).concat();
    assert!(text.starts_with("10 games"), "{text}");
    let page = fs::read_to_string(&live).unwrap();
    assert!(page.ends_with("</html>") && page.contains("null:"));
    assert!(page == fs::read_to_string(&later).unwrap());
    // A resumed match that has nothing left to play has the same page.
    fs::remove_file(&live).unwrap();
    played(&line);
    assert!(page == fs::read_to_string(&live).unwrap());
    // The journal with its times, and two pages.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    run(&mut report(&format!("{again} --sprt elo0=0 elo1=5")));
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
        assert_refused(&mut report(&format!("{journal} --out {out}")), expected);
    }
    let nowhere = path("no/report.html");
    let mut command = selfplay(&format!("null: null: --nodes 1 --report {nowhere}"));
    assert_refused(&mut command, &format!("{nowhere} … expected"));
}
