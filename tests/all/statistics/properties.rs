//! What must hold for any counts.

use super::agree;
use crate::common::program::assert_has;
use matches::stats::{
    AfterStop, Hypotheses, Interval, Model, Pentanomial, Report, Sample, Tallied, Trinomial,
};

/// A few hundred different counts of pairs, large and small, level and lopsided.
fn many_counts() -> impl Iterator<Item = Pentanomial> {
    (0..400_u64).map(|index| {
        let mut state = index;
        Pentanomial([0; 5].map(|_: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_041);
            (state >> 33) % [1, 2, 10, 300, 20_000][(state >> 20) as usize % 5]
        }))
    })
}

#[test]
fn the_other_side_sees_the_opposite() {
    let opposite = |one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) => agree(one, -other),
        (one, other) => one.is_none() && other.is_none(),
    };
    for pairs in many_counts() {
        let (ours, theirs) = (Sample::from(&pairs), Sample::from(&pairs.reversed()));
        for (ours, theirs) in [(ours.elo(), theirs.elo()), (ours.nelo(), theirs.nelo())] {
            let ends = |interval: Option<Interval>| interval.map(|i| [i.low, i.value, i.high]);
            let (ours, theirs) = (ends(ours), ends(theirs));
            for index in 0..3 {
                let (ours, theirs) = (ours.map(|x| x[index]), theirs.map(|x| x[2 - index]));
                assert!(opposite(ours, theirs), "{pairs:?}: {ours:?} {theirs:?}");
            }
        }
        let los = ours.los().zip(theirs.los());
        assert!(los.is_none_or(|(one, other)| (one + other - 1.0).abs() < 1e-12));
        for model in [Model::Normalized, Model::Logistic] {
            let test = |elo0, elo1| Hypotheses {
                model,
                ..Hypotheses::new(elo0, elo1)
            };
            let llrs = (test(0.0, 5.0).llr(&ours), test(-5.0, 0.0).llr(&theirs));
            assert!(opposite(llrs.0, llrs.1), "{pairs:?}: {llrs:?}");
        }
    }
}

#[test]
fn a_better_result_never_counts_for_less() {
    for pairs in many_counts().filter(|pairs| pairs.pairs() > 100 && pairs.0.iter().all(|&n| n > 0))
    {
        let sample = Sample::from(&pairs);
        let estimates = |sample: &Sample| {
            let test = Hypotheses::new(0.0, 5.0);
            let after = AfterStop::new(&test, sample).expect("an estimate");
            [
                sample.elo().expect("Elo").value,
                sample.los().expect("LOS"),
                test.llr(sample).expect("an LLR"),
                after.elo.value,
            ]
        };
        let before = estimates(&sample);
        let mut better = pairs;
        better.0[1] -= 1;
        better.0[2] += 1;
        let after = estimates(&Sample::from(&better));
        // The ratio also weighs how much results scatter, so only the others must rise.
        for index in [0, 1, 3] {
            assert!(
                after[index] >= before[index] - 1e-9,
                "{pairs:?}: {before:?} {after:?}"
            );
        }
    }
}

#[test]
fn pairs_that_are_all_alike_have_an_error() {
    for count in [1, 8, 500, 1_000_000] {
        let widths = (0..5).map(|place| {
            let mut pairs = Pentanomial::default();
            pairs.0[place] = count;
            let sample = Sample::from(&pairs);
            let (score, elo) = (sample.score().expect("a score"), sample.elo().expect("Elo"));
            let nelo = sample.nelo().expect("nElo");
            for Interval { low, value, high } in [score, elo, nelo] {
                assert!(low <= value && value <= high && low < high, "{pairs:?}");
                assert!(low.is_finite() || high.is_finite(), "{pairs:?}");
            }
            assert!(agree(score.value, place as f64 / 4.0), "{pairs:?}");
            assert_eq!(elo, score.elo());
            let is_shut_out = place == 0 || place == 4;
            assert_eq!(elo.value.is_infinite(), is_shut_out, "{pairs:?}");
            assert!(sample.los().is_some(), "{pairs:?}");
            let test = Hypotheses::new(0.0, 5.0);
            let AfterStop { elo, .. } = AfterStop::new(&test, &sample).expect("an estimate");
            assert!(elo.low.is_finite() && elo.high.is_finite(), "{pairs:?}");
            let text = Report::new(&Tallied::Pairs(pairs), Some(&test)).to_string();
            let told = text.lines().skip(3).collect::<String>();
            assert!(!told.contains("n/a") && !told.contains("inf"), "{text}");
            score.high - score.low
        });
        let [_, _, level, ..] = widths.collect::<Vec<_>>()[..] else {
            panic!("five widths");
        };
        // One level pair says next to nothing; the error falls as the pairs grow.
        let expected = 2.0 * 1.96 * 0.559 / (count as f64 + 2.5);
        assert!((level / expected - 1.0).abs() < 1e-3, "{count}: {level}");
    }
}

#[test]
fn nothing_is_stronger_than_a_shut_out_of_as_many_pairs() {
    for count in [1, 2, 3, 10, 50, 1000] {
        let shut_out = Sample::from(&Pentanomial([0, 0, 0, 0, count]));
        let [best_elo, best_nelo] = [shut_out.elo(), shut_out.nelo()].map(|it| it.expect("Elo"));
        assert!(best_elo.value.is_infinite());
        for place in 0..4 {
            let mut pairs = Pentanomial([0, 0, 0, 0, count - 1]);
            pairs.0[place] = 1;
            let sample = Sample::from(&pairs);
            let [elo, nelo] = [sample.elo(), sample.nelo()].map(|it| it.expect("Elo"));
            assert!(elo.value < best_elo.value, "{pairs:?}");
            for (one, best) in [(elo, best_elo), (nelo, best_nelo)] {
                assert!(one.low <= best.low && one.high <= best.high, "{pairs:?}");
            }
            assert!(sample.los() <= shut_out.los(), "{pairs:?}");
        }
    }
}

#[test]
fn a_shut_out_is_told_by_the_end_that_it_has() {
    let told = |counts: &str| {
        let tallied: Tallied = counts.parse().expect(counts);
        Report::new(&tallied, None).to_string()
    };
    let won = told("0-0-0-0-10");
    assert_has(&won, "\nElo    +198.97 or more (95 %)\n");
    assert!(told("10-0-0-0-0").contains("\nElo    -198.97 or less (95 %)\n"));
    let nearly = told("0-0-1-0-9");
    let expected = "\nElo    +511.50 (95 %: +198.97 or more)\n";
    assert!(nearly.contains(expected), "{nearly}");
    let once = told("0-0-0-1-0");
    assert_has(&once, "\nElo    +190.85 ± ");
    let tallied: Tallied = "0-0-0-0-10".parse().expect("counts");
    let json = serde_json::to_value(Report::new(&tallied, None)).expect("JSON");
    let elo = &json["pairs"]["elo"];
    assert!(elo["value"].is_null() && elo["high"].is_null() && elo["low"].is_f64());
}

#[test]
fn whatever_the_counts_no_figure_is_nan_and_intervals_are_ordered() {
    let tests = [
        "elo0=0 elo1=5",
        "elo0=-1000 elo1=1000",
        "elo0=999 elo1=1000 model=logistic",
    ];
    for pairs in many_counts() {
        let Pentanomial([losses, draws, wins, ..]) = pairs;
        let games = Trinomial {
            wins,
            losses,
            draws,
        };
        for test in tests {
            let test: Hypotheses = test.parse().expect(test);
            for tallied in [Tallied::Pairs(pairs), Tallied::Games(games)] {
                let text = Report::new(&tallied, Some(&test)).to_string();
                assert!(!text.contains("NaN"), "{tallied:?} {test}: {text}");
            }
            if let Some(AfterStop { elo, los }) = AfterStop::new(&test, &Sample::from(&pairs)) {
                assert!(
                    elo.low <= elo.value && elo.value <= elo.high,
                    "{pairs:?} {elo:?}"
                );
                assert!((0.0..=1.0).contains(&los), "{pairs:?} {los}");
            }
        }
    }
}
