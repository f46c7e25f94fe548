//! The geometry of the board: where each kind of piece steps, what lies between
//! two squares, which squares matter to a king.
//!
//! Everything here is computed by the compiler from the directions below; nothing depends on a
//! position. Indices are [`Square::array_index`] and [`Color::array_index`].

use super::bitboard::Bitboard;
use super::pieces::Class;
use shogi_core::{Color, Square};

/// A direction as (files to the left, ranks down), as Black sees the board.
pub(super) type Step = (i8, i8);

const ROOK_STEPS: &[Step] = &[(0, -1), (0, 1), (-1, 0), (1, 0)];
const BISHOP_STEPS: &[Step] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];
const GOLD_STEPS: &[Step] = &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const SILVER_STEPS: &[Step] = &[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
const FORWARD: &[Step] = &[(0, -1)];
const KNIGHT_STEPS: &[Step] = &[(-1, -2), (1, -2)];

/// Per colour and square, a set of squares.
pub type BySide = [[Bitboard; 81]; 2];

/// Index of the square `(files, ranks)` away from `index`, if that is on the board.
pub(super) const fn neighbour(index: usize, (files, ranks): Step) -> Option<usize> {
    let file = (index / 9) as i8 + files;
    let rank = (index % 9) as i8 + ranks;
    if file < 0 || file > 8 || rank < 0 || rank > 8 {
        None
    } else {
        Some(file as usize * 9 + rank as usize)
    }
}

/// The squares reached from `index` by repeating `step` until the edge.
const fn ray(index: usize, step: Step) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut at = index;
    while let Some(next) = neighbour(at, step) {
        set = set.union(Bitboard::from_index(next));
        at = next;
    }
    set
}

const fn turned((files, ranks): Step, white: bool) -> Step {
    if white {
        (-files, -ranks)
    } else {
        (files, ranks)
    }
}

/// One step (or, if `far`, a whole empty-board ray) in each of `steps`, for both colours.
const fn reach(steps: &[Step], far: bool) -> BySide {
    let mut table = [[Bitboard::EMPTY; 81]; 2];
    let mut color = 0;
    while color < 2 {
        let mut index = 0;
        while index < 81 {
            let mut set = Bitboard::EMPTY;
            let mut i = 0;
            while i < steps.len() {
                let step = turned(steps[i], color == 1);
                if far {
                    set = set.union(ray(index, step));
                } else if let Some(next) = neighbour(index, step) {
                    set = set.union(Bitboard::from_index(next));
                }
                i += 1;
            }
            table[color][index] = set;
            index += 1;
        }
        color += 1;
    }
    table
}

const fn both(a: &BySide, b: &BySide) -> BySide {
    let mut table = [[Bitboard::EMPTY; 81]; 2];
    let mut color = 0;
    while color < 2 {
        let mut index = 0;
        while index < 81 {
            table[color][index] = a[color][index].union(b[color][index]);
            index += 1;
        }
        color += 1;
    }
    table
}

const ROOK_STEP: BySide = reach(ROOK_STEPS, false);
const BISHOP_STEP: BySide = reach(BISHOP_STEPS, false);
const ROOK_RAY: BySide = reach(ROOK_STEPS, true);
const BISHOP_RAY: BySide = reach(BISHOP_STEPS, true);
const KING_STEP: BySide = both(&ROOK_STEP, &BISHOP_STEP);

/// What a piece of class `c` and colour `s` attacks from a square of an empty board, as
/// `EMPTY_BOARD[c][s][square]`. For classes that only step this is simply what they attack.
static EMPTY_BOARD: [BySide; Class::NUM] = [
    reach(FORWARD, false),
    reach(FORWARD, true),
    reach(KNIGHT_STEPS, false),
    reach(SILVER_STEPS, false),
    reach(GOLD_STEPS, false),
    BISHOP_RAY,
    ROOK_RAY,
    KING_STEP,
    both(&BISHOP_RAY, &KING_STEP),
    both(&ROOK_RAY, &KING_STEP),
];

/// What a piece of class `class` and colour `color` on `square` attacks on an empty board.
#[inline]
pub fn empty_board(class: Class, color: Color, square: Square) -> Bitboard {
    EMPTY_BOARD[class as usize][color.array_index()][square.array_index()]
}

/// `KING_ZONE[c][s][k]`: the squares from which a piece of class `c` and colour `s` could, on an
/// empty board, attack some neighbour of a king on `k`.
pub static KING_ZONE: [BySide; Class::NUM] = {
    let mut table = [[[Bitboard::EMPTY; 81]; 2]; Class::NUM];
    let mut class = 0;
    while class < Class::NUM {
        let mut color = 0;
        while color < 2 {
            let mut king = 0;
            while king < 81 {
                let mut zone = Bitboard::EMPTY;
                let mut file = -1;
                while file <= 1 {
                    let mut rank = -1;
                    while rank <= 1 {
                        // Moves reverse with the colour turned round.
                        if let Some(next) = neighbour(king, (file, rank))
                            && next != king
                        {
                            zone = zone.union(EMPTY_BOARD[class][1 - color][next]);
                        }
                        rank += 1;
                    }
                    file += 1;
                }
                table[class][color][king] = zone;
                king += 1;
            }
            color += 1;
        }
        class += 1;
    }
    table
};

const ALL_STEPS: [Step; 8] = [
    (0, -1),
    (0, 1),
    (-1, 0),
    (1, 0),
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 1),
];

/// For two squares of a common line the squares strictly between them or, if `whole`, the ray that starts at the
/// first (excluded) and passes through the second, to the edge; empty for others.
#[allow(clippy::large_stack_arrays)] // Called by the compiler alone.
const fn lines(whole: bool) -> [[Bitboard; 81]; 81] {
    let mut table = [[Bitboard::EMPTY; 81]; 81];
    let mut from = 0;
    while from < 81 {
        let mut direction = 0;
        while direction < 8 {
            let step = ALL_STEPS[direction];
            let ray = ray(from, step);
            let mut passed = Bitboard::EMPTY;
            let mut at = from;
            while let Some(next) = neighbour(at, step) {
                table[from][next] = if whole { ray } else { passed };
                passed = passed.union(Bitboard::from_index(next));
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 81]; 81] = lines(false);
static RAY_THROUGH: [[Bitboard; 81]; 81] = lines(true);

/// The squares strictly between two squares of one file, rank or diagonal; otherwise none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.array_index()][b.array_index()]
}

/// The whole ray from `a` (excluded) through `b` to the edge, if they share a line; otherwise
/// empty. A piece on `b` that is pinned to a king on `a` may move on this ray and nowhere else.
#[inline]
pub fn ray_through(a: Square, b: Square) -> Bitboard {
    RAY_THROUGH[a.array_index()][b.array_index()]
}

const fn ranks_from(first: usize, last: usize) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut index = 0;
    while index < 81 {
        if index % 9 >= first && index % 9 <= last {
            set = set.union(Bitboard::from_index(index));
        }
        index += 1;
    }
    set
}

/// The three ranks in which a side promotes, by colour.
pub const PROMOTION_ZONE: [Bitboard; 2] = [ranks_from(0, 2), ranks_from(6, 8)];
/// The rank on which a side's pawns and lances have no further move, by colour.
pub const LAST_RANK: [Bitboard; 2] = [ranks_from(0, 0), ranks_from(8, 8)];
/// The two ranks on which a side's knights have no further move, by colour.
pub const LAST_TWO_RANKS: [Bitboard; 2] = [ranks_from(0, 1), ranks_from(7, 8)];

/// The array index of `square` as `side` sees the board.
#[inline]
pub fn seen_from(side: Color, square: Square) -> usize {
    match side {
        Color::Black => square.array_index(),
        Color::White => 80 - square.array_index(),
    }
}

/// The nine squares of the file of `square`.
#[inline]
pub fn file_of(square: Square) -> Bitboard {
    const FILES: [Bitboard; 9] = {
        let mut table = [Bitboard::EMPTY; 9];
        let mut index = 0;
        while index < 81 {
            table[index / 9] = table[index / 9].union(Bitboard::from_index(index));
            index += 1;
        }
        table
    };
    FILES[square.array_index() / 9]
}

/// Every square of each file on which `pawns`, all of one colour, has no member: where one more
/// pawn would not be nifu.
///
/// All files at once: in a file's nine bits, subtracting the pawn from the last rank's bit
/// clears that bit exactly when there is a pawn (the borrow trick of `nshogi`).
#[inline]
pub fn files_without(pawns: Bitboard) -> Bitboard {
    const LAST_LOW: u64 = ranks_from(8, 8).low();
    const LAST_HIGH: u64 = ranks_from(8, 8).high();
    const fn fill(marks: u64) -> u64 {
        (marks << 1).wrapping_sub(marks >> 8)
    }
    let low = (LAST_LOW - pawns.low()) & LAST_LOW;
    let high = (LAST_HIGH - pawns.high()) & LAST_HIGH;
    Bitboard::from_words(fill(low), fill(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_between_squares() {
        let set = between(Square::SQ_1A, Square::SQ_4D);
        assert_eq!(
            set,
            [Square::SQ_2B, Square::SQ_3C]
                .into_iter()
                .collect::<Bitboard>()
        );
        assert!(between(Square::SQ_1A, Square::SQ_2C).is_empty());
        assert_eq!(ray_through(Square::SQ_5E, Square::SQ_5C).count(), 4);
        assert!(ray_through(Square::SQ_5E, Square::SQ_4C).is_empty());
    }

    #[test]
    fn free_files_are_found_for_every_rank_of_a_pawn() {
        for square in Square::all() {
            let free = files_without(Bitboard::single(square));
            assert_eq!(free, !file_of(square), "{square:?}");
        }
        assert_eq!(files_without(Bitboard::EMPTY), Bitboard::ALL);
    }
}
