//! The questions of a game as next-move problems (次の一手問題集) of `ShogiHome`, in format 1 of its specification of
//! them.
//!
//! Values count from Black's side, and mates are negative where White mates. The candidates are the moves that a
//! [`Lesson`] knows, the best first; those that are good enough are accepted.

use super::chance::{CHANCE_SCALE, Class};
use super::lesson::{Choice, Lesson};
use super::{Analysis, Judged};
use engine::record::Evaluation;
use engine::shogi::{Color, Position, sfen};
use serde_json::{Map, Value, json};

/// The problems of `lessons`, those of `analysis`; the record is at `path`.
pub fn problems(analysis: &Analysis, lessons: &[Lesson], path: &str) -> Vec<Value> {
    let problems = lessons.iter().filter_map(|it| problem(analysis, it, path));
    problems.collect()
}

/// A file of `problems` called `title`, as an object.
pub fn problem_file(problems: &[Value], title: &str) -> Value {
    json!({
        "format": "shogihome-next-move",
        "version": 1,
        "metadata": {
            "title": title,
            "engine": { "name": concat!("Kyomi ", env!("CARGO_PKG_VERSION")) },
            "criteria": {
                "winRateDropThreshold": Class::Inaccuracy.least_loss() / 10,
                "coefficientInSigmoid": CHANCE_SCALE,
            },
        },
        "problems": problems,
    })
}

fn problem(analysis: &Analysis, lesson: &Lesson, path: &str) -> Option<Value> {
    let it = &analysis.moves[lesson.number - 1];
    let game = analysis.record.game().up_to(it.number - 1)?;
    let mut choices: Vec<&Choice> = lesson.choices.iter().collect();
    choices.sort_by_key(|choice| (!choice.is_good, choice.loss));
    let candidates: Vec<_> = choices.into_iter().map(candidate).collect();
    let mut problem = json!({
        "sfen": first_ply(game.position()),
        "candidates": candidates,
        "actualMove": actual(it),
        "source": source(analysis, it, path),
    });
    if let (Some(before), Some(last)) = (game.before_last(), game.moves().last()) {
        problem["previousMove"] = json!({
            "usi": last.to_string(),
            "sfen": first_ply(before.position()),
        });
    }
    Some(problem)
}

/// `pos` in SFEN with 1 as its number, as the format wants it.
fn first_ply(pos: &Position) -> String {
    let text = sfen::write(pos);
    let fields: Vec<_> = text.split(' ').take(3).collect();
    format!("{} 1", fields.join(" "))
}

fn candidate(choice: &Choice) -> Value {
    let line: Vec<_> = choice.line.iter().map(ToString::to_string).collect();
    let mut candidate = worth(choice.value);
    candidate.insert("usi".to_owned(), json!(line.first()));
    candidate.insert("accepted".to_owned(), json!(choice.is_good));
    candidate.insert("pv".to_owned(), json!(line));
    Value::Object(candidate)
}

fn actual(it: &Judged) -> Value {
    let mut actual = worth(it.after);
    actual.insert("usi".to_owned(), json!(it.mv.to_string()));
    actual.insert("scoreSource".to_owned(), json!("research"));
    Value::Object(actual)
}

/// A value in the words of the format.
fn worth(value: Evaluation) -> Map<String, Value> {
    let worth = match value {
        Evaluation::Centipawns(cp) => Some(("score", json!(cp))),
        Evaluation::Mate { winner, plies } => plies.map(|plies| {
            let plies = i64::from(plies);
            let is_black = winner == Color::Black;
            ("mate", json!(if is_black { plies } else { -plies }))
        }),
    };
    let worth = worth.into_iter();
    worth
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn source(analysis: &Analysis, it: &Judged, path: &str) -> Value {
    let record = &analysis.record;
    let mut source = json!({ "path": path, "ply": it.number });
    let known = [
        ("blackPlayer", Some(record.names[0].as_str())),
        ("whitePlayer", Some(record.names[1].as_str())),
        ("date", record.header("START_TIME")),
    ];
    for (name, value) in known {
        if let Some(value) = value.filter(|it| !it.is_empty()) {
            source[name] = value.into();
        }
    }
    source
}
