//! The kinds of pieces: how they move, what they promote to, and how many of them a side holds.
//!
//! Classes and promotions are looked up in memory, for the `match`es of `shogi_core` become jumps that
//! are hard to predict where every kind comes up: worth 2 % of the search's speed (2026-11-22).

use super::geometry::PROMOTION_ZONE;
use bytemuck::Zeroable;
use shogi_core::{Color, Piece, PieceKind, Square};

/// The ten ways of moving that the fourteen kinds of pieces share.
///
/// A promoted pawn, lance, knight or silver moves as a gold and lives in its class: sets of
/// pieces are kept by class, and only the board itself remembers the kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Class {
    /// One step forward.
    Pawn,
    /// Any distance forward.
    Lance,
    /// Two forward and one aside, over anything.
    Knight,
    /// The silver general.
    Silver,
    /// The gold general and the four kinds that promote to its move.
    Gold,
    /// Any distance on the diagonals.
    Bishop,
    /// Any distance on file and rank.
    Rook,
    /// The king.
    King,
    /// The promoted bishop.
    Horse,
    /// The promoted rook.
    Dragon,
}

impl Class {
    /// How many classes there are.
    pub const NUM: usize = 10;

    /// All classes, in the order of their numbers.
    pub const ALL: [Self; Self::NUM] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::King,
        Self::Horse,
        Self::Dragon,
    ];

    /// The class in which pieces of `kind` move.
    #[inline]
    pub const fn of(kind: PieceKind) -> Self {
        BY_KIND[kind as usize]
    }

    /// The class in which a piece of this one moves when it has promoted; itself if it cannot.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Self {
        match self {
            Self::Pawn | Self::Lance | Self::Knight | Self::Silver => Self::Gold,
            Self::Bishop => Self::Horse,
            Self::Rook => Self::Dragon,
            Self::Gold | Self::King | Self::Horse | Self::Dragon => self,
        }
    }

    /// Whether pieces of the class go any distance along some lines.
    #[inline]
    pub const fn slides(self) -> bool {
        matches!(
            self,
            Self::Lance | Self::Bishop | Self::Rook | Self::Horse | Self::Dragon
        )
    }
}

/// The class of each kind, by `PieceKind as usize` (1–14); the first is no kind's.
static BY_KIND: [Class; 15] = [
    Class::Pawn,
    Class::Pawn,
    Class::Lance,
    Class::Knight,
    Class::Silver,
    Class::Gold,
    Class::Bishop,
    Class::Rook,
    Class::King,
    Class::Gold,
    Class::Gold,
    Class::Gold,
    Class::Gold,
    Class::Horse,
    Class::Dragon,
];

/// The other side. `Color::flip` is a function of C as well, and those are called rather than inlined.
#[inline]
pub const fn opponent(side: Color) -> Color {
    match side {
        Color::Black => Color::White,
        Color::White => Color::Black,
    }
}

/// The kind of `piece`, as [`opponent`] for `Piece::piece_kind`.
#[inline]
pub fn kind_of(piece: Piece) -> PieceKind {
    piece.to_parts().0
}

/// By `PieceKind as usize` (1–14): the kind it was before it promoted, itself if it did not. The
/// first belongs to no kind.
pub static UNPROMOTED: [PieceKind; 15] = [
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::King,
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Rook,
];

/// The same the other way: what the kind promotes to, itself if it cannot.
static PROMOTED: [PieceKind; 15] = {
    let mut table = UNPROMOTED;
    let mut index = 1;
    while index < 15 {
        if let Some(kind) = PieceKind::from_u8(index as u8) {
            table[index] = kind;
            table[UNPROMOTED[index] as usize] = kind;
        }
        index += 1;
    }
    table
};

/// The kind that a piece of `kind` promotes to; `kind` if it cannot.
#[inline]
pub fn promoted(kind: PieceKind) -> PieceKind {
    PROMOTED[kind as usize]
}

/// The kind that a piece of `kind` becomes in the hand of its captor.
#[inline]
pub fn unpromoted(kind: PieceKind) -> PieceKind {
    UNPROMOTED[kind as usize]
}

/// Whether a piece of `kind` and `color` may promote when it goes from `from` to `to`.
#[inline]
pub fn may_promote(kind: PieceKind, color: Color, from: Square, to: Square) -> bool {
    let zone = PROMOTION_ZONE[color.array_index()];
    promoted(kind) != kind && (zone.contains(from) || zone.contains(to))
}

/// `piece` after it promotes; as it is if it cannot.
#[inline]
pub fn promoted_piece(piece: Piece) -> Piece {
    let (kind, color) = piece.to_parts();
    Piece::new(promoted(kind), color)
}

/// `piece` before it promoted; as it is if it did not.
#[inline]
pub fn unpromoted_piece(piece: Piece) -> Piece {
    let (kind, color) = piece.to_parts();
    Piece::new(unpromoted(kind), color)
}

/// Kinds that can be held in hand, in the order in which SFEN writes them.
pub const HAND_KINDS: [PieceKind; 7] = [
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Gold,
    PieceKind::Silver,
    PieceKind::Knight,
    PieceKind::Lance,
    PieceKind::Pawn,
];

/// The pieces in a side's hand: seven counts side by side in one word, each with a guard bit above it that
/// is always zero.
///
/// `shogi_core`'s `Hand` answers one count at a time; generation asks which kinds are there at
/// once, and the superior/inferior rule whether one hand holds at least another. Both are a
/// subtraction on this form.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Zeroable)]
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
    fn the_tables_say_what_shogi_core_says() {
        for piece in Piece::all() {
            let kind = piece.piece_kind();
            assert_eq!(promoted(kind), kind.promote().unwrap_or(kind));
            assert_eq!(unpromoted(kind), kind.unpromote().unwrap_or(kind));
            assert_eq!(promoted_piece(piece), piece.promote().unwrap_or(piece));
            assert_eq!(unpromoted_piece(piece), piece.unpromote().unwrap_or(piece));
        }
    }

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
    fn hands_are_compared_kind_by_kind() {
        use PieceKind::{Lance, Pawn, Rook};
        let hand = |counts: &[(PieceKind, u32)]| {
            let mut hand = Hand::default();
            for &(kind, count) in counts {
                (0..count).for_each(|_| hand.add(kind));
            }
            hand
        };
        let (rook, pawns) = (hand(&[(Rook, 1)]), hand(&[(Pawn, 5)]));
        assert!(!rook.holds(pawns) && !pawns.holds(rook) && rook.holds(rook));
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
