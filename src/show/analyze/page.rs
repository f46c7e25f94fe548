//! An analysis as a page, by the template `page.html`: the graph of winning chances, a board to
//! step through the game, the engine's lines and one's own, all moves with remarks, and the mistakes as a
//! quiz. The quiz of many games is a page by the same template.

use super::chance::{Class, turning_points};
use super::fault::Fault;
use super::lesson::{Choice, Lesson};
use super::theme::Theme;
use super::words::{InNotations, in_notations, percent, rows};
use super::{Analysis, Judged};
use crate::language::{Language, Reader};
use crate::page::{self, Frame, PageError};
use engine::record::kif;
use engine::shogi::{Color, Move, Position, Square, sfen};
use serde::Serialize;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const EXPLORE: &str = include_str!("explore.js");
const QUIZ: &str = include_str!("quiz.js");
const SCRIPTS: [&str; 5] = [
    page::CHART,
    page::BOARD,
    EXPLORE,
    include_str!("browser.js"),
    QUIZ,
];

/// What the template is filled with.
#[derive(Serialize)]
struct Page {
    /// None on the page of a quiz.
    game: Option<Summary>,
    /// How many questions there are.
    questions: usize,
}

/// What is told of a game in words.
#[derive(Serialize)]
struct Summary {
    summaries: [String; 2],
    /// What is said where the searches were too short.
    shallow: Option<&'static str>,
    points: Vec<(usize, InNotations)>,
    bad: Vec<(usize, InNotations)>,
    lost: Vec<Lost>,
}

/// A row of what was lost: by whom how much, and in how many bad moves.
#[derive(Serialize)]
struct Lost {
    name: &'static str,
    sides: [(String, usize); 2],
}

/// What the page's scripts draw.
#[derive(Serialize)]
struct Drawn<'a> {
    names: [&'static str; 2],
    /// In the order of [`Theme::ALL`].
    themes: [&'static str; Theme::ALL.len()],
    questions: &'a [Question],
    game: Option<Game>,
}

/// A game as the scripts draw it.
#[derive(Serialize)]
struct Game {
    players: [String; 2],
    sfen: String,
    moves: Vec<Shown>,
    /// By position, one more than moves.
    positions: Vec<Known>,
    /// What it ended by, as `record.js` calls it.
    reason: Option<&'static str>,
    branches: Vec<Line>,
}

/// A branch as the scripts draw it.
#[derive(Serialize)]
struct Line {
    name: InNotations,
    /// Which line it leaves: 0 is the game, others count from 1 in order.
    leaves: usize,
    /// After how many moves from the start of the game.
    after: usize,
    /// The moves after that, and the positions after each.
    moves: Vec<Shown>,
    positions: Vec<Known>,
    reason: Option<&'static str>,
}

/// A move as the script shows it.
#[derive(Serialize)]
struct Shown {
    usi: String,
    name: String,
    class: &'static str,
    /// What is said of it, if anything.
    words: Option<InNotations>,
    loss: String,
    ms: Option<u64>,
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

/// A question of a quiz.
#[derive(Clone, Debug, Serialize)]
pub struct Question {
    /// What its game is called.
    game: String,
    number: usize,
    /// As USI names it.
    side: &'static str,
    player: String,
    /// The position before the mistake, and the move that led to it.
    sfen: String,
    last: Option<String>,
    played: String,
    /// In how many plies there was a mate.
    mate: Option<usize>,
    loss: String,
    /// The sentences on the mistake.
    words: InNotations,
    /// By their places in [`Theme::ALL`].
    themes: Vec<usize>,
    /// What is known of moves, the best first.
    choices: Vec<Answer>,
}

/// A move with what follows it.
#[derive(Clone, Debug, Serialize)]
struct Answer {
    line: Vec<String>,
    value: String,
    loss: String,
    good: bool,
    /// What is wrong with it, if that is known.
    words: Option<InNotations>,
}

/// An analysis with its `lessons` as one self-contained HTML page called `title`.
///
/// # Errors
/// If the template asks for what is not there, or fails otherwise.
pub fn html(
    analysis: &Analysis,
    lessons: &[Lesson],
    reader: Reader,
    title: &str,
) -> Result<String, PageError> {
    let questions = questions(analysis, lessons, reader, title);
    let page = Page {
        game: Some(told(analysis, reader)),
        questions: questions.len(),
    };
    let drawn = Drawn::new(&questions, Some(game(analysis, reader)), reader.language);
    frame(reader, title, &SCRIPTS).html(TEMPLATE, page, &drawn)
}

/// The questions of any number of games as one self-contained HTML page.
///
/// # Errors
/// If the template asks for what is not there, or fails otherwise.
pub fn quiz(questions: &[Question], reader: Reader) -> Result<String, PageError> {
    let page = Page {
        game: None,
        questions: questions.len(),
    };
    let drawn = Drawn::new(questions, None, reader.language);
    frame(
        reader,
        quiz_title(reader.language),
        &[page::BOARD, EXPLORE, QUIZ],
    )
    .html(TEMPLATE, page, &drawn)
}

/// What the questions of many games are called.
pub fn quiz_title(language: Language) -> &'static str {
    language.of("Quiz of your mistakes", "ミスの復習")
}

impl<'a> Drawn<'a> {
    fn new(questions: &'a [Question], game: Option<Game>, language: Language) -> Self {
        Self {
            names: Color::all().map(|side| language.side(side)),
            themes: Theme::ALL.map(|theme| language.theme(theme)),
            questions,
            game,
        }
    }
}

fn frame<'a>(reader: Reader, title: &'a str, scripts: &'static [&'static str]) -> Frame<'a> {
    Frame {
        reader,
        title,
        style: STYLE,
        scripts,
    }
}

/// The `lessons` of `analysis`, a game called `title`, as questions.
pub fn questions(
    analysis: &Analysis,
    lessons: &[Lesson],
    reader: Reader,
    title: &str,
) -> Vec<Question> {
    let language = reader.language;
    let asked = lessons.iter().filter_map(|lesson| {
        let it = &analysis.moves[lesson.number - 1];
        let game = analysis.record.game().up_to(it.number - 1)?;
        let name = &analysis.record.names[it.side.array_index()];
        let known_by = [name.as_str(), language.side(it.side)];
        let player = known_by.into_iter().find(|name| !name.is_empty());
        Some(Question {
            game: title.to_owned(),
            number: it.number,
            side: ["b", "w"][it.side.array_index()],
            player: player.unwrap_or_default().to_owned(),
            sfen: sfen::write(game.position()),
            last: game.moves().last().map(ToString::to_string),
            played: it.mv.to_string(),
            mate: it.missed_mate,
            loss: percent(it.loss),
            words: in_notations(reader, |reader| reader.judgement(it)),
            themes: places(&lesson.themes),
            choices: lesson
                .choices
                .iter()
                .map(|choice| answer(choice, reader))
                .collect(),
        })
    });
    asked.collect()
}

fn places(themes: &[Theme]) -> Vec<usize> {
    let all = Theme::ALL.iter().enumerate();
    let named = all.filter(|(_, theme)| themes.contains(theme));
    named.map(|(place, _)| place).collect()
}

fn answer(choice: &Choice, reader: Reader) -> Answer {
    let words = |reader| sentences(&choice.faults, reader);
    Answer {
        line: usi(&choice.line),
        value: reader.language.value(choice.value),
        loss: percent(choice.loss),
        good: choice.is_good,
        words: (!choice.faults.is_empty()).then(|| in_notations(reader, words)),
    }
}

fn sentences(faults: &[Fault], reader: Reader) -> String {
    let sentences: Vec<_> = faults.iter().map(|it| reader.fault(it)).collect();
    sentences.join(reader.language.of(" ", ""))
}

fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

fn told(analysis: &Analysis, reader: Reader) -> Summary {
    let remark = |it: &Judged| {
        let words = |reader: Reader| format!("{}　{}", it.name(reader), reader.judgement(it));
        let is_told = !reader.judgement(it).is_empty();
        is_told.then(|| (it.number, in_notations(reader, words)))
    };
    let points = turning_points(analysis);
    let points = points.iter().map(|it| {
        let words = |reader: Reader| reader.turning_point(analysis, it);
        (it.number, in_notations(reader, words))
    });
    let lost = rows(analysis, reader.language)
        .into_iter()
        .map(|(name, shares)| Lost {
            name,
            sides: shares.map(|it| (percent(it.loss), it.bad)),
        });
    let shallow = analysis.is_shallow();
    Summary {
        shallow: shallow.then(|| reader.language.shallow()),
        lost: lost.collect(),
        summaries: Color::all().map(|it| reader.language.summary(analysis, it)),
        points: points.collect(),
        bad: analysis.moves.iter().filter_map(remark).collect(),
    }
}

fn game(analysis: &Analysis, reader: Reader) -> Game {
    let record = &analysis.record;
    let branches = analysis.all_branches().into_iter();
    let branches = branches.map(|(leaves, branch)| Line {
        name: in_notations(reader, |reader| reader.branch(branch)),
        leaves,
        after: branch.after,
        moves: shown(&branch.analysis, branch.after, reader),
        positions: known(&branch.analysis, branch.after + 1, reader.language),
        reason: reason(&branch.analysis),
    });
    Game {
        players: record.names.clone(),
        sfen: sfen::write(record.game().start()),
        moves: shown(analysis, 0, reader),
        positions: known(analysis, 0, reader.language),
        reason: reason(analysis),
        branches: branches.collect(),
    }
}

fn reason(analysis: &Analysis) -> Option<&'static str> {
    let ending = analysis.record.ending.as_ref()?;
    page::ending_name(ending.reason)
}

/// The moves from the one after so many on.
fn shown(analysis: &Analysis, after: usize, reader: Reader) -> Vec<Shown> {
    let printed = Reader::of(reader.language);
    let shown = analysis.moves.iter().zip(analysis.record.moves());
    let shown = shown.skip(after).map(|(it, (_, info))| Shown {
        usi: it.mv.to_string(),
        name: it.name(printed),
        class: it.class.map_or("", Class::name),
        words: (!reader.judgement(it).is_empty())
            .then(|| in_notations(reader, |reader| reader.judgement(it))),
        loss: it.class.map_or_else(String::new, |_| percent(it.loss)),
        ms: info.time_ms,
    });
    shown.collect()
}

/// What is known of the positions but for so many at the start.
fn known(analysis: &Analysis, skipped: usize, language: Language) -> Vec<Known> {
    let game = analysis.record.game();
    let (mut pos, mut last): (Position, Option<Square>) = (game.start().clone(), None);
    let mut moves = game.moves().iter();
    let thoughts = analysis.thoughts.iter().zip(analysis.chances());
    let known = thoughts.map(|(thought, chance)| {
        let known = Known {
            chance: f64::from(chance) / 10.0,
            value: language.value(thought.evaluation),
            names: kif::line_names(&pos, last, &thought.line),
            line: usi(&thought.line),
        };
        if let Some(&mv) = moves.next() {
            let _ = pos.do_move(mv);
            last = Some(mv.to());
        }
        known
    });
    known.skip(skipped).collect()
}
