//! A study as a page, by the template `page.html`; its style is that of match reports and
//! `page.css`.

use super::board::{Arrow, board};
use super::names::{self, Named};
use super::rows::{LineRow, MoveRow};
use super::study::{SHOWN, Study};
use super::words;
use crate::page::{self, PageError};
use engine::columns::grouped;
use engine::search::explanation::{ExplainedMove, LineEnd, Pruning};
use engine::shogi::sfen;
use engine::usi::explanation::Sum;
use serde::Serialize;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// What the template is filled with.
#[derive(Serialize)]
struct Page {
    style: String,
    position: String,
    search: String,
    finding: String,
    asked: Option<Asked>,
    figures: Vec<[String; 2]>,
    board: String,
    line: Vec<Named>,
    /// Those shown at once, and the others.
    moves: [Vec<MoveRow>; 2],
    rules: Vec<[&'static str; 2]>,
    budgets: Vec<LineRow>,
    end: &'static str,
}

/// The move asked for.
#[derive(Serialize)]
struct Asked {
    sentence: String,
    sum: String,
}

/// A study as one self-contained HTML page.
///
/// # Errors
/// If the template asks for what is not there, or fails otherwise.
pub fn html(study: &Study) -> Result<String, PageError> {
    page::render(TEMPLATE, Page::new(study))
}

impl Page {
    fn new(study: &Study) -> Self {
        let info = study.info();
        let asked = study.asked.and_then(|mv| study.explained(mv));
        let mut shown = MoveRow::all(study);
        let rows = shown.split_off(shown.len().min(SHOWN));
        let rules = Pruning::ALL.map(|rule| [rule.name(), rule.reason()]);
        Self {
            style: page::STYLE.to_owned() + STYLE,
            position: sfen::write(study.position()),
            search: study.settings.search.effective().to_string(),
            finding: words::finding(study),
            asked: asked.map(|it| Asked {
                sentence: words::sentence(study, it),
                sum: Sum(&it.cost).to_string(),
            }),
            figures: figures(study),
            board: board(study.position(), &arrows(study)),
            line: names::line(study.position(), study.last_square(), &info.pv),
            moves: [shown, rows],
            rules: rules.to_vec(),
            budgets: LineRow::all(study),
            end: study.explanation.end.map_or("", LineEnd::reason),
        }
    }
}

/// The large figures at the top: what, and how much.
fn figures(study: &Study) -> Vec<[String; 2]> {
    let info = study.info();
    let side = study.side();
    let figure = |name: &str, value| [name.to_owned(), value];
    vec![
        figure(&format!("value for {side}"), words::worth(info)),
        figure("iterations", info.depth.to_string()),
        figure("nodes", grouped(info.nodes)),
        figure("deepest line, plies", info.selective_depth.to_string()),
    ]
}

/// Arrows for the moves with most nodes and the one asked for, those with most on top.
fn arrows(study: &Study) -> Vec<Arrow> {
    let best = study.best().map(|it| it.mv);
    let moves = study.by_nodes().into_iter().enumerate();
    let shown = moves.filter(|(index, it)| *index < SHOWN || study.asked == Some(it.mv));
    let arrow = |(_, it): (usize, &ExplainedMove)| Arrow {
        mv: it.mv,
        weight: study.share(it),
        class: match Some(it.mv) {
            mv if mv == best => "arrow best",
            mv if mv == study.asked => "arrow asked",
            _ => "arrow",
        },
    };
    let mut arrows: Vec<_> = shown.map(arrow).collect();
    arrows.reverse();
    arrows
}
