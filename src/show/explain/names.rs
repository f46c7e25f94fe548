//! Names of moves and pieces.

use engine::record::kif;
use engine::shogi::{Move, PieceKind, Position, Square};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// A move as USI and as KIF write it; displays as `3i4h (４八銀)`.
#[derive(Clone, Serialize)]
pub struct Named {
    /// As USI writes it.
    pub usi: String,
    /// As KIF writes it, without the square it comes from.
    pub kif: String,
}

impl Display for Named {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{} ({})", self.usi, self.kif)
    }
}

/// The moves of `line` from `pos` on, each behind the sign of its side; the move before went to
/// `last`.
pub fn line(pos: &Position, last: Option<Square>, line: &[Move]) -> Vec<Named> {
    let names = kif::line_names(pos, last, line).into_iter();
    let named = |(mv, kif): (&Move, String)| Named {
        usi: mv.to_string(),
        kif,
    };
    line.iter().zip(names).map(named).collect()
}

/// The English name of a kind of piece.
pub fn piece(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::King => "king",
        PieceKind::ProPawn => "promoted pawn",
        PieceKind::ProLance => "promoted lance",
        PieceKind::ProKnight => "promoted knight",
        PieceKind::ProSilver => "promoted silver",
        PieceKind::ProBishop => "horse",
        PieceKind::ProRook => "dragon",
    }
}
