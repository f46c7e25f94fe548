//! Random records: what is written is read back the same, here and by other programs.

use super::games::{lines, random_record, random_tree};
use super::read_as;
use crate::common::rng;
use engine::record::{Evaluation, Format, Reading, Record, Termination};
use engine::shogi::game::Game;
use engine::shogi::{Color, sfen};
use rand::rngs::Xoshiro256PlusPlus;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

const GAMES: usize = 300;
const SAMPLES: usize = 200;

/// `record` as far as a USI line keeps it.
fn moves_only(record: &Record) -> Record {
    let mut game = Game::new(record.game().start().clone());
    for &mv in record.game().moves() {
        game.play(mv).expect("a legal move");
    }
    Record::new(game)
}

#[test]
fn what_a_format_holds_is_kept() {
    type Random = fn(&mut Xoshiro256PlusPlus) -> Record;
    for (format, random, keep) in [
        (
            Format::Csa,
            random_record as Random,
            Record::clone as fn(&Record) -> Record,
        ),
        (Format::Kif, random_tree, Record::clone),
        (Format::Jkf, random_tree, Record::clone),
        (Format::Usi, random_tree, moves_only),
    ] {
        let mut rng = rng(20_261_120);
        for _ in 0..GAMES {
            let record = random(&mut rng);
            let text = format.write(&record);
            let Reading {
                record: read,
                notes,
            } = read_as(format, &text);
            assert!(read == keep(&record), "{format:?}\n{text}");
            assert!(notes.is_empty(), "{format:?}: {notes:?}\n{text}");
            assert_eq!(format.write(&read), text);
        }
    }
}

#[test]
fn endings_by_the_rules_have_a_name() {
    for (game, reason) in [
        (
            "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1",
            Some(Termination::Mate),
        ),
        ("startpos moves 7g7f", None),
    ] {
        let (game, _) = Game::parse(game).expect("a game");
        assert_eq!(game.ending(None).map(Termination::from), reason);
    }
    let (game, _) = Game::parse("startpos moves 7g7f").expect("a game");
    let reason = game.ending(Some(1)).map(Termination::from);
    assert_eq!(reason, Some(Termination::MaxMoves));
}

/// What `record` says, one fact a line, in columns.
fn facts(record: &Record) -> String {
    let mut text = format!("start\t{}\n", sfen::write(record.game().start()));
    let [black, white] = &record.names;
    writeln!(text, "names\t{black}\t{white}").expect("a string");
    if let [Some(black), Some(white)] = Color::all().map(|color| record.rating(color)) {
        writeln!(text, "ratings\t{black}\t{white}").expect("a string");
    }
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

/// For other programs to read: `scripts/check_formats.py` and `.mjs` compare what they make of the samples with what
/// is in them. They are written to the folder `RECORD_SAMPLES`, or to one of its own, and read back from there.
#[test]
fn samples_are_written_and_read_back() {
    let wanted = std::env::var_os("RECORD_SAMPLES").map(PathBuf::from);
    let own = std::env::temp_dir().join(format!("kyomi-records-{}", std::process::id()));
    let folder = wanted.as_ref().unwrap_or(&own);
    fs::create_dir_all(folder).expect("a writable folder");
    let mut rng = rng(4_711);
    for number in 0..SAMPLES {
        let record = random_tree(&mut rng);
        let path = folder.join(format!("{number:03}"));
        fs::write(path.with_extension("tsv"), facts(&record)).expect("a writable folder");
        for format in [Format::Csa, Format::Kif, Format::Jkf, Format::Usi] {
            let path = path.with_extension(format!("{format:?}").to_lowercase());
            fs::write(&path, format.write(&record)).expect("a writable folder");
            let text = fs::read_to_string(&path).expect("the file just written");
            let read = read_as(format, &text).record;
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
