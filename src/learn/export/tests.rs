//! Codes and records against bytes that cshogi wrote.

use super::*;
use engine::search::Score;
use engine::shogi::sfen;
use std::fmt::Write;

fn hex(bytes: impl AsRef<[u8]>) -> String {
    let mut text = String::new();
    for byte in bytes.as_ref() {
        write!(text, "{byte:02x}").unwrap();
    }
    text
}

/// Positions with their codes in `YaneuraOu`'s and in Apery's form, from cshogi 1.1.
const CODES: [[&str; 3]; 2] = [
    [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c",
        "58a449210cd757217e8e4d212caf427814c2ab109e4d212cd75f213e8e49210c",
    ],
    [
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w GSbn3p 124",
        "8dcb51120c24e11f3c201e808f14342978f8738ae36094ab58c82518c621599f",
        "8dcb49110c14e11f3c201e808f12342578f8b5896561529738a82318ca2139bf",
    ],
];

#[test]
fn codes_are_those_of_the_other_programs() {
    for [text, yaneuraou, apery] in CODES {
        let position = sfen::parse(text).unwrap();
        assert_eq!(hex(YANEURAOU.code(&position).unwrap()), yaneuraou);
        assert_eq!(hex(APERY.code(&position).unwrap()), apery);
    }
}

#[test]
fn fewer_pieces_have_no_code() {
    let position = sfen::parse("4k4/9/9/9/9/9/9/9/4K4 b R 1").unwrap();
    assert_eq!(YANEURAOU.code(&position), None);
}

#[test]
fn records_are_laid_out_as_the_other_programs_read_them() {
    let [text, yaneuraou, apery] = CODES[1];
    let position = sfen::parse(text).unwrap();
    let sample = Sample {
        position: &position,
        best: sfen::parse_move("P*8h").unwrap(),
        score: Score::Cp(-2),
        result: GamePoints::Win,
        ply: 7,
        in_check: false,
    };
    // White moves and wins; 8h is square 70, move number 124.
    let psv = hex(record(Format::Psv, &sample).unwrap());
    assert_eq!(psv, format!("{yaneuraou}feffc6407c000100"));
    let hcpe = hex(record(Format::Hcpe, &sample).unwrap());
    assert_eq!(hcpe, format!("{apery}feffc6280200"));
}

#[test]
fn moves_are_those_of_the_other_programs() {
    for (text, yaneuraou, apery) in [("7g7f", 7739, 7739), ("8h2b+", 41738, 25354)] {
        let mv = sfen::parse_move(text).unwrap();
        assert_eq!((yaneuraou_move(mv), apery_move(mv)), (yaneuraou, apery));
    }
}

#[test]
fn records_are_read_back() {
    for [text, ..] in CODES {
        let position = sfen::parse(text).unwrap();
        let mut list = engine::shogi::moves::MoveList::new();
        engine::shogi::movegen::legal(&position, &mut list);
        let mut moves = list.iter().copied();
        for (best, score) in [
            (moves.next(), Score::Cp(-300)),
            (moves.next_back(), Score::Mate(7)),
            (moves.next_back(), Score::Mate(-8)),
        ] {
            let sample = Sample {
                position: &position,
                best: best.unwrap(),
                score,
                result: GamePoints::Loss,
                ply: 3,
                in_check: false,
            };
            for format in [Format::Psv, Format::Hcpe] {
                let bytes = record(format, &sample).unwrap();
                assert_eq!(bytes.len(), format.size());
                let read = format.unpack(&bytes).unwrap();
                let place = |position| {
                    let text = sfen::write(position);
                    text.rsplit_once(' ').unwrap().0.to_owned()
                };
                assert_eq!(place(&read.position), place(&position));
                assert_eq!((read.best, read.score), (best, score));
                assert_eq!(read.winner, Some(position.side().flip()));
            }
        }
    }
}

#[test]
fn bytes_that_are_no_record_are_refused() {
    let mut bytes = [0; 40];
    for (format, size) in [(Format::Psv, 40), (Format::Hcpe, 38), (Format::Psv, 9)] {
        assert!(format.unpack(&bytes[..size]).is_err());
    }
    // Every byte of a record flipped is refused or read, and never a panic.
    let position = sfen::parse(CODES[1][0]).unwrap();
    let code = YANEURAOU.code(&position).unwrap();
    for at in 0..32 {
        bytes[..32].copy_from_slice(&code);
        bytes[at] ^= 0xff;
        let _ = Format::Psv.unpack(&bytes);
        let _ = Format::Hcpe.unpack(&bytes[..38]);
    }
}
