//! A record being read: what all readers do with the things they find, whatever their syntax.
//!
//! What must hold: nothing found is dropped without a note, an illegal move is forgiven only if the line goes
//! on to say that it ended by a foul, and a start is accepted exactly where SFEN reading accepts it, since that
//! is what it ends in.
//!
//! Lines come one after another, the game first. A branch leaves the line at hand or, where that begins
//! too late or is too short, one that this leaves: so KIF writes a tree. Where that line has stopped without an
//! ending, it goes on.

use super::comments;
use super::content::{Branch, DEEPEST};
use super::{MoveInfo, Note, Problem, Reading, Record, RecordError, Termination, one_line};
use crate::shogi::game::Game;
use crate::shogi::sfen::{Setup, Token};
use crate::shogi::{Color, Move, Position};
use std::mem;

/// The record so far, and where in the text the reader is.
#[derive(Default)]
pub(super) struct Builder {
    record: Record,
    /// The branches being read: the first leaves the game, and each other the one before it.
    open: Vec<Branch>,
    /// The last move before the position at hand.
    last: Option<Move>,
    notes: Vec<Note>,
    /// The line being read, counted from 1.
    pub line: usize,
    /// The last move, if it was not legal.
    illegal: Option<RecordError>,
    /// Whether the last end was a word that says nothing here.
    ended_somehow: bool,
}

impl Builder {
    /// An error in the present line.
    pub fn error(&self, problem: Problem) -> RecordError {
        RecordError::new(self.line.max(1), problem)
    }

    /// The present line has `found` where `expected` should be.
    pub fn unexpected(&self, found: &str, expected: &'static str) -> RecordError {
        RecordError::unexpected(self.line.max(1), found, expected)
    }

    /// Notes that something in the present line is left out.
    pub fn leave_out(&mut self, what: &'static str, text: &str) {
        let (line, token) = (self.line, Token::new(text));
        self.notes.push(Note { line, what, token });
    }

    /// The game, or the branch being read.
    fn line(&self) -> &Record {
        self.open.last().map_or(&self.record, Branch::line)
    }

    fn line_mut(&mut self) -> &mut Record {
        match self.open.last_mut() {
            Some(branch) => branch.line_mut(),
            None => &mut self.record,
        }
    }

    pub fn position(&self) -> &Position {
        self.line().game.position()
    }

    pub fn last_move(&self) -> Option<Move> {
        self.last
    }

    /// How many moves come before the line at hand.
    fn before(&self) -> usize {
        self.open.iter().map(Branch::after).sum()
    }

    /// How many moves lead to the position at hand.
    pub fn made(&self) -> usize {
        self.before() + self.line().infos.len()
    }

    /// The number of the next move or of the end, counted from 1.
    pub fn next_number(&self) -> usize {
        1 + self.made() + usize::from(self.illegal.is_some())
    }

    /// Whether the line has come to its end.
    pub fn has_ended(&self) -> bool {
        self.line().ending.is_some()
    }

    /// Whether it has come to what is only taken for its end.
    pub fn has_ended_somehow(&self) -> bool {
        self.has_ended() && self.ended_somehow
    }

    /// What follows is a branch, which the text calls `token`, with so many moves before it.
    pub fn branch(&mut self, after: usize, token: &str) -> Result<(), RecordError> {
        self.check()?;
        let fits = |it: &Self| it.before() < after && after <= it.made();
        while !(self.open.is_empty() || fits(self)) {
            self.close();
        }
        let goes_on = after == self.made() && !self.has_ended();
        let after = after - self.before();
        let mut before = self.line().game.moves().iter().take(after);
        self.last = before.next_back().copied();
        if goes_on {
            return Ok(());
        }
        let branch = self.line().leave(after);
        let Some(branch) = branch.filter(|_| self.open.len() < DEEPEST) else {
            let expected = "a move or an end before it in whose place the branch begins, and at most 100 \
                branches around it";
            return Err(self.unexpected(token, expected));
        };
        self.open.push(branch);
        Ok(())
    }

    /// The line at hand has been read. What is said before the first move of a branch is said of that move.
    fn close(&mut self) {
        trim_comments(self.line_mut());
        self.line_mut().sort_branches();
        let Some(mut branch) = self.open.pop() else {
            return;
        };
        let line = branch.line_mut();
        let before = mem::take(&mut line.comment);
        let first = line.infos.first_mut().map(|it| &mut it.comment);
        let Some(comment) = first.or(line.ending.as_mut().map(|it| &mut it.comment)) else {
            return self.leave_out("empty branch", &before);
        };
        let own = mem::replace(comment, before);
        if !own.is_empty() {
            append_line(comment, &own);
        }
        self.line_mut().hang_last(branch);
    }

    /// The line at hand has no illegal move without an end that says so.
    fn check(&self) -> Result<(), RecordError> {
        self.illegal.clone().map_or(Ok(()), Err)
    }

    /// The start is that of `setup`.
    pub fn begin(&mut self, setup: &Setup) -> Result<(), RecordError> {
        let start = setup.finish();
        let start = start.map_err(|error| self.error(Problem::Start(error)))?;
        self.record.game = Game::new(start);
        Ok(())
    }

    pub fn name(&mut self, color: Color, name: &str) {
        name.trim()
            .clone_into(&mut self.record.names[color.array_index()]);
    }

    /// A header; without a value it says nothing.
    pub fn header(&mut self, name: &str, value: &str) {
        let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
        if !value.is_empty() {
            self.record.headers.push((name, value));
        }
    }

    /// A move, which the text calls `token`.
    pub fn play(&mut self, mv: Move, token: &str) -> Result<(), RecordError> {
        if self.has_ended() && !self.has_ended_somehow() {
            return Err(self.unexpected(token, "no move after the end of the game"));
        }
        self.check()?;
        self.go_on();
        if self.line_mut().push(mv, MoveInfo::default()).is_err() {
            self.illegal = Some(self.error(Problem::IllegalMove(Token::new(token))));
            self.leave_out("illegal move", token);
            return Ok(());
        }
        self.last = Some(mv);
        Ok(())
    }

    /// The time spent on the last move, or until the end.
    pub fn time(&mut self, time_ms: u64) {
        let is_legal = self.illegal.is_none();
        let line = self.line_mut();
        if let Some(ending) = &mut line.ending {
            ending.time_ms = Some(time_ms);
        } else if let Some(info) = line.infos.last_mut().filter(|_| is_legal) {
            info.time_ms = Some(time_ms);
        }
    }

    /// The line ended for `reason`.
    pub fn end(&mut self, reason: Termination, token: &str) -> Result<(), RecordError> {
        if self.has_ended() {
            return Err(self.unexpected(token, "one end of the game"));
        }
        let fouls = matches!(reason, Termination::IllegalMove | Termination::Foul { .. });
        let reason = match self.illegal.take() {
            Some(_) if fouls => Termination::IllegalMove,
            Some(error) => return Err(error),
            None => reason,
        };
        self.line_mut().ending = Some(reason.into());
        self.ended_somehow = false;
        Ok(())
    }

    /// The line ended as the text says by `word`, which means `reason`. If it says nothing here, it is kept as a
    /// comment.
    pub fn end_by(&mut self, reason: Option<Termination>, word: &str) -> Result<(), RecordError> {
        if let Some(reason) = reason {
            return self.end(reason, word);
        }
        self.end(Termination::Interrupted, word)?;
        self.comment(&one_line(word));
        self.leave_out("ending", word);
        self.ended_somehow = true;
        Ok(())
    }

    /// What seemed to be the end was none. What was said of it is said of the last move.
    fn go_on(&mut self) {
        let line = self.line_mut();
        let Some(ending) = line.ending.take() else {
            return;
        };
        let last = line.infos.last_mut().map(|it| &mut it.comment);
        append_line(last.unwrap_or(&mut line.comment), &ending.comment);
    }

    pub fn comment(&mut self, text: &str) {
        let is_legal = self.illegal.is_none();
        let line = self.line_mut();
        let pos = line.game.position();
        if let Some(ending) = &mut line.ending {
            if !comments::read_ending(text, pos.side(), ending) {
                append_line(&mut ending.comment, text);
            }
            return;
        }
        let Some(info) = line.infos.last_mut() else {
            return append_line(&mut line.comment, text);
        };
        if is_legal && !comments::read_move(text, pos, info) {
            append_line(&mut info.comment, text);
        }
    }

    /// The text has come to its end.
    pub fn finish(mut self) -> Result<Reading, RecordError> {
        self.check()?;
        while !self.open.is_empty() {
            self.close();
        }
        self.close();
        self.notes.sort_by_key(|note| note.line);
        Ok(Reading {
            record: self.record,
            notes: self.notes,
        })
    }
}

/// Takes line breaks from the ends of the comments of `line`.
fn trim_comments(line: &mut Record) {
    let of_moves = line.infos.iter_mut().map(|it| &mut it.comment);
    let of_ending = line.ending.iter_mut().map(|it| &mut it.comment);
    for comment in of_moves.chain(of_ending).chain([&mut line.comment]) {
        comment.truncate(comment.trim_end_matches('\n').len());
    }
}

fn append_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
