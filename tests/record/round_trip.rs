//! What is written is read back the same.

use crate::common::rng;
use crate::games::random_record;
use usi_engine::record::{Format, Reading, Record};
use usi_engine::shogi::game::Game;

const GAMES: usize = 300;

/// `record` as far as a USI line keeps it.
fn moves_only(record: &Record) -> Record {
    let mut game = Game::new(record.game().start().clone());
    for &mv in record.game().moves() {
        game.play(mv).expect("a legal move");
    }
    Record::new(game)
}

fn assert_kept(format: Format, keep: impl Fn(&Record) -> Record) {
    let mut rng = rng(20_261_120);
    for _ in 0..GAMES {
        let record = random_record(&mut rng);
        let text = format.write(&record);
        let Reading {
            record: read,
            notes,
        } = format
            .read(text.as_bytes())
            .unwrap_or_else(|error| panic!("{format:?}: {error}\n{text}"));
        assert_eq!(read, keep(&record), "{format:?}\n{text}");
        assert!(notes.is_empty(), "{format:?}: {notes:?}\n{text}");
        assert_eq!(format.write(&read), text);
    }
}

#[test]
fn csa_keeps_everything() {
    assert_kept(Format::Csa, Record::clone);
}

#[test]
fn kif_keeps_everything() {
    assert_kept(Format::Kif, Record::clone);
}

#[test]
fn usi_keeps_start_and_moves() {
    assert_kept(Format::Usi, moves_only);
}
