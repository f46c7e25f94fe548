//! An examination as one HTML page to look at, by the template `page.html`: tables, and a board to
//! step through every line that a player found.
//!
//! Its style, its board and its steps are those of all pages. What must hold: the page stands
//! alone, and nothing in a suite or an engine's name becomes markup.

use super::RowResult;
use super::exam::Exam;
use super::summary::{Answered, Suite, Summary, answered, suites};
use super::text::cells;
use engine::shogi::game::Game;
use engine::shogi::sfen;
use serde::Serialize;
use show::page::{self, PageError, script_data};

/// How many rows can be stepped through, failures first; more make the page slow to open.
const MOST_SHOWN: usize = 2000;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: [&str; 2] = [page::STYLE, include_str!("page.css")];
const SCRIPTS: [&str; 3] = [page::BOARD, page::STEPS, include_str!("browser.js")];

/// What the template is filled with.
#[derive(Serialize)]
struct Page {
    style: String,
    script: String,
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
        style: STYLE.concat(),
        script: SCRIPTS.concat(),
        data: script_data(&shown)?,
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
    page::render(TEMPLATE, page)
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
