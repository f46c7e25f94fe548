//! A record being read: what all readers do with the things they find, whatever their syntax.
//!
//! What must hold: nothing found is dropped without a note, and an illegal move is forgiven only
//! if the record goes on to say that the game ended by a foul.

use super::details;
use super::error::{Note, Problem, RecordError};
use super::{MoveInfo, Reading, Record, Termination};
use crate::shogi::game::Game;
use crate::shogi::sfen::Token;
use crate::shogi::{Color, Move, Position};

/// The record so far, and where in the text the reader is.
#[derive(Default)]
pub(super) struct Draft {
    record: Record,
    notes: Vec<Note>,
    /// The line being read, counted from 1.
    pub line: usize,
    /// The last move, if it was not legal.
    illegal: Option<RecordError>,
}

impl Draft {
    /// An error in the present line.
    pub fn error(&self, problem: Problem) -> RecordError {
        RecordError::new(self.line.max(1), problem)
    }

    /// The present line has `found` where `expected` should be.
    pub fn unexpected(&self, found: &str, expected: &'static str) -> RecordError {
        let found = Token::new(found);
        self.error(Problem::Unexpected { found, expected })
    }

    /// Notes that something in the present line is left out.
    pub fn leave_out(&mut self, what: &'static str, text: &str) {
        let (line, token) = (self.line, Token::new(text));
        self.notes.push(Note { line, what, token });
    }

    /// The position after the moves so far.
    pub fn position(&self) -> &Position {
        self.record.game.position()
    }

    /// The last move, if there is one.
    pub fn last_move(&self) -> Option<Move> {
        self.record.game.moves().last().copied()
    }

    /// The number of the next move or of the end, counted from 1.
    pub fn next_number(&self) -> usize {
        1 + self.record.infos.len() + usize::from(self.illegal.is_some())
    }

    /// Whether the game has come to its end.
    pub fn has_ended(&self) -> bool {
        self.record.ending.is_some()
    }

    /// The start position is known.
    pub fn begin(&mut self, start: Position) {
        self.record.game = Game::new(start);
    }

    /// The name of `color`'s player.
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
        if self.has_ended() {
            return Err(self.unexpected(token, "no move after the end of the game"));
        }
        if let Some(error) = &self.illegal {
            return Err(error.clone());
        }
        if self.record.push(mv, MoveInfo::default()).is_err() {
            self.illegal = Some(self.error(Problem::IllegalMove(Token::new(token))));
            self.leave_out("illegal move", token);
        }
        Ok(())
    }

    /// The time spent on the last move, or until the end.
    pub fn time(&mut self, time_ms: u64) {
        if let Some(ending) = &mut self.record.ending {
            ending.time_ms = Some(time_ms);
        } else if let (Some(info), None) = (self.record.infos.last_mut(), &self.illegal) {
            info.time_ms = Some(time_ms);
        }
    }

    /// The game ended for `reason`.
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
        self.record.ending = Some(reason.into());
        Ok(())
    }

    /// A line of comment.
    pub fn comment(&mut self, line: &str) {
        let mover = self.record.game.position().side();
        if let Some(ending) = &mut self.record.ending {
            if !details::read_ending(line, mover, ending) {
                append_line(&mut ending.comment, line);
            }
            return;
        }
        let Some(info) = self.record.infos.last_mut() else {
            return append_line(&mut self.record.comment, line);
        };
        if self.illegal.is_none() && !details::read_move(line, self.record.game.position(), info) {
            append_line(&mut info.comment, line);
        }
    }

    /// The text has come to its end.
    pub fn finish(self) -> Result<Reading, RecordError> {
        if let Some(error) = self.illegal {
            return Err(error);
        }
        Ok(Reading {
            record: self.record,
            notes: self.notes,
        })
    }
}

fn append_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
