//! The pieces in a side's hand, all seven counts in one word.
//!
//! `shogi_core`'s `Hand` answers one count at a time; generation asks which kinds are there at
//! once, and the superior/inferior rule whether one hand holds at least another. Both are a
//! subtraction on this form.

use super::moves::HAND_KINDS;
use shogi_core::PieceKind;

/// Seven counts side by side, each with a guard bit above it that is always zero.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Hand(u32);

/// By `PieceKind as usize`: first bit and width of the count.
const FIELD: [(u32, u32); 15] = {
    let mut table = [(31, 0); 15];
    table[PieceKind::Pawn as usize] = (0, 5);
    table[PieceKind::Lance as usize] = (6, 3);
    table[PieceKind::Knight as usize] = (10, 3);
    table[PieceKind::Silver as usize] = (14, 3);
    table[PieceKind::Gold as usize] = (18, 3);
    table[PieceKind::Bishop as usize] = (22, 2);
    table[PieceKind::Rook as usize] = (25, 2);
    table
};

const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

/// The guards of the fields of three bits, and of two.
const WIDTH_3: u32 = 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21;
const WIDTH_2: u32 = 1 << 24 | 1 << 27;

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Self = Self(0);

    /// The hand as one word: equal words, equal hands.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many pieces of the unpromoted `kind` are held; 0 for a kind that cannot be held.
    #[inline]
    pub const fn count(self, kind: PieceKind) -> u32 {
        let (first, width) = FIELD[kind as usize];
        self.0 >> first & ((1 << width) - 1)
    }

    /// Whether a piece of `kind` is held.
    #[inline]
    pub const fn has(self, kind: PieceKind) -> bool {
        self.count(kind) != 0
    }

    /// Whether nothing is held.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One piece of `kind` more. There must be room: the set of pieces has 18 pawns, four of
    /// each other small kind, two bishops and two rooks.
    #[inline]
    pub fn add(&mut self, kind: PieceKind) {
        self.0 += 1 << FIELD[kind as usize].0;
        debug_assert!(self.0 & GUARDS == 0);
    }

    /// One piece of `kind` less. One must be held.
    #[inline]
    pub fn remove(&mut self, kind: PieceKind) {
        debug_assert!(self.has(kind));
        self.0 -= 1 << FIELD[kind as usize].0;
    }

    /// Whether this hand holds at least as many of every kind as `other`.
    #[inline]
    pub const fn holds(self, other: Self) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    /// Of each kind the larger count of the two hands.
    #[inline]
    #[must_use]
    pub const fn max(self, other: Self) -> Self {
        let mine = self.fields_holding(other);
        Self(self.0 & mine | other.0 & !mine)
    }

    /// Of each kind the smaller count of the two hands.
    #[inline]
    #[must_use]
    pub const fn min(self, other: Self) -> Self {
        let mine = self.fields_holding(other);
        Self(other.0 & mine | self.0 & !mine)
    }

    /// This hand with all of `other`'s pieces; there must be room.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The pieces of this hand whose kinds `other` holds too.
    #[inline]
    #[must_use]
    pub const fn of_kinds_in(self, other: Self) -> Self {
        Self(self.0 & !Self(0).fields_holding(other))
    }

    /// The pieces of this hand whose kinds `other` does not hold.
    #[inline]
    #[must_use]
    pub const fn of_kinds_not_in(self, other: Self) -> Self {
        Self(self.0 & Self(0).fields_holding(other))
    }

    /// The bits of the kinds of which this hand has at least as many as `other`.
    #[inline]
    const fn fields_holding(self, other: Self) -> u32 {
        // Guards of such fields stay set; each less the field's lowest bit is the field's mask.
        let held = ((self.0 | GUARDS) - other.0) & GUARDS;
        let lowest = held >> 5 & 1 | (held & WIDTH_3) >> 3 | (held & WIDTH_2) >> 2;
        held - lowest
    }

    /// The kinds held with their counts, in SFEN's order.
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u32)> {
        HAND_KINDS
            .into_iter()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }

    /// Which of lance, knight, silver, gold, bishop, rook are held, as six bits in that order.
    #[inline]
    pub(super) const fn pieces_mask(self) -> usize {
        (self.has(PieceKind::Lance) as usize)
            | (self.has(PieceKind::Knight) as usize) << 1
            | (self.has(PieceKind::Silver) as usize) << 2
            | (self.has(PieceKind::Gold) as usize) << 3
            | (self.has(PieceKind::Bishop) as usize) << 4
            | (self.has(PieceKind::Rook) as usize) << 5
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stay_apart_up_to_a_full_hand() {
        let full = [2, 2, 4, 4, 4, 4, 18];
        let mut hand = Hand::default();
        for (kind, count) in HAND_KINDS.into_iter().zip(full) {
            let before = hand;
            for _ in 0..count {
                hand.add(kind);
            }
            assert_eq!(hand.count(kind), count);
            assert!(hand.holds(before) && !before.holds(hand));
        }
        assert!(
            HAND_KINDS
                .into_iter()
                .zip(full)
                .all(|(kind, count)| hand.count(kind) == count)
        );
        assert_eq!(hand.pieces_mask(), 63);
    }

    #[test]
    fn a_hand_with_less_of_one_kind_does_not_hold_the_other() {
        let mut rook = Hand::default();
        rook.add(PieceKind::Rook);
        let mut pawns = Hand::default();
        (0..5).for_each(|_| pawns.add(PieceKind::Pawn));
        assert!(!rook.holds(pawns) && !pawns.holds(rook) && rook.holds(rook));
    }

    #[test]
    fn hands_are_compared_kind_by_kind() {
        use PieceKind::{Lance, Pawn, Rook};
        let hand = |counts: &[(PieceKind, u32)]| {
            let mut hand = Hand::default();
            for &(kind, count) in counts {
                (0..count).for_each(|_| hand.add(kind));
            }
            hand
        };
        let (a, b) = (
            hand(&[(Rook, 2), (Pawn, 3)]),
            hand(&[(Pawn, 17), (Lance, 1)]),
        );
        assert_eq!(a.max(b), hand(&[(Rook, 2), (Pawn, 17), (Lance, 1)]));
        assert_eq!(a.min(b), hand(&[(Pawn, 3)]));
        assert_eq!(a.of_kinds_in(b), hand(&[(Pawn, 3)]));
        assert_eq!(a.of_kinds_not_in(b), hand(&[(Rook, 2)]));
        assert_eq!(a.min(b).plus(hand(&[(Pawn, 1)])), hand(&[(Pawn, 4)]));
    }
}
