//! Inputs for what is attacked: the squares around the own king, and pieces of both sides.
//!
//! A network of one layer adds up what each piece is worth where it stands. It cannot see that
//! a square beside a king is attacked twice and guarded once, or that a rook hangs: that takes several
//! pieces at a time, and lines through the board. These inputs say it. There are two sorts:
//!
//! - for each of the nine squares around the own king and under it, whose piece is there, and how
//!   often each side attacks it: not, once, or twice and more. The kings' own attacks do not count, for
//!   a king guards all that is beside it.
//! - for each piece that the other side attacks, its kind, whose it is, and whether it is guarded; not
//!   where it stands. Here kings count. The same input is on for each such piece.
//!
//! What must hold: they follow from the board alone, and a position seen by White has the inputs
//! that the same position turned round has for Black. Attacks through a piece do not count.
//!
//! `YaneuraOu` has pieces and how often they are attacked as inputs (`HalfKPE9`), and evaluations by
//! attacks near kings; these are cut down to what a small network can learn. All weights of generation 11
//! kept, these alone learned from 4.7 million positions: squared error, held back, .02250 without, .02102
//! with the squares, .02113 with the pieces, .02018 with both, .02006 if a piece has an input by its
//! square too; and 142-56-2 against 11 at 3,000 nodes (`docs/notebook/2026-11-25.md`).

// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use super::near::NEAR;
use super::{Feature, INPUTS, KINDS};
use crate::shogi::checks::{attacked_by_king, each_attack};
use crate::shogi::pieces::{kind_of, opponent};
use crate::shogi::{Bitboard, Class, Color, PieceKind, Position, Square};
use arrayvec::ArrayVec;

/// The first of these inputs.
const FIRST: usize = INPUTS + NEAR;
/// How many ways there are for a square to be attacked: by each side not, once, or more.
const WAYS: usize = 9;
/// Whose piece is on a square: nobody's, the own side's, the other side's.
const OWNERS: usize = 3;
/// Squares around a king, and its own.
const AROUND: usize = 9;
/// Inputs for squares around the own king.
const SQUARES_AROUND: usize = AROUND * OWNERS * WAYS;
/// Inputs for attacked pieces of a side: those not guarded, those guarded.
const STATES: usize = 2 * KINDS;
/// How many of these inputs there are: 299.
pub const ATTACKS: usize = SQUARES_AROUND + 2 * STATES;
/// The most of them that can be on at once: for all squares around a king, and all pieces but kings.
pub const MOST_ATTACKS: usize = AROUND + 38;

/// Inputs, in no particular order.
pub type Attacked = ArrayVec<Feature, MOST_ATTACKS>;

/// Which of these inputs are on as both sides see them, in few words, so that two positions are soon
/// compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attacks {
    /// By the side that sees: for each of [`AROUND`] squares whose piece is there and how it is attacked,
    /// [`BITS`] for each; 0 if it is not.
    around: [u64; 2],
    /// By owner: how many attacked pieces there are of each of the [`STATES`], in as many bytes.
    pieces: [[u64; WORDS]; 2],
}

/// The bits of a number below [`OWNERS`] times [`WAYS`], with room to spare.
const BITS: usize = 7;
/// The words of as many bytes as there are [`STATES`].
const WORDS: usize = STATES.div_ceil(8);

/// What the pieces of a side attack.
#[derive(Clone, Copy)]
struct Reach {
    /// What is attacked by a piece other than the king.
    once: Bitboard,
    /// What is attacked by two or more such pieces.
    twice: Bitboard,
    /// What is attacked by any piece.
    any: Bitboard,
}

impl Reach {
    #[inline]
    fn of(pos: &Position, side: Color) -> Self {
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        each_attack(pos, side, |attacked| {
            twice |= once & attacked;
            once |= attacked;
        });
        Self {
            once,
            twice,
            any: once | attacked_by_king(pos, side),
        }
    }
}

/// By the square of a king: which of the squares of [`window`] are on the board.
static ON_BOARD: [u32; 81] = {
    let mut table = [0; 81];
    let mut king = 0;
    while king < 81 {
        let mut place = 0;
        while place < AROUND {
            let (file, rank) = (king / 9 + place / 3, king % 9 + place % 3);
            if 1 <= file && file <= 9 && 1 <= rank && rank <= 9 {
                table[king] |= 1 << place;
            }
            place += 1;
        }
        king += 1;
    }
    table
};

/// Which squares around the king, file by file, and its own are in `set`, as nine bits. What is not on
/// the board may be said to be.
#[inline]
fn window(set: Bitboard, king: Square) -> u32 {
    let squares = u128::from(set.low()) | u128::from(set.high()) << 63;
    // One file and one rank before the king comes first.
    let bits = (squares << 10 >> king.array_index()) as u32;
    bits & 0o7 | bits >> 6 & 0o70 | bits >> 12 & 0o700
}

/// By a set of places: 1 in [`BITS`] for each of them.
static ONES: [u64; 1 << AROUND] = {
    let mut table = [0; 1 << AROUND];
    let mut set = 0;
    while set < table.len() {
        let mut place = 0;
        while place < AROUND {
            table[set] |= (set as u64 >> place & 1) << (BITS * place);
            place += 1;
        }
        set += 1;
    }
    table
};

/// The squares around the king of `view`, of whose side and the other's `reaches` are.
#[inline]
fn around_king(pos: &Position, view: Color, [own, other]: [&Reach; 2]) -> u64 {
    let Some(king) = pos.king(view) else {
        return 0;
    };
    let attacked = window(own.once | other.once, king) & ON_BOARD[king.array_index()];
    let ones = |set: Bitboard| {
        let places = window(set, king) & attacked;
        let places = match view {
            Color::Black => places,
            Color::White => places.reverse_bits() >> (u32::BITS as usize - AROUND),
        };
        ONES[places as usize]
    };
    let times = |reach: &Reach| ones(reach.once) + ones(reach.twice);
    let pieces = |side| WAYS as u64 * ones(pos.color(side));
    times(own) + 3 * times(other) + pieces(view) + 2 * pieces(opponent(view))
}

/// The attacked pieces of `owner`, of whose side and the other's `reaches` are.
#[inline]
fn attacked_pieces(pos: &Position, owner: Color, [own, other]: [&Reach; 2]) -> [u64; WORDS] {
    let mut counts = [0; WORDS];
    let pieces = pos.color(owner).without(pos.class(Class::King));
    for square in pieces & other.any {
        if let Some(piece) = pos.piece_at(square) {
            let guarded = usize::from(own.any.contains(square));
            let kind = kind_of(piece) as usize - PieceKind::Pawn as usize;
            let state = guarded * KINDS + kind;
            counts[state / 8] += 1 << (8 * (state % 8));
        }
    }
    counts
}

impl Attacks {
    /// Those of `pos`.
    #[inline]
    pub fn of(pos: &Position) -> Self {
        let [black, white] = &Color::all().map(|side| Reach::of(pos, side));
        let sides = [
            (Color::Black, [black, white]),
            (Color::White, [white, black]),
        ];
        Self {
            around: sides.map(|(view, reaches)| around_king(pos, view, reaches)),
            pieces: sides.map(|(owner, reaches)| attacked_pieces(pos, owner, reaches)),
        }
    }

    /// Notes each input that `view` no longer sees on `after` these, and each that it sees on only then, with whether
    /// it is on.
    #[inline(always)]
    pub fn changes(&self, after: &Self, view: Color, mut note: impl FnMut(Feature, bool)) {
        let seen = view.array_index();
        let [old, new] = [self, after].map(|it| it.around[seen]);
        let mut rest = old ^ new;
        while rest != 0 {
            let place = rest.trailing_zeros() as usize / BITS;
            let first = FIRST + place * OWNERS * WAYS;
            let ways = |all: u64| (all >> (BITS * place)) as usize % (1 << BITS);
            rest &= !(((1 << BITS) - 1) << (BITS * place));
            if ways(old) != 0 {
                note((first + ways(old)) as Feature, false);
            }
            if ways(new) != 0 {
                note((first + ways(new)) as Feature, true);
            }
        }
        for (whose, owner) in [seen, 1 - seen].into_iter().enumerate() {
            for word in 0..WORDS {
                let [old, new] = [self, after].map(|it| it.pieces[owner][word]);
                let mut rest = old ^ new;
                while rest != 0 {
                    let at = rest.trailing_zeros() / 8;
                    rest &= !(0xFF << (8 * at));
                    let state = whose * STATES + 8 * word + at as usize;
                    let input = (FIRST + SQUARES_AROUND + state) as Feature;
                    let [old, new] = [old, new].map(|it| it >> (8 * at) & 0xFF);
                    (old.min(new)..old.max(new)).for_each(|_| note(input, old < new));
                }
            }
        }
    }

    /// The inputs that `view` sees on.
    pub fn seen_by(&self, view: Color) -> Attacked {
        let mut on = Attacked::new();
        Self::default().changes(self, view, |input, _| on.push(input));
        on
    }
}

#[cfg(test)]
mod tests {
    use super::super::{active, flipped, position};
    use super::*;
    use crate::shogi::checks::attackers;
    use crate::shogi::{MoveList, movegen, sfen};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// What each side sees, sorted.
    fn lists(pos: &Position) -> [Vec<Feature>; 2] {
        let attacks = Attacks::of(pos);
        Color::all().map(|view| {
            let mut list = attacks.seen_by(view).to_vec();
            list.sort_unstable();
            list
        })
    }

    /// The positions of random games.
    fn walk(count: usize, mut visit: impl FnMut(&Position)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut pos = Position::default();
        let mut list = MoveList::new();
        for number in 0..count {
            list.clear();
            movegen::legal(&pos, &mut list);
            if number % 150 == 0 || list.is_empty() {
                pos = Position::default();
                continue;
            }
            let _ = pos.do_move(list[rng.random_range(0..list.len())]);
            visit(&pos);
        }
    }

    /// What Black sees by the definition, sorted.
    fn plain(pos: &Position) -> Vec<Feature> {
        let by = |square, side| attackers(pos, square, side, pos.occupied());
        let kings = pos.class(Class::King);
        let owner = |square| pos.piece_at(square).map(|piece| piece.to_parts().1);
        let mut list = Vec::new();
        for square in Square::all() {
            if let Some(king) = pos.king(Color::Black) {
                let files = i16::from(square.file()) - i16::from(king.file()) + 1;
                let ranks = i16::from(square.rank()) - i16::from(king.rank()) + 1;
                let times = |side| by(square, side).without(kings).count().min(2) as usize;
                let ways = times(Color::Black) + 3 * times(Color::White);
                if (0..3).contains(&files) && (0..3).contains(&ranks) && ways > 0 {
                    let owner = match owner(square) {
                        None => 0,
                        Some(Color::Black) => 1,
                        Some(Color::White) => 2,
                    };
                    let place = (3 * files + ranks) as usize;
                    list.push(FIRST + (place * OWNERS + owner) * WAYS + ways);
                }
            }
            let Some(piece) = pos.piece_at(square) else {
                continue;
            };
            let (kind, side) = piece.to_parts();
            if kind != PieceKind::King && by(square, side.flip()).any() {
                let guarded = usize::from(by(square, side).any());
                let state = 2 * usize::from(side == Color::White) + guarded;
                list.push(FIRST + SQUARES_AROUND + state * KINDS + kind as usize - 1);
            }
        }
        list.sort_unstable();
        list.into_iter().map(|input| input as Feature).collect()
    }

    #[test]
    fn inputs_are_those_of_the_definition_for_both_sides_and_in_the_mirror() {
        let mut most = 0;
        walk(3000, |pos| {
            let found = lists(pos);
            for (view, found) in Color::all().into_iter().zip(&found) {
                let facts: Vec<_> = active(pos, view).collect();
                assert_eq!(*found, plain(&position(&facts)), "{view:?} in {pos:?}");
                let mirrored: Vec<_> = facts.iter().copied().map(flipped).collect();
                let [mirrored, _] = lists(&position(&mirrored));
                assert_eq!(mirrored.len(), found.len());
                most = most.max(found.len());
            }
        });
        assert!(most > 20, "{most}");
    }

    #[test]
    fn squares_beside_a_king_and_a_gold_that_hangs() {
        let pos = sfen::parse("4k4/9/9/9/9/4P4/4N4/4g4/R3K4 b - 1").unwrap();
        let around = |place: usize, owner: usize, ways: usize| {
            let input = FIRST + (place * OWNERS + owner) * WAYS + ways;
            input as Feature
        };
        let attacked = |whose: usize, kind: PieceKind| {
            let input = FIRST + SQUARES_AROUND + whose * STATES + kind as usize - 1;
            input as Feature
        };
        let [black, white] = lists(&pos);
        // The gold attacks 4h, 4i, 6h, 6i, the knight and the king, the rook all of its rank up to the king,
        // and the king the gold.
        let expected = [
            around(0, 0, 3),
            around(1, 0, 3),
            around(4, 1, 4),
            around(6, 0, 3),
            around(7, 0, 4),
            attacked(0, PieceKind::Knight),
            attacked(1, PieceKind::Gold),
        ];
        assert_eq!(black, expected);
        assert!(white.contains(&attacked(0, PieceKind::Gold)), "{white:?}");
    }

    #[test]
    fn without_kings_there_are_only_attacked_pieces() {
        let pos = sfen::parse("9/9/9/4p4/4P4/9/9/9/9 b - 1").unwrap();
        let [black, white] = lists(&pos);
        let input = |whose: usize| (FIRST + SQUARES_AROUND + whose * STATES) as Feature;
        assert_eq!(black, [input(0), input(1)]);
        assert_eq!(white, black);
    }
}
