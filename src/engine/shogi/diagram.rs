//! A position as text for people: board, hands, side to move.

use super::moves::letter;
use super::position::Position;
use super::sfen::piece_name;
use shogi_core::{Color, Square};
use std::fmt;

/// Draws a position with USI's letters (Black upper case, `+` for promoted) in twelve lines.
pub struct Diagram<'a>(pub &'a Position);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pos = self.0;
        writeln!(f, "White in hand:{}", held(pos, Color::White))?;
        writeln!(f, "  9  8  7  6  5  4  3  2  1")?;
        for rank in 1..=9 {
            for file in (1..=9).rev() {
                let piece = Square::new(file, rank).and_then(|square| pos.piece_at(square));
                let name = piece.map_or_else(|| ".".to_owned(), piece_name);
                write!(f, "{name:>3}")?;
            }
            writeln!(f, "  {}", char::from(b'a' + rank - 1))?;
        }
        writeln!(f, "Black in hand:{}", held(pos, Color::Black))?;
        let side = match pos.side() {
            Color::Black => "Black",
            Color::White => "White",
        };
        write!(f, "{side} to move, move {}", pos.ply())
    }
}

fn held(pos: &Position, color: Color) -> String {
    let hand = pos.hand(color);
    if hand.is_empty() {
        return " nothing".to_owned();
    }
    let names: Vec<_> = hand
        .iter()
        .map(|(kind, count)| format!("{}{count}", letter(kind)))
        .collect();
    format!(" {}", names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::sfen;

    #[test]
    fn the_board_is_drawn_from_blacks_side() {
        let text = "4k4/9/9/9/9/9/9/9/+R3K4 w 2Pb 7";
        let drawn = Diagram(&sfen::parse(text).unwrap()).to_string();
        let lines: Vec<_> = drawn.lines().collect();
        assert_eq!(lines[0], "White in hand: B1");
        assert_eq!(lines[2], "  .  .  .  .  k  .  .  .  .  a");
        assert_eq!(lines[10], " +R  .  .  .  K  .  .  .  .  i");
        assert_eq!(lines[11..], ["Black in hand: P2", "White to move, move 7"]);
    }
}
