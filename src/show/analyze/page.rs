//! An analysis as a page, by the template `page.html`: the graph of winning chances, a board to
//! step through the game and the engine's lines, and all moves with remarks.

use super::chance::{Class, turning_points};
use super::words::{Language, percent};
use super::{Analysis, Judged};
use crate::page::{self, Frame, PageError};
use engine::record::kif;
use engine::shogi::{Color, sfen};
use serde::Serialize;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 4] = [
    page::CHART,
    page::BOARD,
    page::STEPS,
    include_str!("browser.js"),
];

/// What the template is filled with.
#[derive(Serialize)]
struct Page {
    summaries: Vec<String>,
    points: Vec<(usize, String)>,
    bad: Vec<(usize, String)>,
    labels: Labels,
}

/// What the page's script draws.
#[derive(Serialize)]
struct Drawn<'a> {
    names: [&'static str; 2],
    sfen: String,
    moves: Vec<Shown<'a>>,
    /// By position, one more than moves.
    positions: Vec<Known>,
    labels: [&'static str; 5],
}

/// A move as the script shows it.
#[derive(Serialize)]
struct Shown<'a> {
    usi: String,
    name: &'a str,
    class: &'static str,
    words: String,
    loss: String,
}

/// What is known of a position.
#[derive(Serialize)]
struct Known {
    /// Black's chance, in percent.
    chance: f64,
    value: String,
    /// The engine's line, in USI notation, and the names of its moves.
    line: Vec<String>,
    names: Vec<String>,
}

/// What stands on the page besides, in its language.
#[derive(Serialize)]
struct Labels {
    heading: &'static str,
    board: &'static str,
    graph: &'static str,
    turning: &'static str,
    bad: &'static str,
    none: &'static str,
    notation: &'static str,
    line: &'static str,
    legend: &'static str,
}

/// An analysis as one self-contained HTML page called `title`.
///
/// # Errors
/// If the template asks for what is not there, or fails otherwise.
pub fn html(analysis: &Analysis, language: Language, title: &str) -> Result<String, PageError> {
    let remark = |it: &Judged| {
        let words = language.judgement(it);
        (!words.is_empty()).then(|| (it.number, format!("{}　{words}", it.name)))
    };
    let points = turning_points(analysis);
    let points = points
        .iter()
        .map(|it| (it.number, language.turning_point(analysis, it)));
    let page = Page {
        summaries: Color::all()
            .map(|it| language.summary(analysis, it))
            .to_vec(),
        points: points.collect(),
        bad: analysis.moves.iter().filter_map(remark).collect(),
        labels: labels(language),
    };
    let frame = Frame {
        language: language.of("en", "ja"),
        title,
        style: STYLE,
        scripts: &SCRIPTS,
    };
    frame.html(TEMPLATE, page, &drawn(analysis, language))
}

fn drawn(analysis: &Analysis, language: Language) -> Drawn<'_> {
    Drawn {
        names: Color::all().map(|side| language.side(side)),
        sfen: sfen::write(analysis.record.game().start()),
        moves: analysis
            .moves
            .iter()
            .map(|it| shown(it, language))
            .collect(),
        positions: known(analysis, language),
        labels: [
            language.of("Start", "開始局面"),
            language.of("Black wins", "先手勝率"),
            language.of("Engine", "最善"),
            language.of("move", "手数"),
            language.of("back to the game", "本譜に戻る"),
        ],
    }
}

fn shown(it: &Judged, language: Language) -> Shown<'_> {
    Shown {
        usi: it.mv.to_string(),
        name: &it.name,
        class: it.class.map_or("", Class::name),
        words: language.judgement(it),
        loss: it.class.map_or_else(String::new, |_| percent(it.loss)),
    }
}

fn known(analysis: &Analysis, language: Language) -> Vec<Known> {
    let game = analysis.record.game();
    let (mut pos, mut last) = (game.start().clone(), None);
    let mut moves = game.moves().iter();
    let thoughts = analysis.thoughts.iter().zip(analysis.chances());
    let known = thoughts.map(|(thought, chance)| {
        let known = Known {
            chance: f64::from(chance) / 10.0,
            value: language.value(thought.evaluation),
            names: kif::line_names(&pos, last, &thought.line),
            line: thought.line.iter().map(ToString::to_string).collect(),
        };
        if let Some(&mv) = moves.next() {
            let _ = pos.do_move(mv);
            last = Some(mv.to());
        }
        known
    });
    known.collect()
}

fn labels(language: Language) -> Labels {
    Labels {
        heading: language.of("Analysis of a game", "棋譜解析"),
        board: language.of("Game", "対局"),
        graph: language.of("Winning chance of Black, %", "先手の勝率（%）"),
        turning: language.of("Turning points", "形勢の分かれ目"),
        bad: language.of("Moves that cost winning chances", "勝率を下げた手"),
        none: language.of("None.", "なし"),
        notation: language.of("Notation", "表記"),
        line: language.of("Engine's line", "読み筋"),
        legend: language.of(
            "Blue: the engine's choice, then its line, fainter. Orange: what was played instead. \
             Inaccuracy, mistake, blunder: a loss of 5, 10, 20 % of winning chance or more.",
            "青：最善手と読み筋。橙：実際の指し手。緩手・疑問手・悪手は勝率がそれぞれ5・10・20%以上下がった手。",
        ),
    }
}
