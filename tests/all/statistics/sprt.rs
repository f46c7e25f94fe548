//! Running tests: order of arrival, least evidence, rates of error.

use crate::common::rng;
use matches::stats::{ForecastRow, GamePoints, Hypotheses, Hypothesis, Model, Sprt, score_of_elo};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// Pair results in a fixed order, more won than lost.
fn results(count: usize) -> Vec<[GamePoints; 2]> {
    let cycle = [
        [GamePoints::Win, GamePoints::Loss],
        [GamePoints::Win, GamePoints::Win],
        [GamePoints::Loss, GamePoints::Win],
        [GamePoints::Win, GamePoints::Draw],
        [GamePoints::Draw, GamePoints::Draw],
        [GamePoints::Loss, GamePoints::Loss],
        [GamePoints::Win, GamePoints::Win],
    ];
    (0..count).map(|index| cycle[index % cycle.len()]).collect()
}

#[test]
fn a_verdict_does_not_depend_on_the_order_of_arrival() {
    let results = results(3000);
    let mut in_order = Sprt::new(Hypotheses::new(0.0, 20.0));
    for (number, &pair) in (0..).zip(&results) {
        in_order.add(number, pair);
    }
    let verdict = in_order.verdict().expect("a verdict");
    assert_eq!(verdict.accepted, Hypothesis::H1);
    assert_eq!(in_order.counts().pairs.pairs(), verdict.pairs);
    for stride in [7, 1009, 2999] {
        let mut shuffled = Sprt::new(Hypotheses::new(0.0, 20.0));
        for index in 0..results.len() {
            let number = index * stride % results.len();
            shuffled.add(number as u64, results[number]);
            // Told twice: counted once.
            shuffled.add(number as u64, results[number]);
        }
        assert_eq!(shuffled.verdict(), Some(verdict), "{stride}");
        assert_eq!(shuffled.counts(), in_order.counts(), "{stride}");
    }
}

#[test]
fn a_missing_pair_holds_up_the_test() {
    let mut test = Sprt::new(Hypotheses::new(0.0, 20.0));
    for (number, pair) in (1..3000).zip(results(3000)) {
        assert_eq!(test.add(number, pair), None);
    }
    assert_eq!(test.counts().pairs.pairs(), 0);
    assert!(test.add(0, [GamePoints::Draw; 2]).is_some());
}

/// After how many pairs a test ends that sees nothing but this pair.
fn stop_after(test: Hypotheses, pair: [GamePoints; 2]) -> Option<(u64, Hypothesis)> {
    let mut sprt = Sprt::new(test);
    let verdict = (0..2000).find_map(|number| sprt.add(number, pair));
    verdict.map(|verdict| (verdict.pairs, verdict.accepted))
}

#[test]
fn a_test_ends_also_while_all_pairs_are_alike() {
    let test = Hypotheses::new(0.0, 10.0);
    let won = stop_after(test, [GamePoints::Win; 2]);
    assert!(won.is_some_and(|(pairs, it)| pairs < 100 && it == Hypothesis::H1));
    let lost = stop_after(test, [GamePoints::Loss; 2]);
    assert!(lost.is_some_and(|(_, it)| it == Hypothesis::H0), "{lost:?}");
    for far in [200.0, 300.0, 1000.0] {
        let test = Hypotheses::new(0.0, far);
        let won = stop_after(test, [GamePoints::Win; 2]);
        assert!(won.is_some_and(|(_, it)| it == Hypothesis::H1), "{far}");
        let level = stop_after(test, [GamePoints::Win, GamePoints::Loss]);
        assert!(level.is_some_and(|(_, it)| it == Hypothesis::H0), "{far}");
    }
    let level = Hypotheses {
        model: Model::Logistic,
        ..test
    };
    let level = stop_after(level, [GamePoints::Win, GamePoints::Loss]);
    assert!(
        level.is_some_and(|(_, it)| it == Hypothesis::H0),
        "{level:?}"
    );
}

#[test]
fn no_verdict_from_few_results() {
    let mut test = Sprt::new(Hypotheses {
        model: Model::Logistic,
        ..Hypotheses::new(-500.0, 500.0)
    });
    let stop = (0..100).find_map(|number| {
        let last = if number == 0 {
            GamePoints::Draw
        } else {
            GamePoints::Win
        };
        test.add(number, [GamePoints::Win, last])
    });
    assert_eq!(stop.map(|stop| stop.pairs), Some(8));
}

/// Plays games without draws until a test stops, the first player scoring `score`.
fn simulate(test: Hypotheses, score: f64, rng: &mut Xoshiro256PlusPlus) -> (Hypothesis, u64) {
    let mut sprt = Sprt::new(test);
    let mut game = || {
        if rng.random_bool(score) {
            GamePoints::Win
        } else {
            GamePoints::Loss
        }
    };
    let stop = (0..).find_map(|number| sprt.add(number, [game(), game()]));
    let stop = stop.expect("a stop");
    (stop.accepted, stop.pairs)
}

#[test]
fn tests_err_as_rarely_and_last_as_long_as_promised() {
    const RUNS: u32 = 200;
    let test = Hypotheses {
        model: Model::Logistic,
        ..Hypotheses::new(0.0, 60.0)
    };
    let mut rng = rng(1);
    for (elo, right) in [(0.0, Hypothesis::H0), (60.0, Hypothesis::H1)] {
        let runs = (0..RUNS).map(|_| simulate(test, score_of_elo(elo), &mut rng));
        let runs: Vec<_> = runs.collect();
        let wrong = runs
            .iter()
            .filter(|(decision, _)| *decision != right)
            .count();
        // 10 are expected; 20 are three deviations more.
        assert!(wrong <= 20, "{elo}: {wrong}");
        let length = runs.iter().map(|(_, pairs)| *pairs as f64).sum::<f64>() / f64::from(RUNS);
        let planned = ForecastRow::new(&test, 0.0, elo).pairs;
        // The plan leaves out how far the last pair goes beyond the bound.
        assert!(
            (0.85..1.35).contains(&(length / planned)),
            "{elo}: {length} {planned}"
        );
    }
}
