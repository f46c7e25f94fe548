//! The same position with the board turned and the colours swapped.

use super::{Color, Move, Piece, Position, Square};

/// `pos` as the other side would see it, if it had the move.
pub fn turned(pos: &Position) -> Position {
    let mut turned = Position::empty(pos.side().flip(), pos.ply());
    for square in Square::all() {
        if let Some(piece) = pos.piece_at(square) {
            let (kind, color) = piece.to_parts();
            turned.put(Piece::new(kind, color.flip()), square.flip());
        }
    }
    for color in Color::all() {
        *turned.hand_mut(color.flip()) = pos.hand(color);
    }
    turned
}

/// `mv` on the turned board.
pub fn turned_move(mv: Move) -> Move {
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => Move::normal(from.flip(), mv.to().flip(), mv.is_promotion()),
        (None, Some(kind)) => Move::drop(kind, mv.to().flip()),
        (None, None) => mv,
    }
}
