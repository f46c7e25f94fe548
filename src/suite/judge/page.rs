//! Judgements as one page, by the template `page.html`: a table, and for each problem its board, its solution, and what
//! there is beside it.

use super::text::{Section, cells, heads, sections, summary, verdict};
use super::{Docket, Judged, read_moves};
use engine::shogi::sfen;
use serde::Serialize;
use show::explain::board::board;
use show::language::Reader;
use show::page::{Frame, PageError};

/// How many problems have a board; more make the page slow to open.
const MOST_SHOWN: usize = 500;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// What the template is filled with.
#[derive(Serialize)]
struct Page {
    version: &'static str,
    summary: String,
    heads: [&'static str; 7],
    rows: Vec<[String; 7]>,
    problems: Vec<Shown>,
    bad: Vec<String>,
}

/// A problem with its board.
#[derive(Serialize)]
struct Shown {
    name: String,
    board: String,
    verdict: String,
    line: Vec<String>,
    parts: [Section; 3],
    sfen: String,
}

/// The HTML page on what was `judged` of `docket` for `reader`.
///
/// # Errors
/// If it cannot be put together.
pub fn html(docket: &Docket, judged: &[Judged], reader: Reader) -> Result<String, PageError> {
    let language = reader.language;
    let bad = docket.unusable();
    let bad = bad.map(|(file, line, problem)| format!("{file}:{line}: {problem}"));
    let shown = judged.iter().take(MOST_SHOWN);
    let page = Page {
        version: env!("CARGO_PKG_VERSION"),
        summary: summary(judged, language),
        heads: heads(language),
        rows: judged.iter().map(|it| cells(it, reader)).collect(),
        problems: shown.filter_map(|it| Shown::new(it, reader)).collect(),
        bad: bad.collect(),
    };
    let frame = Frame {
        reader,
        title: language.of("Problems judged", "詰将棋の検討"),
        style: STYLE,
        scripts: &[],
    };
    frame.html(TEMPLATE, page, &())
}

impl Shown {
    /// None if there is no such position.
    fn new(judged: &Judged, reader: Reader) -> Option<Self> {
        let start = sfen::parse(&judged.sfen).ok()?;
        Some(Self {
            name: judged.name(),
            board: board(&start, &[], reader.language),
            verdict: verdict(judged, reader.language),
            line: reader.line(&start, None, &read_moves(&judged.moves)),
            parts: sections(judged, &start, reader),
            sfen: judged.sfen.clone(),
        })
    }
}
