//! What can be played, and what is refused.

use super::*;
use crate::common::assert_has;

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
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let text = played(&format!(
        "'' engine: --kif {path} --games 2 --depth 1 --max-moves 28"
    ));
    assert_has(&text, "A: Kyomi ");
    let kif = std::fs::read_to_string(folder.path().join("game-000000.kif")).unwrap();
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
    let mut lines = text.lines().map(str::trim_start);
    let shown = lines.clone().filter(|line| line.starts_with("--")).count();
    assert!(shown <= 35, "{shown} options in {text}");
    assert!(!lines.any(|line| line.starts_with("--opening-start")));
}
