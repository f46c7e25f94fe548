//! Books of `ShogiGUI` (`.sbk`): positions that are joined by moves.
//!
//! The form is that of `book.proto` of `BookConv`, by the author of `ShogiGUI`: a message of protocol
//! buffers with a list of positions, of which few have their text; the others are where the moves of
//! those lead. What is read of it: text and moves of each position, and of a move its weight and how it
//! is judged. Evaluations are passed over: the file does not say for which side they are.

use super::MemoryBook;
use super::text::{BookEntry, BookMove, BookProblem, key};
use crate::shogi::game::Game;
use crate::shogi::moves::HAND_KINDS;
use crate::shogi::{Checks, Move, Position, Square, movegen};

pub struct Sbk {
    /// What could be read.
    pub book: MemoryBook,
    /// Of the positions of the file, those that no moves lead to from one that has its text.
    pub lost: usize,
}

/// A position of the file.
#[derive(Default)]
struct State {
    /// As for USI's `position`, or empty.
    text: String,
    moves: Vec<StateMove>,
}

#[derive(Default)]
struct StateMove {
    bits: u32,
    /// How people judge it.
    judgement: u64,
    weight: i64,
    /// The position that it leads to, by its place in the file; negative for none.
    next: i64,
}

/// From this judgement on a move is doubtful (疑問手) or bad (悪手).
const DOUBTFUL: u64 = 3;

impl Sbk {
    /// The book whose file is `bytes`.
    pub fn read(bytes: &[u8]) -> Result<Self, BookProblem> {
        let states = states(bytes).ok_or_else(|| {
            let problem = "no message of protocol buffers; expected a book of ShogiGUI";
            BookProblem::Form(problem.to_owned())
        })?;
        let mut book = MemoryBook::default();
        let mut seen = vec![false; states.len()];
        for (place, state) in states.iter().enumerate() {
            if !seen[place]
                && let Some(start) = start(place, &state.text)
            {
                follow(&states, place, start, &mut seen, &mut book);
            }
        }
        let lost = seen.iter().filter(|it| !**it).count();
        Ok(Self { book, lost })
    }
}

/// The position with which to begin at a place of the file; the first has no text if it is that of an even game.
fn start(place: usize, text: &str) -> Option<Position> {
    if place == 0 && text.is_empty() {
        return Some(Position::default());
    }
    let game: Game = text.parse().ok()?;
    Some(game.position().clone())
}

/// Adds the position at `place`, which is `pos`, and all that moves lead to from there.
fn follow(states: &[State], place: usize, pos: Position, seen: &mut [bool], book: &mut MemoryBook) {
    let mut waiting = vec![(place, pos)];
    seen[place] = true;
    while let Some((place, pos)) = waiting.pop() {
        let checks = Checks::of(&pos);
        let moves = states[place].moves.iter();
        let moves = moves.filter_map(|it| Some((it, it.mv()?)));
        let moves: Vec<_> = moves
            .filter(|(_, mv)| movegen::is_legal(&pos, &checks, *mv))
            .collect();
        for (it, mv) in &moves {
            let next = usize::try_from(it.next)
                .ok()
                .filter(|next| seen.get(*next) == Some(&false));
            if let Some(next) = next {
                let mut after = pos.clone();
                let _ = after.do_move(*mv);
                seen[next] = true;
                waiting.push((next, after));
            }
        }
        // Without weights none was chosen, and all are alike.
        let least = i64::from(moves.iter().any(|(it, _)| it.weight > 0));
        let played = moves
            .iter()
            .filter(|(it, _)| it.weight >= least && it.judgement < DOUBTFUL);
        let played: Vec<_> = played.map(|(it, mv)| it.book_move(*mv)).collect();
        if !played.is_empty() {
            let number = pos.ply();
            book.add(BookEntry::new(key(&pos), number, played));
        }
    }
}

impl StateMove {
    /// The move, if there is one of these bits.
    fn mv(&self) -> Option<Move> {
        let square = |at: u32| {
            let [rank, file] = [at, at + 4].map(|at| (self.bits >> at & 0xf) as u8);
            Square::new(file, rank)
        };
        let to = square(8)?;
        let mv = if self.bits as u8 == 0 {
            // From pawn to rook; a bit more is White's.
            let number = (self.bits >> 24 & 0xf) as usize;
            let kind = HAND_KINDS.iter().rev().nth(number.checked_sub(1)?)?;
            Move::drop(*kind, to)
        } else {
            Move::normal(square(0)?, to, self.bits >> 19 & 1 == 1)
        };
        Move::from_bits(mv.bits())
    }

    fn book_move(&self, mv: Move) -> BookMove {
        BookMove {
            mv,
            reply: None,
            value: 0,
            depth: 0,
            count: self.weight.max(0) as u64,
        }
    }
}

/// The positions of the file; none if it is not made of fields, or has none.
fn states(bytes: &[u8]) -> Option<Vec<State>> {
    let mut states = Vec::new();
    for field in Fields(bytes) {
        if let (3, Content::Bytes(bytes)) = field? {
            states.push(state(bytes)?);
        }
    }
    (!states.is_empty()).then_some(states)
}

fn state(bytes: &[u8]) -> Option<State> {
    let mut state = State::default();
    for field in Fields(bytes) {
        match field? {
            (7, Content::Bytes(text)) => state.text = String::from_utf8_lossy(text).into_owned(),
            (9, Content::Bytes(bytes)) => state.moves.push(state_move(bytes)?),
            _ => {}
        }
    }
    Some(state)
}

fn state_move(bytes: &[u8]) -> Option<StateMove> {
    let mut mv = StateMove {
        next: -1,
        ..StateMove::default()
    };
    for field in Fields(bytes) {
        match field? {
            (1, Content::Number(bits)) => mv.bits = bits as u32,
            (2, Content::Number(judgement)) => mv.judgement = judgement,
            (3, Content::Number(weight)) => mv.weight = weight as i64,
            (4, Content::Number(next)) => mv.next = next as i64,
            _ => {}
        }
    }
    Some(mv)
}

/// The fields of a message, each with its number; `None` once for what is none, and then no more.
struct Fields<'a>(&'a [u8]);

enum Content<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    Other,
}

impl<'a> Iterator for Fields<'a> {
    type Item = Option<(u64, Content<'a>)>;

    fn next(&mut self) -> Option<Self::Item> {
        (!self.0.is_empty()).then(|| {
            let field = self.field();
            if field.is_none() {
                self.0 = &[];
            }
            field
        })
    }
}

impl<'a> Fields<'a> {
    fn field(&mut self) -> Option<(u64, Content<'a>)> {
        let tag = self.number()?;
        let content = match tag & 7 {
            0 => Content::Number(self.number()?),
            1 => self.bytes(8).map(|_| Content::Other)?,
            2 => {
                let length = self.number()?.try_into().ok()?;
                Content::Bytes(self.bytes(length)?)
            }
            5 => self.bytes(4).map(|_| Content::Other)?,
            _ => return None,
        };
        Some((tag >> 3, content))
    }

    /// A number in bytes of seven bits each, the lowest first, of which all but the last have the highest bit set.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for place in 0..10 {
            let byte = self.bytes(1)?[0];
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }
}
