//! Inputs for pieces near the own king, by where they stand seen from it.
//!
//! What stands around a king decides whether it is safe, and it does so wherever the king is. A
//! flat input says which square a piece is on; these say it anew, relative to the own king, for
//! pieces at most three files and ranks off. What must hold: a piece in hand, the own king
//! itself and a piece farther off have no such input, and without an own king there is none.
//!
//! The idea is that of `YaneuraOu`'s `HalfRelativeKP`, cut down to what is near. From the same 8.2
//! million positions, held back: squared error .01951 and cross-entropy with the result .6202 with
//! a reach of 3, .01959 and .6205 with 2, .02002 and .6215 without, and .01982 and .6211 with all of
//! the board seen from both kings, which is learned by heart (`docs/notebook/2026-11-24.md`).
//! Learning went on from generation 10 on the same games: with these inputs the network then won
//! 377-212-11 against 10, without them 125-166-9 (10,000 nodes a move).

use super::{Feature, INPUTS, KINDS, ON_BOARD, SQUARES, own_king};

/// How many files and ranks off the own king a piece with such an input is, at most.
const REACH: usize = 3;
/// Squares of the board around the king in a line.
const SIDE: usize = 2 * REACH + 1;
/// Squares around the king, its own among them.
const AROUND: usize = SIDE * SIDE;
/// How many of these inputs there are: 1,372.
pub const NEAR: usize = 2 * KINDS * AROUND;
/// The square of a king that is not on the board.
pub const NO_KING: usize = SQUARES;
/// What is on no square, or too far off.
const NOWHERE: u8 = u8::MAX;

/// By the square of the own king and that of a piece: which of the squares around the king it is
/// on. The last of each is that of what is not on the board.
static PLACE: [[u8; SQUARES + 1]; SQUARES + 1] = {
    let mut table = [[NOWHERE; SQUARES + 1]; SQUARES + 1];
    let mut king = 0;
    while king < SQUARES {
        let mut square = 0;
        while square < SQUARES {
            let file = (square / 9 + REACH).wrapping_sub(king / 9);
            let rank = (square % 9 + REACH).wrapping_sub(king % 9);
            if file < SIDE && rank < SIDE && square != king {
                table[king][square] = (file * SIDE + rank) as u8;
            }
            square += 1;
        }
        king += 1;
    }
    table
};

/// A fact as it is used here.
#[derive(Clone, Copy)]
struct Standing {
    /// The first input of its kind and owner.
    first: Feature,
    /// The square of the piece as the seeing side has it.
    square: u8,
}

static STANDING: [Standing; INPUTS] = {
    const NONE: Standing = Standing {
        first: 0,
        square: SQUARES as u8,
    };
    let mut table = [NONE; INPUTS];
    let mut fact = 0;
    while fact < ON_BOARD {
        let (kind, square) = (fact / SQUARES, fact % SQUARES);
        table[fact] = Standing {
            first: (INPUTS + kind * AROUND) as Feature,
            square: square as u8,
        };
        table[INPUTS - 1 - fact] = Standing {
            first: (INPUTS + (KINDS + kind) * AROUND) as Feature,
            square: (SQUARES - 1 - square) as u8,
        };
        fact += 1;
    }
    table
};

/// The input that is on beside `fact`, from [`INPUTS`] on, if that is a piece near the own king,
/// which is on `king`, a square or [`NO_KING`], as the seeing side has it.
#[inline]
pub fn near(king: usize, fact: Feature) -> Option<Feature> {
    let Standing { first, square } = STANDING[usize::from(fact)];
    let place = PLACE[king][usize::from(square)];
    (place != NOWHERE).then(|| first + Feature::from(place))
}

/// Where the own king is by the facts that a side sees: a square, or [`NO_KING`].
pub fn king(facts: impl IntoIterator<Item = Feature>) -> usize {
    facts.into_iter().find_map(own_king).unwrap_or(NO_KING)
}

#[cfg(test)]
mod tests {
    use super::super::{active, flipped, in_hand, on_board};
    use super::*;
    use crate::shogi::{Color, Piece, PieceKind, Square, sfen};
    use std::collections::BTreeSet;

    fn seen(text: &str, side: Color) -> BTreeSet<Feature> {
        let pos = sfen::parse(text).unwrap();
        let facts: Vec<_> = active(&pos, side).collect();
        let king = king(facts.iter().copied());
        let near: Vec<_> = facts.iter().filter_map(|&fact| near(king, fact)).collect();
        let set: BTreeSet<_> = near.iter().copied().collect();
        assert_eq!(set.len(), near.len(), "an input twice");
        set
    }

    #[test]
    fn an_input_is_a_piece_and_where_it_stands_from_the_king() {
        let king = Square::SQ_5I.array_index();
        let at = |piece, square| near(king, on_board(Color::Black, piece, square)).map(usize::from);
        let own = |kind| Piece::new(kind, Color::Black);
        let others = |kind| Piece::new(kind, Color::White);
        // One file to the right and one rank up: two files and two ranks before the last corner.
        let place = 2 * SIDE + 2;
        assert_eq!(
            at(own(PieceKind::Pawn), Square::SQ_4H),
            Some(INPUTS + place)
        );
        assert_eq!(
            at(others(PieceKind::Gold), Square::SQ_4H),
            Some(INPUTS + (KINDS + 4) * AROUND + place)
        );
        assert_eq!(at(own(PieceKind::King), Square::SQ_5I), None);
        assert_eq!(at(own(PieceKind::Pawn), Square::SQ_5E), None, "four ranks");
        assert_eq!(at(own(PieceKind::Pawn), Square::SQ_1I), None, "four files");
        assert!(at(own(PieceKind::Pawn), Square::SQ_2F).is_some());
        let held = in_hand(Color::Black, Color::White, PieceKind::Gold, 0);
        assert_eq!(near(king, held), None);
        let pawn = on_board(Color::Black, own(PieceKind::Pawn), Square::SQ_5E);
        assert_eq!(near(NO_KING, pawn), None);
    }

    #[test]
    fn inputs_are_those_after_the_flat_ones() {
        let all: BTreeSet<_> = (0..SQUARES)
            .flat_map(|king| (0..INPUTS as Feature).filter_map(move |fact| near(king, fact)))
            .map(usize::from)
            .collect();
        assert!(
            all.iter()
                .all(|input| (INPUTS..INPUTS + NEAR).contains(input))
        );
        let middle = |input: usize| (input - INPUTS) % AROUND == AROUND / 2;
        assert!(!all.iter().any(|&input| middle(input)), "the king's own");
        assert_eq!(all.len(), NEAR - 2 * KINDS);
    }

    #[test]
    fn a_king_is_as_safe_elsewhere_and_for_the_other_side() {
        let castle = "4k4/9/9/9/9/4p4/4P4/3GSG3/4K4 b - 1";
        let beside = "5k3/9/9/9/9/5p3/5P3/4GSG2/5K3 b - 1";
        let turned = "4k4/3gsg3/4p4/4P4/9/9/9/9/4K4 w - 1";
        assert_eq!(seen(castle, Color::Black).len(), 5);
        assert_eq!(seen(castle, Color::Black), seen(beside, Color::Black));
        assert_eq!(seen(castle, Color::Black), seen(turned, Color::White));
        assert_eq!(seen("4k4/9/9/9/9/9/4P4/9/9 b - 1", Color::Black).len(), 0);
    }

    #[test]
    fn a_mirrored_fact_is_as_near_to_a_mirrored_king() {
        for king in 0..SQUARES {
            let mirrored = (8 - king / 9) * 9 + king % 9;
            for fact in 0..INPUTS as Feature {
                let other = near(mirrored, flipped(fact));
                assert_eq!(near(king, fact).is_some(), other.is_some());
            }
        }
    }
}
