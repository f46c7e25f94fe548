//! Writing records in JSON.

use super::{OTHER, PRESETS};
use crate::record::branch::Line;
use crate::record::csa_notation::kind_name;
use crate::record::{Ending, Record, csa, details, kif};
use crate::shogi::moves::HAND_KINDS;
use crate::shogi::promotion::may_promote;
use crate::shogi::{Color, Move, Position, Square};
use serde_json::{Value, json};

/// Writes `record` as an object with a line for each move.
pub fn write(record: &Record) -> String {
    let names = kif::headers::names(record).map(|(name, value)| (name.to_owned(), value));
    let headers = kif::headers::written(record).into_iter().chain(names);
    let headers: Vec<String> = headers
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{}:{}", json!(name), json!(value)))
        .collect();
    let comment: Vec<_> = details::comment_lines(&record.comment).collect();
    let mut moves = vec![with_comments(json!({}), &comment)];
    moves.extend(entries(&Line::game(record)));
    let moves: Vec<String> = moves.iter().map(Value::to_string).collect();
    format!(
        "{{\"header\":{{{}}},\n\"initial\":{},\n\"moves\":[\n{}\n]}}\n",
        headers.join(","),
        initial(record.game().start()),
        moves.join(",\n")
    )
}

/// An entry for each move of `line` and for its ending, with the branches that stand in place of it.
fn entries(line: &Line) -> Vec<Value> {
    let record = line.record;
    let mut entries = Vec::new();
    let (mut last, mut spent_ms) = (line.last, line.spent_ms);
    for (mut pos, mv, info) in record.replay() {
        let side = pos.side();
        let mut step = json!({ "move": a_move(&pos, mv, last) });
        add_time(&mut step, info.time_ms, &mut spent_ms[side.array_index()]);
        let _ = pos.do_move(mv);
        entries.push(with_comments(step, &details::write_move(info, &pos)));
        last = Some(mv.to());
    }
    if let Some(ending) = &record.ending {
        let mover = record.game().position().side();
        entries.extend(end(ending, mover, spent_ms[mover.array_index()]));
    }
    for branch in line.branches() {
        let at = branch.before - line.before;
        if at == entries.len() {
            entries.push(json!({}));
        }
        match &mut entries[at]["forks"] {
            Value::Array(forks) => forks.push(self::entries(&branch).into()),
            none => *none = json!([self::entries(&branch)]),
        }
    }
    entries
}

fn initial(start: &Position) -> Value {
    let name = kif::name_of(start);
    let preset = PRESETS.iter().find(|(_, kif)| Some(*kif) == name);
    if let Some((preset, _)) = preset {
        return json!({ "preset": preset });
    }
    let squares: Vec<Value> = Square::all().map(|square| placed(start, square)).collect();
    let board: Vec<&[Value]> = squares.chunks(9).collect();
    let hands = Color::all().map(|color| {
        let count = |kind| {
            (
                kind_name(kind).to_owned(),
                json!(start.hand(color).count(kind)),
            )
        };
        Value::Object(HAND_KINDS.into_iter().map(count).collect())
    });
    let color = start.side().array_index();
    json!({ "preset": OTHER, "data": { "color": color, "board": board, "hands": hands } })
}

fn placed(pos: &Position, square: Square) -> Value {
    pos.piece_at(square).map_or_else(
        || json!({}),
        |piece| {
            let (kind, color) = piece.to_parts();
            json!({ "color": color.array_index(), "kind": kind_name(kind) })
        },
    )
}

fn a_move(pos: &Position, mv: Move, last: Option<Square>) -> Value {
    let place = |square: Square| json!({ "x": square.file(), "y": square.rank() });
    let mut object = json!({ "color": pos.side().array_index(), "to": place(mv.to()) });
    let moved = mv.from().and_then(|from| pos.piece_at(from));
    let kind = moved.unwrap_or_else(|| pos.placed(mv)).piece_kind();
    object["piece"] = json!(kind_name(kind));
    if let Some(from) = mv.from() {
        object["from"] = place(from);
        if may_promote(kind, pos.side(), from, mv.to()) {
            object["promote"] = json!(mv.is_promotion());
        }
    }
    if let Some(captured) = pos.piece_at(mv.to()) {
        object["capture"] = json!(kind_name(captured.piece_kind()));
    }
    if last == Some(mv.to()) {
        object["same"] = json!(true);
    }
    object
}

fn end(ending: &Ending, mover: Color, mut spent_ms: u64) -> Option<Value> {
    let (word, native) = csa::ending_word(ending.reason, mover)?;
    let mut step = json!({ "special": word });
    add_time(&mut step, ending.time_ms, &mut spent_ms);
    Some(with_comments(
        step,
        &details::write_ending(ending, Some(native)),
    ))
}

/// Adds `time_ms` to `step`, and what the side has spent by then, in whole seconds.
fn add_time(step: &mut Value, time_ms: Option<u64>, spent_ms: &mut u64) {
    let Some(time_ms) = time_ms else { return };
    *spent_ms = spent_ms.saturating_add(time_ms);
    let clock = |ms: u64| {
        let seconds = ms / 1000;
        json!({ "h": seconds / 3600, "m": seconds / 60 % 60, "s": seconds % 60 })
    };
    step["time"] = json!({ "now": clock(time_ms), "total": clock(*spent_ms) });
}

fn with_comments(mut step: Value, comments: &[String]) -> Value {
    if !comments.is_empty() {
        step["comments"] = json!(comments);
    }
    step
}
