//! The page without its drawings: what the template `page.html` is filled with.

use super::drawn::{Drawn, Progress};
use super::results::{self, Ending, Lost, Overrun, Row, Spent};
use super::strength::{Duel, Tournament};
use super::{Figure, MOST_SHOWN, Report, ReportError, words};
use crate::language::Language;
use crate::page::{self, Frame};
use base::files::text::utc;
use matches::contest::schedule::letter;
use matches::journal::times::Times;
use matches::observers::totals::Effort;
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
        let (test, language) = (report.test.as_ref(), report.language());
        let verdict = progress.test.as_ref().and_then(|path| path.verdict);
        let duel = head
            .is_of_two()
            .then(|| Duel::new(&standings.between(0, 1), test, verdict, language));
        let tournament = (!head.is_of_two()).then(|| Tournament::new(standings, language));
        let (verdict, figures) = match (&duel, &tournament) {
            (Some(duel), _) => (duel.verdict.clone(), duel.figures.clone()),
            (_, Some(tournament)) => (tournament.verdict.clone(), tournament.figures.clone()),
            _ => Default::default(),
        };
        Self {
            verdict,
            played_on: played_on(&report.times, language),
            figures,
            duel,
            tournament,
            colors: results::by_color(totals, language),
            shares: [0, 1].map(|color| format!("{:.1} %", totals.share_won_by(color))),
            reasons: results::by_reason(totals, language),
            spent: spent_rows(&totals.efforts, &report.spent, language),
            players: (0..)
                .zip(&head.players)
                .map(|(index, player)| Shown {
                    letter: letter(index),
                    name: player.name(),
                    limit: language.read(&player.limit.to_string()),
                })
                .collect(),
            overruns: report.overruns.worst().to_vec(),
            lost: report.lost.first(),
            lost_count: report.lost.count,
            faults: report.faults.read_in(language),
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
            reader: drawn.reader,
            title: &names.join(" – "),
            style: "",
            scripts: &SCRIPTS[..SCRIPTS.len() - usize::from(!self.is_live)],
        };
        Ok(frame.html(TEMPLATE, self, drawn)?)
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
fn spent_rows(efforts: &[Effort], spent: &[Spent], language: Language) -> Vec<SpentRow> {
    let whole = |value: Option<u64>| number(value.map(|value| value as f64), 0);
    let effort =
        |[english, japanese]: [&'static str; 2], word: &dyn Fn(&Effort) -> String| SpentRow {
            name: language.of(english, japanese),
            values: efforts.iter().map(word).collect(),
        };
    let row = |[english, japanese]: [&'static str; 2], word: &dyn Fn(&Spent) -> String| SpentRow {
        name: language.of(english, japanese),
        values: spent.iter().map(word).collect(),
    };
    let rows = [
        effort(["moves", "指し手"], &|it| it.moves.to_string()),
        effort(["mean depth", "平均の深さ"], &|it| {
            number(it.depth(), 1)
        }),
        effort(["mean nodes a move", "1手の平均ノード数"], &|it| {
            number(it.nodes(), 0)
        }),
        effort(["nodes a second", "1秒のノード数"], &|it| {
            number(it.nodes_per_second(), 0)
        }),
        effort(["mean ms a move", "1手の平均ミリ秒"], &|it| {
            number(it.ms(), 1)
        }),
        row(["median ms", "中央値（ミリ秒）"], &|it| {
            whole(it.quantile(50))
        }),
        row(
            ["95 % of moves within, ms", "95 %の手が収まる時間（ミリ秒）"],
            &|it| whole(it.quantile(95)),
        ),
        row(["longest, ms", "最長（ミリ秒）"], &|it| {
            whole(it.longest())
        }),
    ];
    let is_known = |row: &SpentRow| row.values.iter().any(|value| value != "n/a");
    rows.into_iter().filter(is_known).collect()
}

/// When and where a match was played, in one line: the time between the ends of the first and the last
/// game, and the machines; nothing if neither is known.
fn played_on(times: &Times, language: Language) -> String {
    let time = times.ended_s.map(|[first, last]| {
        let [first, last] = [first, last].map(utc);
        if first == last {
            format!("{first} UTC")
        } else {
            language.fill(["{0} to {1} UTC", "{0}〜{1} UTC"], &[&first, &last])
        }
    });
    let machines = times.machines.iter().cloned();
    let parts: Vec<String> = time.into_iter().chain(machines).collect();
    parts.join("; ")
}
