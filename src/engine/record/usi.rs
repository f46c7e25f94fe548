//! Records as a line of moves in USI notation: `startpos moves 7g7f 3c3d`, or
//! `sfen BOARD SIDE HANDS NUMBER moves …`, as in USI's `position` and in lists of openings.
//!
//! Start position and moves are kept exactly, and nothing else: no names, times or evaluations. A word
//! after the last move is read, as interfaces copy it (`resign`), and not written: engines would not know it.
//! What must hold: there is one game in a text, in its first line that is not blank.

use super::{Ending, Problem, Reading, Record, RecordError, Termination};

/// What a game begins with, in words.
pub(super) const START: &str = "`startpos` or `sfen`";

/// Reads one game; the word `position` before it may be missing.
///
/// # Errors
/// [`RecordError`] if the line is not a game, has an illegal move, or more text follows.
pub fn read(text: &str) -> Result<Reading, RecordError> {
    let mut lines = (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty());
    let Some((number, line)) = lines.next() else {
        return Err(RecordError::new(1, Problem::Missing(START)));
    };
    let fail = |error| RecordError::new(number, Problem::Game(error));
    if let Some((number, line)) = lines.next() {
        return Err(RecordError::unexpected(
            number,
            line,
            "one game in the file",
        ));
    }
    let (line, reason) = split_end(line);
    let mut record = Record::new(line.parse().map_err(fail)?);
    record.ending = reason.map(Ending::from);
    Ok(Reading {
        record,
        notes: Vec::new(),
    })
}

/// How a game ended, after its last move: the two words of the protocol, then those that `ShogiGUI` and others write.
const ENDINGS: [(&str, Termination); 7] = [
    ("resign", Termination::Resignation),
    ("win", Termination::Declaration),
    ("rep_draw", Termination::Repetition),
    ("draw", Termination::Draw),
    ("timeout", Termination::TimeUp),
    ("break", Termination::Interrupted),
    ("mate", Termination::Mate),
];

/// A line without the word after its last move, and what that says of the end.
pub fn split_end(line: &str) -> (&str, Option<Termination>) {
    let line = line.trim_end();
    let split = |(word, reason): &(&str, Termination)| {
        let before = line.strip_suffix(word)?;
        before
            .ends_with(char::is_whitespace)
            .then_some((before, Some(*reason)))
    };
    ENDINGS.iter().find_map(split).unwrap_or((line, None))
}

/// Writes the start position and the moves of `record`.
pub fn write(record: &Record) -> String {
    format!("{}\n", record.game())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_interfaces_copy_it() {
        for (line, reason) in [
            (
                "position startpos moves 7g7f 3c3d 8h2b+ 3a2b resign",
                Some(Termination::Resignation),
            ),
            (
                "startpos moves 7g7f 3c3d 8h2b+ 3a2b win ",
                Some(Termination::Declaration),
            ),
            (
                "startpos moves 7g7f 3c3d 8h2b+ 3a2b rep_draw",
                Some(Termination::Repetition),
            ),
            (
                "startpos moves 7g7f 3c3d 8h2b+ 3a2b draw",
                Some(Termination::Draw),
            ),
            (
                "startpos moves 7g7f 3c3d 8h2b+ 3a2b timeout",
                Some(Termination::TimeUp),
            ),
            (
                "startpos moves 7g7f 3c3d 8h2b+ 3a2b break",
                Some(Termination::Interrupted),
            ),
            ("  position\tstartpos moves 7g7f 3c3d 8h2b+ 3a2b", None),
        ] {
            let reading = read(line).unwrap();
            assert_eq!(
                write(&reading.record),
                "startpos moves 7g7f 3c3d 8h2b+ 3a2b\n"
            );
            let ending = reading.record.ending;
            assert_eq!(ending.map(|it| it.reason), reason, "{line}");
        }
        let error = read("startpos moves 7g7f resign 3c3d").unwrap_err();
        assert!(
            error
                .to_string()
                .contains("move 2: unexpected move `resign`")
        );
    }
}
