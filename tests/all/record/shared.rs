//! Records of other programs, in the shared test material.

use super::games::lines;
use super::through;
use crate::common::shared_rows;
use engine::record::{Format, Record, Termination};
use engine::shogi::Color;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/suites/records/open")
}

/// The end of `record` as the index names it.
fn end_name(record: &Record) -> &'static str {
    let Some(ending) = &record.ending else {
        return "-";
    };
    match ending.reason {
        Termination::Resignation => "%TORYO",
        Termination::Mate => "%TSUMI",
        Termination::TimeUp => "%TIME_UP",
        Termination::IllegalMove => "%ILLEGAL_MOVE",
        Termination::Foul { loser }
        | Termination::PerpetualCheck { loser }
        | Termination::Forfeit { loser } => match loser {
            Color::Black => "%+ILLEGAL_ACTION",
            Color::White => "%-ILLEGAL_ACTION",
        },
        Termination::Declaration => "%KACHI",
        Termination::Repetition => "%SENNICHITE",
        Termination::Impasse => "%JISHOGI",
        Termination::MaxMoves => "%MAX_MOVES",
        Termination::Draw => "%HIKIWAKE",
        Termination::NoMate => "%FUZUMI",
        Termination::Interrupted => "%CHUDAN",
    }
}

/// The file that is refused: it has a pawn that could never move.
const REFUSED: [&str; 1] = ["k4js_ki2_9fu.ki2"];

/// How many of the files have branches.
const BRANCHED: usize = 7;

/// `record` written as JKF and read, and that as KIF.
fn through_jkf(record: &Record) -> Record {
    through(Format::Kif, &through(Format::Jkf, record))
}

/// The game of `bytes`, which must be kept when it is written and read again.
fn read(name: &str, format: Format, bytes: &[u8]) -> Result<Record, String> {
    let reading = format.read(bytes).map_err(|error| error.to_string())?;
    let again = through(format, &reading.record);
    if format != Format::Ki2 {
        assert!(again == reading.record, "{name}");
    }
    assert_eq!(lines(&again), lines(&reading.record), "{name}");
    assert!(through_jkf(&reading.record) == reading.record, "{name}");
    Ok(reading.record)
}

#[test]
fn records_of_other_programs_are_read() {
    let (mut count, mut branched, mut refused) = (0, 0, Vec::new());
    for row in shared_rows("suites/records/index.tsv") {
        let [name, _, _, plies, end, check, ..] = row.as_slice() else {
            panic!("a row of index.tsv has six columns at least: {row:?}");
        };
        let Ok(bytes) = std::fs::read(folder().join(name)) else {
            continue;
        };
        let Some(format) = Format::of_path(Path::new(name)) else {
            refused.push(name.clone());
            continue;
        };
        let record = read(name, format, &bytes);
        branched += usize::from(record.as_ref().is_ok_and(|it| !it.branches().is_empty()));
        match record {
            // Others were misread by the program that made the index: it plays branches on.
            Ok(record) if check == "legal" => {
                assert_eq!(record.game().moves().len().to_string(), *plies, "{name}");
                assert_eq!(end_name(&record), end, "{name}");
            }
            Ok(_) => {}
            Err(error) => {
                assert!(error.starts_with("line "), "{name}: {error}");
                refused.push(name.clone());
                continue;
            }
        }
        count += 1;
    }
    println!(
        "{count} records read, {branched} with branches, {} refused",
        refused.len()
    );
    assert!(
        count + refused.len() == 0 || (refused == REFUSED && branched == BRANCHED),
        "{refused:?}, {branched} with branches"
    );
}
