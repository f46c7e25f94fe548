//! A journal gives the same whatever happens to the match that writes it.

use super::*;
use crate::common::program::assert_has;
use std::fs::read_to_string;
use tempfile::tempdir;

const MATCH: &str = "hash=1 hash=1,same_drop_cost=0 --nodes 300 --max-moves 40";

/// A match of `games` games with `workers` workers and the journal `path`.
fn line(games: u32, workers: u32, path: &Path) -> String {
    let path = path.display();
    format!("{MATCH} --games {games} --concurrency {workers} --journal {path}")
}

/// The journal of an undisturbed match, and the report.
fn undisturbed(games: u32, workers: u32) -> (String, String) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let report = played(&line(games, workers, &path));
    (read_to_string(path).unwrap(), report)
}

fn last_line(report: &str) -> Option<&str> {
    report.lines().find(|line| line.starts_with("A scores"))
}

#[test]
fn the_number_of_workers_does_not_show() {
    let (one, report) = undisturbed(8, 1);
    let (three, other) = undisturbed(8, 3);
    assert_eq!(one, three);
    assert_eq!(one.lines().count(), 9);
    assert!(last_line(&report).is_some());
    assert_eq!(last_line(&report), last_line(&other));
}

#[test]
fn a_match_killed_again_and_again_loses_and_repeats_nothing() {
    let (expected, report) = undisturbed(48, 2);
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let line = line(48, 2, &path);
    let length = || std::fs::metadata(&path).map_or(0, |file| file.len());
    for kill in 0..8 {
        // At an uneven moment.
        let later = Duration::from_millis(kill * 7 % 31);
        let before = length();
        kill_when(&mut selfplay(&line), || length() > before, later);
        let so_far = read_to_string(&path).unwrap();
        assert!(expected.starts_with(&so_far), "after kill {kill}");
    }
    let resumed = played(&line);
    assert_eq!(read_to_string(&path).unwrap(), expected);
    assert_has(&resumed, "resumed after");
    assert_eq!(last_line(&resumed), last_line(&report));
}

#[test]
fn more_games_continue_a_match_and_none_repeat_it() {
    let (six, _) = undisturbed(6, 2);
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    played(&line(4, 1, &path));
    let report = played(&line(6, 2, &path));
    assert_eq!(read_to_string(&path).unwrap(), six);
    let again = played(&line(6, 2, &path));
    assert_eq!(read_to_string(&path).unwrap(), six);
    assert_eq!(last_line(&report), last_line(&again));
}

#[test]
fn another_match_is_refused_and_its_journal_left_alone() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let line = line(2, 1, &path);
    played(&line);
    let before = read_to_string(&path).unwrap();
    let mut other = selfplay(&format!("{line} --seed 7"));
    assert_refused(&mut other, "seed is 1 there, expected 7");
    assert_eq!(read_to_string(&path).unwrap(), before);
}

#[test]
fn games_on_the_clock_are_resumed_too() {
    let (mock, folder) = (plain_mock(), tempdir().unwrap());
    let path = folder.path().join("journal");
    let name = path.display();
    let line = format!("null: {mock} --byoyomi 1000 --journal {name} --concurrency 2 --games");
    played(&format!("{line} 2"));
    let first = read_to_string(&path).unwrap();
    played(&format!("{line} 4"));
    let both = read_to_string(&path).unwrap();
    assert!(both.starts_with(&first));
    assert_eq!(both.lines().count(), 5);
    assert!(both.contains("\"ms\":"));
}

#[cfg(unix)]
#[test]
fn a_pipe_beside_the_journal_is_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("j");
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path().join("j.times"))
        .status();
    if !made.is_ok_and(|it| it.success()) {
        return;
    }
    let line = format!(
        "null: null: --nodes 1 --games 2 --journal {}",
        journal.display()
    );
    assert_refused(&mut selfplay(&line), "j.times` is no regular file");
    let (mock, pipe) = (plain_mock(), folder.path().join("j.times"));
    let line = format!("null: {mock},stderr={} --nodes 1 --games 2", pipe.display());
    assert_refused(&mut selfplay(&line), "j.times`: a pipe; expected a file");
}
