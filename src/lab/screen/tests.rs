//! A screening in small: who plays, what made-up results say, how it is shown.

use super::*;
use std::collections::BTreeSet;
use std::time::Instant;
use tempfile::tempdir;

const SEED: u64 = 7;
const FACTORS: &str = "same_drop_cost=50:150,implausible_cost=80:90,check_bonus=0:100";

fn screen() -> Screen {
    Screen {
        factors: Factor::list(FACTORS).unwrap(),
        base: "hash=1".to_owned(),
        limit: MoveLimit::Nodes(100),
        resign: None,
        games: 1920,
    }
}

fn design() -> Design {
    Design::new(screen().factors.len(), SEED)
}

fn screening(results: &[Pentanomial; MATCHES]) -> Screening {
    Screening::new(&screen(), &design(), results)
}

/// For each match the pairs where the sign of the second factor is +1; reversed where it is −1.
fn planted(pairs: Pentanomial) -> [Pentanomial; MATCHES] {
    let design = design();
    let column = design.columns().nth(1).unwrap();
    column.map(|sign| if sign > 0 { pairs } else { pairs.reversed() })
}

#[test]
fn the_second_player_has_the_other_value_of_every_number() {
    let (screen, design) = (screen(), design());
    let mut different = BTreeSet::new();
    for row in 0..MATCHES {
        let [one, other] = screen.bout(&design, row, SEED).players;
        let [one, other] = [&one, &other].map(|text| text.split(',').collect::<Vec<_>>());
        assert_eq!((one[0], other[0]), ("hash=1", "hash=1"));
        for (index, factor) in screen.factors.iter().enumerate() {
            let found = BTreeSet::from([one[1 + index].to_owned(), other[1 + index].to_owned()]);
            let both = BTreeSet::from([true, false].map(|it| factor.setting(it)));
            assert_eq!(found, both, "row {row}");
        }
        different.insert(one.join(","));
    }
    assert_eq!(different.len(), 8, "every combination of three numbers");
}

#[test]
fn games_are_whole_pairs_and_matches_have_openings_of_their_own() {
    let (mut screen, design) = (screen(), design());
    for (games, each) in [(1, 2), (64, 2), (65, 4), (1920, 60)] {
        screen.games = games;
        assert_eq!(screen.games_each(), each, "{games} games");
    }
    let seed = |row| screen.bout(&design, row, SEED).seed;
    let seeds: BTreeSet<_> = (0..MATCHES).map(seed).collect();
    assert_eq!(seeds.len(), MATCHES);
}

#[test]
fn lost_games_end_early_where_that_is_wanted_and_the_command_says_so() {
    let (mut screen, design) = (screen(), design());
    let folder = tempdir().unwrap();
    let campaign = Campaign::of_test(folder.path(), None);
    let command = |screen: &Screen| {
        let bout = screen.bout(&design, 0, SEED);
        campaign.played(&bout).unwrap().command
    };
    assert!(!command(&screen).contains("--resign"));
    screen.resign = Some(ResignRule {
        score: 1500,
        moves: 3,
    });
    assert!(command(&screen).contains(" --resign 1500,3"));
}

#[test]
fn a_planted_effect_is_found_and_no_other() {
    let screening = screening(&planted(Pentanomial([0, 0, 2, 0, 2])));
    assert_eq!((screening.games, screening.matches), (256, 32));
    let [first, second, third] = &screening.effects[..] else {
        panic!("three effects")
    };
    assert_eq!(
        (first.number, second.number),
        ("implausible_cost", "same_drop_cost")
    );
    let elo = first.elo.unwrap();
    // Three quarters of the points.
    assert!(
        (elo.value - 400.0 * 3.0_f64.log10()).abs() < 1e-9,
        "{elo:?}"
    );
    for other in [second, third] {
        let elo = other.elo.unwrap();
        assert!(elo.value.abs() < 1e-12 && elo.low < 0.0, "{elo:?}");
        assert!((elo.low + elo.high).abs() < 1e-9);
    }
    assert_eq!(screening.player, "hash=1,implausible_cost=90");
    let text = screening.to_string();
    let expected = "\
number            low  high  Elo of high against low (95 %)
implausible_cost  80   90    +191 (";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("same_drop_cost    50   150   +0 ("), "{text}");
    assert!(
        text.ends_with("32 of 32 matches\nhash=1,implausible_cost=90"),
        "{text}"
    );
    // After a loss the low value is the better one.
    let lost = self::screening(&planted(Pentanomial([2, 0, 2, 0, 0])));
    assert_eq!(lost.player, "hash=1,implausible_cost=80");
}

#[test]
fn the_error_is_that_of_pairs_within_their_matches() {
    // In each match four pairs with the variance 4 · (¼)² / 3; in all 128 pairs.
    let screening = screening(&planted(Pentanomial([0, 0, 2, 0, 2])));
    let error = 1.959_964 * (4.0 * 0.0625 / 3.0 / 128.0_f64).sqrt();
    let score = matches::stats::score_of_elo(screening.effects[1].elo.unwrap().high);
    assert!((score - 0.5 - error).abs() < 1e-6, "{score}");
}

#[test]
fn matches_weigh_the_same_however_many_pairs_they_have() {
    let mut results = planted(Pentanomial([0, 0, 1, 0, 1]));
    for pairs in &mut results[..9] {
        pairs.0 = pairs.0.map(|count| 5 * count);
    }
    let screening = screening(&results);
    let mut values = screening.effects.iter().map(|it| it.elo.unwrap().value);
    assert!((values.next().unwrap() - 400.0 * 3.0_f64.log10()).abs() < 1e-9);
    assert!(values.all(|value| value.abs() < 1e-12), "{screening}");
}

#[test]
fn equal_results_tell_nothing_of_their_error_and_name_no_better_value() {
    for pairs in [[0, 0, 0, 0, 1], [0, 0, 0, 3, 0]] {
        let screening = screening(&planted(Pentanomial(pairs)));
        let mut effects = screening.effects.iter();
        assert!(effects.all(|it| it.elo.unwrap().is_point()));
        assert_eq!(screening.player, "hash=1");
        assert!(!screening.to_string().contains(" to "), "{screening}");
    }
    let level = screening(&[Pentanomial([0, 0, 4, 0, 0]); MATCHES]);
    let mut effects = level.effects.iter();
    assert!(effects.all(|it| it.elo.unwrap().value.abs() < 1e-12));
}

#[test]
fn nothing_is_known_before_every_match_has_a_pair() {
    let mut results = planted(Pentanomial([0, 0, 2, 0, 2]));
    results[31] = Pentanomial::default();
    let screening = screening(&results);
    assert_eq!((screening.games, screening.matches), (248, 31));
    assert!(screening.effects.iter().all(|it| it.elo.is_none()));
    let text = screening.to_string();
    assert!(
        text.contains("248 of 1920 games, 31 of 32 matches;"),
        "{text}"
    );
    assert!(text.ends_with("\nhash=1"), "{text}");
}

#[test]
fn nothing_is_begun_when_the_time_is_over_or_the_base_is_wrong() {
    let folder = tempdir().unwrap();
    let over = Campaign {
        until: Some(Instant::now()),
        ..Campaign::of_test(folder.path(), None)
    };
    let mut progress = Vec::new();
    let screening = run(&over, &screen(), &mut progress).unwrap();
    assert_eq!((screening.games, screening.matches), (0, 0));
    let wrong = Screen {
        base: "hash=0".to_owned(),
        ..screen()
    };
    let campaign = Campaign::of_test(folder.path(), None);
    let error = run(&campaign, &wrong, &mut progress);
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("player `hash=0,") && error.contains("hash"),
        "{error}"
    );
    assert_eq!(progress, b"");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}
