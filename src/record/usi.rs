//! Records as a line of moves in USI notation: `startpos moves 7g7f 3c3d`, or
//! `sfen BOARD SIDE HANDS NUMBER moves …`, as in USI's `position` and in lists of openings.
//!
//! Start position and moves are kept exactly, and nothing else: no names, times, evaluations or
//! ending. What must hold: there is one game in a text, in its first line that is not blank.

use super::{Problem, Reading, Record, RecordError};
use crate::shogi::game::Game;
use crate::shogi::sfen::STARTPOS;
use crate::shogi::sfen::{self, Token};

/// Reads one game; the word `position` before it may be missing.
///
/// # Errors
/// [`RecordError`] if the line is not a game, has an illegal move, or more text follows.
pub fn read(text: &str) -> Result<Reading, RecordError> {
    let mut lines = (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty());
    let Some((number, line)) = lines.next() else {
        return Err(RecordError::new(
            1,
            Problem::Missing("`startpos` or `sfen`"),
        ));
    };
    let fail = |error| RecordError::new(number, Problem::Game(error));
    if let Some((number, line)) = lines.next() {
        let found = Token::new(line);
        let expected = "one game in the file";
        let problem = Problem::Unexpected { found, expected };
        return Err(RecordError::new(number, problem));
    }
    let game = line.strip_prefix("position ").unwrap_or(line);
    match Game::parse(game).map_err(fail)? {
        (_, Some(error)) => Err(fail(error)),
        (game, None) => Ok(Reading {
            record: Record::new(game),
            notes: Vec::new(),
        }),
    }
}

/// Writes the start position and the moves of `record`.
pub fn write(record: &Record) -> String {
    let start = sfen::write(record.game().start());
    let mut line = match start.as_str() {
        STARTPOS => "startpos".to_owned(),
        _ => format!("sfen {start}"),
    };
    if !record.game().moves().is_empty() {
        line.push_str(" moves");
    }
    for mv in record.game().moves() {
        line.push(' ');
        line.push_str(&mv.to_string());
    }
    line.push('\n');
    line
}
