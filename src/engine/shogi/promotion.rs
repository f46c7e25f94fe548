//! What kinds of pieces promote to, what they were before, and which moves may promote.
//!
//! Looked up in memory, for the `match`es of `shogi_core` become jumps that are hard to predict
//! where every kind comes up: with the like table of classes worth 2 % of the search's speed
//! (2026-11-22).

use super::tables::PROMOTION_ZONE;
use shogi_core::{Color, Piece, PieceKind, Square};

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
}
