//! Every row of the reference files in `tests/data`.
//!
//! They hold values computed to 40 digits, and what fastchess and fishtest print for the same
//! counts. Tolerances: 1e-5 of the value for estimates, 1e-6 for exact log likelihood ratios, 1e-3
//! for those of fastchess, whose roots are coarser.

use super::agree;
use matches::stats::{
    AfterStop, ForecastRow, Hypotheses, Hypothesis, Interval, Model, Pentanomial, Sample,
    Trinomial, logistic_llr,
};
use std::collections::HashMap;
use std::path::Path;

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

    /// Whether all results are alike. Only the log likelihood ratio has a reference then: the plain
    /// formulas give no error, or none that is believable.
    fn is_uniform(&self) -> bool {
        let counts = ["W", "D", "L", "LL", "LD", "WL", "DD", "WD", "WW"];
        let counts = counts.map(|column| self.number(column).unwrap_or_default());
        counts.into_iter().filter(|&count| count > 0.0).count() == 1
    }

    /// Whether it is so small and so near to a shut-out that the plain formulas claim more than one
    /// would say; there ours claim less.
    fn is_nearly_shut_out(&self) -> bool {
        self.text("id") == "P15"
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

#[test]
fn estimates_are_those_of_the_reference() {
    let rows = rows("elo_reference.tsv");
    assert_eq!(rows.len(), 33);
    for row in rows
        .into_iter()
        .filter(|row| !row.is_uniform() && !row.is_nearly_shut_out())
    {
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
    let rows = rows("elo_reference.tsv").into_iter();
    for row in rows.filter(|row| !row.is_uniform()) {
        let Some(Interval { low, high, .. }) = row.sample().elo() else {
            panic!("{}: no Elo", row.text("id"))
        };
        for (ours, column) in [(low, "elo_lo95"), (high, "elo_hi95")] {
            match row.number(column) {
                Some(reference) if row.is_nearly_shut_out() => assert!(ours < reference),
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
        let decision = match test.decision_at(llr) {
            Some(Hypothesis::H0) => "H0",
            Some(Hypothesis::H1) => "H1",
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
        let plan = ForecastRow::new(&test, draws, elo);
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
