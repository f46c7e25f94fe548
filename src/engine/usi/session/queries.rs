//! Questions that other engines answer too, asked by people and by tools such as Ayane and
//! `ShogiArena`.

use crate::eval::Evaluation;
use crate::search::config::{KNOBS, Knob};
use crate::shogi::diagram::Diagram;
use crate::shogi::perft::{Convention, perft};
use crate::shogi::{Color, MoveList, Position, movegen, sfen};
use crate::usi::grammar::Query;
use crate::usi::options::Options;
use serde_json::{Value, json};

/// The lines that answer `query`, which is about the position or the `options`.
///
/// # Errors
/// Why there is no `position`, if it is about that.
pub fn answer<E>(
    query: &Query,
    position: Result<&Position, E>,
    options: &Options,
) -> Result<Vec<String>, E> {
    Ok(match query {
        Query::Moves => vec![legal_moves(position?)],
        Query::Side => vec![side(position?).to_owned()],
        Query::Board => board(position?),
        Query::Value => vec![value(position?, &options.settings().evaluation)],
        Query::Perft(depth) => {
            let leaves = perft(&mut position?.clone(), *depth, Convention::Count);
            vec![format!("Nodes searched: {leaves}")]
        }
        Query::Options(name) => settings(name.as_deref(), options),
        Query::Tunables => tunables(),
        Query::Bench => {
            vec!["info string bench is a command of its own: usi-engine bench".to_owned()]
        }
    })
}

fn legal_moves(pos: &Position) -> String {
    let mut list = MoveList::new();
    movegen::legal(pos, &mut list);
    let moves: Vec<_> = list.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

fn side(pos: &Position) -> &'static str {
    match pos.side() {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn board(pos: &Position) -> Vec<String> {
    let text = format!("{}\nsfen {}", Diagram(pos), sfen::write(pos));
    text.lines().map(str::to_owned).collect()
}

fn value(pos: &Position, evaluation: &Evaluation) -> String {
    format!("eval = {}", evaluation.value(pos))
}

/// What the option `name` is set to, or what all of them are.
fn settings(name: Option<&str>, options: &Options) -> Vec<String> {
    let is_asked = |known: &str| name.is_none_or(|name| name.eq_ignore_ascii_case(known));
    let lines: Vec<_> = options
        .in_force()
        .filter(|(known, _)| is_asked(known))
        .map(|(known, value)| format!("Options[{known}] == {value}"))
        .collect();
    match name {
        Some(name) if lines.is_empty() => vec![format!("No such option: {name}")],
        _ => lines,
    }
}

/// The numbers of the search in the form that `ShogiArena` reads.
fn tunables() -> Vec<String> {
    let list = json!({
        "schema_version": "shogiarena.usi_tunables.v1",
        "tunables": KNOBS.iter().map(tunable).collect::<Vec<_>>(),
    });
    vec![
        format!("info string shogiarena_tunables_json {list}"),
        "usi_tunablesok".to_owned(),
    ]
}

/// The last step is a twentieth of the range, and the rate `OpenBench`'s, unless told otherwise.
fn tunable(knob: &Knob) -> Value {
    json!({
        "id": knob.name,
        "option": knob.name,
        "value_type": "int",
        "encoding": "integer",
        "default": knob.default,
        "min": knob.min,
        "max": knob.max,
        "schedule": { "c_end": f64::from(knob.max - knob.min) / 20.0, "r_end": 0.002 },
    })
}
