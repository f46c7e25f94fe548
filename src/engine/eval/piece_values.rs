//! Other values of the pieces than those of the hand-made evaluation, which keeps its other terms.
//!
//! Its rows stay constants; what other values change is a sum of its own beside it. What must hold:
//! with the values of the hand-made evaluation nothing changes.

use super::handmade;
use crate::shogi::promotion::unpromoted;
use crate::shogi::sfen::Token;
use crate::shogi::{Color, Move, Piece, PieceKind, Position};
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

/// What other values change, along a line: by ply, Black's less White's.
pub(super) struct Difference {
    /// By `PieceKind as usize`.
    by_kind: [i32; 15],
    sums: Vec<i32>,
}

impl Difference {
    /// That of `values`, for a root and `plies` after it.
    pub fn new(values: &PieceValues, plies: usize) -> Self {
        let mut by_kind = [0; 15];
        for (kind, value) in KINDS.into_iter().zip(values.0) {
            by_kind[kind as usize] = value - handmade::on_board(kind);
        }
        Self {
            by_kind,
            sums: vec![0; plies + 1],
        }
    }

    fn of_kind(&self, kind: PieceKind) -> i32 {
        self.by_kind[kind as usize]
    }

    /// Makes `pos` the root.
    pub fn start(&mut self, pos: &Position) {
        let on_board = pos.occupied().into_iter().filter_map(|it| pos.piece_at(it));
        let on_board = on_board.map(|piece| sign(piece.color()) * self.of_kind(piece.piece_kind()));
        let mut sum: i32 = on_board.sum();
        for color in Color::all() {
            let hand = pos.hand(color);
            let held = hand
                .iter()
                .map(|(kind, count)| self.of_kind(kind) * count as i32);
            sum += sign(color) * held.sum::<i32>();
        }
        self.sums[0] = sum;
    }

    /// At `ply`, `mv` was made, which took `captured` and led to `pos`.
    pub fn make(&mut self, ply: usize, pos: &Position, mv: Move, captured: Option<Piece>) {
        let us = pos.side().flip();
        let promoted = pos.piece_at(mv.to()).filter(|_| mv.is_promotion());
        let gained = promoted.map_or(0, |piece| {
            let kind = piece.piece_kind();
            self.of_kind(kind) - self.of_kind(unpromoted(kind))
        });
        let taken = captured.map_or(0, |piece| {
            let kind = piece.piece_kind();
            self.of_kind(kind) + self.of_kind(unpromoted(kind))
        });
        self.sums[ply + 1] = self.sums[ply] + sign(us) * (gained + taken);
    }

    /// At `ply`, the move was given away.
    pub fn make_null(&mut self, ply: usize) {
        self.sums[ply + 1] = self.sums[ply];
    }

    /// What it adds to the value at `ply` for `side`.
    pub fn value(&self, ply: usize, side: Color) -> i32 {
        sign(side) * self.sums[ply]
    }
}

fn sign(color: Color) -> i32 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::game::Game;

    #[test]
    fn the_sum_follows_captures_promotions_and_drops() {
        let mut values = PieceValues::handmade();
        for (place, value) in values.0.iter_mut().enumerate() {
            *value += 1 << place;
        }
        let text = "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e 2b3c 4e3d 8b5b 3d2c+ 1a1b";
        let (game, problem) = Game::parse(text).unwrap();
        assert!(problem.is_none(), "{problem:?}");
        let mut pos = game.start().clone();
        let mut along = Difference::new(&values, game.moves().len());
        along.start(&pos);
        for (ply, &mv) in game.moves().iter().enumerate() {
            let undo = pos.do_move(mv);
            along.make(ply, &pos, mv, undo.captured());
            let mut anew = Difference::new(&values, 0);
            anew.start(&pos);
            assert_eq!(
                along.value(ply + 1, pos.side()),
                anew.value(0, pos.side()),
                "after {mv}"
            );
        }
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
        let difference = Difference::new(&handmade, 0);
        assert_eq!(difference.by_kind, [0; 15]);
        for (text, problem) in [("1 2", "2 values; expected 13"), ("1 x", "`x`; expected")] {
            assert!(text.parse::<PieceValues>().unwrap_err().contains(problem));
        }
        let long = "x".repeat(10_000).parse::<PieceValues>().unwrap_err();
        assert!(long.len() < 200, "{} bytes", long.len());
    }
}
