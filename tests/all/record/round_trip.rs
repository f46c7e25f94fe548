//! What is written is read back the same.

use super::games::{random_record, random_tree};
use crate::common::rng;
use engine::record::{Format, Reading, Record, Termination};
use engine::shogi::game::Game;
use rand::rngs::Xoshiro256PlusPlus;

const GAMES: usize = 300;

/// `record` as far as a USI line keeps it.
fn moves_only(record: &Record) -> Record {
    let mut game = Game::new(record.game().start().clone());
    for &mv in record.game().moves() {
        game.play(mv).expect("a legal move");
    }
    Record::new(game)
}

fn assert_kept(
    format: Format,
    random: fn(&mut Xoshiro256PlusPlus) -> Record,
    keep: impl Fn(&Record) -> Record,
) {
    let mut rng = rng(20_261_120);
    for _ in 0..GAMES {
        let record = random(&mut rng);
        let text = format.write(&record);
        let Reading {
            record: read,
            notes,
        } = format
            .read(text.as_bytes())
            .unwrap_or_else(|error| panic!("{format:?}: {error}\n{text}"));
        assert!(read == keep(&record), "{format:?}\n{text}");
        assert!(notes.is_empty(), "{format:?}: {notes:?}\n{text}");
        assert_eq!(format.write(&read), text);
    }
}

#[test]
fn csa_keeps_everything() {
    assert_kept(Format::Csa, random_record, Record::clone);
}

#[test]
fn kif_keeps_everything() {
    assert_kept(Format::Kif, random_tree, Record::clone);
}

#[test]
fn jkf_keeps_everything() {
    assert_kept(Format::Jkf, random_tree, Record::clone);
}

#[test]
fn usi_keeps_start_and_moves() {
    assert_kept(Format::Usi, random_tree, moves_only);
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
