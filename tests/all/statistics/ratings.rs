//! Joint ratings of several players.

use usi_engine::stats::ratings::{Encounter, RatingError, ratings};
use usi_engine::stats::{Pentanomial, Sample, score_of_elo};

fn encounter(first: usize, second: usize, counts: [u64; 5]) -> Encounter {
    Encounter {
        first,
        second,
        pairs: Pentanomial(counts),
    }
}

/// A round robin whose scores are, up to rounding, exactly those that `strengths` predict.
fn expected_results(strengths: &[f64], pairs: f64) -> Vec<Encounter> {
    let players = 0..strengths.len();
    let encounters = players
        .clone()
        .flat_map(|first| (0..first).map(move |second| (first, second)));
    encounters
        .map(|(first, second)| {
            let wins = pairs * score_of_elo(strengths[first] - strengths[second]);
            let wins = wins.round() as u64;
            encounter(first, second, [pairs as u64 - wins, 0, 0, 0, wins])
        })
        .collect()
}

#[test]
fn two_players_differ_as_their_score_says() {
    let pairs = [105, 6, 243, 5, 141];
    let both = ratings(2, &[encounter(0, 1, pairs)], 4000, 1).expect("ratings");
    let elo = Sample::from(&Pentanomial(pairs)).elo().expect("Elo");
    assert!((both[0].value - both[1].value - elo.value).abs() < 1e-6);
    assert!((both[0].value + both[1].value).abs() < 1e-9);
    // Both ends vary, so each rating's interval is half as wide as that of the difference.
    for (ours, normal) in [(both[0].low, elo.low), (both[0].high, elo.high)] {
        assert!((2.0 * ours - normal).abs() < 1.5, "{ours} {normal}");
    }
}

#[test]
fn strengths_come_back_from_the_results_they_predict() {
    let strengths = [-210.0, 350.0, 20.0, -160.0];
    let found = ratings(4, &expected_results(&strengths, 1e6), 0, 1).expect("ratings");
    for (strength, rating) in strengths.iter().zip(found) {
        assert!(
            (strength - rating.value).abs() < 0.01,
            "{strength} {rating:?}"
        );
    }
}

#[test]
fn a_chain_of_encounters_adds_up() {
    let three_quarters = [0, 0, 50, 0, 50];
    let chain = [
        encounter(0, 1, three_quarters),
        encounter(2, 1, [50, 0, 50, 0, 0]),
    ];
    let found = ratings(3, &chain, 0, 1).expect("ratings");
    let step = 400.0 * 3_f64.log10();
    for (rating, expected) in found.iter().zip([step, 0.0, -step]) {
        assert!(
            (rating.value - expected).abs() < 1e-6,
            "{rating:?} {expected}"
        );
    }
}

#[test]
fn exchanging_sides_changes_nothing() {
    let one = ratings(2, &[encounter(0, 1, [1, 2, 3, 4, 5])], 100, 7).expect("ratings");
    let other = ratings(2, &[encounter(1, 0, [5, 4, 3, 2, 1])], 0, 7).expect("ratings");
    assert!((one[0].value - other[0].value).abs() < 1e-9);
}

#[test]
fn whoever_wins_everything_has_a_finite_rating() {
    let all = ratings(2, &[encounter(0, 1, [0, 0, 0, 0, 500])], 10, 1).expect("ratings");
    let difference = all[0].value - all[1].value;
    // A thousandth of a point against a thousand.
    assert!((difference - 2400.0).abs() < 1e-3, "{difference}");
}

#[test]
fn intervals_follow_from_the_seed() {
    let table = expected_results(&[0.0, 50.0, 100.0], 100.0);
    let draw = |seed| ratings(3, &table, 200, seed).expect("ratings");
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    assert!(
        draw(1)
            .iter()
            .all(|rating| rating.low < rating.value && rating.value < rating.high)
    );
}

#[test]
fn tables_that_say_nothing_are_refused() {
    let even = [1; 5];
    assert_eq!(ratings(0, &[], 10, 1), Ok(Vec::new()));
    assert_eq!(ratings(1, &[], 0, 1).map(|all| all[0].value), Ok(0.0));
    let apart = [
        encounter(0, 1, even),
        encounter(2, 3, even),
        encounter(1, 2, [0; 5]),
    ];
    assert_eq!(ratings(4, &apart, 0, 1), Err(RatingError::Unconnected(2)));
    for wrong in [encounter(0, 2, even), encounter(1, 1, even)] {
        let error = ratings(2, &[wrong], 0, 1).expect_err("a refusal");
        assert!(
            error.to_string().contains("two different players"),
            "{error}"
        );
    }
}
