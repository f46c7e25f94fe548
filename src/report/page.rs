//! The page without its drawings: what the template `page.html` is filled with.

use super::games::words;
use super::progress::Progress;
use super::results::{self, Lost, Row};
use super::times::{self, Overrun, Spent};
use super::verdict::sentence;
use super::{MOST_SHOWN, Pair, ReportError};
use crate::selfplay::finished::FinishedGame;
use crate::selfplay::limit::MoveLimit;
use crate::selfplay::stats::text::{number, percent, score, strength};
use crate::selfplay::stats::{Counts, Estimates, Hypotheses, Report};
use crate::selfplay::tables::Tables;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use serde_json::{Map, Value};

/// Its name ends in `.html`, by which the template engine knows to escape what it is given.
const TEMPLATE: (&str, &str) = ("page.html", include_str!("page.html"));
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 3] = [
    include_str!("chart.js"),
    include_str!("board.js"),
    include_str!("browser.js"),
];

/// What pairs are called by A's half points.
const PAIR_NAMES: [&str; 5] = ["0 of 2", "½ of 2", "1 of 2", "1½ of 2", "2 of 2"];

/// Everything that is told in words and tables.
#[derive(Serialize)]
pub(super) struct Page {
    players: [Shown; 2],
    verdict: String,
    figures: [Figure; 5],
    estimates: [EstimateRow; 4],
    statistics: String,
    pairs: Vec<Bar>,
    has_pairs: bool,
    test: Option<String>,
    colors: Vec<Row>,
    shares: [String; 2],
    reasons: Vec<Row>,
    spent: Vec<[String; 3]>,
    overruns: Vec<Overrun>,
    lost: Vec<Lost>,
    lost_count: usize,
    faults: Vec<Lost>,
    faults_count: usize,
    games: usize,
    most_shown: usize,
    header: Vec<[String; 2]>,
}

/// A player as the page introduces it.
#[derive(Serialize)]
struct Shown {
    name: String,
    limit: String,
}

/// One of the large figures at the top.
#[derive(Serialize)]
struct Figure {
    name: &'static str,
    value: String,
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

impl Page {
    /// The page on a match.
    pub fn new(
        header: &Map<String, Value>,
        games: &[FinishedGame],
        pairs: &[Pair],
        progress: &Progress,
        test: Option<&Hypotheses>,
    ) -> Self {
        let (mut counts, mut tables) = (Counts::default(), Tables::default());
        for pair in pairs {
            counts.add_pair(pair.map(FinishedGame::outcome));
        }
        for game in games {
            tables.add(game);
        }
        let report = Report::of_match(&counts, test);
        let estimates = estimates(&report);
        let verdict = progress.test.as_ref().and_then(|path| path.verdict);
        let keys = [["a", "a_engine", "a_limit"], ["b", "b_engine", "b_limit"]];
        let players = keys.map(|keys| Shown::new(header, keys));
        let limits = players.each_ref().map(|it| MoveLimit::read(&it.limit));
        let (faults_count, faults) = results::faults(games);
        let (lost_count, lost) = results::lost_openings(pairs);
        Self {
            players,
            verdict: sentence(&estimates[0], test.map(|test| (test, verdict))),
            figures: figures(&counts, &estimates[0]),
            estimates: estimate_rows(&estimates),
            statistics: report.to_string(),
            pairs: bars(&counts),
            has_pairs: !pairs.is_empty(),
            test: test.map(ToString::to_string),
            colors: results::by_color(&tables),
            shares: [0, 1].map(|color| format!("{:.1} %", tables.share_won_by(color))),
            reasons: results::by_reason(&tables),
            spent: spent_rows(&[0, 1].map(|player| Spent::new(games, player))),
            overruns: times::overruns(games, limits),
            lost,
            lost_count,
            faults,
            faults_count,
            games: games.len(),
            most_shown: MOST_SHOWN,
            header: header
                .keys()
                .map(|key| [words(&key.replace('_', " ")), text(header, key)])
                .collect(),
        }
    }

    /// The page as HTML, with `data` for its scripts.
    ///
    /// # Errors
    /// If the template asks for what is not there, or fails otherwise.
    pub fn render(&self, data: &str) -> Result<String, ReportError> {
        #[derive(Serialize)]
        struct Whole<'a> {
            page: &'a Page,
            style: &'a str,
            script: String,
            data: &'a str,
        }
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let (name, template) = TEMPLATE;
        let whole = minijinja::value::Serde(Whole {
            page: self,
            style: STYLE,
            script: SCRIPTS.join("\n"),
            data,
        });
        Ok(environment.render_named_str(name, template, whole)?)
    }
}

impl Shown {
    fn new(header: &Map<String, Value>, [player, engine, limit]: [&str; 3]) -> Self {
        let own = match text(header, player) {
            own if own.is_empty() => "engine:".to_owned(),
            own => own,
        };
        let name = match text(header, engine) {
            engine if engine.is_empty() => own,
            engine => format!("{engine} ({own})"),
        };
        Self {
            name,
            limit: text(header, limit),
        }
    }
}

/// A field of the header as text; empty where it is missing or null.
fn text(header: &Map<String, Value>, key: &str) -> String {
    match header.get(key) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
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

fn figures(counts: &Counts, estimates: &Estimates) -> [Figure; 5] {
    let games = counts.games;
    let elo = estimates.elo.map_or_else(
        || "n/a".to_owned(),
        |elo| format!("{:+.1} ± {}", elo.value, number(elo.error(), 1)),
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
    figures.map(|(name, value)| Figure { name, value })
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

/// The value and the interval of a text such as `+25.76 ± 21.47 (95 %: +4.39 to +47.32)`.
fn apart(text: &str) -> [String; 2] {
    let (value, interval) = text.split_once(" (95 %: ").unwrap_or((text, ""));
    [value, interval.trim_end_matches(')')].map(str::to_owned)
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

/// Name, A's figure, B's figure; without those that neither has.
fn spent_rows(spent: &[Spent; 2]) -> Vec<[String; 3]> {
    let whole = |value: Option<u64>| number(value.map(|value| value as f64), 0);
    let row = |name: &str, word: &dyn Fn(&Spent) -> String| {
        [name.to_owned(), word(&spent[0]), word(&spent[1])]
    };
    let rows = [
        row("moves", &|it| it.moves.to_string()),
        row("mean depth", &|it| number(it.depth, 1)),
        row("mean nodes a move", &|it| number(it.nodes, 0)),
        row("thousand nodes a second", &|it| number(it.knps, 0)),
        row("mean ms a move", &|it| number(it.mean_ms, 1)),
        row("median ms", &|it| whole(it.median_ms)),
        row("95 % of moves within, ms", &|it| whole(it.most_ms)),
        row("longest, ms", &|it| whole(it.longest_ms)),
    ];
    rows.into_iter()
        .filter(|[_, a, b]| (a, b) != (&"n/a".to_owned(), &"n/a".to_owned()))
        .collect()
}
