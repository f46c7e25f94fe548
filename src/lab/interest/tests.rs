//! Experiments in small: what is played, what is told, what is refused.

use super::finding::Reached;
use super::*;
use matches::stats::Interval;
use std::io;
use tempfile::tempdir;

fn plan(folder: &Path) -> Plan {
    Plan {
        folder: folder.to_owned(),
        most_games: Some(2),
        with: "hash=1".to_owned(),
        scale: Scale::Nodes(200),
        parity_ms: 1,
        seed: 1,
        concurrency: 1,
    }
}

fn experiment(name: &str) -> &'static Experiment {
    EXPERIMENTS.iter().find(|it| it.name == name).unwrap()
}

fn finding<'a>(findings: &'a [Finding], name: &str) -> &'a Finding {
    findings.iter().find(|it| it.name == name).unwrap()
}

#[test]
fn a_small_run_is_told_in_full_and_not_played_again() {
    let folder = tempdir().unwrap();
    let chosen = [experiment("iterations"), experiment("budget-pruning")];
    let mut told = Vec::new();
    let findings = run(&plan(folder.path()), &chosen, None, &mut told).unwrap();
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("iterations: usi-engine selfplay"), "{told}");
    assert_eq!(findings.len(), EXPERIMENTS.len());
    assert_eq!(finding(&findings, "iterations").games(), 2);
    assert_eq!(finding(&findings, "parity").games(), 0);
    let table = Table(&findings).to_string();
    let line = table
        .lines()
        .find(|it| it.starts_with("budget-pruning"))
        .unwrap();
    assert!(line.contains(" 2/400 "), "{table}");
    assert!(table.contains("no games yet"), "{table}");

    write(folder.path(), &findings).unwrap();
    let json = std::fs::read_to_string(folder.path().join("interest.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json.as_array().unwrap().len(), EXPERIMENTS.len());
    assert_eq!(json[0]["must"]["score"], 75.0);
    let svg = std::fs::read_to_string(folder.path().join("interest.svg")).unwrap();
    assert!(svg.contains("budget-pruning") && svg.contains("no games yet"));

    let mut told = Vec::new();
    let again = run(&plan(folder.path()), &chosen, None, &mut told).unwrap();
    assert_eq!(told, b"", "nothing is left to play");
    assert_eq!(Table(&again).to_string(), table);
}

#[test]
fn games_of_another_run_are_refused() {
    let folder = tempdir().unwrap();
    let chosen = [experiment("budget-pruning")];
    run(&plan(folder.path()), &chosen, None, &mut io::sink()).unwrap();
    let other = Plan {
        scale: Scale::Nodes(300),
        ..plan(folder.path())
    };
    let error = run(&other, &[], None, &mut io::sink()).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("A.limit") && error.contains("300 nodes"),
        "{error}"
    );
    let wrong = Plan {
        with: "hash=0".to_owned(),
        ..plan(folder.path())
    };
    let error = run(&wrong, &[], None, &mut io::sink()).unwrap_err();
    assert!(
        error.to_string().contains("search=interest,hash=0"),
        "{error}"
    );
}

#[test]
fn nothing_is_begun_when_the_time_is_over() {
    let folder = tempdir().unwrap();
    let chosen = [experiment("budget-pruning")];
    let over = Some(Instant::now());
    let findings = run(&plan(folder.path()), &chosen, over, &mut io::sink()).unwrap();
    assert_eq!(finding(&findings, "budget-pruning").games(), 0);
}

#[test]
fn limits_are_scaled_and_the_second_player_climbs_the_ladder() {
    let folder = tempdir().unwrap();
    let mut plan = plan(folder.path());
    plan.scale = Scale::Percent(10);
    plan.parity_ms = 50;
    let command = |name, ratio| command(&plan.contest(experiment(name), ratio).unwrap());
    assert!(command("alphabeta-1s", 1).contains(" --cpu-time 100 "));
    assert!(command("alphabeta-10ms", 1).contains(" --cpu-time 1 "));
    assert!(command("modern-10k", 1).contains(" --nodes 1000 "));
    assert!(command("iterations", 1).contains(" --depth 5 "));
    assert!(command("parity", 8).contains(" --cpu-time 50,400 "));
    let contest = plan.contest(experiment("parity"), 8).unwrap();
    assert_eq!(contest.limits[1].to_string(), "400 ms of CPU time a move");
}

/// A match of so many games won and lost, by pairs.
fn bout(ratio: u64, wins: u64, losses: u64) -> Bout {
    let games = wins + losses;
    let value = wins as f64 / games as f64;
    Bout {
        command: String::new(),
        ratio,
        wanted: 100,
        asked: 100,
        games,
        wins,
        losses,
        draws: 0,
        score: Some(Interval {
            low: value - 0.1,
            value,
            high: value + 0.1,
        }),
        elo: None,
        nodes: None,
    }
}

#[test]
fn what_was_wanted_is_compared_with_what_was_found() {
    let of = |name, bouts| Finding::new(experiment(name), Default::default(), bouts);
    for (wins, reached) in [
        (74, Reached::Nothing),
        (75, Reached::Must),
        (80, Reached::Aim),
    ] {
        let finding = of("alphabeta-10ms", vec![bout(1, wins, 100 - wins)]);
        assert_eq!(finding.reached, Some(reached), "{wins} wins");
        assert!(finding.is_complete);
    }
    // The lower end decides.
    let similarity = of("similarity", vec![bout(1, 59, 41)]);
    assert_eq!(similarity.reached, Some(Reached::Nothing));
    assert_eq!(of("modern-1s", vec![bout(1, 59, 41)]).reached, None);
}

#[test]
fn fewer_games_than_wanted_are_an_account_so_far() {
    let asked_for_less = Bout {
        wanted: 400,
        ..bout(1, 80, 20)
    };
    let finding = Finding::new(
        experiment("alphabeta-10ms"),
        Default::default(),
        vec![asked_for_less],
    );
    assert!(!finding.is_complete);
    let table = Table(&[finding]).to_string();
    assert!(table.ends_with("aim so far"), "{table}");
}

#[test]
fn a_ladder_is_over_when_the_first_player_falls_below_half() {
    let of = |bouts| Finding::new(experiment("parity"), Default::default(), bouts);
    let climbing = of(vec![bout(1, 80, 20), bout(2, 70, 30)]);
    assert!(!climbing.is_complete && climbing.ratio.is_none() && climbing.reached.is_none());
    // A match that is not over decides nothing.
    let open = of(vec![bout(1, 80, 20), bout(2, 4, 6)]);
    assert!(!open.is_complete && open.ratio.is_none());
    let over = of(vec![bout(1, 80, 20), bout(16, 60, 40), bout(32, 40, 60)]);
    assert!(over.is_complete);
    assert_eq!(over.reached, Some(Reached::Must));
    assert!((over.ratio.unwrap().value - 512.0_f64.sqrt()).abs() < 1e-9);
    let table = Table(&[over]).to_string();
    assert!(
        table.contains("22.6× (") && table.contains("at 32× the time"),
        "{table}"
    );
}
