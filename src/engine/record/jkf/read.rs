//! Reading records in JSON.

use super::PRESETS;
use crate::record::branch::DEEPEST;
use crate::record::csa_notation::{can_be_held, read_kind};
use crate::record::draft::Draft;
use crate::record::lines::Lines;
use crate::record::setup::Setup;
use crate::record::{Problem, Reading, RecordError, csa, kif};
use crate::shogi::{Color, Move, Piece, Position, Square};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;

/// Reads one game.
///
/// # Errors
/// [`RecordError`] for the first thing that cannot be read.
pub fn read(text: &str) -> Result<Reading, RecordError> {
    let mut draft = Draft::default();
    let kifu: Kifu = serde_json::from_str(text).map_err(|error| json(0, &error))?;
    draft.line = 1;
    let mut ply = 1;
    let named = take_headers(&mut draft, &mut ply, kifu.header);
    let mut start = match kifu.initial {
        Some(initial) => start(&draft, &initial)?,
        None => named.map_or_else(Setup::even, |named| Setup::of(&named)),
    };
    start.ply = ply;
    let position = start.finish();
    draft.begin(position.map_err(|error| draft.error(Problem::Start(error)))?);
    entries(&mut draft, &Lines::of(text), kifu.moves, 0)?;
    draft.finish()
}

/// Takes a line inside so many others, and its branches: those that leave last come first, as a draft
/// wants them.
fn entries(
    draft: &mut Draft,
    lines: &Lines,
    entries: Vec<&RawValue>,
    depth: usize,
) -> Result<(), RecordError> {
    if depth > DEEPEST {
        return Err(draft.unexpected("forks", "at most 100 forks around one another"));
    }
    let mut forks = Vec::new();
    for raw in entries {
        draft.line = lines.number(raw.get());
        let step: Step =
            serde_json::from_str(raw.get()).map_err(|error| json(draft.line - 1, &error))?;
        let (line, before) = (draft.line, draft.made());
        self::step(draft, &step)?;
        let here = step.forks.into_iter().flatten();
        forks.push((line, before, here));
    }
    for (line, before, here) in forks.into_iter().rev() {
        for fork in here {
            draft.line = line;
            draft.branch(before, "forks")?;
            self::entries(draft, lines, fork, depth + 1)?;
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
fn json(lines: usize, error: &serde_json::Error) -> RecordError {
    let text = error.to_string();
    let what = text
        .rsplit_once(" at line ")
        .map_or(&*text, |(what, _)| what);
    RecordError::new(lines + error.line().max(1), Problem::Json(what.to_owned()))
}

/// Takes the headers, among them the number of the first move, `ply`, and returns the start that they
/// name, if they do.
fn take_headers(draft: &mut Draft, ply: &mut u32, headers: Headers) -> Option<Position> {
    let mut start = None;
    for (name, value) in headers.0 {
        if name == kif::HANDICAP {
            start = kif::named(value.trim());
        } else {
            kif::headers::take(draft, ply, &name, value.trim());
        }
    }
    start
}

fn start(draft: &Draft, initial: &Initial) -> Result<Setup, RecordError> {
    let preset = initial.preset.as_str();
    let name = PRESETS.iter().find(|(known, _)| *known == preset);
    if let Some(named) = name.and_then(|(_, name)| kif::named(name)) {
        return Ok(Setup::of(&named));
    }
    let Some(data) = &initial.data else {
        let expected = "HIRATE, a handicap such as KA or 2, or OTHER with the data of a position";
        return Err(draft.unexpected(preset, expected));
    };
    drawn(data).ok_or_else(|| {
        let expected = "nine files of nine squares, each `{}` or with a color (0, 1) and a kind such \
            as `FU`, and hands such as {\"FU\": 1}";
        draft.unexpected("initial.data", expected)
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

fn step(draft: &mut Draft, step: &Step) -> Result<(), RecordError> {
    if let Some(moved) = &step.moved {
        let token = moved.to_string();
        let mv = a_move(draft, moved).ok_or_else(|| {
            let expected = "a move of the side to move: a piece such as `FU` that stands on `from`, or is \
                in hand where `from` is missing, and `to` or `same`";
            draft.unexpected(&token, expected)
        })?;
        draft.play(mv, &token)?;
    }
    if let Some(special) = &step.special {
        match csa::ending(special) {
            Some(reason) => draft.end(reason, special)?,
            None => draft.end_somehow(special)?,
        }
    }
    if let Some(Time { now }) = &step.time {
        let minutes = now.h.saturating_mul(60).saturating_add(now.m);
        let seconds = minutes.saturating_mul(60).saturating_add(now.s);
        draft.time(seconds.saturating_mul(1000));
    }
    let comment = step.comments.join("\n");
    for line in comment.lines() {
        draft.comment(line);
    }
    Ok(())
}

fn a_move(draft: &Draft, moved: &Moved) -> Option<Move> {
    let pos = draft.position();
    let kind = read_kind(&moved.piece)?;
    if moved
        .color
        .is_some_and(|number| color(number) != Some(pos.side()))
    {
        return None;
    }
    let last = draft.last_move().map(Move::to).filter(|_| moved.same);
    let to = moved.to.map_or(last, Place::square)?;
    let Some(from) = moved.from else {
        return can_be_held(kind).then(|| Move::drop(kind, to));
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
