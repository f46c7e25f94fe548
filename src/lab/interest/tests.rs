//! Experiments in small: what is played, what is shown, what is refused.

use super::outcome::{Reached, Step};
use super::*;
use crate::campaign::Points;
use matches::stats::Interval;
use std::io;
use std::time::Instant;
use tempfile::tempdir;

const HANDICAP: Handicap = Handicap {
    with: String::new(),
    scale: Scale::Nodes(200),
    parity_ms: 50,
};

fn experiment(name: &str) -> &'static Experiment {
    EXPERIMENTS.iter().find(|it| it.name == name).unwrap()
}

#[test]
fn what_is_chosen_is_played_once_and_games_of_another_run_are_refused() {
    let folder = tempdir().unwrap();
    let campaign = Campaign::of_test(folder.path(), Some(2));
    let chosen = [experiment("similar-drops")];
    let over = Campaign {
        until: Some(Instant::now()),
        ..campaign.clone()
    };
    let outcomes = run(&over, &HANDICAP, &chosen, &mut io::sink()).unwrap();
    assert!(outcomes.iter().all(|it| it.games() == 0));

    let mut progress = Vec::new();
    let outcomes = run(&campaign, &HANDICAP, &chosen, &mut progress).unwrap();
    assert!(progress.starts_with(b"similar-drops: usi-engine selfplay"));
    let games = outcomes.iter().map(|it| (it.experiment.name, it.games()));
    let games: Vec<_> = games.filter(|&(_, games)| games > 0).collect();
    assert_eq!(games, [("similar-drops", 2)]);
    let mut progress = Vec::new();
    let again = run(&campaign, &HANDICAP, &chosen, &mut progress).unwrap();
    assert_eq!(
        (table(&again).to_string(), &progress[..]),
        (table(&outcomes).to_string(), &[][..])
    );

    let other = Handicap {
        scale: Scale::Nodes(300),
        ..HANDICAP
    };
    let error = run(&campaign, &other, &[], &mut io::sink()).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("A.limit") && error.contains("300 nodes"),
        "{error}"
    );
    let wrong = Handicap {
        with: "hash=0".to_owned(),
        ..HANDICAP
    };
    let error = run(&campaign, &wrong, &[], &mut io::sink()).unwrap_err();
    assert!(
        error.to_string().contains("search=interest,hash=0"),
        "{error}"
    );
}

#[test]
fn limits_are_scaled_and_the_second_player_climbs_the_ladder() {
    let folder = tempdir().unwrap();
    let campaign = Campaign::of_test(folder.path(), Some(2));
    let handicap = Handicap {
        scale: Scale::Percent(10),
        ..HANDICAP
    };
    let command = |name, ratio| {
        let bout = handicap.bout(experiment(name), ratio);
        campaign.played(&bout).unwrap().command
    };
    assert!(command("alphabeta-1s", 1).contains(" --cpu-time 100 "));
    assert!(command("alphabeta-10ms", 1).contains(" --cpu-time 1 "));
    assert!(command("conventional-10k", 1).contains(" --nodes 1000 "));
    assert!(command("iterations", 1).contains(" --depth 5 "));
    assert!(command("parity", 8).contains(" --cpu-time 50,400 "));
}

/// A match of so many games won and lost, by pairs.
fn bout(ratio: u64, wins: u64, losses: u64) -> Step {
    let games = wins + losses;
    let value = wins as f64 / games as f64;
    Step {
        command: String::new(),
        ratio,
        wanted: 100,
        asked: 100,
        points: Points {
            games,
            wins,
            losses,
            score: Some(Interval::around(value, 0.1)),
            ..Points::default()
        },
        nodes: None,
    }
}

#[test]
fn what_was_wanted_is_compared_with_what_was_found() {
    let of = |name, bouts| Outcome::new(experiment(name), Default::default(), bouts);
    for (wins, reached) in [
        (74, Reached::Nothing),
        (75, Reached::Must),
        (80, Reached::Aim),
    ] {
        let outcome = of("alphabeta-10ms", vec![bout(1, wins, 100 - wins)]);
        assert_eq!(outcome.reached, Some(reached), "{wins} wins");
        assert!(outcome.is_complete);
    }
    // The lower end decides.
    let similarity = of("similarity", vec![bout(1, 59, 41)]);
    assert_eq!(similarity.reached, Some(Reached::Nothing));
    assert_eq!(of("conventional-1s", vec![bout(1, 59, 41)]).reached, None);
}

#[test]
fn fewer_games_than_wanted_are_an_account_so_far() {
    let asked_for_less = Step {
        wanted: 400,
        ..bout(1, 80, 20)
    };
    let outcome = Outcome::new(
        experiment("alphabeta-10ms"),
        Default::default(),
        vec![asked_for_less],
    );
    assert!(!outcome.is_complete);
    let table = table(&[outcome]).to_string();
    assert!(table.ends_with("aim so far"), "{table}");
}

#[test]
fn a_ladder_is_over_when_the_first_player_falls_below_half() {
    let of = |bouts| Outcome::new(experiment("parity"), Default::default(), bouts);
    let climbing = of(vec![bout(1, 80, 20), bout(2, 70, 30)]);
    assert!(!climbing.is_complete && climbing.ratio.is_none() && climbing.reached.is_none());
    // A match that is not over decides nothing.
    let open = of(vec![bout(1, 80, 20), bout(2, 4, 6)]);
    assert!(!open.is_complete && open.ratio.is_none());
    let over = of(vec![bout(1, 80, 20), bout(16, 60, 40), bout(32, 40, 60)]);
    assert!(over.is_complete);
    assert_eq!(over.reached, Some(Reached::Must));
    assert!((over.ratio.unwrap().value - 512.0_f64.sqrt()).abs() < 1e-9);
    let table = table(&[over]).to_string();
    assert!(
        table.contains("22.6× (") && table.contains("at 32× the time"),
        "{table}"
    );
}
