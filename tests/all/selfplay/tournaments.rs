//! More than two players.

use super::*;
use crate::common::assert_has;
use tempfile::tempdir;

/// A tournament of three with the journal `path`.
fn line(format: &str, games: u32, workers: u32, path: &str) -> String {
    format!(
        "hash=1 hash=1,null_move_cost=0 null: --nodes 500 --max-moves 60 --format {format} \
         --games {games} --concurrency {workers} --journal {path}"
    )
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
    let report = played(&line("round-robin", 4, 1, &whole));
    played(&line("round-robin", 2, 2, &parts));
    let resumed = played(&line("round-robin", 4, 3, &parts));
    let journal = std::fs::read_to_string(&whole).unwrap();
    assert_eq!(journal.lines().count(), 1 + 3 * 4);
    assert_eq!(journal, std::fs::read_to_string(&parts).unwrap());
    assert_has(&resumed, "resumed after 6 games");
    assert_eq!(ratings(&report).len(), 3, "{report}");
    assert_eq!(ratings(&report), ratings(&resumed));
    let of_nobody = report.contains("rating C: Elo -") && report.contains("of 8 games");
    assert!(of_nobody, "{report}");
    let mut other = selfplay(&line("gauntlet", 4, 1, &whole));
    assert_refused(&mut other, "pairings is \"round-robin\" there");
}

#[test]
fn a_gauntlet_is_the_first_against_each_other() {
    let folder = tempdir().unwrap();
    let path = |name| folder.path().join(name).to_string_lossy().into_owned();
    let (journal, page) = (path("journal"), path("page.html"));
    let line = line("gauntlet", 2, 1, &journal);
    let report = played(&format!("{line} --report {page} --anchor B=1500"));
    assert_has(&report, "gauntlet: 2 pairings of 2 games");
    let journal = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(journal.matches("\"black\":0").count(), 2);
    assert_eq!(journal.matches("\"white\":0").count(), 2);
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("<h2>Ratings</h2>") && !page.contains("<h2>Strength</h2>"));
    assert_eq!(page.matches("class=\"point\"").count(), 3);
    assert!(page.contains("likelihood over all pairings, B at 1500,"));
    assert_has(&page, "<td>+1500.0 ± ");
}
