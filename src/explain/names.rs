//! Names of moves and pieces, numbers, and how wide they are on a terminal.

use crate::record::kif;
use crate::shogi::{Move, PieceKind, Position, Square};
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

/// A number with a comma before every three digits: `12,345`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many columns of a terminal `text` takes: two for each Japanese character.
pub fn width(text: &str) -> usize {
    text.chars()
        .map(|it| if it < '\u{2e80}' { 1 } else { 2 })
        .sum()
}

/// `text` with spaces up to `columns`: behind it, or before it if `right`.
pub fn padded(text: &str, columns: usize, right: bool) -> String {
    let spaces = " ".repeat(columns.saturating_sub(width(text)));
    if right {
        spaces + text
    } else {
        text.to_owned() + &spaces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_characters_are_two_columns_wide() {
        assert_eq!(width("7g7f ７六歩"), 11);
        assert_eq!(padded("歩", 4, false), "歩  ");
        assert_eq!(padded("+5", 4, true), "  +5");
    }

    #[test]
    fn digits_go_by_threes() {
        let texts = [0, 999, 1000, 84_329, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "84,329", "1,234,567"]);
    }
}
