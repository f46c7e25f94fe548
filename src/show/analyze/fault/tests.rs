//! What is said of bad moves in small positions: each rule where it holds, and where it only seems to.

use super::*;
use crate::language::{Language, Reader};
use engine::record::notation::Notation;
use engine::shogi::sfen;

/// A move of a game, the engine's line instead, its answer, and what is said of it in both languages.
struct Row {
    game: &'static str,
    mv: &'static str,
    best: &'static str,
    answer: &'static str,
    english: &'static str,
    japanese: &'static str,
}

const TABLE: &[Row] = &[
    Row {
        game: "startpos moves 7g7f 3c3d",
        mv: "8h5e",
        best: "2g2f 8c8d",
        answer: "2b5e 2g2f",
        english: "Puts the bishop on 5e, where it is lost for nothing.",
        japanese: "５五の角をただで取られる。",
    },
    // An exchange of bishops loses nothing.
    Row {
        game: "startpos moves 7g7f 3c3d",
        mv: "8h2b+",
        best: "2g2f 8c8d",
        answer: "3a2b",
        english: "",
        japanese: "",
    },
    // Black can recapture, but has given a gold for a knight.
    Row {
        game: "sfen 4k4/9/9/9/6n2/9/4G4/3S5/4K4 b - 1",
        mv: "5g4g",
        best: "5g5f 5a4b",
        answer: "3e4g+ 6h5g",
        english: "Puts the gold on 4g, where it is lost for nothing.",
        japanese: "４七の金をただで取られる。",
    },
    Row {
        game: "sfen 4k4/9/9/9/6n2/9/4G4/4S4/4K4 b - 1",
        mv: "5g4g",
        best: "5g5f 5a4b",
        answer: "3e4g+ 5h4g",
        english: "Puts the gold on 4g, where the exchange loses material.",
        japanese: "４七の金を取られ、取り合いは駒損。",
    },
    Row {
        game: "sfen 4k1g2/7s1/7p1/9/9/9/9/7R1/4K4 b - 1",
        mv: "2h2c+",
        best: "5i5h 5a4b",
        answer: "2b2c 5i5h",
        english: "Gives the rook for a pawn.",
        japanese: "飛を歩と刺し違えて駒損。",
    },
    Row {
        game: "sfen 4k4/9/9/9/4p4/4S4/9/9/4K4 b - 1",
        mv: "5i4i",
        best: "5f4e 5a4b",
        answer: "5e5f 4i4h",
        english: "Leaves the silver hanging on 5f: nothing protects it.",
        japanese: "取られそうな５六の銀を放置し、ただで取られる。",
    },
    Row {
        game: "sfen 4k4/4r4/9/9/9/4S4/4G4/9/8K b - 1",
        mv: "5g5h",
        best: "1i1h 5a4b",
        answer: "5b5f 1i1h",
        english: "Hangs the silver on 5f: nothing protects it.",
        japanese: "５六の銀がただで取られる形になった。",
    },
    // The rook would be taken for the silver.
    Row {
        game: "sfen 4k4/4r4/9/9/9/4S4/4G4/9/8K b - 1",
        mv: "1i1h",
        best: "1i2h 5a4b",
        answer: "5b5f 5g5f",
        english: "",
        japanese: "",
    },
    Row {
        game: "sfen 4k4/9/9/9/8R/9/P8/9/4K4 b b 1",
        mv: "9g9f",
        best: "1e1f 5a4b",
        answer: "B*3g 5i5h 3g1e+",
        english: "Allows the fork △３七角 (B*3g): king and rook.",
        japanese: "△３七角の玉と飛の両取りがある。",
    },
    Row {
        game: "sfen 4k4/9/9/9/9/9/9/3G1G3/8K b n 1",
        mv: "1i1h",
        best: "6h6g 5a4b",
        answer: "N*5f 1h1g 5f4h+",
        english: "Allows the fork △５六桂 (N*5f): gold and gold.",
        japanese: "△５六桂の金と金の両取りがある。",
    },
    // It attacks the gold only.
    Row {
        game: "sfen 4k4/9/9/9/9/9/9/5G3/8K b n 1",
        mv: "1i1h",
        best: "4h4g 5a4b",
        answer: "N*5f 1h1g 5f4h+",
        english: "In the line that follows it loses a gold.",
        japanese: "以下の読み筋で金を失う。",
    },
    Row {
        game: "sfen 4k4/7r1/9/9/9/9/9/9/4K4 b P 1",
        mv: "5i4i",
        best: "P*2f 2b7b",
        answer: "2b2g+ 4i5i",
        english: "Lets the rook promote on 2g.",
        japanese: "２七に飛の成り込みを許した。",
    },
    Row {
        game: "sfen 4k4/9/9/4s4/4P4/9/9/9/4K4 b - 1",
        mv: "5i4i",
        best: "5e5d 5a4b",
        answer: "5a4b 4i4h",
        english: "Misses the silver on 5d: nothing protects it.",
        japanese: "５四の銀をただで取れた。",
    },
    Row {
        game: "sfen 4k4/9/9/9/8r/9/P8/9/4K4 b B 1",
        mv: "9g9f",
        best: "B*3c 5a5b 3c1e",
        answer: "1e1f 5i5h",
        english: "Misses the fork ▲３三角 (B*3c): king and rook.",
        japanese: "▲３三角の玉と飛の両取りを逃した。",
    },
    Row {
        game: "sfen 4k4/9/9/9/9/9/9/7R1/4K4 b - 1",
        mv: "5i4i",
        best: "2h2c+ 5a4b",
        answer: "5a4b 4i4h",
        english: "Misses the promotion of the rook on 2c.",
        japanese: "２三に飛を成り込めた。",
    },
    Row {
        game: "startpos moves 2h3h 3c3d",
        mv: "3h2h",
        best: "7g7f 8c8d",
        answer: "8c8d 7g7f",
        english: "Takes its last move back and loses a tempo.",
        japanese: "前の手を元に戻し、手損。",
    },
    // The rook has to go.
    Row {
        game: "sfen 4k4/9/9/9/9/9/9/7R1/4K4 b p 1 moves 2h2d P*2c",
        mv: "2d2h",
        best: "2d2f 5a4b",
        answer: "5a4b 2h2f",
        english: "",
        japanese: "",
    },
    Row {
        game: "sfen 4k4/9/9/9/9/9/9/7R1/4K4 b p 1",
        mv: "2h2d",
        best: "5i4h 5a4b",
        answer: "P*2c 2d2h",
        english: "The piece is attacked and has to move again: a lost tempo.",
        japanese: "動いた駒がすぐに追われて手損。",
    },
    Row {
        game: "sfen 4k4/9/9/9/9/4S4/P8/9/4K4 b p 1",
        mv: "9g9f",
        best: "5f4e 5a4b",
        answer: "P*5e 9f9e 5e5f",
        english: "In the line that follows it loses a silver.",
        japanese: "以下の読み筋で銀を失う。",
    },
    Row {
        game: "sfen 4k4/9/4p4/4s4/9/9/9/9/4K4 b P 1",
        mv: "5i4i",
        best: "P*5e 5a4b 5e5d 5c5d",
        answer: "5d6e 4i4h",
        english: "The engine's line wins a silver for a pawn.",
        japanese: "最善の読み筋なら歩と引き換えに銀を得る。",
    },
    // A rook attacks a lance, and a pawn that it takes with a promotion.
    Row {
        game: "sfen 4k4/9/9/8l/9/9/8P/6P1L/4K4 b r 1",
        mv: "5i4i",
        best: "5i5h 5a4b",
        answer: "R*2h 4i4h 2h1h+",
        english: "In the line that follows it loses a lance.",
        japanese: "以下の読み筋で香を失う。",
    },
    Row {
        game: "sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1",
        mv: "5i4i",
        best: "G*4b 5a4b",
        answer: "5a4b 4i4h",
        english: "Lets a check go by.",
        japanese: "王手を逃した。",
    },
    // Nothing certain can be said.
    Row {
        game: "startpos",
        mv: "1g1f",
        best: "7g7f 3c3d",
        answer: "3c3d 7g7f",
        english: "",
        japanese: "",
    },
];

fn line(text: &str) -> Vec<Move> {
    let moves = text.split_whitespace().map(sfen::parse_move);
    moves.collect::<Result<_, _>>().unwrap()
}

fn found(it: &Row, mated: Option<Mated>, misses_mate: bool) -> Vec<Fault> {
    let (game, rest) = Game::parse(it.game).unwrap();
    assert!(rest.is_none(), "{}", it.game);
    let mv = sfen::parse_move(it.mv).unwrap();
    let (best, answer) = (line(it.best), line(it.answer));
    for line in [&best[..], &[&[mv][..], &answer].concat()] {
        let mut game = game.clone();
        for &mv in line {
            assert!(game.play(mv).is_ok(), "{mv}: {}", it.game);
        }
    }
    faults(&Case {
        game: &game,
        mv,
        best: &best,
        answer: &answer,
        misses_mate,
        mated,
    })
}

fn told(faults: &[Fault], reader: Reader) -> String {
    let sentences: Vec<_> = faults.iter().map(|it| reader.fault(it)).collect();
    sentences.join(" ")
}

const ENGLISH: Reader = Reader::of(Language::English);
const JAPANESE: Reader = Reader::of(Language::Japanese);

#[test]
fn every_rule_speaks_where_it_holds_and_nowhere_else() {
    let mut wrong = Vec::new();
    for it in TABLE {
        let faults = found(it, None, false);
        for (reader, expected) in [(ENGLISH, it.english), (JAPANESE, it.japanese)] {
            let words = told(&faults, reader);
            if words != expected {
                wrong.push(format!(
                    "{} {}: {words:?}, expected {expected:?}",
                    it.game, it.mv
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_proven_mate_is_all_that_counts() {
    let hanging = &TABLE[0];
    for (was_threatened, sentences) in [
        (false, ["Allows a mate in 5.", "5手詰を許した。"]),
        (
            true,
            [
                "Leaves the threat of mate: allows a mate in 5.",
                "詰めろを受けず、5手詰を許した。",
            ],
        ),
    ] {
        let mated = Mated {
            plies: 5,
            was_threatened,
        };
        let faults = found(hanging, Some(mated), true);
        assert_eq!([ENGLISH, JAPANESE].map(|it| told(&faults, it)), sentences);
    }
    let missed = TABLE
        .iter()
        .find(|it| it.english == "Lets a check go by.")
        .unwrap();
    assert_eq!(found(missed, None, true), []);
}

#[test]
fn squares_and_moves_stand_in_the_notation_of_the_reader() {
    let said = |start: &str, reader: Reader, notation| {
        let it = TABLE
            .iter()
            .find(|it| it.english.starts_with(start))
            .unwrap();
        let notation = Some(notation);
        told(&found(it, None, false), Reader { notation, ..reader })
    };
    let hangs = "Hangs the silver on 5f";
    assert!(said(hangs, ENGLISH, Notation::Japanese).contains("on ５六:"));
    assert!(said(hangs, JAPANESE, Notation::Western).starts_with("5fの銀"));
    let fork = "Allows the fork △５六桂";
    for (notation, mv) in [
        (Notation::Usi, "N*5f"),
        (Notation::Western, "N*5f"),
        (Notation::Japanese, "△５六桂"),
    ] {
        let words = said(fork, ENGLISH, notation);
        assert_eq!(words, format!("Allows the fork {mv}: gold and gold."));
    }
}
