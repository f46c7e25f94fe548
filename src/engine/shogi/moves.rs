//! A move in sixteen bits and in USI notation, and the list that generation fills.
//!
//! The bits are those of `shogi_core`'s `CompactMove`, but for the drop, which names the kind of
//! piece without its colour: the side to move knows it. `shogi_core`'s own type cannot be made
//! from bits without `unsafe` and cannot say "no move"; this one can do both.

use super::bitboard::numbered;
pub use super::pieces::HAND_KINDS;
use super::sfen::{Token, piece_of};
use shogi_core::{Color, Hand, Piece, PieceKind, Square, ToUsi};
use std::fmt;
use std::str::FromStr;

/// A move: from, to and promotion, or a kind dropped on a square.
///
/// [`Move::NONE`] (all bits zero) stands for "no move" in tables. Written in USI notation by
/// [`fmt::Display`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub struct Move(u16);

pub(super) const PROMOTE: u16 = 1 << 15;
pub(super) const DROP: u16 = 1 << 7;
const TO: u16 = 0x7F;

/// The number of `square` in the bits of a move: `Square::index`, inlined.
#[inline]
pub(super) const fn number(square: Square) -> u16 {
    square.array_index() as u16 + 1
}

impl Move {
    /// No move.
    pub const NONE: Self = Self(0);

    /// The piece on `from` goes to `to`, and promotes there if `promote`.
    #[inline]
    pub fn normal(from: Square, to: Square, promote: bool) -> Self {
        let promote = if promote { PROMOTE } else { 0 };
        Self(promote | number(from) << 8 | number(to))
    }

    /// A piece of `kind` is dropped on `to`.
    #[inline]
    pub fn drop(kind: PieceKind, to: Square) -> Self {
        Self((kind as u16) << 8 | DROP | number(to))
    }

    /// The move with these bits, if a move has them. Whether it is legal anywhere is not asked.
    pub fn from_bits(bits: u16) -> Option<Self> {
        let square = |bits: u16| (1..=81).contains(&bits);
        let origin = bits >> 8 & 0x7F;
        let sound = if bits & DROP == 0 {
            square(origin) && origin != bits & TO
        } else {
            bits & PROMOTE == 0 && (1..=7).contains(&origin)
        };
        (sound && square(bits & TO)).then_some(Self(bits))
    }

    /// The bits, zero for [`Move::NONE`].
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether this is [`Move::NONE`].
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether this is a move rather than [`Move::NONE`].
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// The destination.
    #[inline]
    pub fn to(self) -> Square {
        numbered(self.0 & TO).unwrap_or(Square::SQ_1A)
    }

    /// The origin; none for a drop.
    #[inline]
    pub fn from(self) -> Option<Square> {
        if self.is_drop() {
            None
        } else {
            numbered(self.0 >> 8 & TO)
        }
    }

    /// What all moves of one piece in one form, or all drops of one kind, have in common: the bits but for
    /// those of the destination.
    #[inline]
    pub const fn form(self) -> u16 {
        self.0 & !TO
    }

    /// Whether a piece is dropped from the hand.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0 & DROP != 0
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTE != 0
    }

    /// The kind that is dropped; none for a move on the board.
    #[inline]
    pub fn dropped(self) -> Option<PieceKind> {
        if self.is_drop() {
            PieceKind::from_u8((self.0 >> 8) as u8)
        } else {
            None
        }
    }

    /// `shogi_core`'s form of this move, made by `side`; none for [`Move::NONE`].
    pub fn to_core(self, side: Color) -> Option<shogi_core::Move> {
        let to = numbered(self.0 & TO)?;
        Some(match (self.dropped(), self.from()) {
            (Some(kind), _) => shogi_core::Move::Drop {
                piece: Piece::new(kind, side),
                to,
            },
            (None, from) => shogi_core::Move::Normal {
                from: from?,
                to,
                promote: self.is_promotion(),
            },
        })
    }
}

impl From<shogi_core::Move> for Move {
    fn from(mv: shogi_core::Move) -> Self {
        match mv {
            shogi_core::Move::Normal { from, to, promote } => Self::normal(from, to, promote),
            shogi_core::Move::Drop { piece, to } => Self::drop(piece.piece_kind(), to),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_core(Color::Black) {
            Some(mv) => mv.to_usi(f),
            None => f.write_str("none"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = MoveSyntaxError;

    /// See [`parse_move`].
    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        parse_move(text)
    }
}

/// Why a text is not a move in USI notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unexpected move {0}; expected a move such as `7g7f`, `8h2b+` or `P*5e`")]
pub struct MoveSyntaxError(pub Token);

/// Reads a move in USI notation: `7g7f`, `8h2b+`, `P*5e` (the letter upper case for both
/// sides). Whether the move is possible anywhere is not asked; [`Move`]'s `Display` writes it.
///
/// # Errors
/// [`MoveSyntaxError`], naming `text`, when it is not a move.
pub fn parse_move(text: &str) -> Result<Move, MoveSyntaxError> {
    read_move(text).ok_or_else(|| MoveSyntaxError(Token::new(text)))
}

fn read_move(text: &str) -> Option<Move> {
    match *text.as_bytes() {
        [name, b'*', file, rank] => {
            let (kind, color) = piece_of(name.into())?.to_parts();
            let can_be_dropped = Hand::is_hand_piece(kind) && color == Color::Black;
            can_be_dropped.then_some(Move::drop(kind, read_square(file, rank)?))
        }
        [from_file, from_rank, to_file, to_rank, ref plus @ ..] => {
            let from = read_square(from_file, from_rank)?;
            let to = read_square(to_file, to_rank)?;
            let promote = matches!(plus, b"+");
            (from != to && (promote || plus.is_empty())).then_some(Move::normal(from, to, promote))
        }
        _ => None,
    }
}

/// The square with the USI name `text`, such as `7g`.
pub fn parse_square(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [file, rank] => read_square(file, rank),
        _ => None,
    }
}

fn read_square(file: u8, rank: u8) -> Option<Square> {
    Square::new(
        file.checked_sub(b'0')?,
        rank.checked_sub(b'a')?.checked_add(1)?,
    )
}

/// The moves of one position, in the order in which they were generated.
///
/// Holds up to 1,024 moves; no position has more than 593. Writing past the end wraps round
/// instead of panicking, which costs the node loop nothing and never happens. One list is made
/// per ply and reused: making it clears 2 KiB.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [Move; Self::CAPACITY + Self::LANES],
}

impl MoveList {
    const CAPACITY: usize = 1024;
    /// How many moves [`MoveList::push_lanes`] writes at once.
    pub(super) const LANES: usize = 8;

    /// An empty list.
    pub const fn new() -> Self {
        Self {
            len: 0,
            moves: [Move::NONE; Self::CAPACITY + Self::LANES],
        }
    }

    /// Removes every move.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds one move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len % Self::CAPACITY] = mv;
        self.len += 1;
    }

    #[inline]
    pub(super) fn push_bits(&mut self, bits: u16) {
        self.push(Move(bits));
    }

    /// Adds the first `count` (0–8) of the moves made by adding `bits` to each of `template`.
    #[inline]
    pub(super) fn push_lanes(&mut self, template: &[u16; Self::LANES], bits: u16, count: usize) {
        let at = self.len % Self::CAPACITY;
        for (slot, lane) in self.moves[at..at + Self::LANES].iter_mut().zip(template) {
            *slot = Move(lane + bits);
        }
        self.len += count;
    }

    /// Puts the moves in the order of `key`.
    pub fn sort_by_key<K: Ord>(&mut self, key: impl FnMut(&Move) -> K) {
        let len = self.len.min(Self::CAPACITY);
        self.moves[..len].sort_unstable_by_key(key);
    }

    /// The moves.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len.min(Self::CAPACITY)]
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip_and_nonsense_is_refused() {
        let mut sound = 0;
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else {
                continue;
            };
            sound += 1;
            assert_eq!(mv.bits(), bits);
            let core: Option<Move> = mv.to_core(Color::White).map(Into::into);
            assert_eq!(core, Some(mv));
        }
        assert_eq!(sound, 81 * 80 * 2 + 81 * 7);
        assert!(Move::NONE.to_core(Color::Black).is_none());
    }
}
