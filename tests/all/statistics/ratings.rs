//! Joint ratings of several players.

use matches::stats::ratings::{Encounter, RatingError, ratings};
use matches::stats::{Pentanomial, Sample, score_of_elo};

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
    let both = ratings(2, &[encounter(0, 1, pairs)], None, 4000, 1).expect("ratings");
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
    let found = ratings(4, &expected_results(&strengths, 1e6), None, 0, 1).expect("ratings");
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
    let found = ratings(3, &chain, None, 0, 1).expect("ratings");
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
    let one = ratings(2, &[encounter(0, 1, [1, 2, 3, 4, 5])], None, 100, 7).expect("ratings");
    let other = ratings(2, &[encounter(1, 0, [5, 4, 3, 2, 1])], None, 0, 7).expect("ratings");
    assert!((one[0].value - other[0].value).abs() < 1e-9);
}

fn is_infinite(ends: [f64; 2]) -> bool {
    ends.iter().all(|end| end.is_infinite())
}

/// A and B level, and C as `pairs` against each of them say.
fn with_third(pairs: [u64; 5]) -> [Encounter; 3] {
    [
        encounter(0, 1, [1, 2, 30, 2, 1]),
        encounter(2, 0, pairs),
        encounter(1, 2, Pentanomial(pairs).reversed().0),
    ]
}

#[test]
fn whoever_loses_everything_is_told_to_be_at_most_so_strong() {
    let all = ratings(3, &with_third([9, 0, 0, 0, 0]), None, 1000, 1).expect("ratings");
    let shut_out = Sample::from(&Pentanomial([18, 0, 0, 0, 0])).elo();
    let bound = shut_out.expect("Elo").high;
    let lost = all[2];
    assert!(is_infinite([lost.low, lost.value]) && lost.value < 0.0);
    assert!((lost.high - bound).abs() < 1e-6, "{lost:?} {bound}");
    // The others are as if it had not played.
    for rating in &all[..2] {
        assert!(rating.value.abs() < 1e-6 && rating.low < 0.0 && rating.high > 0.0);
        assert!(rating.low > -30.0 && rating.high < 30.0, "{rating:?}");
    }
    let won = ratings(3, &with_third([0, 0, 0, 0, 9]), None, 10, 1).expect("ratings")[2];
    assert!(is_infinite([won.value, won.high]) && won.value > 0.0);
    assert!((won.low + bound).abs() < 1e-6, "{won:?}");
}

#[test]
fn a_half_point_gives_a_rating_whose_interval_has_one_end() {
    let all = ratings(3, &with_third([8, 1, 0, 0, 0]), None, 1000, 1).expect("ratings");
    let nearly = all[2];
    assert!(
        nearly.value.is_finite() && nearly.low == f64::NEG_INFINITY,
        "{nearly:?}"
    );
    assert!(nearly.high < -200.0, "{nearly:?}");
    assert!(all[..2].iter().all(|it| it.error().is_some()), "{all:?}");
}

#[test]
fn of_a_chain_of_shut_outs_the_middle_is_fixed() {
    let won = [0, 0, 0, 0, 9];
    let chain = [encounter(0, 1, won), encounter(1, 2, won)];
    let step = Sample::from(&Pentanomial(won)).elo().expect("Elo").low;
    let found = ratings(3, &chain, None, 100, 1).expect("ratings");
    assert!(found[1].value.abs() < 1e-9);
    assert!((found[0].low - step).abs() < 1e-6 && (found[2].high + step).abs() < 1e-6);
    // From the first, two steps down.
    let found = ratings(3, &chain, Some(0), 100, 1).expect("ratings");
    assert!((found[1].high + step).abs() < 1e-6, "{found:?}");
    assert!((found[2].high + 2.0 * step).abs() < 1e-6, "{found:?}");
    // Both won against the same one, and nothing else is known.
    let apart = [encounter(0, 1, won), encounter(2, 1, won)];
    let found = ratings(3, &apart, Some(0), 100, 1).expect("ratings");
    assert!((found[1].high + step).abs() < 1e-6, "{found:?}");
    assert!(is_infinite([found[2].low, found[2].high]), "{found:?}");
    // Without an anchor it is the one that can be compared with both.
    let found = ratings(3, &apart, None, 100, 1).expect("ratings");
    assert!(found[1].value.abs() < 1e-9, "{found:?}");
    assert!((found[2].low - step).abs() < 1e-6, "{found:?}");
}

#[test]
fn intervals_follow_from_the_seed() {
    let table = expected_results(&[0.0, 50.0, 100.0], 100.0);
    let draw = |seed| ratings(3, &table, None, 200, seed).expect("ratings");
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
    assert_eq!(ratings(0, &[], None, 10, 1), Ok(Vec::new()));
    assert_eq!(ratings(1, &[], None, 0, 1).map(|all| all[0].value), Ok(0.0));
    let apart = [
        encounter(0, 1, even),
        encounter(2, 3, even),
        encounter(1, 2, [0; 5]),
    ];
    assert_eq!(
        ratings(4, &apart, None, 0, 1),
        Err(RatingError::Unconnected(2))
    );
    for wrong in [encounter(0, 2, even), encounter(1, 1, even)] {
        let error = ratings(2, &[wrong], None, 0, 1).expect_err("a refusal");
        assert!(
            error.to_string().contains("two different players"),
            "{error}"
        );
    }
}
