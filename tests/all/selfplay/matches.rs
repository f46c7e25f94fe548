//! What can be played, by two players and by more, and what is refused.

use super::*;
use crate::common::program::assert_has;
use tempfile::tempdir;

#[test]
fn players_of_every_kind_and_limits_of_each_side() {
    let mock = plain_mock();
    let text = played(&format!(
        "hash=1 {mock} --games 2 --nodes 300, --movetime ,500"
    ));
    assert_has(&text, "300 nodes a move");
    assert_has(&text, "500 ms a move");
    assert_has(&text, "A scores 100.0 %");
}

#[test]
fn an_odd_number_of_games_is_told_to_be_even() {
    let text = played("null: null: --games 3 --nodes 1");
    assert_has(&text, "note: 3 games are played as 4");
    let text = played("null: null: --games 2 --nodes 1");
    assert!(!text.contains("note: 2 games"), "{text}");
}

#[test]
fn players_without_settings_have_a_name_in_records() {
    let folder = tempdir().unwrap();
    let path = folder.path().display();
    let text = played(&format!(
        "'' engine: --kif {path} --games 2 --depth 1 --max-moves 28"
    ));
    assert_has(&text, "A: Kyomi ");
    let kif = std::fs::read(folder.path().join("game-000000.kif")).unwrap();
    let kif = encoding_rs::SHIFT_JIS.decode(&kif).0;
    assert_has(&kif, "先手：Kyomi … 後手：Kyomi");
}

#[test]
fn the_clock_of_a_match_is_played_on() {
    let mock = plain_mock();
    let text = played(&format!("hash=1 {mock} --games 2 --fischer 500+20"));
    assert!(!text.contains("loses"), "{text}");
}

#[test]
fn refusals_are_one_line_and_name_the_token() {
    for (line, wanted) in [
        ("'' '' --nodes x", "'x' … whole number"),
        ("'' '' --nodes 1,2,3", "3 limits … 2 players"),
        ("'' --nodes 1", "2 values … 1"),
        (
            "'' '' '' --nodes 1 --format match",
            "--format match with 3 players … gauntlet",
        ),
        (
            "'' '' '' --nodes 1 --sprt elo0=0 elo1=5",
            "--sprt with 3 players … expected 2",
        ),
        ("'' '' --nodes 1,", "player B … --byoyomi"),
        ("'' '' --nodes 1 --depth 2", "player A … two limits"),
        ("'' '' --fischer 100", "'100' … MAIN+INC"),
        ("'' '' --tc 40/60", "'40/60' … MAIN[+INCREMENT]"),
        ("'' '' --nodes 1 --anchor A=3", "--anchor … 3 or more"),
        ("'' '' '' --nodes 1 --anchor x=3", "`x=3` … NAME=ELO"),
        ("'' '' --byoyomi 0", "'0' … some time"),
        ("'' 'MOCK,' --cpu-time 9", "--cpu-time … another limit"),
        ("x=1 '' --nodes 1", "`x` … hash"),
        ("'' usi:/no/such --nodes 1", "/no/such … cannot start"),
        ("'' MOCK,Depth=1 --nodes 1", "`Depth` … Fault"),
        ("'' 'MOCK,At Move=x' --nodes 1", "`x` … 1 to 1000"),
        ("'' '' --nodes 1 --resign 100,1", "'100,1' … 2 to 1000"),
        ("'' '' --nodes 1 --entering-king Csa", "Csa … TryRule"),
        (
            "'' '' --nodes 1 --openings /no/such",
            "/no/such … No such file",
        ),
        (
            "'' '' --nodes 1 --openings Cargo.toml",
            "`Cargo.toml`: line 1 … expected",
        ),
        (
            "'' MOCK,Fault=never-ready --nodes 1 --ready-time 1",
            "`readyok` … in time",
        ),
    ] {
        let line = line.replace("MOCK", &plain_mock());
        assert_refused(&mut selfplay(&line), wanted);
    }
}

/// By the number of the move, which may be written in the file.
#[test]
fn openings_must_leave_moves_to_play() {
    let path = format!("{}/late.sfen", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, "4k4/9/9/9/9/9/9/9/4K4 b G 400\n").unwrap();
    let mut command = selfplay(&format!("'' '' --nodes 1 --openings {path}"));
    assert_refused(&mut command, "--max-moves 320 … 399 plies");
}

#[test]
fn help_shows_what_is_often_needed_in_groups() {
    let text = played("--help");
    let headings = [
        "Players:",
        "Limits:",
        "Openings:",
        "Rules:",
        "When to stop:",
        "Output:",
        "Machines:",
    ];
    let places = headings.map(|heading| text.find(&format!("\n{heading}\n")));
    assert!(places.iter().all(Option::is_some), "{places:?} in {text}");
    let (before, _) = text.split_once("\nExamples:\n").unwrap();
    let options = before
        .lines()
        .filter_map(|line| line.strip_prefix("      --"));
    let shown: Vec<_> = options.collect();
    assert!(
        (20..=35).contains(&shown.len()),
        "{} options in {text}",
        shown.len()
    );
    assert!(!shown.iter().any(|line| line.starts_with("opening-start")));
}

/// A tournament of three with the journal `path`.
fn tournament(format: &str, games: u32, workers: u32, path: &str) -> String {
    format!(
        "hash=1 hash=1,same_drop_cost=0 null: --nodes 500 --max-moves 60 --format {format} \
         --games {games} --concurrency {workers} --journal {path}"
    )
}

/// The lines of the report that tell ratings.
fn ratings(report: &str) -> Vec<&str> {
    let lines = report.lines().filter(|line| line.starts_with("rating "));
    lines.collect()
}

#[test]
fn players_with_names_are_told_of_by_them() {
    let text = played(
        "'name=Bold Fox,hash=1' 'hash=1' null: --nodes 50 --games 2 --max-moves 40 --format gauntlet",
    );
    for line in [
        "Bold Fox: 50 nodes a move\nB: hash=1, 50",
        "won-lost-drawn  Bold Fox",
        "\nBold Fox  ",
        "rating Bold Fox: Elo ",
        "rating C: Elo ",
        "Bold Fox: 31 moves, ",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let two = played("name=Fox,hash=1 null: --nodes 50 --games 2");
    assert_has(
        &two,
        "Fox scores 100.0 % … Fox as sente 1-0-0 … 2 won by Fox, 0 by B",
    );
}

#[test]
fn a_round_robin_is_resumed_with_more_games_and_other_workers() {
    let folder = tempdir().unwrap();
    let path = |name| folder.path().join(name).to_string_lossy().into_owned();
    let (whole, parts) = (path("whole"), path("parts"));
    let report = played(&tournament("round-robin", 4, 1, &whole));
    played(&tournament("round-robin", 2, 2, &parts));
    let resumed = played(&tournament("round-robin", 4, 3, &parts));
    let journal = std::fs::read_to_string(&whole).unwrap();
    assert_eq!(journal.lines().count(), 1 + 3 * 4);
    assert_eq!(journal, std::fs::read_to_string(&parts).unwrap());
    assert_has(&resumed, "resumed after 6 games");
    assert_eq!(ratings(&report).len(), 3, "{report}");
    assert_eq!(ratings(&report), ratings(&resumed));
    let of_nobody = report.contains("rating C: Elo -") && report.contains("of 8 games");
    assert!(of_nobody, "{report}");
    let mut other = selfplay(&tournament("gauntlet", 4, 1, &whole));
    assert_refused(&mut other, "pairings is \"round-robin\" there");
}

#[test]
fn a_gauntlet_is_the_first_against_each_other() {
    let folder = tempdir().unwrap();
    let path = |name| folder.path().join(name).to_string_lossy().into_owned();
    let (journal, page) = (path("journal"), path("page.html"));
    let line = tournament("gauntlet", 2, 1, &journal);
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
