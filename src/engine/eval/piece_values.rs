//! Other values of the pieces than those of the hand-made evaluation, which keeps its other terms.
//!
//! Its rows stay constants; what other values change is summed beside it whenever a value is asked for.
//! What must hold: with the values of the hand-made evaluation nothing changes.

use super::handmade;
use crate::shogi::sfen::Token;
use crate::shogi::{Color, PieceKind, Position};
use std::fmt;
use std::str::FromStr;

/// The kinds that have a value, in the order in which values are written.
pub const KINDS: [PieceKind; 13] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::ProSilver,
    PieceKind::ProBishop,
    PieceKind::ProRook,
];

/// What pieces on the board are worth, in centipawns, in the order of [`KINDS`]. Pieces in hand are
/// worth as much more or less. Written as numbers with spaces between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues(pub [i32; KINDS.len()]);

impl PieceValues {
    /// No value is further from 0.
    pub const MOST: i32 = 9999;

    /// Those of the hand-made evaluation.
    pub fn handmade() -> Self {
        Self(KINDS.map(handmade::on_board))
    }

    /// By `PieceKind as usize`: by how much they are above those of the hand-made evaluation.
    pub(super) fn added(&self) -> [i32; 15] {
        let mut added = [0; 15];
        for (kind, value) in KINDS.into_iter().zip(self.0) {
            added[kind as usize] = value - handmade::on_board(kind);
        }
        added
    }
}

impl fmt::Display for PieceValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<_> = self.0.iter().map(i32::to_string).collect();
        f.write_str(&values.join(" "))
    }
}

impl FromStr for PieceValues {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let most = Self::MOST;
        let value = |word: &str| {
            let value = word.parse().ok().filter(|it| (-most..=most).contains(it));
            value.ok_or_else(|| {
                let token = Token::new(word);
                format!("{token}; expected a whole number from -{most} to {most}")
            })
        };
        let values: Vec<_> = text
            .split_whitespace()
            .map(value)
            .collect::<Result<_, _>>()?;
        let (there, expected) = (values.len(), KINDS.len());
        let values = values.try_into();
        values
            .map(Self)
            .map_err(|_| format!("{there} values; expected {expected}, pawn to dragon"))
    }
}

/// The sum over all pieces of `pos` of what they are worth by kind (by `PieceKind as usize`), those of
/// `side` less those of the other.
pub(super) fn sum(by_kind: &[i32; 15], pos: &Position, side: Color) -> i32 {
    let of_side = |color: Color| {
        let placed = pos.color(color).into_iter();
        let placed = placed.filter_map(|square| pos.piece_at(square));
        let placed: i32 = placed.map(|it| by_kind[it.piece_kind() as usize]).sum();
        let held = pos.hand(color).iter();
        placed
            + held
                .map(|(kind, count)| by_kind[kind as usize] * count as i32)
                .sum::<i32>()
    };
    of_side(side) - of_side(side.flip())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::sfen;

    #[test]
    fn pieces_on_the_board_and_in_hand_count_for_who_has_them() {
        let mut values = PieceValues::handmade();
        for (place, value) in values.0.iter_mut().enumerate() {
            *value += 1 << place;
        }
        let pos = sfen::parse("4k4/9/9/9/4r4/9/9/+P8/4K4 b 3Lb 1").unwrap();
        let expected = (1 << 7) + 3 * (1 << 1) - (1 << 6) - (1 << 5);
        assert_eq!(sum(&values.added(), &pos, Color::Black), expected);
        assert_eq!(sum(&values.added(), &pos, Color::White), -expected);
    }

    #[test]
    fn values_are_read_and_written_and_those_of_the_evaluation_change_nothing() {
        let handmade = PieceValues::handmade();
        assert_eq!(handmade.to_string().parse(), Ok(handmade));
        assert!(
            handmade
                .to_string()
                .starts_with("84 227 267 393 458 613 745 ")
        );
        assert_eq!(handmade.added(), [0; 15]);
        for (text, problem) in [("1 2", "2 values; expected 13"), ("1 x", "`x`; expected")] {
            assert!(text.parse::<PieceValues>().unwrap_err().contains(problem));
        }
        let long = "x".repeat(10_000).parse::<PieceValues>().unwrap_err();
        assert!(long.len() < 200, "{} bytes", long.len());
    }
}
