//! The inputs of networks of other programs: each fact's number, as `YaneuraOu` counts them.
//!
//! A board piece's number is the base of its kind and owner plus its square as the seeing side
//! has it; promoted pawns, lances, knights and silvers count as golds. Pieces in hand have the
//! numbers from a first one on. The kings' numbers are the last.

use super::{FIRST_HELD, Feature, INPUTS, ON_BOARD, SQUARES, flipped, kind_held};

/// Squares of the board.
pub const BOARD_SQUARES: usize = SQUARES;
/// Squares of half of the board and the file between the halves.
pub const HALF_SQUARES: usize = 45;
/// How many numbers there are without the kings'.
pub const KINGLESS: usize = 1548;
/// How many numbers there are.
pub const NUMBERS: usize = KINGLESS + 2 * SQUARES;
/// The number of each piece that is neither on the board nor in a hand.
pub const ABSENT: usize = 0;
/// A number that no fact has.
pub const UNUSED: usize = 19;

/// By kind of piece: the number of an own one on the first square. The opponent's follow.
const BASE: [usize; 14] = [
    90, 252, 414, 576, 738, 900, 1224, 1548, 738, 738, 738, 738, 1062, 1386,
];
/// By `PieceKind as usize`: the number of the first own piece in hand.
const OWN_HELD: [usize; 8] = [0, 1, 39, 49, 59, 69, 79, 85];
/// The same for the opponent's.
const OTHER_HELD: [usize; 8] = [0, 20, 44, 54, 64, 74, 82, 88];

static NUMBER: [u16; INPUTS] = {
    let mut table = [0; INPUTS];
    let mut fact = 0;
    while fact < INPUTS {
        table[fact] = if fact < INPUTS / 2 {
            own(fact)
        } else {
            others(INPUTS - 1 - fact)
        } as u16;
        fact += 1;
    }
    table
};

/// The numbers of facts on a mirrored board.
static MIRRORED: [u16; INPUTS] = {
    let mut table = [0; INPUTS];
    let mut fact = 0;
    while fact < INPUTS {
        table[fact] = NUMBER[flipped(fact as Feature) as usize];
        fact += 1;
    }
    table
};

/// The number of a fact about the seeing side.
const fn own(fact: usize) -> usize {
    if fact < ON_BOARD {
        BASE[fact / SQUARES] + fact % SQUARES
    } else {
        let kind = kind_held(fact);
        OWN_HELD[kind] + fact - FIRST_HELD[kind]
    }
}

/// The number of a fact about the opponent, given as the opponent sees it.
const fn others(fact: usize) -> usize {
    if fact < ON_BOARD {
        BASE[fact / SQUARES] + SQUARES + SQUARES - 1 - fact % SQUARES
    } else {
        let kind = kind_held(fact);
        OTHER_HELD[kind] + fact - FIRST_HELD[kind]
    }
}

/// The number of `fact`, below [`NUMBERS`].
#[inline]
pub fn number(fact: Feature) -> usize {
    usize::from(NUMBER[usize::from(fact)])
}

/// The number of `fact` with the board mirrored left to right.
#[inline]
pub fn mirrored_number(fact: Feature) -> usize {
    usize::from(MIRRORED[usize::from(fact)])
}

#[cfg(test)]
mod tests {
    use super::super::{in_hand, on_board};
    use super::*;
    use crate::shogi::{Color, Piece, PieceKind, Square};

    #[test]
    fn numbers_are_those_of_the_tables() {
        use PieceKind::{Gold, King, Pawn, ProBishop, ProRook, ProSilver};
        let cases = [
            (Pawn, Color::Black, Square::SQ_1A, 90),
            (Pawn, Color::White, Square::SQ_1A, 171),
            (Pawn, Color::White, Square::SQ_9I, 251),
            (Gold, Color::Black, Square::SQ_5E, 738 + 40),
            (ProSilver, Color::White, Square::SQ_5E, 819 + 40),
            (ProBishop, Color::White, Square::SQ_1B, 1144),
            (ProRook, Color::Black, Square::SQ_2A, 1395),
            (King, Color::Black, Square::SQ_5I, 1548 + 44),
            (King, Color::White, Square::SQ_9I, NUMBERS - 1),
        ];
        for (kind, owner, square, expected) in cases {
            let piece = Piece::new(kind, owner);
            assert_eq!(number(on_board(Color::Black, piece, square)), expected);
            // The same seen by White with the board turned.
            let turned = Piece::new(kind, owner.flip());
            let fact = on_board(Color::White, turned, square.flip());
            assert_eq!(number(fact), expected);
        }
    }

    #[test]
    fn numbers_in_hand_go_on_from_the_first() {
        let number = |owner, kind, fewer| number(in_hand(Color::White, owner, kind, fewer));
        assert_eq!(number(Color::White, PieceKind::Pawn, 17), 18);
        assert_eq!(number(Color::Black, PieceKind::Pawn, 0), 20);
        assert_eq!(number(Color::Black, PieceKind::Rook, 1), 89);
        assert_eq!(number(Color::White, PieceKind::Gold, 3), 72);
    }

    #[test]
    fn no_fact_has_the_numbers_that_are_set_aside() {
        for fact in 0..INPUTS as Feature {
            assert!(![ABSENT, UNUSED].contains(&number(fact)));
            assert!(number(fact) < NUMBERS);
        }
    }
}
