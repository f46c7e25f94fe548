//! The statistics of matches against the reference files in `tests/data`, and their properties.
//!
//! The files hold values computed to 40 digits, and what fastchess and fishtest print for the same
//! counts. Tolerances: 1e-5 of the value for estimates, 1e-6 for exact log likelihood ratios, 1e-3
//! for those of fastchess, whose roots are coarser.

use std::collections::HashMap;
use std::path::Path;
use usi_engine::selfplay::stats::{
    AfterStop, Decision, Hypotheses, Interval, Model, Outcome, Pentanomial, PlanRow, Sample, Sprt,
    Trinomial, logistic_llr,
};

/// One row: column name to text.
struct Row(HashMap<String, String>);

impl Row {
    fn text(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }

    /// `None` where the file is empty or says `nan`.
    fn number(&self, column: &str) -> Option<f64> {
        let number = self.text(column).parse::<f64>().ok();
        number.filter(|number| !number.is_nan())
    }

    fn count(&self, column: &str) -> u64 {
        self.text(column).parse().expect(column)
    }

    fn required(&self, column: &str) -> f64 {
        self.number(column).expect(column)
    }

    fn test(&self) -> Hypotheses {
        Hypotheses {
            elo0: self.required("elo0"),
            elo1: self.required("elo1"),
            alpha: self.required("alpha"),
            beta: self.required("beta"),
            model: match self.text("model") {
                "normalized" => Model::Normalized,
                _ => Model::Logistic,
            },
        }
    }

    fn sample(&self) -> Sample {
        if self.text("kind") == "trinomial" {
            Sample::from(&self.games())
        } else {
            let level = self.count("WL") + self.count("DD");
            let [ll, ld, wd, ww] = ["LL", "LD", "WD", "WW"].map(|column| self.count(column));
            Sample::from(&Pentanomial([ll, ld, level, wd, ww]))
        }
    }

    fn games(&self) -> Trinomial {
        Trinomial {
            wins: self.count("W"),
            losses: self.count("L"),
            draws: self.count("D"),
        }
    }
}

fn rows(file: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let text = std::fs::read_to_string(path.join(file)).expect(file);
    let mut lines = text.lines().map(|line| line.split('\t'));
    let header: Vec<&str> = lines.next().expect("a header").collect();
    let row = |line| {
        let named = header.iter().copied().map(str::to_owned).zip(line);
        Row(named
            .map(|(name, text): (_, &str)| (name, text.to_owned()))
            .collect())
    };
    lines.map(row).collect()
}

/// Whether two values agree to 1e-5 of their size, or to the last of the six digits in the file.
fn agree(ours: f64, reference: f64) -> bool {
    ours == reference || (ours - reference).abs() <= 1e-5 * reference.abs() + 1e-6
}

#[test]
fn estimates_are_those_of_the_reference() {
    let rows = rows("elo_reference.tsv");
    assert_eq!(rows.len(), 33);
    for row in rows {
        let sample = row.sample();
        let (elo, nelo) = (sample.elo(), sample.nelo());
        let ours = [
            ("score", sample.score().map(|score| score.value)),
            ("elo", elo.map(|elo| elo.value)),
            ("elo_err95", elo.and_then(|elo| elo.error())),
            ("nelo", nelo.map(|nelo| nelo.value)),
            ("nelo_err95", nelo.and_then(|nelo| nelo.error())),
            ("los", sample.los()),
            ("llr_lower", Some(row.test().bounds()[0])),
            ("llr_upper", Some(row.test().bounds()[1])),
        ];
        for (column, ours) in ours {
            let id = row.text("id");
            match (ours, row.number(column)) {
                (Some(ours), Some(reference)) => {
                    assert!(agree(ours, reference), "{id} {column}: {ours} {reference}");
                }
                (ours, None) => assert!(ours.is_none_or(|ours| !ours.is_nan()), "{id} {column}"),
                (None, Some(reference)) => panic!("{id} {column}: no value for {reference}"),
            }
        }
    }
}

#[test]
fn intervals_are_those_of_the_reference() {
    for row in rows("elo_reference.tsv") {
        let Some(Interval { low, high, .. }) = row.sample().elo() else {
            panic!("{}: no Elo", row.text("id"))
        };
        for (ours, column) in [(low, "elo_lo95"), (high, "elo_hi95")] {
            match row.number(column) {
                Some(reference) => assert!(agree(ours, reference), "{} {column}", row.text("id")),
                // Beyond a score of 0 or 1 the reference has no value and we have infinity.
                None => assert!(ours.is_infinite(), "{} {column}: {ours}", row.text("id")),
            }
        }
    }
}

/// The scores that two strengths in `BayesElo` mean, with the draws that were observed (Coulom;
/// spec `matches.md`, section 4). No model of ours, but two rows of the reference.
fn bayesian_scores(games: Trinomial, strengths: [f64; 2]) -> [f64; 2] {
    let share = |count: u64| count as f64 / games.games() as f64;
    let odds = |probability: f64| (1.0 - probability) / probability;
    let draw_elo = 200.0 * (odds(share(games.losses)) * odds(share(games.wins))).log10();
    strengths.map(|elo| {
        let win = 1.0 / (1.0 + 10_f64.powf((draw_elo - elo) / 400.0));
        let loss = 1.0 / (1.0 + 10_f64.powf((draw_elo + elo) / 400.0));
        win + (1.0 - win - loss) / 2.0
    })
}

#[test]
fn likelihood_ratios_are_exact() {
    for row in rows("elo_reference.tsv") {
        let (id, test, sample) = (row.text("id"), row.test(), row.sample());
        let llr = if row.text("model") == "bayesian" {
            let strengths = [test.elo0, test.elo1];
            logistic_llr(&sample, bayesian_scores(row.games(), strengths))
        } else {
            test.llr(&sample)
        };
        let llr = llr.expect(id);
        let (exact, fastchess) = (row.required("llr_exact"), row.required("llr_fastchess"));
        assert!((llr - exact).abs() <= 1e-6, "{id}: {llr} {exact}");
        assert!((llr - fastchess).abs() <= 1e-3, "{id}: {llr} {fastchess}");
        let decision = match test.decision(llr) {
            Some(Decision::H0) => "H0",
            Some(Decision::H1) => "H1",
            None => "continue",
        };
        assert_eq!(decision, row.text("decision"), "{id}");
    }
}

#[test]
fn after_a_stop_elo_is_that_of_fishtest() {
    let rows = rows("elo_reference_sprt.tsv");
    assert_eq!(rows.len(), 8);
    for row in rows {
        let counts = row.text("results_low_to_high").split(' ');
        let counts: Vec<u64> = counts
            .map(|count| count.parse().expect("a count"))
            .collect();
        let sample = match counts[..] {
            [losses, draws, wins] => Sample::from(&Trinomial {
                wins,
                losses,
                draws,
            }),
            _ => Sample::from(&Pentanomial(counts.try_into().expect("five counts"))),
        };
        let (id, test) = (row.text("id"), row.test());
        let AfterStop { elo, los } = AfterStop::new(&test, &sample).expect(id);
        // Fishtest's expansion of a far tail is off by up to 9e-4 in row A7.
        for (ours, column) in [
            (elo.value, "fishtest_median_unbiased_elo"),
            (elo.low, "ci95_lo"),
            (elo.high, "ci95_hi"),
        ] {
            let reference = row.required(column);
            assert!(
                (ours - reference).abs() < 1e-3,
                "{id} {column}: {ours} {reference}"
            );
        }
        assert!((los - row.required("los")).abs() < 1e-6, "{id}: {los}");
        let llr = test.llr(&sample).expect(id);
        assert!(
            (llr - row.required("llr_exact")).abs() <= 1e-6,
            "{id}: {llr}"
        );
    }
}

#[test]
fn plans_are_those_of_the_reference() {
    let rows = rows("sprt_plan.tsv");
    assert_eq!(rows.len(), 48);
    for row in rows {
        let [draws, elo0, elo1, elo] =
            ["draw_rate", "elo0", "elo1", "true_elo"].map(|column| row.required(column));
        let test = Hypotheses {
            model: Model::Logistic,
            ..Hypotheses::new(elo0, elo1)
        };
        let plan = PlanRow::new(&test, draws, elo);
        let near = |ours: f64, column: &str, unit: f64| {
            let reference = row.required(column);
            assert!(
                (ours - reference).abs() <= 0.51 * unit,
                "{elo0} {elo1} {elo}: {ours}"
            );
        };
        near(plan.pass_probability, "pass_prob", 1e-4);
        near(plan.pairs, "expected_pairs", 1.0);
        near(plan.games, "expected_games", 1.0);
    }
}

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
        (Some(one), Some(other)) => one == -other || (one + other).abs() <= 1e-9 * one.abs() + 1e-7,
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

/// Pair results in a fixed order, more won than lost.
fn results(count: usize) -> Vec<[Outcome; 2]> {
    let cycle = [
        [Outcome::Win, Outcome::Loss],
        [Outcome::Win, Outcome::Win],
        [Outcome::Loss, Outcome::Win],
        [Outcome::Win, Outcome::Draw],
        [Outcome::Draw, Outcome::Draw],
        [Outcome::Loss, Outcome::Loss],
        [Outcome::Win, Outcome::Win],
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
    assert_eq!(verdict.decision, Decision::H1);
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
    assert!(test.add(0, [Outcome::Draw; 2]).is_some());
}

#[test]
fn no_verdict_from_few_or_equal_results() {
    let mut test = Sprt::new(Hypotheses::new(-900.0, 900.0));
    for number in 0..100 {
        assert_eq!(test.add(number, [Outcome::Win; 2]), None);
    }
    let mut test = Sprt::new(Hypotheses {
        model: Model::Logistic,
        ..Hypotheses::new(-500.0, 500.0)
    });
    let stop = (0..100).find_map(|number| {
        let last = if number == 0 {
            Outcome::Draw
        } else {
            Outcome::Win
        };
        test.add(number, [Outcome::Win, last])
    });
    assert_eq!(stop.map(|stop| stop.pairs), Some(8));
}
