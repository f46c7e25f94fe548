//! Stub.
use super::moves::{HAND_KINDS, letter};
use super::position::Position;
use shogi_core::{Color, Piece, PieceKind, Square};

/// Stub.
pub fn parse(text: &str) -> Result<Position, String> {
    let f: Vec<_> = text.split_whitespace().collect();
    let side = if f[1] == "b" { Color::Black } else { Color::White };
    let mut pos = Position::empty(side, f.get(3).map_or(1, |t| t.parse().unwrap()));
    for (r, row) in f[0].split('/').enumerate() {
        let (mut file, mut plus) = (9u8, false);
        for c in row.chars() {
            if let Some(d) = c.to_digit(10) { file -= d as u8; continue; }
            if c == '+' { plus = true; continue; }
            let color = if c.is_uppercase() { Color::Black } else { Color::White };
            let mut kind = *HAND_KINDS.iter().chain(&[PieceKind::King]).find(|k| letter(**k) == c.to_ascii_uppercase()).unwrap();
            if plus { kind = kind.promote().unwrap(); plus = false; }
            pos.put(Piece::new(kind, color), Square::new(file, r as u8 + 1).unwrap());
            file = file.wrapping_sub(1);
        }
    }
    let mut n = 0;
    if f[2] != "-" { for c in f[2].chars() {
        if let Some(d) = c.to_digit(10) { n = n * 10 + d; continue; }
        let color = if c.is_uppercase() { Color::Black } else { Color::White };
        let kind = *HAND_KINDS.iter().find(|k| letter(**k) == c.to_ascii_uppercase()).unwrap();
        for _ in 0..n.max(1) { pos.hand_mut(color).add(kind); }
        n = 0;
    } }
    Ok(pos)
}

/// Stub.
pub fn write(_pos: &Position) -> String { String::new() }
