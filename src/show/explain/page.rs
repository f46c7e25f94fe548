//! A study as a page, by the template `page.html`, and the rows of its tables: the moves of the root,
//! and those of the line of play.

use super::board::{Arrow, board};
use super::text::HEAD;
use super::{Named, SHOWN, Study, named_line, terms, words};
use crate::language::{Language, Reader};
use crate::page::{Frame, PageError};
use base::table::grouped;
use engine::search::explanation::{ExplainedMove, Found, Pruned, Pruning, Step};
use engine::shogi::sfen;
use serde::Serialize;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// What the template is filled with.
#[derive(Serialize)]
struct Page {
    position: String,
    search: String,
    finding: String,
    asked: Option<Asked>,
    figures: Vec<[String; 2]>,
    board: String,
    line: Vec<Named>,
    heads: [&'static str; 8],
    /// Those shown at once, and the others.
    moves: [Vec<MoveRow>; 2],
    rules: [[&'static str; 2]; Pruning::ALL.len()],
    depths: Vec<LineRow>,
    end: Option<&'static str>,
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
pub fn html(study: &Study, reader: Reader) -> Result<String, PageError> {
    let page = Page::new(study, reader);
    let forms = ["Explanation of {0}", "局面の説明：{0}"];
    let title = reader.language.fill(forms, &[&page.position]);
    let frame = Frame {
        reader,
        title: &title,
        style: STYLE,
        scripts: &[],
    };
    frame.html(TEMPLATE, page, &())
}

impl Page {
    fn new(study: &Study, reader: Reader) -> Self {
        let language = reader.language;
        let info = study.info();
        let asked = study.asked.and_then(|mv| study.explained(mv));
        let mut shown = MoveRow::all(study, reader);
        let rows = shown.split_off(shown.len().min(SHOWN));
        Self {
            position: sfen::write(study.position()),
            search: study.settings.effective().to_string(),
            finding: words::finding(study, reader),
            asked: asked.map(|it| Asked {
                sentence: words::sentence(study, it, reader),
                sum: words::sum(language, &it.cost),
            }),
            figures: figures(study, language),
            board: board(study.position(), &arrows(study), language),
            line: named_line(study.position(), study.last_square(), &info.pv, reader),
            heads: HEAD.map(|(english, japanese)| language.of(english, japanese)),
            moves: [shown, rows],
            rules: Pruning::ALL.map(|rule| terms::rule(language, rule)),
            depths: LineRow::all(study, reader),
            end: study.explanation.end.map(|end| terms::end(language, end)),
        }
    }
}

/// The large figures at the top: what, and how much.
fn figures(study: &Study, language: Language) -> Vec<[String; 2]> {
    let info = study.info();
    let side = study.side(language);
    let figure = |forms, value| [language.fill(forms, &[&side]), value];
    vec![
        figure(
            ["value for {0}", "評価値（{0}から見て）"],
            words::worth(language, info),
        ),
        figure(["iterations", "反復"], info.depth.to_string()),
        figure(["nodes", "ノード"], grouped(info.nodes)),
        figure(
            ["deepest line, plies", "最長の読み（手）"],
            info.selective_depth.to_string(),
        ),
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

/// A move of the root.
#[derive(Serialize)]
pub struct MoveRow {
    /// The move.
    pub name: Named,
    /// Nodes spent on it.
    pub nodes: String,
    /// Their part of all, such as `84 %`.
    pub share: String,
    /// Its cost, in centi-plies.
    pub cost: i32,
    /// What sort of move it is.
    pub kind: &'static str,
    /// Its value, such as `≤ +50`; empty if unknown.
    pub value: String,
    /// The depth with which that was found, in plies; empty if unknown.
    pub plies: String,
    /// Which nodes prune it, and by which rule.
    pub pruned: String,
    /// Its cost as a sum.
    pub sum: String,
    /// Whether it is the best move.
    pub best: bool,
    /// Whether it is the one asked for.
    pub asked: bool,
}

impl MoveRow {
    /// All moves of the root, those with most nodes first.
    pub fn all(study: &Study, reader: Reader) -> Vec<Self> {
        let moves = study.by_nodes().into_iter();
        moves.map(|it| Self::new(study, it, reader)).collect()
    }

    fn new(study: &Study, it: &ExplainedMove, reader: Reader) -> Self {
        let language = reader.language;
        let share = study.share(it);
        Self {
            name: study.named(it.mv, reader),
            nodes: grouped(it.nodes),
            share: words::percent(share),
            cost: it.cost.total,
            kind: terms::kind(language, it.kind),
            value: it.found.map_or_else(String::new, |it| value(language, it)),
            plies: it.found.map_or_else(String::new, |it| it.plies.to_string()),
            pruned: pruned(language, it.pruned),
            sum: words::sum(language, &it.cost),
            best: study.best().is_some_and(|best| best.mv == it.mv),
            asked: study.asked == Some(it.mv),
        }
    }
}

fn value(language: Language, found: Found) -> String {
    words::sign(found.bound).to_owned() + &words::value(language, found.score)
}

fn pruned(language: Language, pruned: Option<Pruned>) -> String {
    let Some(Pruned { rule, until_plies }) = pruned else {
        return language.of("never", "なし").to_owned();
    };
    let [rule, _] = terms::rule(language, rule);
    match until_plies {
        Some(plies) => language.fill(["below {0}: {1}", "{0}未満：{1}"], &[&plies, &rule]),
        None => language.fill(["always: {0}", "常に：{0}"], &[&rule]),
    }
}

/// A move of the line of play.
#[derive(Serialize)]
pub struct LineRow {
    /// Its number in the line, from 1.
    pub number: usize,
    /// The move.
    pub name: Named,
    /// What was paid for it, in centi-plies.
    pub cost: i32,
    /// That as a sum.
    pub sum: String,
    /// The depth left after it, in plies.
    pub left: i32,
    /// Of what there was at the root, in percent; 0 if nothing is left.
    pub percent: f64,
}

impl LineRow {
    /// The moves of the line of play, in order.
    pub fn all(study: &Study, reader: Reader) -> Vec<Self> {
        let line = &study.explanation.line;
        let Some(first) = line.first() else {
            return Vec::new();
        };
        let moves: Vec<_> = line.iter().map(|step| step.mv).collect();
        let names = named_line(study.position(), study.last_square(), &moves, reader);
        let whole = (first.left + first.cost.total).max(1);
        let rows = (1..).zip(line).zip(names);
        let row = |((number, step), name): ((usize, &Step), Named)| {
            let percent = 100.0 * f64::from(step.left) / f64::from(whole);
            Self {
                number,
                name,
                cost: step.cost.total,
                sum: words::sum(reader.language, &step.cost),
                left: step.left / 100,
                percent: percent.clamp(0.0, 100.0),
            }
        };
        rows.map(row).collect()
    }
}
