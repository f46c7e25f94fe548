//! Records for other programs to read: `scripts/check_formats.py` and `.mjs` compare what they
//! make of them with what is in them.

use super::games::{lines, random_tree};
use crate::common::rng;
use engine::record::{Evaluation, Format, Record};
use engine::shogi::{Color, sfen};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

const GAMES: usize = 200;

/// What `record` says, one fact a line, in columns.
fn facts(record: &Record) -> String {
    let mut text = format!("start\t{}\n", sfen::write(record.game().start()));
    let [black, white] = &record.names;
    writeln!(text, "names\t{black}\t{white}").expect("a string");
    for (mv, info) in record.moves() {
        let time = info
            .time_ms
            .map_or("-".to_owned(), |time| (time / 1000).to_string());
        let (value, mate) = match info.evaluation {
            None => ("-".to_owned(), "-".to_owned()),
            Some(Evaluation::Centipawns(value)) => (value.to_string(), "-".to_owned()),
            Some(Evaluation::Mate { winner, plies }) => {
                let sign = if winner == Color::Black { "+" } else { "-" };
                let plies = plies.map_or("?".to_owned(), |plies| plies.to_string());
                ("mate".to_owned(), format!("{sign}{plies}"))
            }
        };
        writeln!(text, "move\t{mv}\t{time}\t{value}\t{mate}").expect("a string");
    }
    if let Some(ending) = &record.ending {
        let winner = match record.winner() {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None if ending.reason.is_draw() => "draw",
            None => "none",
        };
        writeln!(text, "end\t{:?}\t{winner}", ending.reason).expect("a string");
    }
    for (_, moves) in &lines(record)[1..] {
        writeln!(text, "branch\t{moves}").expect("a string");
    }
    text
}

/// Writes the samples to the folder `RECORD_SAMPLES`, or to one of its own, and reads them back
/// from there.
#[test]
fn samples_are_written_and_read_back() {
    let wanted = std::env::var_os("RECORD_SAMPLES").map(PathBuf::from);
    let own = std::env::temp_dir().join(format!("kyomi-records-{}", std::process::id()));
    let folder = wanted.as_ref().unwrap_or(&own);
    fs::create_dir_all(folder).expect("a writable folder");
    let mut rng = rng(4_711);
    for number in 0..GAMES {
        let record = random_tree(&mut rng);
        let path = folder.join(format!("{number:03}"));
        fs::write(path.with_extension("tsv"), facts(&record)).expect("a writable folder");
        for format in [Format::Csa, Format::Kif, Format::Jkf, Format::Usi] {
            let path = path.with_extension(format!("{format:?}").to_lowercase());
            fs::write(&path, format.write(&record)).expect("a writable folder");
            let bytes = fs::read(&path).expect("the file just written");
            let read = format.read(&bytes).expect("a readable record").record;
            assert_eq!(
                read.game().moves(),
                record.game().moves(),
                "{}",
                path.display()
            );
        }
    }
    if wanted.is_none() {
        fs::remove_dir_all(own).expect("the test's own folder");
    }
}
