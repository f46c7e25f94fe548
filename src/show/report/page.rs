//! The page without its drawings: what the template `page.html` is filled with.

use super::drawn::{Drawn, Progress};
use super::results::{self, Ending, Lost, Overrun, Row, Spent};
use super::strength::{Duel, Tournament};
use super::{Figure, MOST_SHOWN, Report, ReportError, words};
use crate::page::{self, Frame};
use engine::files::text::utc;
use matches::contest::schedule::letter;
use matches::journal::times::Times;
use matches::observers::totals::Effort;
use matches::players::head::PlayerHead;
use matches::stats::text::number;
use serde::Serialize;
use serde_json::Value;

const TEMPLATE: &str = include_str!("page.html");
/// The last follows a match that is being played.
const SCRIPTS: [&str; 6] = [
    page::CHART,
    page::BOARD,
    page::LIST,
    include_str!("insight.js"),
    include_str!("browser.js"),
    include_str!("live.js"),
];

/// Everything that the page says in words and tables.
#[derive(Serialize)]
pub(super) struct Page {
    players: Vec<Shown>,
    verdict: String,
    /// When and where it was played.
    played_on: String,
    figures: Vec<Figure>,
    /// With two players.
    duel: Option<Duel>,
    /// With more.
    tournament: Option<Tournament>,
    colors: Vec<Row>,
    shares: [String; 2],
    reasons: Vec<Ending>,
    spent: Vec<SpentRow>,
    overruns: Vec<Overrun>,
    lost: Vec<Lost>,
    lost_count: usize,
    faults: Vec<Lost>,
    faults_count: usize,
    games: u64,
    is_live: bool,
    most_shown: usize,
    header: Vec<[String; 2]>,
    command: String,
}

/// A player as the page introduces it.
#[derive(Serialize)]
struct Shown {
    letter: char,
    name: String,
    limit: String,
}

/// A row of the table of work and time.
#[derive(Serialize)]
struct SpentRow {
    name: &'static str,
    /// By player.
    values: Vec<String>,
}

impl Page {
    /// The page on a match, which may be played at the moment.
    pub fn new(report: &Report, progress: &Progress, is_live: bool) -> Self {
        let Report {
            head,
            standings,
            totals,
            ..
        } = report;
        let test = report.test.as_ref();
        let verdict = progress.test.as_ref().and_then(|path| path.verdict);
        let duel = head
            .is_of_two()
            .then(|| Duel::new(&standings.between(0, 1), test, verdict));
        let tournament = (!head.is_of_two()).then(|| Tournament::new(standings));
        let (verdict, figures) = match (&duel, &tournament) {
            (Some(duel), _) => (duel.verdict.clone(), duel.figures.clone()),
            (_, Some(tournament)) => (tournament.verdict.clone(), tournament.figures.clone()),
            _ => Default::default(),
        };
        Self {
            verdict,
            played_on: played_on(&report.times),
            figures,
            duel,
            tournament,
            colors: results::by_color(totals),
            shares: [0, 1].map(|color| format!("{:.1} %", totals.share_won_by(color))),
            reasons: results::by_reason(totals),
            spent: spent_rows(totals.efforts(), &report.spent),
            players: (0..).zip(&head.players).map(Shown::new).collect(),
            overruns: report.overruns.worst().to_vec(),
            lost: report.lost.first(),
            lost_count: report.lost.count,
            faults: report.faults.first.clone(),
            faults_count: report.faults.count,
            games: report.games,
            is_live,
            most_shown: MOST_SHOWN,
            command: head.command(totals.most_games_of_a_pairing()),
            header: head
                .fields()
                .iter()
                .map(|(name, value)| [words(name), text(value)])
                .collect(),
        }
    }

    /// The page as HTML, with `drawn` for its scripts.
    ///
    /// # Errors
    /// If the template asks for what is not there, or fails otherwise.
    pub fn html(&self, drawn: &Drawn) -> Result<String, ReportError> {
        let names: Vec<_> = drawn.names.iter().map(String::as_str).collect();
        let frame = Frame {
            language: "en",
            title: &names.join(" – "),
            style: "",
            scripts: &SCRIPTS[..SCRIPTS.len() - usize::from(!self.is_live)],
        };
        Ok(frame.html(TEMPLATE, self, drawn)?)
    }
}

impl Shown {
    fn new((index, player): (usize, &PlayerHead)) -> Self {
        Self {
            letter: letter(index),
            name: player.name(),
            limit: player.limit.to_string(),
        }
    }
}

/// A field of the head as text; empty where it is null.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// A row for each figure, without those that no player has.
fn spent_rows(efforts: &[Effort], spent: &[Spent]) -> Vec<SpentRow> {
    let whole = |value: Option<u64>| number(value.map(|value| value as f64), 0);
    let effort = |name, word: &dyn Fn(&Effort) -> String| SpentRow {
        name,
        values: efforts.iter().map(word).collect(),
    };
    let row = |name, word: &dyn Fn(&Spent) -> String| SpentRow {
        name,
        values: spent.iter().map(word).collect(),
    };
    let rows = [
        effort("moves", &|it| it.moves.to_string()),
        effort("mean depth", &|it| number(it.depth(), 1)),
        effort("mean nodes a move", &|it| number(it.nodes(), 0)),
        effort("nodes a second", &|it| number(it.nodes_per_second(), 0)),
        effort("mean ms a move", &|it| number(it.ms(), 1)),
        row("median ms", &|it| whole(it.quantile(50))),
        row("95 % of moves within, ms", &|it| whole(it.quantile(95))),
        row("longest, ms", &|it| whole(it.longest())),
    ];
    let is_known = |row: &SpentRow| row.values.iter().any(|value| value != "n/a");
    rows.into_iter().filter(is_known).collect()
}

/// When and where a match was played, in one line: the time between the ends of the first and the last
/// game, and the machines; nothing if neither is known.
fn played_on(times: &Times) -> String {
    let time = times.ended_s.map(|[first, last]| {
        let [first, last] = [first, last].map(utc);
        if first == last {
            format!("{first} UTC")
        } else {
            format!("{first} to {last} UTC")
        }
    });
    let machines = times.machines.iter().cloned();
    let parts: Vec<String> = time.into_iter().chain(machines).collect();
    parts.join("; ")
}
