//! More than two players.

use super::*;
use tempfile::tempdir;

const PLAYERS: &[&str] = &["hash=1", "hash=1,null_move_cost=0", "null:"];

/// The arguments of a tournament of three with the journal `path`.
fn arguments<'a>(format: &'a str, games: &'a str, workers: &'a str, path: &'a str) -> Vec<&'a str> {
    let mut arguments = PLAYERS.to_vec();
    arguments.extend(["--nodes", "500", "--max-moves", "60", "--format", format]);
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

/// The lines of the report that tell ratings.
fn ratings(report: &str) -> Vec<&str> {
    let lines = report.lines().filter(|line| line.starts_with("rating "));
    lines.collect()
}

#[test]
fn a_round_robin_is_resumed_with_more_games_and_other_workers() {
    let folder = tempdir().unwrap();
    let path = |name| folder.path().join(name).to_string_lossy().into_owned();
    let (whole, parts) = (path("whole"), path("parts"));
    let report = played(&arguments("round-robin", "4", "1", &whole));
    played(&arguments("round-robin", "2", "2", &parts));
    let resumed = played(&arguments("round-robin", "4", "3", &parts));
    let journal = std::fs::read_to_string(&whole).unwrap();
    assert_eq!(journal.lines().count(), 1 + 3 * 4);
    assert_eq!(journal, std::fs::read_to_string(&parts).unwrap());
    assert!(resumed.contains("resumed after 6 games"), "{resumed}");
    assert_eq!(ratings(&report).len(), 3, "{report}");
    assert_eq!(ratings(&report), ratings(&resumed));
    let of_nobody = report.contains("rating C: Elo -") && report.contains("of 8 games");
    assert!(of_nobody, "{report}");
    let text = refusal(&mut selfplay(&arguments("gauntlet", "4", "1", &whole)));
    assert!(text.contains("pairings is \"round-robin\" there"), "{text}");
}

#[test]
fn a_gauntlet_is_the_first_against_each_other() {
    let folder = tempdir().unwrap();
    let path = |name| folder.path().join(name).to_string_lossy().into_owned();
    let (journal, page) = (path("journal"), path("page.html"));
    let mut arguments = arguments("gauntlet", "2", "1", &journal);
    arguments.extend(["--report", &page, "--anchor", "B=1500"]);
    let report = played(&arguments);
    assert!(
        report.contains("gauntlet: 2 pairings of 2 games"),
        "{report}"
    );
    let journal = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(journal.matches("\"black\":0").count(), 2);
    assert_eq!(journal.matches("\"white\":0").count(), 2);
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("<h2>Ratings</h2>") && !page.contains("<h2>Strength</h2>"));
    assert_eq!(page.matches("class=\"point\"").count(), 3);
    assert!(page.contains("likelihood over all pairings, B at 1500,"));
    assert!(page.contains("<td>+1500.0 ± "), "{page}");
}
