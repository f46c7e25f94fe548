//! The network's inputs: a position, seen by one side, as the set of those that are on.
//!
//! There is an input for each kind of piece, owner and square, with the board turned so that the
//! seeing side plays up it, and one for the first, second, … piece of a kind that a side holds. The
//! seeing side's own inputs are the first half; the other half are the opponent's in the opposite
//! order. What must hold: [`turned`], the same fact seen by the other side, is therefore the index
//! counted from the other end.
//!
//! These are the inputs of our own networks, which may have more of them for pieces [`near`] the
//! own king and for what is attacked ([`attacks`]). Other networks' inputs are coarser: [`halfkp`] says
//! which of theirs each of these is. So a position and a move are described only once.

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

pub mod attacks;
pub mod halfkp;
pub mod near;

use crate::shogi::geometry::seen_from;
use crate::shogi::pieces::{kind_of, unpromoted, unpromoted_piece};
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Square};

/// The index of an input, below [`INPUTS`].
pub type Feature = u16;

/// Kinds of pieces on the board.
const KINDS: usize = 14;
/// Squares of the board.
const SQUARES: usize = 81;
/// Inputs for a side's pieces on the board.
const ON_BOARD: usize = KINDS * SQUARES;
/// Inputs for a side's hand: 18 pawns, 4 each of lance, knight, silver, gold, 2 each of bishop
/// and rook.
const IN_HAND: usize = 38;
/// How many inputs there are for each side to see: 2,344.
pub const INPUTS: usize = 2 * (ON_BOARD + IN_HAND);
/// The most inputs that can be on at once: one for each piece of a full set.
pub const MOST_ACTIVE: usize = 40;

/// By `PieceKind as usize`: how many pieces of the kind a full set has.
const HELD: [usize; 8] = [0, 18, 4, 4, 4, 4, 2, 2];
/// By `PieceKind as usize`: the input of the first piece of the kind in the own hand.
const FIRST_HELD: [usize; 8] = {
    let mut first = [ON_BOARD; 8];
    let mut kind = 1;
    while kind < 8 {
        first[kind] = first[kind - 1] + HELD[kind - 1];
        kind += 1;
    }
    assert!(first[7] + HELD[7] == ON_BOARD + IN_HAND);
    first
};

/// The square of the seeing side's own king, if `feature` is where it stands.
#[inline]
pub const fn own_king(feature: Feature) -> Option<usize> {
    const FIRST: usize = (PieceKind::King as usize - 1) * SQUARES;
    match (feature as usize).checked_sub(FIRST) {
        Some(square) if square < SQUARES => Some(square),
        _ => None,
    }
}

/// `feature` as the other side sees it.
#[inline]
pub const fn turned(feature: Feature) -> Feature {
    INPUTS as Feature - 1 - feature
}

/// `feature` with the board mirrored left to right. Shogi's rules know no left and right, so
/// that a position and its mirror image are worth the same.
pub const fn flipped(feature: Feature) -> Feature {
    let index = feature as usize;
    if index >= INPUTS / 2 {
        turned(flipped(turned(feature)))
    } else if index >= ON_BOARD {
        feature
    } else {
        let (kind, square) = (index / SQUARES, index % SQUARES);
        let (file, rank) = (square / 9, square % 9);
        (kind * SQUARES + (8 - file) * 9 + rank) as Feature
    }
}

/// `feature`, which is as Black sees it, as `side` sees it.
#[inline(always)]
pub const fn seen_by(side: Color, feature: Feature) -> Feature {
    match side {
        Color::Black => feature,
        Color::White => turned(feature),
    }
}

/// The input that `side` sees for `piece` on `square`.
#[inline]
pub fn on_board(side: Color, piece: Piece, square: Square) -> Feature {
    let (kind, owner) = piece.to_parts();
    let own = ((kind as usize - 1) * SQUARES + seen_from(owner, square)) as Feature;
    seen_by(side, seen_by(owner, own))
}

/// The input that `side` sees for `owner` holding more than `fewer` pieces of the unpromoted
/// `kind`, which must not be a king's; `fewer` is less than there are in a full set.
#[inline]
pub fn in_hand(side: Color, owner: Color, kind: PieceKind, fewer: u32) -> Feature {
    let own = (FIRST_HELD[kind as usize] + fewer as usize) as Feature;
    seen_by(side, seen_by(owner, own))
}

/// The inputs that `side` sees on in `pos`, in no particular order.
pub fn active(pos: &Position, side: Color) -> impl Iterator<Item = Feature> + '_ {
    let board = pos.occupied().into_iter().filter_map(move |square| {
        let piece = pos.piece_at(square)?;
        Some(on_board(side, piece, square))
    });
    let hands = Color::all().into_iter().flat_map(move |owner| {
        pos.hand(owner).iter().flat_map(move |(kind, count)| {
            (0..count).map(move |fewer| in_hand(side, owner, kind, fewer))
        })
    });
    board.chain(hands)
}

/// The position of which the side to move, Black, sees `facts` on. There must be no more pieces of a
/// kind than in a full set.
pub fn position(facts: &[Feature]) -> Position {
    let mut pos = Position::empty(Color::Black, 1);
    for &fact in facts {
        let (owner, own) = if usize::from(fact) < INPUTS / 2 {
            (Color::Black, usize::from(fact))
        } else {
            (Color::White, usize::from(turned(fact)))
        };
        if own < ON_BOARD {
            let square = Square::from_u8((own % SQUARES) as u8 + 1);
            let square = square.map(|it| if owner == Color::Black { it } else { it.flip() });
            let kind = PieceKind::from_u8((own / SQUARES) as u8 + 1);
            if let (Some(square), Some(kind)) = (square, kind) {
                pos.put(Piece::new(kind, owner), square);
            }
        } else if let Some(kind) = PieceKind::from_u8(kind_held(own) as u8) {
            pos.hand_mut(owner).add(kind);
        }
    }
    pos
}

/// The kind, as a number, of the own piece in hand that the input `own` is for.
const fn kind_held(own: usize) -> usize {
    let mut kind = 7;
    while FIRST_HELD[kind] > own {
        kind -= 1;
    }
    kind
}

/// A piece goes from one place to another: one input off, another on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The input that was on and no longer is.
    pub removed: Feature,
    /// The input that is on now.
    pub added: Feature,
}

/// What a move changes, as Black sees it; nothing if it is a null move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The step of the piece moved or dropped.
    pub moved: Option<Step>,
    /// The step of the piece taken, from the board into the hand.
    pub taken: Option<Step>,
}

impl Difference {
    /// All that is changed.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        self.moved.into_iter().chain(self.taken)
    }
}

/// What `mv` changed, which took `captured`; `pos` is the position after the move.
#[inline]
pub fn difference(pos: &Position, mv: Move, captured: Option<Piece>) -> Difference {
    let to = mv.to();
    let Some(placed) = pos.piece_at(to) else {
        return Difference::default();
    };
    let (kind, us) = placed.to_parts();
    let removed = match mv.from() {
        None => in_hand(Color::Black, us, kind, pos.hand(us).count(kind)),
        Some(from) if mv.is_promotion() => on_board(Color::Black, unpromoted_piece(placed), from),
        Some(from) => on_board(Color::Black, placed, from),
    };
    let taken = captured.map(|taken| {
        let kind = unpromoted(kind_of(taken));
        let fewer = pos.hand(us).count(kind).saturating_sub(1);
        Step {
            removed: on_board(Color::Black, taken, to),
            added: in_hand(Color::Black, us, kind, fewer),
        }
    });
    Difference {
        moved: Some(Step {
            removed,
            added: on_board(Color::Black, placed, to),
        }),
        taken,
    }
}

/// Words of 64 bits that hold a bit for each input.
const WORDS: usize = INPUTS.div_ceil(u64::BITS as usize);

/// A set of facts: one bit for each input that is on, as Black sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactSet([u64; WORDS]);

impl FactSet {
    /// Nothing is on.
    pub const NONE: Self = Self([0; WORDS]);

    /// Puts `fact` on or off.
    #[inline]
    pub fn toggle(&mut self, fact: Feature) {
        self.0[usize::from(fact / 64)] ^= 1 << (fact % 64);
    }

    /// Goes on by a move.
    #[inline]
    pub fn follow(&mut self, difference: Difference) {
        for step in difference.steps() {
            self.toggle(step.removed);
            self.toggle(step.added);
        }
    }

    /// Notes each fact that only one of the two has, with whether it is `after`.
    #[inline(always)]
    pub fn changes(&self, after: &Self, mut note: impl FnMut(Feature, bool)) {
        for (word, (before, after)) in (0..).zip(self.0.iter().zip(&after.0)) {
            let mut rest = before ^ after;
            while rest != 0 {
                let bit = rest.trailing_zeros() as Feature;
                rest &= rest - 1;
                note(word * 64 + bit, after >> bit & 1 == 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::moves::HAND_KINDS;
    use crate::shogi::sfen;
    use std::collections::BTreeSet;

    /// A position with drops, captures of every sort, and promotions.
    const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

    fn seen(pos: &Position, side: Color) -> BTreeSet<Feature> {
        let list: Vec<_> = active(pos, side).collect();
        let set: BTreeSet<_> = list.iter().copied().collect();
        assert_eq!(list.len(), set.len(), "an input twice in {pos:?}");
        set
    }

    #[test]
    fn every_input_has_one_meaning() {
        let mut all = BTreeSet::new();
        for owner in Color::all() {
            for kind in PieceKind::all() {
                for square in Square::all() {
                    assert!(all.insert(on_board(Color::White, Piece::new(kind, owner), square)));
                }
            }
            for (kind, count) in HAND_KINDS.into_iter().zip([2, 2, 4, 4, 4, 4, 18]) {
                for fewer in 0..count {
                    assert!(all.insert(in_hand(Color::White, owner, kind, fewer)));
                }
            }
        }
        assert!(all.into_iter().eq(0..INPUTS as Feature));
    }

    #[test]
    fn both_sides_see_the_start_position_alike() {
        let pos = Position::default();
        let black = seen(&pos, Color::Black);
        assert_eq!(black.len(), MOST_ACTIVE);
        assert_eq!(black, seen(&pos, Color::White));
        // Bishop and rook are all that a mirror moves.
        let flipped: BTreeSet<_> = black.iter().copied().map(flipped).collect();
        assert_eq!(flipped.difference(&black).count(), 4);
    }

    #[test]
    fn facts_make_the_position_again() {
        let mut pos = sfen::parse(MATSURI).unwrap();
        for side in Color::all() {
            let facts: Vec<_> = active(&pos, side).collect();
            let again = position(&facts);
            assert_eq!(seen(&again, Color::Black), seen(&pos, side));
            assert_eq!(seen(&again, Color::White), seen(&pos, side.flip()));
            pos.do_null_move();
        }
    }

    #[test]
    fn a_mirrored_position_has_the_mirrored_inputs() {
        let mirror = "ln6l/kg1+P5/3S1pn2/pP4p1p/1pS2P3/P1P2bPP1/1SG5P/8R/LKb4NL w RGgsn5p 1";
        let [pos, mirror] = [MATSURI, mirror].map(|text| sfen::parse(text).unwrap());
        for side in Color::all() {
            let flipped: BTreeSet<_> = active(&pos, side).map(flipped).collect();
            assert_eq!(flipped, seen(&mirror, side));
        }
        assert!((0..INPUTS as Feature).all(|feature| flipped(flipped(feature)) == feature));
    }
}
