//! Records of other programs, in the shared test material.

use crate::common::shared::shared_rows;
use std::path::{Path, PathBuf};
use usi_engine::record::{Format, Reading, Record, Termination};
use usi_engine::shogi::Color;

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
        Termination::Foul { loser } | Termination::PerpetualCheck { loser } => match loser {
            Color::Black => "%+ILLEGAL_ACTION",
            Color::White => "%-ILLEGAL_ACTION",
        },
        Termination::Declaration => "%KACHI",
        Termination::Repetition => "%SENNICHITE",
        Termination::Impasse => "%JISHOGI",
        Termination::MaxMoves => "%MAX_MOVES",
        Termination::Draw => "%HIKIWAKE",
        Termination::Interrupted => "%CHUDAN",
    }
}

#[test]
fn records_of_other_programs_are_read() {
    let mut read = 0;
    for row in shared_rows("records/index.tsv") {
        let [name, _, encoding, plies, end, check, ..] = row.as_slice() else {
            panic!("a row of index.tsv has six columns at least: {row:?}");
        };
        let format = Format::of_path(Path::new(name));
        let (Some(format), Ok(bytes)) = (format, std::fs::read(folder().join(name))) else {
            continue;
        };
        let result = format.read(&bytes);
        if !encoding.starts_with("utf-8") {
            let error = result
                .expect_err("a refusal of what is not UTF-8")
                .to_string();
            assert!(error.contains("not UTF-8"), "{name}: {error}");
            continue;
        }
        let Reading { record, .. } = result.unwrap_or_else(|error| panic!("{name}: {error}"));
        let kept = format.read(format.write(&record).as_bytes());
        assert_eq!(
            kept.map(|reading| reading.record).as_ref(),
            Ok(&record),
            "{name}"
        );
        // Others were misread by the program that made the index: it plays branches on.
        if check == "legal" {
            assert_eq!(record.game().moves().len().to_string(), *plies, "{name}");
            assert_eq!(end_name(&record), end, "{name}");
        }
        read += 1;
    }
    println!("{read} records read");
}
