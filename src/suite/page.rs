//! An examination as one HTML page to look at, by the template `page.html`: tables, and a board to
//! step through every line that a player found.
//!
//! Its style, its board and its steps are those of match reports. What must hold: the page stands
//! alone, and nothing in a suite or an engine's name becomes markup.

use super::RowResult;
use super::exam::Exam;
use super::summary::{Answered, Suite, Summary, answered, suites};
use super::text::cells;
use crate::report::script_data;
use crate::shogi::game::Game;
use crate::shogi::sfen;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use thiserror::Error;

/// How many rows can be stepped through, failures first; more make the page slow to open.
const MOST_SHOWN: usize = 2000;

/// Its name ends in `.html`, by which the template engine knows to escape what it is given.
const TEMPLATE: (&str, &str) = ("page.html", include_str!("page.html"));
const STYLE: &str = concat!(include_str!("../report/page.css"), include_str!("page.css"));
const SCRIPT: &str = concat!(
    include_str!("../report/board.js"),
    include_str!("../report/steps.js"),
    include_str!("browser.js"),
);

/// Why there is no page.
#[derive(Debug, Error)]
pub enum PageError {
    /// It cannot be put together.
    #[error("report: {0}")]
    Page(#[from] minijinja::Error),
    /// The data cannot be written as JSON.
    #[error("report: {0}")]
    Data(#[from] serde_json::Error),
}

/// What the template is filled with.
#[derive(Serialize)]
struct Page {
    style: &'static str,
    script: &'static str,
    data: String,
    version: &'static str,
    limit: String,
    players: Vec<String>,
    summary: Summary,
    verdict: String,
    suites: Vec<Table>,
    bad: Vec<String>,
    shown: usize,
    most_shown: usize,
}

/// The table of a suite.
#[derive(Serialize)]
struct Table {
    title: String,
    /// By player: the name and the figures.
    rows: Vec<(String, [String; 10])>,
}

/// A row to step through.
#[derive(Serialize)]
struct Shown<'a> {
    place: String,
    id: &'a str,
    by: String,
    right: bool,
    wanted: String,
    found: &'a str,
    nodes: u64,
    ms: f64,
    /// The start position.
    sfen: String,
    /// The moves that led to the position of the row, then the line found.
    moves: Vec<String>,
    /// How many of the moves led to the position.
    before: usize,
}

/// The page on `results` of `exam`.
///
/// # Errors
/// If it cannot be put together.
pub fn html(exam: &Exam, results: &[RowResult], summary: &Summary) -> Result<String, PageError> {
    let mut answered = answered(exam, results);
    let suites = suites(exam, &answered).iter().map(Table::new).collect();
    answered.sort_by_key(|one| one.result.right);
    answered.truncate(MOST_SHOWN);
    let shown: Vec<_> = answered.iter().map(|one| Shown::new(exam, one)).collect();
    let names = exam.players.iter().map(|player| player.name().to_owned());
    let page = Page {
        style: STYLE,
        script: SCRIPT,
        data: script_data(&serde_json::to_string(&shown)?),
        version: env!("CARGO_PKG_VERSION"),
        limit: exam.limit.to_string().replace("a move", "a row"),
        players: names.collect(),
        verdict: verdict(summary),
        summary: *summary,
        suites,
        bad: bad(exam),
        shown: shown.len(),
        most_shown: MOST_SHOWN,
    };
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let (name, template) = TEMPLATE;
    Ok(environment.render_named_str(name, template, minijinja::value::Serde(page))?)
}

fn verdict(summary: &Summary) -> String {
    match (summary.failed, summary.rows) {
        (0, rows) => format!("All {rows} answers are right."),
        (failed, rows) => format!("{failed} of {rows} answers are not right."),
    }
}

fn bad(exam: &Exam) -> Vec<String> {
    let files = exam.files.iter().flat_map(|file| {
        let bad = file.bad.iter();
        bad.map(|(line, problem)| format!("{}:{line}: {problem}", file.name))
    });
    files.collect()
}

impl Table {
    fn new(suite: &Suite) -> Self {
        let rows = suite.lines.iter();
        Self {
            title: format!("{}, {}", suite.file, suite.kind),
            rows: rows
                .map(|(name, totals)| (name.clone(), cells(totals)))
                .collect(),
        }
    }
}

impl<'a> Shown<'a> {
    fn new(exam: &Exam, one: &Answered<'a>) -> Self {
        let (row, result) = (one.job.row, one.result);
        let game = with_line(&row.game, &result.moves);
        Self {
            place: format!("{}:{}", result.file, result.line),
            id: &row.id,
            by: exam.name(row.kind, result.player),
            right: result.right,
            wanted: row.task.wanted(),
            found: &result.found,
            nodes: result.nodes,
            ms: result.us as f64 / 1000.0,
            sfen: sfen::write(game.start()),
            moves: game.moves().iter().map(ToString::to_string).collect(),
            before: row.game.moves().len(),
        }
    }
}

/// `game` with `line` made as far as it is legal: a player in another process may say anything.
fn with_line(game: &Game, line: &[String]) -> Game {
    let mut game = game.clone();
    let moves = line.iter().map_while(|text| sfen::parse_move(text).ok());
    for mv in moves {
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}
