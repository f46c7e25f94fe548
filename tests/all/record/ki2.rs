//! KI2: moves as they are told in print, read and written.

use super::games::{lines, random_tree};
use super::{assert_refused, read_as, through, usi};
use crate::common::rng;
use engine::record::{Format, Record, Termination, kif};
use engine::shogi::{Position, sfen};

const GAMES: usize = 60;

fn read(text: &str) -> Record {
    read_as(Format::Ki2, text).record
}

#[test]
fn random_games_are_read_back() {
    let mut rng = rng(22);
    for _ in 0..GAMES {
        let record = random_tree(&mut rng);
        let again = through(Format::Ki2, &record);
        assert_eq!(usi(&again), usi(&record));
        assert_eq!(again.names, record.names);
        for ((_, read), (_, written)) in again.moves().zip(record.moves()) {
            assert_eq!(read.evaluation, written.evaluation);
            assert_eq!(read.comment, written.comment);
        }
        assert_eq!(lines(&again), lines(&record));
    }
}

#[test]
fn moves_are_told_as_in_print() {
    let name = |start: &str, mv: &str| {
        let pos: Position = sfen::parse(start).expect("a position");
        kif::move_name(&pos, sfen::parse_move(mv).expect("a move"), None)
    };
    let golds = "4k4/9/9/9/9/9/9/3GGG3/4K4 b G 1";
    let levels = "4k4/9/9/9/9/9/3G5/3G1G3/4K4 b - 1";
    let silvers = "4k4/9/3S1S3/4S4/9/9/9/9/4K4 b - 1";
    let dragons = "4k4/9/9/9/9/9/9/9/+R3K3+R b - 1";
    for (start, mv, told) in [
        (golds, "5h5g", "５七金直"),
        (golds, "6h5g", "５七金左"),
        (golds, "4h5g", "５七金右"),
        (golds, "G*5g", "５七金打"),
        (golds, "G*2b", "２二金"),
        (golds, "6h7g", "７七金"),
        (levels, "6g5g", "５七金寄"),
        (levels, "6h5g", "５七金左上"),
        (levels, "4h5g", "５七金右"),
        (silvers, "6c5b+", "５二銀左成"),
        (silvers, "4c5b", "５二銀右不成"),
        (dragons, "9i5e", "５五龍"),
    ] {
        assert_eq!(name(start, mv), told);
    }
}

#[test]
fn lines_of_moves_and_the_end() {
    let text = "手合割：八枚落ち\n\n△７二金    ▲７六歩    △３二金▲２六歩\n*said\n△６四歩\n\
        まで5手で中断\n\n変化：2手\n▲２六歩\n";
    let record = read(text);
    assert_eq!(record.game().moves().len(), 5);
    assert_eq!(record.moves().nth(3).expect("a move").1.comment, "said");
    let ending = record.ending.as_ref().expect("an ending");
    assert_eq!(ending.reason, Termination::Interrupted);
    for (end, reason) in [
        ("まで1手詰", Some(Termination::Mate)),
        ("まで1手で不詰", Some(Termination::NoMate)),
    ] {
        let record = read(&format!("▲７六歩\n{end}\n"));
        assert_eq!(record.ending.map(|it| it.reason), reason, "{end}");
    }
    assert_eq!(lines(&record)[1], (1, "6a7b 2g2f".to_owned()));
}

#[test]
fn refusals_name_line_and_move() {
    for (text, token) in [
        ("▲７六歩 ▲３四歩\n", "line 1: unexpected `▲３四歩`"),
        ("▲７六歩\n△５五歩\n", "line 2: illegal move `△５五歩`"),
        ("▲５八金\n", "line 1: unexpected `▲５八金`"),
        ("▲７六歩成る\n", "line 1: unexpected `る`"),
    ] {
        assert_refused(Format::Ki2, text, token);
    }
}
