//! What the page says of the strength of two players: estimates, pairs, and the test.

use super::shared::Figure;
use super::verdict::sentence;
use matches::stats::text::{estimate, percent, score, strength};
use matches::stats::{Counts, Estimates, Hypotheses, Report, Verdict};
use serde::Serialize;

/// What pairs are called by A's half points.
const PAIR_NAMES: [&str; 5] = ["0 of 2", "½ of 2", "1 of 2", "1½ of 2", "2 of 2"];

/// The strength of A against B.
#[derive(Serialize)]
pub(super) struct Duel {
    /// The match in one sentence.
    pub verdict: String,
    /// What is told in large figures.
    pub figures: Vec<Figure>,
    estimates: [EstimateRow; 4],
    statistics: String,
    pairs: Vec<Bar>,
    has_pairs: bool,
    test: Option<String>,
}

/// A row of the table of estimates.
#[derive(Serialize)]
struct EstimateRow {
    name: &'static str,
    /// By pairs and by games: the value and its interval.
    by: [[String; 2]; 2],
}

/// A bar of the table of pairs.
#[derive(Serialize)]
struct Bar {
    name: &'static str,
    count: u64,
    /// Its length in percent of the longest.
    length: f64,
}

impl Duel {
    /// What `counts` say, and `verdict`, the decision of `test`.
    pub fn new(counts: &Counts, test: Option<&Hypotheses>, verdict: Option<Verdict>) -> Self {
        let report = Report::of_match(counts, test);
        let estimates = estimates(&report);
        Self {
            verdict: sentence(&estimates[0], test.map(|test| (test, verdict))),
            figures: figures(counts, &estimates[0]),
            estimates: estimate_rows(&estimates),
            statistics: report.to_string(),
            pairs: bars(counts),
            has_pairs: counts.pairs.pairs() > 0,
            test: test.map(ToString::to_string),
        }
    }
}

/// By pairs and by games.
fn estimates(report: &Report) -> [Estimates; 2] {
    let nothing = Estimates {
        score: None,
        elo: None,
        nelo: None,
        los: None,
    };
    let pairs = report.pairs.as_ref().map(|pairs| pairs.estimates);
    let games = report.games.as_ref().map(|games| games.estimates);
    [pairs, games].map(|estimates| estimates.unwrap_or(nothing))
}

fn figures(counts: &Counts, estimates: &Estimates) -> Vec<Figure> {
    let games = counts.games;
    let elo = estimates.elo.map_or_else(
        || "n/a".to_owned(),
        // The space that does not break keeps the sign with the error where a tile is narrow.
        |elo| estimate(elo, 1).replace("± ", "±\u{a0}"),
    );
    let figures = [
        ("games", games.games().to_string()),
        (
            "won – lost – drawn",
            format!("{} – {} – {}", games.wins, games.losses, games.draws),
        ),
        (
            "score",
            percent(estimates.score.map(|score| score.value), 1),
        ),
        ("Elo, 95 %", elo),
        ("superiority", percent(estimates.los, 1)),
    ];
    figures.map(|(name, value)| Figure { name, value }).to_vec()
}

fn estimate_rows(by: &[Estimates; 2]) -> [EstimateRow; 4] {
    let row = |name, word: fn(&Estimates) -> String| EstimateRow {
        name,
        by: by.each_ref().map(|it| apart(&word(it))),
    };
    [
        row("Score", |it| score(it.score)),
        row("Elo", |it| strength(it.elo)),
        row("Normalized Elo", |it| strength(it.nelo)),
        row("Likelihood of superiority", |it| percent(it.los, 2)),
    ]
}

/// The value and the interval, if it has one, of a text such as
/// `+25.76 ± 21.47 (95 %: +4.39 to +47.32)`.
fn apart(text: &str) -> [String; 2] {
    let (value, interval) = text.split_once(" (95 %").unwrap_or((text, ""));
    let interval = interval.trim_start_matches(": ").trim_end_matches(')');
    [value, interval].map(str::to_owned)
}

fn bars(counts: &Counts) -> Vec<Bar> {
    let longest = counts.pairs.0.into_iter().max().unwrap_or_default().max(1);
    let bar = |(name, count)| Bar {
        name,
        count,
        length: 100.0 * count as f64 / longest as f64,
    };
    PAIR_NAMES
        .into_iter()
        .zip(counts.pairs.0)
        .map(bar)
        .collect()
}
