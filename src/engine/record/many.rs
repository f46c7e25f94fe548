//! Several games in one text.
//!
//! CSA has a line with `/` between games. A USI line is a game, and so is an SFEN; lines that begin with
//! `#`, and what follows a `;`, are remarks. JSON objects follow each other. In KIF and KI2 a new game begins with the first header,
//! board or head of a table that follows moves.

use super::lines::Lines;
use super::{Format, Reading, RecordError, kif};
use crate::files::encoding::{NotText, decode};
use crate::record::Problem;
use serde_json::value::RawValue;

impl Format {
    /// Reads all records in the bytes of a file, as [`Format::read`] does with one.
    ///
    /// # Errors
    /// [`RecordError`] for the first thing that cannot be read.
    pub fn read_all(self, bytes: &[u8]) -> Result<Vec<Reading>, RecordError> {
        let text =
            decode(bytes).map_err(|NotText { line }| RecordError::new(line, Problem::NotText))?;
        let pieces = match self {
            Self::Csa => split(&text, |_, line| line.trim() == "/"),
            Self::Kif | Self::Ki2 => split(&text, kif::Games::default().begins()),
            Self::Jkf => objects(&text),
            Self::Usi => return usi_lines(&text),
        };
        let read = |(before, text): (usize, String)| {
            let mut reading = self.read(text.as_bytes()).map_err(|mut error| {
                error.line += before;
                error
            })?;
            for note in &mut reading.notes {
                note.line += before;
            }
            Ok(reading)
        };
        pieces.into_iter().map(read).collect()
    }

    /// `records` in one text, as [`Format::read_all`] reads it, each with what is to come before it.
    pub fn separator(self) -> &'static str {
        match self {
            Self::Csa => "/\n",
            Self::Kif | Self::Ki2 => "\n",
            Self::Jkf | Self::Usi => "",
        }
    }
}

/// The pieces of `text`, with how many lines come before each. `begins` says of a line, with its
/// number from 0, whether another piece begins with it; a line `/` belongs to none. Pieces without
/// text are left out, unless there is no other.
fn split(text: &str, mut begins: impl FnMut(usize, &str) -> bool) -> Vec<(usize, String)> {
    let mut pieces = vec![(0, String::new())];
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let is_mark = line.trim() == "/";
        if begins(number, line) {
            pieces.push((number + usize::from(is_mark), String::new()));
        }
        if let Some((_, piece)) = pieces.last_mut().filter(|_| !is_mark) {
            piece.push_str(line);
        }
    }
    if pieces.len() > 1 {
        pieces.retain(|(_, piece)| !piece.trim().is_empty());
    }
    pieces
}

/// The JSON values of `text`, with how many lines come before each; all of it where it is none.
fn objects(text: &str) -> Vec<(usize, String)> {
    let mut pieces = Vec::new();
    let lines = Lines::of(text);
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    loop {
        match values.next() {
            Some(Ok(value)) => {
                pieces.push((lines.number(value.get()) - 1, value.get().to_owned()));
            }
            None if !pieces.is_empty() => return pieces,
            _ => return vec![(0, text.to_owned())],
        }
    }
}

fn usi_lines(text: &str) -> Result<Vec<Reading>, RecordError> {
    let mut readings = Vec::new();
    for (before, line) in text.lines().enumerate() {
        let line = line.split(';').next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let reading = super::usi::read(line).map_err(|mut error| {
            error.line += before;
            error
        })?;
        readings.push(reading);
    }
    Ok(readings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    fn records(format: Format, text: &str) -> Vec<Record> {
        let readings = format.read_all(text.as_bytes()).unwrap();
        readings.into_iter().map(|it| it.record).collect()
    }

    #[test]
    fn games_are_told_apart_in_every_format() {
        let lines = "# two games\nstartpos moves 7g7f 3c3d 2g2f\n\n\
                     sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5b; id x\n4k4/9/9/9/9/9/9/9/4K4 w - 7\n";
        let games = records(Format::Usi, lines);
        assert_eq!(games.len(), 3);
        for format in [
            Format::Csa,
            Format::Kif,
            Format::Ki2,
            Format::Jkf,
            Format::Usi,
        ] {
            let texts: Vec<_> = games.iter().map(|game| format.write(game)).collect();
            let text = texts.join(format.separator());
            let again = records(format, &text);
            let moves = |games: &[Record]| -> Vec<_> {
                games.iter().map(|it| Format::Usi.write(it)).collect()
            };
            assert_eq!(moves(&again), moves(&games), "{format:?}:\n{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_the_line_of_the_whole_text() {
        for (format, text, line) in [
            (
                Format::Csa,
                "V2.2\nPI\n+\n+7776FU\n/\nV2.2\nPI\n+\n+7775FU\n",
                9,
            ),
            (Format::Kif, "1 ７六歩(77)\n先手：甲\n1 ７五歩(77)\n", 3),
            (Format::Usi, "startpos\n\nstartpos moves 7g7e\n", 3),
        ] {
            let error = format.read_all(text.as_bytes()).unwrap_err();
            assert_eq!(error.line, line, "{error}");
        }
    }

    #[test]
    fn one_game_is_what_it_was() {
        let text = "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\n";
        assert_eq!(records(Format::Csa, text).len(), 1);
        let kif = "先手：甲\n後手：乙\n手数----指手\n1 ７六歩(77)\n*a：b\n2 投了\n変化：1手\n";
        assert_eq!(records(Format::Kif, kif).len(), 1);
    }
}
