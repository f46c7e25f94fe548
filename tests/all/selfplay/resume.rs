//! A journal gives the same whatever happens to the match that writes it.

use super::*;
use tempfile::tempdir;

const MATCH: &[&str] = &[
    "hash=1",
    "hash=1,null_move_cost=0",
    "--nodes",
    "300",
    "--max-moves",
    "40",
];

/// The arguments of a match of `games` games with `workers` workers and the journal `path`.
fn arguments<'a>(games: &'a str, workers: &'a str, path: &'a str) -> Vec<&'a str> {
    let mut arguments = MATCH.to_vec();
    arguments.extend([
        "--games",
        games,
        "--concurrency",
        workers,
        "--journal",
        path,
    ]);
    arguments
}

/// The journal of an undisturbed match, and the report.
fn undisturbed(games: &str, workers: &str) -> (String, String) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let report = played(&arguments(games, workers, &path.to_string_lossy()));
    (std::fs::read_to_string(path).unwrap(), report)
}

fn last_line(report: &str) -> Option<&str> {
    report.lines().find(|line| line.starts_with("A scores"))
}

#[test]
fn the_number_of_workers_does_not_show() {
    let (one, report) = undisturbed("8", "1");
    let (three, other) = undisturbed("8", "3");
    assert_eq!(one, three);
    assert_eq!(one.lines().count(), 9);
    assert!(last_line(&report).is_some());
    assert_eq!(last_line(&report), last_line(&other));
}

#[test]
fn a_match_killed_again_and_again_loses_and_repeats_nothing() {
    let (expected, report) = undisturbed("48", "2");
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let name = path.to_string_lossy().into_owned();
    let arguments = arguments("48", "2", &name);
    let length = || std::fs::metadata(&path).map_or(0, |file| file.len());
    for kill in 0..8 {
        // At an uneven moment.
        let later = Duration::from_millis(kill * 7 % 31);
        let before = length();
        kill_when(&mut selfplay(&arguments), || length() > before, later);
        let so_far = std::fs::read_to_string(&path).unwrap();
        assert!(expected.starts_with(&so_far), "after kill {kill}");
    }
    let resumed = played(&arguments);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
    assert!(resumed.contains("resumed after"), "{resumed}");
    assert_eq!(last_line(&resumed), last_line(&report));
}

#[test]
fn more_games_continue_a_match_and_none_repeat_it() {
    let (six, _) = undisturbed("6", "2");
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let name = path.to_string_lossy().into_owned();
    played(&arguments("4", "1", &name));
    let report = played(&arguments("6", "2", &name));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), six);
    let again = played(&arguments("6", "2", &name));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), six);
    assert_eq!(last_line(&report), last_line(&again));
}

#[test]
fn another_match_is_refused_and_its_journal_left_alone() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let name = path.to_string_lossy().into_owned();
    played(&arguments("2", "1", &name));
    let before = std::fs::read_to_string(&path).unwrap();
    let mut other = arguments("2", "1", &name);
    other.extend(["--seed", "7"]);
    let text = refusal(&mut selfplay(&other));
    assert!(text.contains("seed is 1 there, expected 7"), "{text}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn games_on_the_clock_are_resumed_too() {
    let mock = format!("usi:{}", mock_path().display());
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let name = path.to_string_lossy().into_owned();
    let mut arguments = vec!["null:", &mock, "--byoyomi", "1000", "--journal", &name];
    arguments.extend(["--concurrency", "2", "--games"]);
    let with = |games: &'static str| [&arguments[..], &[games]].concat();
    played(&with("2"));
    let first = std::fs::read_to_string(&path).unwrap();
    played(&with("4"));
    let both = std::fs::read_to_string(&path).unwrap();
    assert!(both.starts_with(&first));
    assert_eq!(both.lines().count(), 5);
    assert!(both.contains("\"ms\":"));
}
