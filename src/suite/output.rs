//! The results of an examination for people, as text and as one HTML page, and for programs, as events:
//! one JSON object a line.
//!
//! The page follows the template `page.html`: tables, and a board to step through every line that a
//! player found. What must hold: it stands alone, and nothing in a suite or an engine's name becomes
//! markup.

use super::Exam;
use super::results::{Answered, RowResult, Spread, Suite, Summary, Totals, answered, suites};
use base::table::Table;
use engine::shogi::Color;
use engine::shogi::game::Game;
use engine::shogi::sfen::{self, Diagram};
use serde::Serialize;
use serde_json::{Value, json};
use show::language::{Language, Reader};
use show::page::{self, Frame, PageError};
use std::io::{self, Write};

/// Writes a line for each row and file that cannot be used.
pub fn write_unusable(exam: &Exam, out: &mut dyn Write) -> io::Result<()> {
    write_bad(exam.unusable(), out)
}

/// The same for what is `bad`: the file, the line, 0 for the file, and why.
pub fn write_bad<'a>(
    bad: impl Iterator<Item = (&'a str, usize, &'a str)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (file, line, problem) in bad {
        match line {
            0 => writeln!(out, "bad   {file}: {problem}")?,
            line => writeln!(out, "bad   {file}:{line}: {problem}")?,
        }
    }
    Ok(())
}

/// Writes the failures, the tables and the summary.
pub fn write_results(
    exam: &Exam,
    results: &[RowResult],
    summary: &Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    let answered = answered(exam, results);
    for one in answered.iter().filter(|one| !one.result.right) {
        write_failure(exam, one, out)?;
    }
    for suite in suites(exam, &answered) {
        write_suite(&suite, out)?;
    }
    writeln!(out, "{summary}")
}

fn write_failure(exam: &Exam, one: &Answered, out: &mut dyn Write) -> io::Result<()> {
    let (row, result) = (one.job.row, one.result);
    let id = Some(&row.id).filter(|id| !id.is_empty());
    let id = id.map(|id| format!(" ({id})")).unwrap_or_default();
    let who = exam.name(row.kind, result.player);
    let (file, line, found, wanted) = (&result.file, result.line, &result.found, row.task.wanted());
    writeln!(out, "FAIL  {file}:{line}{id}: {found}, expected {wanted}")?;
    writeln!(out, "{}", Diagram(row.game.position()))?;
    writeln!(out, "position {}", row.game)?;
    if !result.moves.is_empty() {
        writeln!(out, "line {}", result.moves.join(" "))?;
    }
    writeln!(
        out,
        "by {who}, {} nodes, {} ms\n",
        result.nodes,
        ms(result.us)
    )
}

fn write_suite(suite: &Suite, out: &mut dyn Write) -> io::Result<()> {
    const TITLES: [&str; 10] = [
        "rows", "solved", "wrong", "limit", "nodes", "90 %", "ms", "90 %", "first", "90 %",
    ];
    // Only best moves have a node from which on they were right.
    let mut lines = suite.lines.iter();
    let has_first = lines.any(|(_, totals)| totals.first_solved.is_some());
    let columns = if has_first { 10 } else { 8 };
    writeln!(out, "{}, {}", suite.file, suite.kind)?;
    let mut table = Table::new(TITLES.into_iter().take(columns)).right(0..columns);
    for (name, totals) in &suite.lines {
        let figures = cells(totals).into_iter().take(columns);
        table.push(figures.chain([name.clone()]));
    }
    table.lines().try_for_each(|line| writeln!(out, "  {line}"))
}

/// The figures of a line, in the order of the titles.
fn cells(totals: &Totals) -> [String; 10] {
    let pair = |spread: Option<Spread>, text: &dyn Fn(u64) -> String| {
        let texts = spread.map(|it| [text(it.median), text(it.most)]);
        texts.unwrap_or_else(|| ["-", "-"].map(str::to_owned))
    };
    let counts = [totals.rows, totals.solved, totals.wrong, totals.limit];
    let [rows, solved, wrong, limit] = counts.map(|count| count.to_string());
    let whole = |count: u64| count.to_string();
    let [nodes, most_nodes] = pair(totals.nodes, &whole);
    let [time, most_time] = pair(totals.us, &ms);
    let [first, most_first] = pair(totals.first_solved, &whole);
    [
        rows, solved, wrong, limit, nodes, most_nodes, time, most_time, first, most_first,
    ]
}

/// Microseconds as milliseconds.
fn ms(us: u64) -> String {
    format!("{:.1}", us as f64 / 1000.0)
}

/// Writes events: what cannot be used, every answer, the totals of every suite, and the summary.
pub fn write_events(
    exam: &Exam,
    results: &[RowResult],
    summary: &Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (file, line, problem) in exam.unusable() {
        let line = Some(line).filter(|&line| line > 0);
        let event = json!({"event": "bad", "file": file, "line": line, "problem": problem});
        writeln!(out, "{event}")?;
    }
    let answered = answered(exam, results);
    for one in &answered {
        let row = one.job.row;
        let mut event = json!({
            "event": "row",
            "id": row.id,
            "kind": row.kind.name,
            "sfen": sfen::write(row.game.position()),
            "wanted": row.task.wanted(),
            "by": exam.name(row.kind, one.result.player),
        });
        add(&mut event, &json!(one.result));
        writeln!(out, "{event}")?;
    }
    for suite in suites(exam, &answered) {
        for (name, totals) in &suite.lines {
            let mut event = json!({
                "event": "suite", "file": suite.file, "kind": suite.kind, "by": name,
            });
            add(&mut event, &json!(totals));
            writeln!(out, "{event}")?;
        }
    }
    let mut event = json!({"event": "end"});
    add(&mut event, &json!(summary));
    writeln!(out, "{event}")
}

/// Adds the fields of `more` to `event`.
fn add(event: &mut Value, more: &Value) {
    for (name, value) in more.as_object().into_iter().flatten() {
        event[name] = value.clone();
    }
}

/// How many rows can be stepped through, failures first; more make the page slow to open.
const MOST_SHOWN: usize = 2000;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 3] = [page::BOARD, page::LIST, include_str!("browser.js")];

/// What the template is filled with.
#[derive(Serialize)]
struct Page {
    version: &'static str,
    limit: String,
    players: Vec<String>,
    summary: Summary,
    verdict: String,
    suites: Vec<SuiteTable>,
    bad: Vec<String>,
    shown: usize,
    most_shown: usize,
}

/// What the page's script draws.
#[derive(Serialize)]
struct Drawn<'a> {
    /// What the sides are called.
    names: [&'static str; 2],
    rows: Vec<Shown<'a>>,
}

/// The table of a suite.
#[derive(Serialize)]
struct SuiteTable {
    title: String,
    /// By player: the name and the figures.
    rows: Vec<(String, [String; 10])>,
}

/// A row to step through.
#[derive(Serialize)]
struct Shown<'a> {
    place: String,
    file: &'a str,
    kind: String,
    id: &'a str,
    by: String,
    right: bool,
    wanted: String,
    /// The right moves, as far as the row names them.
    best: Vec<String>,
    found: String,
    nodes: u64,
    /// One digit after the point.
    ms: f64,
    /// The start position.
    sfen: String,
    /// The moves that led to the position of the row, then the line found.
    moves: Vec<String>,
    /// How many of the moves led to the position.
    before: usize,
}

/// The HTML page on `results` of `exam` for `reader`.
///
/// # Errors
/// If it cannot be put together.
pub fn html(
    exam: &Exam,
    results: &[RowResult],
    summary: &Summary,
    reader: Reader,
) -> Result<String, PageError> {
    let language = reader.language;
    let mut answered = answered(exam, results);
    let suites = suites(exam, &answered)
        .iter()
        .map(|suite| SuiteTable::new(suite, language))
        .collect();
    answered.sort_by_key(|one| one.result.right);
    answered.truncate(MOST_SHOWN);
    let drawn = Drawn {
        names: Color::all().map(|side| language.side(side)),
        rows: answered
            .iter()
            .map(|one| Shown::new(exam, one, language))
            .collect(),
    };
    let names = exam.players.iter().map(|player| player.name().to_owned());
    let bad = exam.unusable();
    let bad = bad.map(|(file, line, problem)| format!("{file}:{line}: {problem}"));
    let limit = language.read(&exam.limit.to_string());
    let page = Page {
        version: env!("CARGO_PKG_VERSION"),
        limit: limit.replace("a move", "a row").replace("1手", "1題"),
        players: names.collect(),
        verdict: verdict(summary, language),
        summary: *summary,
        suites,
        bad: bad.collect(),
        shown: drawn.rows.len(),
        most_shown: MOST_SHOWN,
    };
    let frame = Frame {
        reader,
        title: language.of("Suites", "問題集"),
        style: STYLE,
        scripts: &SCRIPTS,
    };
    frame.html(TEMPLATE, page, &drawn)
}

fn verdict(summary: &Summary, language: Language) -> String {
    let texts = if summary.failed == 0 {
        ["All {1} answers are right.", "{1}題すべて正解。"]
    } else {
        [
            "{0} of {1} answers are not right.",
            "{1}題中{0}題が不正解。",
        ]
    };
    language.fill(texts, &[&summary.failed, &summary.rows])
}

impl SuiteTable {
    fn new(suite: &Suite, language: Language) -> Self {
        let rows = suite.lines.iter();
        Self {
            title: language.fill(
                ["{0}, {1}", "{0}、{1}"],
                &[&suite.file, &language.read(suite.kind)],
            ),
            rows: rows
                .map(|(name, totals)| (language.read(name), cells(totals)))
                .collect(),
        }
    }
}

impl<'a> Shown<'a> {
    fn new(exam: &Exam, one: &Answered<'a>, language: Language) -> Self {
        let (row, result) = (one.job.row, one.result);
        let game = with_line(&row.game, &result.moves);
        let right_moves = row.task.right_moves().iter();
        Self {
            place: format!("{}:{}", result.file, result.line),
            file: &result.file,
            kind: language.read(row.kind.name),
            id: &row.id,
            by: language.read(&exam.name(row.kind, result.player)),
            right: result.right,
            wanted: language.read(&row.task.wanted()),
            best: right_moves.map(ToString::to_string).collect(),
            found: match result.found.strip_prefix("fault: ") {
                // What another program said stays as it is.
                Some(fault) => language.fill(["fault: {0}", "異常：{0}"], &[&fault]),
                None => language.read(&result.found),
            },
            nodes: result.nodes,
            ms: (result.us as f64 / 100.0).round() / 10.0,
            sfen: sfen::write(game.start()),
            moves: game.moves().iter().map(ToString::to_string).collect(),
            before: row.game.moves().len(),
        }
    }
}

/// `game` with `line` made as far as it is legal: a player in another process may say anything.
fn with_line(game: &Game, line: &[String]) -> Game {
    let mut game = game.clone();
    let moves = line.iter().map_while(|text| text.parse().ok());
    for mv in moves {
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SuiteFile;
    use matches::players::PlayerSpec;
    use matches::players::limit::MoveLimit;
    use std::time::Duration;

    const ROWS: &str = "startpos; perft 2 900; id one\n\
        startpos moves 7g7f; bm 3c3d; id <two>\n\
        8k/9/8P/9/9/9/9/9/4K4 b G 1; mate 1\n\
        startpos; yy\n\
        startpos; perft 4 719731\n";

    fn exam() -> Exam {
        Exam {
            files: vec![SuiteFile::parse("a.sfen".to_owned(), ROWS)],
            kind: None,
            max_leaves: 1000,
            players: vec![PlayerSpec::parse("null:", 1).unwrap()],
            engines: vec![None],
            limit: MoveLimit::Nodes(500),
            conduct: matches::standard_conduct(),
            threads: 1,
        }
    }

    /// A right count, a wrong move, and a mate that was not found within the limit.
    fn results() -> Vec<RowResult> {
        let row = |line, found: &str, nodes, us| RowResult {
            file: "a.sfen".to_owned(),
            line,
            found: found.to_owned(),
            nodes,
            us,
            ..RowResult::default()
        };
        let right = RowResult {
            right: true,
            ..row(1, "depth 2 900 leaves", 900, 1234)
        };
        let wrong = RowResult {
            moves: vec!["8c8d".to_owned()],
            ..row(2, "8c8d", 500, 20_000)
        };
        let open = RowResult {
            limit: true,
            ..row(3, "not decided", 500, 3000)
        };
        vec![right, wrong, open]
    }

    #[test]
    fn results_read_well_in_every_form() {
        let (exam, results) = (exam(), results());
        let summary = Summary::new(&exam, &results, Duration::from_millis(1500));
        let mut text = Vec::new();
        write_unusable(&exam, &mut text).unwrap();
        write_results(&exam, &results, &summary, &mut text).unwrap();
        insta::assert_snapshot!("text", String::from_utf8(text).unwrap());
        let mut events = Vec::new();
        write_events(&exam, &results, &summary, &mut events).unwrap();
        insta::assert_snapshot!("events", String::from_utf8(events).unwrap());
        for (language, name) in [
            (Language::English, "page"),
            (Language::Japanese, "page_japanese"),
        ] {
            let page = html(&exam, &results, &summary, Reader::of(language)).unwrap();
            let page = page.replace(env!("CARGO_PKG_VERSION"), "VERSION");
            let (_, markup) = page.split_once("</style>\n").unwrap();
            let (markup, _) = markup.split_once("<script>").unwrap();
            insta::assert_snapshot!(name, markup);
        }
    }
}
