//! Static exchange evaluation on positions whose outcome can be worked out by hand.

use engine::shogi::exchange::{Pins, Values, exchange_reaches};
use engine::shogi::{CheckSquares, Checks, PieceKind, movegen, sfen};

const PAWN: i32 = 2;
const SILVER: i32 = 10;
const GOLD: i32 = 12;
const ROOK: i32 = 20;
const TOKIN: i32 = 7;
const TO_TOKIN: i32 = 5;

/// Small numbers that are easy to add up.
fn values() -> Values {
    let (mut taken, mut promotion) = ([0; 15], [0; 15]);
    for (kind, value) in [
        (PieceKind::Pawn, PAWN),
        (PieceKind::Lance, 6),
        (PieceKind::Knight, 6),
        (PieceKind::Silver, SILVER),
        (PieceKind::Gold, GOLD),
        (PieceKind::Bishop, 16),
        (PieceKind::Rook, ROOK),
        (PieceKind::King, 1000),
        (PieceKind::ProPawn, TOKIN),
        (PieceKind::ProRook, 26),
    ] {
        taken[kind as usize] = value;
    }
    promotion[PieceKind::Pawn as usize] = TO_TOKIN;
    Values::new(taken, promotion)
}

fn assert_worth(text: &str, mv: &str, expected: i32) {
    let pos = sfen::parse(text).expect("a valid position");
    let mv = sfen::parse_move(mv).expect("a readable move");
    assert!(
        movegen::is_legal(&pos, &Checks::of(&pos), mv),
        "{mv} is legal"
    );
    let checks = Checks::of(&pos);
    let half = Pins::of(&pos, &checks, &CheckSquares::none());
    let all = Pins::of(&pos, &checks, &CheckSquares::of(&pos));
    for pins in [Pins::default(), half, all] {
        for least in -2000..2000 {
            let reaches = exchange_reaches(&pos, mv, &values(), least, pins);
            assert_eq!(reaches, least <= expected, "{mv} in {text}, {least}");
        }
    }
}

#[test]
fn exchanges_come_to_what_their_moves_add_up_to() {
    for (text, mv, expected) in [
        // What stands alone is simply won; what is guarded costs the captor.
        ("4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1", "5h5e", PAWN),
        ("4k4/9/9/4g4/4p4/9/9/4R4/4K4 b - 1", "5h5e", PAWN - ROOK),
        // The lance behind the rook takes the gold that took it.
        (
            "3k5/9/9/4g4/4p4/9/9/4R4/3KL4 b - 1",
            "5h5e",
            PAWN - ROOK + GOLD,
        ),
        // A pinned guard does not take, but along its pin.
        ("k8/1g7/1p7/3B5/9/9/9/1R7/K8 b - 1", "8h8c", PAWN),
        ("k8/1g7/1p7/9/9/9/9/1R7/K8 b - 1", "8h8c", PAWN - ROOK),
        ("4k4/9/4g4/9/9/9/9/4R4/3K5 b R 1", "R*5d", GOLD - ROOK),
        // A promotion is gained, and may be lost again.
        (
            "3k5/9/4s4/4P4/9/9/9/9/4K4 b - 1",
            "5d5c+",
            SILVER + TO_TOKIN,
        ),
        (
            "3k5/4g4/4s4/4P4/9/9/9/9/4K4 b - 1",
            "5d5c+",
            SILVER + TO_TOKIN - TOKIN,
        ),
        // A king takes only what is not guarded.
        ("4k4/4p4/9/9/9/9/9/4R4/3K5 b - 1", "5h5b", PAWN - ROOK),
        ("4k4/4p4/9/9/9/9/9/4R4/3KL4 b - 1", "5h5b", PAWN),
        // A drop risks what is dropped.
        ("4k4/9/9/4p4/9/9/9/9/4K4 b G 1", "G*5e", -GOLD),
        ("4k4/9/9/4p4/9/9/9/9/4K4 b G 1", "G*4e", 0),
    ] {
        assert_worth(text, mv, expected);
    }
}
