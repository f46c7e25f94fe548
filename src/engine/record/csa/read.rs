//! Reading CSA records.

use super::{START_PLY, board, ending};
use crate::record::csa_notation as notation;
use crate::record::draft::Draft;
use crate::record::setup::Setup;
use crate::record::{Problem, Reading, RecordError, one_line};
use crate::shogi::Color;

/// Reads one game.
///
/// # Errors
/// [`RecordError`] for the first line that cannot be read, or if there is no start position.
pub fn read(text: &str) -> Result<Reading, RecordError> {
    let mut reader = Reader {
        draft: Draft::default(),
        setup: Setup::empty(),
        has_begun: false,
    };
    for line in text.lines() {
        reader.draft.line += 1;
        if line.trim_end() == "/" {
            reader.draft.leave_out("further games", line);
            break;
        }
        reader.line(line)?;
    }
    if !reader.has_begun {
        let missing = Problem::Missing("a line `+` or `-` that says who moves first");
        return Err(reader.draft.error(missing));
    }
    reader.draft.finish()
}

struct Reader {
    draft: Draft,
    setup: Setup,
    /// Whether the start position is complete and moves may come.
    has_begun: bool,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), RecordError> {
        if let Some(comment) = line.strip_prefix('\'') {
            if let Some(comment) = comment.strip_prefix('*') {
                self.draft.comment(comment);
            }
            return Ok(());
        }
        let line = line.trim_end();
        if line.starts_with(['N', '$']) {
            return self.header(line);
        }
        line.split(',')
            .try_for_each(|part| self.statement(part.trim_end()))
    }

    fn header(&mut self, line: &str) -> Result<(), RecordError> {
        if let Some(name) = line.strip_prefix("N+") {
            self.draft.name(Color::Black, name);
        } else if let Some(name) = line.strip_prefix("N-") {
            self.draft.name(Color::White, name);
        } else if let Some((name, value)) = line
            .strip_prefix('$')
            .and_then(|header| header.split_once(':'))
        {
            // As they will be written.
            let (name, value) = (one_line(name), one_line(value));
            match value.parse() {
                Ok(ply) if name == START_PLY => self.setup.ply = ply,
                _ => self.draft.header(&name, &value),
            }
        } else {
            let expected = "a header such as `N+NAME` or `$EVENT:NAME`";
            return Err(self.draft.unexpected(line, expected));
        }
        Ok(())
    }

    fn statement(&mut self, text: &str) -> Result<(), RecordError> {
        match text.as_bytes().first() {
            None | Some(b'V' | b'\'') => Ok(()),
            Some(b'P') if !self.has_begun => {
                let read = board::read(&mut self.setup, text);
                let expected = "nine squares such as `-KY` or ` * ` after `P1`-`P9`, or squares \
                    with pieces such as `77FU` or `00AL` after `PI`, `P+`, `P-`";
                read.ok_or_else(|| self.draft.unexpected(text, expected))
            }
            Some(b'+' | b'-') if !self.has_begun => self.begin(text),
            Some(b'+' | b'-') => self.play(text),
            Some(b'%') if self.has_begun => self.end(text),
            Some(b'T') if self.has_begun => {
                let time = read_time(text).ok_or_else(|| {
                    let expected = "seconds such as `T12` or `T0.345`";
                    self.draft.unexpected(text, expected)
                })?;
                self.draft.time(time);
                Ok(())
            }
            _ => {
                let expected = "a move such as `+7776FU`, a time such as `T12`, an ending such as \
                    `%TORYO`, or a comment after `'`; before moves, headers and a start position";
                Err(self.draft.unexpected(text, expected))
            }
        }
    }

    fn begin(&mut self, text: &str) -> Result<(), RecordError> {
        let side = notation::read_sign(text).ok_or_else(|| {
            let expected = "`+` or `-` alone, saying who moves first";
            self.draft.unexpected(text, expected)
        })?;
        self.setup.side = side;
        let start = self.setup.finish();
        let start = start.map_err(|error| self.draft.error(Problem::Start(error)))?;
        self.draft.begin(start);
        self.has_begun = true;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), RecordError> {
        let mv = notation::read_move(self.draft.position(), text).ok_or_else(|| {
            let expected = "a move of the side and of a piece that can move, such as `+7776FU`";
            self.draft.unexpected(text, expected)
        })?;
        self.draft.play(mv, text)
    }

    fn end(&mut self, text: &str) -> Result<(), RecordError> {
        match ending(&text[1..]) {
            Some(reason) => self.draft.end(reason, text),
            None => self.draft.end_somehow(text),
        }
    }
}

/// `T12` or `T0.345` in milliseconds.
fn read_time(text: &str) -> Option<u64> {
    let text = text.strip_prefix('T')?;
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    let seconds: u64 = seconds.parse().ok()?;
    seconds
        .checked_mul(1000)?
        .checked_add(thousandths.parse().ok()?)
}
