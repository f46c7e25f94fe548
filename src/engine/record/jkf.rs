//! Records in JSON, as web boards keep them (`.jkf`, the format of Kifu for JS).
//!
//! One object with `header`, `initial` and `moves`. Pieces and endings have the names of CSA, headers
//! those of KIF, comments are lines as in KIF. Times are whole seconds. Branches are the `forks` of the entry
//! that they stand in place of. What must hold: an error names the line where its move begins.

use super::builder::Builder;
use super::content::{DEEPEST, Line};
use super::csa::notation::{kind_name, read_kind};
use super::{Ending, LineNumbers, Problem, Reading, Record, RecordError};
use super::{comments, csa, kif};
use crate::shogi::moves::HAND_KINDS;
use crate::shogi::pieces::may_promote;
use crate::shogi::sfen::Setup;
use crate::shogi::{Color, Move, Piece, Position, Square};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// What `initial` calls the start of an even game.
const EVEN: &str = "HIRATE";

/// What `initial` says where the position itself follows.
const OTHER: &str = "OTHER";

/// Reads one game.
///
/// # Errors
/// [`RecordError`] for the first thing that cannot be read.
pub fn read(text: &str) -> Result<Reading, RecordError> {
    let mut builder = Builder::default();
    let kifu: Kifu = serde_json::from_str(text).map_err(|error| json_error(0, &error))?;
    builder.line = 1;
    let mut ply = 1;
    let name = take_headers(&mut builder, &mut ply, kifu.header);
    let mut start = match (kifu.initial, name) {
        (Some(initial), _) => read_start(&builder, &initial)?,
        (None, None) => Setup::even(),
        (None, Some(name)) => {
            let expected = "平手, a known handicap such as 六枚落ち, or `initial`";
            let start = kif::start_of_name(&name);
            Setup::of(&start.ok_or_else(|| builder.unexpected(&name, expected))?)
        }
    };
    start.ply = ply;
    builder.begin(&start)?;
    read_entries(&mut builder, &LineNumbers::of(text), kifu.moves, 0)?;
    builder.finish()
}

/// Takes a line inside so many others, and its branches: those that leave last come first, as a builder
/// wants them.
fn read_entries(
    builder: &mut Builder,
    lines: &LineNumbers,
    entries: Vec<&RawValue>,
    depth: usize,
) -> Result<(), RecordError> {
    if depth > DEEPEST {
        return Err(builder.unexpected("forks", "at most 100 forks around one another"));
    }
    let mut forks = Vec::new();
    for raw in entries {
        builder.line = lines.number(raw.get());
        let step: Step = serde_json::from_str(raw.get())
            .map_err(|error| json_error(builder.line - 1, &error))?;
        let (line, before) = (builder.line, builder.made());
        read_step(builder, &step)?;
        let here = step.forks.into_iter().flatten();
        forks.push((line, before, here));
    }
    for (line, before, here) in forks.into_iter().rev() {
        for fork in here {
            builder.line = line;
            builder.branch(before, "forks")?;
            read_entries(builder, lines, fork, depth + 1)?;
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct Kifu<'a> {
    #[serde(default)]
    header: Headers,
    initial: Option<Initial>,
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Initial {
    preset: String,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    color: u8,
    /// By file from 1, then by rank.
    board: Vec<Vec<Placed>>,
    #[serde(default)]
    hands: Vec<BTreeMap<String, u32>>,
}

#[derive(Deserialize)]
struct Placed {
    color: Option<u8>,
    kind: Option<String>,
}

/// An entry of `moves`.
#[derive(Deserialize)]
struct Step<'a> {
    #[serde(default)]
    comments: Vec<String>,
    #[serde(rename = "move")]
    moved: Option<Moved>,
    time: Option<Time>,
    special: Option<String>,
    #[serde(borrow)]
    forks: Option<Vec<Vec<&'a RawValue>>>,
}

#[derive(Deserialize)]
struct Moved {
    color: Option<u8>,
    piece: String,
    from: Option<Place>,
    to: Option<Place>,
    #[serde(default)]
    same: bool,
    #[serde(default)]
    promote: bool,
}

#[derive(Clone, Copy, Deserialize)]
struct Place {
    x: u8,
    y: u8,
}

impl Place {
    fn square(self) -> Option<Square> {
        Square::new(self.x, self.y)
    }
}

#[derive(Deserialize)]
struct Time {
    now: Clock,
}

#[derive(Deserialize)]
struct Clock {
    #[serde(default)]
    h: u64,
    m: u64,
    s: u64,
}

/// The headers in their order.
#[derive(Default)]
struct Headers(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Headers {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(HeaderVisitor)
    }
}

struct HeaderVisitor;

impl<'de> Visitor<'de> for HeaderVisitor {
    type Value = Headers;

    fn expecting(&self, text: &mut fmt::Formatter) -> fmt::Result {
        text.write_str("headers with their texts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Headers, A::Error> {
        let mut headers = Vec::new();
        while let Some(header) = map.next_entry()? {
            headers.push(header);
        }
        Ok(Headers(headers))
    }
}

/// What is wrong with JSON that begins after `lines` lines.
fn json_error(lines: usize, error: &serde_json::Error) -> RecordError {
    let text = error.to_string();
    let what = text
        .rsplit_once(" at line ")
        .map_or(&*text, |(what, _)| what);
    RecordError::new(lines + error.line().max(1), Problem::Json(what.to_owned()))
}

/// Takes the headers, among them the number of the first move, `ply`, and returns the name of the start, if they
/// have one.
fn take_headers(builder: &mut Builder, ply: &mut u32, headers: Headers) -> Option<String> {
    let mut start = None;
    for (name, value) in headers.0 {
        if name == kif::HANDICAP {
            start = Some(value.trim().to_owned());
        } else {
            kif::head::take_header(builder, ply, &name, value.trim());
        }
    }
    start
}

fn read_start(builder: &Builder, initial: &Initial) -> Result<Setup, RecordError> {
    let preset = initial.preset.as_str();
    let named = match preset {
        EVEN => Some(Position::default()),
        _ => kif::head::start_of_preset(preset),
    };
    if let Some(named) = named {
        return Ok(Setup::of(&named));
    }
    let Some(data) = &initial.data else {
        let expected = "HIRATE, a handicap such as KA or 2, or OTHER with the data of a position";
        return Err(builder.unexpected(preset, expected));
    };
    drawn(data).ok_or_else(|| {
        let expected = "nine files of nine squares, each `{}` or with a color (0, 1) and a kind such \
            as `FU`, and hands such as {\"FU\": 1}";
        builder.unexpected("initial.data", expected)
    })
}

fn drawn(data: &Data) -> Option<Setup> {
    let mut setup = Setup::empty();
    setup.side = color(data.color)?;
    let is_whole = data.board.len() == 9 && data.board.iter().all(|file| file.len() == 9);
    for (square, placed) in Square::all().zip(data.board.iter().flatten()) {
        if let Some(kind) = &placed.kind {
            let piece = Piece::new(read_kind(kind)?, color(placed.color?)?);
            setup.put(square, Some(piece));
        }
    }
    for (color, hand) in Color::all().into_iter().zip(&data.hands) {
        for (kind, &count) in hand {
            let is_held = count == 0 || setup.hold(color, read_kind(kind)?, count);
            is_held.then_some(())?;
        }
    }
    is_whole.then_some(setup)
}

fn color(number: u8) -> Option<Color> {
    Color::all().get(usize::from(number)).copied()
}

fn read_step(builder: &mut Builder, step: &Step) -> Result<(), RecordError> {
    if let Some(moved) = &step.moved {
        let token = moved.to_string();
        let mv = read_move(builder, moved).ok_or_else(|| {
            let expected = "a move of the side to move: a piece such as `FU` that stands on `from`, or is \
                in hand where `from` is missing, and `to` or `same`";
            builder.unexpected(&token, expected)
        })?;
        builder.play(mv, &token)?;
    }
    if let Some(special) = &step.special {
        builder.end_by(csa::ending(special), special)?;
    }
    if let Some(Time { now }) = &step.time {
        let minutes = now.h.saturating_mul(60).saturating_add(now.m);
        let seconds = minutes.saturating_mul(60).saturating_add(now.s);
        builder.time(seconds.saturating_mul(1000));
    }
    let comment = step.comments.join("\n");
    for line in comment.lines() {
        builder.comment(line);
    }
    Ok(())
}

fn read_move(builder: &Builder, moved: &Moved) -> Option<Move> {
    let pos = builder.position();
    let kind = read_kind(&moved.piece)?;
    if moved
        .color
        .is_some_and(|number| color(number) != Some(pos.side()))
    {
        return None;
    }
    let last = builder.last_move().map(Move::to).filter(|_| moved.same);
    let to = moved.to.map_or(last, Place::square)?;
    let Some(from) = moved.from else {
        return shogi_core::Hand::is_hand_piece(kind).then(|| Move::drop(kind, to));
    };
    let from = from.square()?;
    let fits = from != to && pos.piece_at(from)?.piece_kind() == kind;
    fits.then(|| Move::normal(from, to, moved.promote))
}

impl fmt::Display for Moved {
    fn fmt(&self, text: &mut fmt::Formatter) -> fmt::Result {
        for place in [self.from, self.to].into_iter().flatten() {
            write!(text, "{}{}", place.x, place.y)?;
        }
        let promotes = if self.promote { "+" } else { "" };
        write!(text, "{}{promotes}", self.piece)
    }
}

/// Writes `record` as an object with a line for each move.
pub fn write(record: &Record) -> String {
    let names = kif::head::names(record).map(|(name, value)| (name.to_owned(), value));
    let headers = kif::head::headers(record).into_iter().chain(names);
    let headers: Vec<String> = headers
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{}:{}", json!(name), json!(value)))
        .collect();
    let comment: Vec<_> = comments::comment_lines(&record.comment, |_| false).collect();
    let mut moves = vec![with_comments(json!({}), &comment)];
    moves.extend(write_entries(&Line::game(record)));
    let moves: Vec<String> = moves.iter().map(Value::to_string).collect();
    format!(
        "{{\"header\":{{{}}},\n\"initial\":{},\n\"moves\":[\n{}\n]}}\n",
        headers.join(","),
        write_start(record.game().start()),
        moves.join(",\n")
    )
}

/// An entry for each move of `line` and for its ending, with the branches that stand in place of it.
fn write_entries(line: &Line) -> Vec<Value> {
    let record = line.record;
    let mut entries = Vec::new();
    let (mut last, mut spent_ms) = (line.last, line.spent_ms);
    for (mut pos, mv, info) in record.replay() {
        let side = pos.side();
        let mut step = json!({ "move": write_move(&pos, mv, last) });
        add_time(&mut step, info.time_ms, &mut spent_ms[side.array_index()]);
        let _ = pos.do_move(mv);
        entries.push(with_comments(step, &comments::write_move(info, &pos)));
        last = Some(mv.to());
    }
    if let Some(ending) = &record.ending {
        let mover = record.game().position().side();
        entries.extend(write_end(ending, mover, spent_ms[mover.array_index()]));
    }
    for branch in line.branches() {
        let at = branch.before - line.before;
        if at == entries.len() {
            entries.push(json!({}));
        }
        match &mut entries[at]["forks"] {
            Value::Array(forks) => forks.push(write_entries(&branch).into()),
            none => *none = json!([write_entries(&branch)]),
        }
    }
    entries
}

fn write_start(start: &Position) -> Value {
    if let Some(name) = kif::name_of(start) {
        let preset = kif::head::preset_of(name).unwrap_or(EVEN);
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

fn write_move(pos: &Position, mv: Move, last: Option<Square>) -> Value {
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

fn write_end(ending: &Ending, mover: Color, mut spent_ms: u64) -> Option<Value> {
    let (word, native) = csa::ending_word(ending.reason, mover)?;
    let mut step = json!({ "special": word });
    add_time(&mut step, ending.time_ms, &mut spent_ms);
    Some(with_comments(
        step,
        &comments::write_ending(ending, Some(native), mover),
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
