//! A start position being put together from the pieces that a record lists.
//!
//! What must hold: [`Setup::finish`] accepts exactly what SFEN reading does, since it is SFEN
//! reading that it ends in.

use crate::shogi::moves::HAND_KINDS;
use crate::shogi::promotion::unpromoted;
use crate::shogi::sfen::{self, SfenError};
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// Pieces on the board and in hand, the side to move, and the number of the first move.
pub(super) struct Setup {
    board: [Option<Piece>; 81],
    hands: [[u32; HAND_KINDS.len()]; 2],
    /// The side to move.
    pub side: Color,
    /// The number of the first move, as SFEN counts.
    pub ply: u32,
}

impl Setup {
    /// Nothing, with Black to move.
    pub fn empty() -> Self {
        Self {
            board: [None; 81],
            hands: [[0; HAND_KINDS.len()]; 2],
            side: Color::Black,
            ply: 1,
        }
    }

    /// The start of an even game.
    pub fn even() -> Self {
        Self::of(&Position::default())
    }

    /// The same as `pos`.
    pub fn of(pos: &Position) -> Self {
        let mut setup = Self::empty();
        for square in Square::all() {
            setup.put(square, pos.piece_at(square));
        }
        for color in Color::all() {
            setup.hands[color.array_index()] = HAND_KINDS.map(|kind| pos.hand(color).count(kind));
        }
        setup.side = pos.side();
        setup.ply = pos.ply();
        setup
    }

    /// Nothing is on the board any more.
    pub fn clear_board(&mut self) {
        self.board = [None; 81];
    }

    /// What stands on `square` from now on.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.array_index()] = piece;
    }

    /// What stands on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.array_index()]
    }

    /// `count` more of `kind` in the hand of `color`; false if it cannot be held.
    pub fn hold(&mut self, color: Color, kind: PieceKind, count: u32) -> bool {
        let Some(slot) = HAND_KINDS.iter().position(|&held| held == kind) else {
            return false;
        };
        let held = &mut self.hands[color.array_index()][slot];
        *held = held.saturating_add(count);
        true
    }

    /// Every piece of a set that is nowhere yet, into the hand of `color`.
    pub fn hold_rest(&mut self, color: Color) {
        let even = Position::default();
        let on_board = |kind: PieceKind, piece: Option<Piece>| {
            piece.is_some_and(|piece| unpromoted(piece.piece_kind()) == kind)
        };
        for (slot, kind) in HAND_KINDS.into_iter().enumerate() {
            let full = Square::all().filter(|&square| on_board(kind, even.piece_at(square)));
            let placed = self.board.iter().filter(|&&piece| on_board(kind, piece));
            let held: u32 = self.hands.iter().map(|hand| hand[slot]).sum();
            let rest = (full.count() as u32).saturating_sub(placed.count() as u32 + held);
            self.hold(color, kind, rest);
        }
    }

    /// The position.
    ///
    /// # Errors
    /// [`SfenError`] if the rules do not allow it as one.
    pub fn finish(&self) -> Result<Position, SfenError> {
        let ranks: Vec<String> = (1..=9).map(|rank| self.rank(rank)).collect();
        let side = if self.side == Color::Black { 'b' } else { 'w' };
        let (hands, ply) = (self.hands(), self.ply);
        sfen::parse(&format!("{} {side} {hands} {ply}", ranks.join("/")))
    }

    fn rank(&self, rank: u8) -> String {
        let squares = (1..=9).rev().filter_map(|file| Square::new(file, rank));
        squares
            .map(|square| {
                self.piece_at(square)
                    .map_or_else(|| "1".to_owned(), sfen::piece_name)
            })
            .collect()
    }

    fn hands(&self) -> String {
        let mut text = String::new();
        for color in Color::all() {
            for (kind, count) in HAND_KINDS.iter().zip(self.hands[color.array_index()]) {
                if count > 0 {
                    text.push_str(&count.to_string());
                    text.push_str(&sfen::piece_name(Piece::new(*kind, color)));
                }
            }
        }
        if text.is_empty() {
            text.push('-');
        }
        text
    }
}
