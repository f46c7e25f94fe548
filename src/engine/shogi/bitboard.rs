//! A set of squares in two machine words.
//!
//! Squares are numbered file by file as in [`Square::array_index`]: files 1–7 lie in the low
//! word (63 bits), files 8–9 in the high word (18 bits), so that no file straddles the two and
//! a step along a file is a plain shift. The same layout serves Apery and `YaneuraOu`; to walk a `u128`
//! takes longer.
//!
//! What must hold: bit 63 of the low word and bits 18–63 of the high word are zero in every
//! value; each operation below keeps it so.

use shogi_core::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

const LOW_BITS: u64 = (1 << 63) - 1;
const HIGH_BITS: u64 = (1 << 18) - 1;
const LOW_SQUARES: usize = 63;

/// A set of squares of the 9×9 board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bitboard {
    low: u64,
    high: u64,
}

const SINGLE: [Bitboard; 81] = {
    let mut table = [Bitboard::EMPTY; 81];
    let mut i = 0;
    while i < 81 {
        table[i] = Bitboard::from_index(i);
        i += 1;
    }
    table
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self { low: 0, high: 0 };
    /// All 81 squares.
    pub const ALL: Self = Self {
        low: LOW_BITS,
        high: HIGH_BITS,
    };

    /// The set whose only member is the square of array index `index` (0–80).
    pub const fn from_index(index: usize) -> Self {
        if index < LOW_SQUARES {
            Self {
                low: 1 << index,
                high: 0,
            }
        } else {
            Self {
                low: 0,
                high: 1 << (index - LOW_SQUARES),
            }
        }
    }

    /// The set made of two words in the layout of the module; bits off the board are dropped.
    pub const fn from_words(low: u64, high: u64) -> Self {
        Self {
            low: low & LOW_BITS,
            high: high & HIGH_BITS,
        }
    }

    /// The word of files 1–7: 63 bits.
    #[inline]
    pub const fn low(self) -> u64 {
        self.low
    }

    /// The word of files 8–9: 18 bits.
    #[inline]
    pub const fn high(self) -> u64 {
        self.high
    }

    /// The set with the one member `square`.
    #[inline]
    pub fn single(square: Square) -> Self {
        SINGLE[square.array_index()]
    }

    /// Whether `square` is a member.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        !(self & Self::single(square)).is_empty()
    }

    /// Whether there is no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// Whether there is a member.
    #[inline]
    pub const fn any(self) -> bool {
        self.low | self.high != 0
    }

    /// Whether there are two members or more.
    #[inline]
    pub const fn many(self) -> bool {
        let high_rest = self.high & self.high.wrapping_sub(1);
        let low_rest = self.low & self.low.wrapping_sub(1);
        low_rest | high_rest != 0 || (self.low != 0 && self.high != 0)
    }

    /// How many members there are, 0–81.
    #[inline]
    pub const fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    /// Set union, usable in constants.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self {
            low: self.low | other.low,
            high: self.high | other.high,
        }
    }

    /// The members that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self {
            low: self.low & !other.low,
            high: self.high & !other.high,
        }
    }

    /// Every member moved one rank towards rank 1. No member may stand on rank 1.
    #[inline]
    #[must_use]
    pub const fn up(self) -> Self {
        Self {
            low: self.low >> 1,
            high: self.high >> 1,
        }
    }

    /// Every member moved one rank towards rank 9. No member may stand on rank 9.
    #[inline]
    #[must_use]
    pub const fn down(self) -> Self {
        Self {
            low: self.low << 1,
            high: self.high << 1,
        }
    }

    /// The member with the lowest index, if any.
    #[inline]
    pub fn first(self) -> Option<Square> {
        if self.low != 0 {
            Some(square_at(self.low.trailing_zeros()))
        } else if self.high != 0 {
            Some(square_at(self.high.trailing_zeros() + LOW_SQUARES as u32))
        } else {
            None
        }
    }
}

/// The square of array index `index`.
#[inline]
#[allow(unsafe_code)]
fn square_at(index: u32) -> Square {
    debug_assert!(index < 81);
    // SAFETY: `index` is the place of a bit of a `Bitboard`, and by the module's invariant those
    // are 0–80. The checked `Square::from_u8` costs 6 % of the list perft (benches/movegen).
    unsafe { Square::from_u8_unchecked(index as u8 + 1) }
}

/// The square that `shogi_core` gives this number, 1–81; none for other numbers.
#[inline]
pub(super) fn numbered(number: u16) -> Option<Square> {
    (1..=81)
        .contains(&number)
        .then(|| square_at(u32::from(number) - 1))
}

/// Draws the members of a [`Bitboard`] in the order of their indices.
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        if self.0.low != 0 {
            self.0.low &= self.0.low - 1;
        } else {
            self.0.high &= self.0.high - 1;
        }
        Some(square)
    }

    /// Walks word by word, without asking at each member which word it is in.
    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut value = init;
        let mut low = self.0.low;
        while low != 0 {
            value = f(value, square_at(low.trailing_zeros()));
            low &= low - 1;
        }
        let mut high = self.0.high;
        while high != 0 {
            value = f(value, square_at(high.trailing_zeros() + LOW_SQUARES as u32));
            high &= high - 1;
        }
        value
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::single(square))
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

macro_rules! word_by_word {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $op:tt) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self {
                    low: self.low $op other.low,
                    high: self.high $op other.high,
                }
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

word_by_word!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
word_by_word!(BitOr, bitor, BitOrAssign, bitor_assign, |);
word_by_word!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::ALL.without(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_goes_in_and_comes_out() {
        for square in Square::all() {
            let set = Bitboard::single(square);
            assert_eq!(set.first(), Some(square));
            assert_eq!(set.count(), 1);
            assert!(set.contains(square) && !set.many());
        }
        let all: Vec<_> = Bitboard::ALL.into_iter().collect();
        assert_eq!(all, Square::all().collect::<Vec<_>>());
        let mut folded = Vec::new();
        Bitboard::ALL
            .into_iter()
            .for_each(|square| folded.push(square));
        assert_eq!(folded, all);
        assert!(Bitboard::ALL.many() && (!Bitboard::ALL).is_empty());
    }

    #[test]
    fn many_sees_members_in_both_words() {
        let ends: Bitboard = [Square::SQ_1A, Square::SQ_9I].into_iter().collect();
        assert!(ends.many());
    }
}
