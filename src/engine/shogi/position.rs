//! The position: board, hands, side to move, and the sets and key kept in step with them.
//!
//! Making a move touches the board, two kinds of sets, a hand and the key, and nothing else:
//! what a position's checks and pins are is asked of it (`checks.rs`) by those who want to
//! know, once per node, and never paid for at a leaf that is only made and unmade.
//!
//! What must hold, and is compared with a recomputation after every move in `tests/`: every
//! piece of the board is in the set of its class and the set of its colour and nowhere else;
//! the key is that of the board and the side to move.
//!
//! The key is the exclusive or of one random word per piece on its square, another for White to
//! move, and a mixed word of both hands. The hands need no table: two hands are 64 bits already, and a
//! bijective mix of them can never make two different hands collide on the same board.

use super::bitboard::Bitboard;
use super::moves::Move;
use super::pieces::{Class, Hand, kind_of, opponent, promoted_piece, unpromoted, unpromoted_piece};
use shogi_core::{Color, Piece, PieceKind, Square};

/// A shogi position. Either king may be missing, and pieces may be fewer than forty.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    board: [Option<Piece>; 81],
    by_class: [Bitboard; Class::NUM],
    by_color: [Bitboard; 2],
    hands: [Hand; 2],
    side: Color,
    ply: u32,
    board_key: u64,
}

/// What [`Position::do_move`] cannot work out again: hand it to [`Position::undo_move`].
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Undo {
    captured: Option<Piece>,
    board_key: u64,
}

impl Undo {
    /// The piece that the move took, if any, as it stood on the board.
    #[inline]
    pub fn captured(self) -> Option<Piece> {
        self.captured
    }
}

impl Position {
    /// An empty board with empty hands, `side` to move, at move number `ply`.
    pub fn empty(side: Color, ply: u32) -> Self {
        Self {
            board: [None; 81],
            by_class: [Bitboard::EMPTY; Class::NUM],
            by_color: [Bitboard::EMPTY; 2],
            hands: [Hand::default(); 2],
            side,
            ply,
            board_key: match side {
                Color::Black => 0,
                Color::White => WHITE_TO_MOVE,
            },
        }
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The number of the move to be made, counted from 1 as in SFEN.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The piece on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.array_index()]
    }

    /// What `color` holds in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.array_index()]
    }

    /// The occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The squares of the pieces of `color`.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.by_color[color.array_index()]
    }

    /// The squares of the pieces that move as `class`, of both colours.
    #[inline]
    pub fn class(&self, class: Class) -> Bitboard {
        self.by_class[class as usize]
    }

    /// The squares of the pieces of `color` that move as `class`.
    #[inline]
    pub fn pieces(&self, color: Color, class: Class) -> Bitboard {
        self.color(color) & self.class(class)
    }

    /// Where the king of `color` stands, if it is on the board.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Class::King).first()
    }

    /// The hash key: board, side to move and hands.
    #[inline]
    pub fn key(&self) -> u64 {
        self.board_key ^ in_hands(self.hands[0], self.hands[1])
    }

    /// The hash key of board and side to move alone, for finding positions that differ only in
    /// what is held.
    #[inline]
    pub fn board_key(&self) -> u64 {
        self.board_key
    }

    /// [`Self::board_key`] after `mv`, which must be legal here.
    #[inline]
    pub fn board_key_after(&self, mv: Move) -> u64 {
        let to = mv.to();
        let mut key = self.board_key ^ WHITE_TO_MOVE ^ on_square(self.placed(mv), to);
        if let Some(from) = mv.from() {
            key ^= on_square(self.moved(Some(from)), from);
            if let Some(taken) = self.piece_at(to) {
                key ^= on_square(taken, to);
            }
        }
        key
    }

    /// Puts `piece` on the empty `square`.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.piece_at(square).is_none());
        self.board[square.array_index()] = Some(piece);
        self.toggle(piece, square);
    }

    /// Takes `piece` off its `square`.
    #[inline]
    pub(crate) fn take(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.piece_at(square), Some(piece));
        self.board[square.array_index()] = None;
        self.toggle(piece, square);
    }

    /// Sets and key, for `piece` appearing on or leaving `square`.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.toggle_sets(piece, square);
        self.board_key ^= on_square(piece, square);
    }

    #[inline]
    fn toggle_sets(&mut self, piece: Piece, square: Square) {
        let (kind, color) = piece.to_parts();
        let bit = Bitboard::single(square);
        self.by_class[Class::of(kind) as usize] ^= bit;
        self.by_color[color.array_index()] ^= bit;
    }

    /// The hand of `color`, to change it.
    #[inline]
    pub fn hand_mut(&mut self, color: Color) -> &mut Hand {
        &mut self.hands[color.array_index()]
    }

    /// The piece that `mv`, a move of the side to move, puts on its destination. For a move that
    /// is not possible here some piece is made up.
    #[inline]
    pub fn placed(&self, mv: Move) -> Piece {
        match (mv.dropped(), mv.from()) {
            (Some(kind), _) => Piece::new(kind, self.side),
            (None, from) => {
                let piece = self.moved(from);
                if mv.is_promotion() {
                    promoted_piece(piece)
                } else {
                    piece
                }
            }
        }
    }

    #[inline]
    fn moved(&self, from: Option<Square>) -> Piece {
        from.and_then(|from| self.piece_at(from))
            .unwrap_or(Piece::B_P)
    }

    /// The kind of piece that `mv` moves or drops, before it promotes.
    #[inline]
    pub fn moved_kind(&self, mv: Move) -> PieceKind {
        match mv.dropped() {
            Some(kind) => kind,
            None => kind_of(self.moved(mv.from())),
        }
    }

    /// The piece that `mv` would take, if any.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        if mv.is_drop() {
            None
        } else {
            self.piece_at(mv.to())
        }
    }

    /// Makes `mv`, which must be legal here (that it leaves the own king in check is the one
    /// thing allowed: callers test moves this way).
    #[inline]
    pub fn do_move(&mut self, mv: Move) -> Undo {
        let (us, to) = (self.side, mv.to());
        let (board_key, placed) = (self.board_key, self.placed(mv));
        let mut captured = None;
        if let Some(kind) = mv.dropped() {
            self.hand_mut(us).remove(kind);
        } else if let Some(from) = mv.from() {
            captured = self.piece_at(to);
            if let Some(taken) = captured {
                self.take(taken, to);
                self.hand_mut(us).add(unpromoted(kind_of(taken)));
            }
            self.take(self.moved(Some(from)), from);
        }
        self.put(placed, to);
        self.do_null_move();
        self.ply += 1;
        Undo {
            captured,
            board_key,
        }
    }

    /// Takes back `mv`, the last move made, with what making it returned.
    #[inline]
    pub fn undo_move(&mut self, mv: Move, undo: Undo) {
        let us = opponent(self.side);
        let to = mv.to();
        let placed = self.moved(Some(to));
        self.board[to.array_index()] = undo.captured;
        self.toggle_sets(placed, to);
        if let Some(kind) = mv.dropped() {
            self.hand_mut(us).add(kind);
        } else if let Some(from) = mv.from() {
            let piece = if mv.is_promotion() {
                unpromoted_piece(placed)
            } else {
                placed
            };
            self.board[from.array_index()] = Some(piece);
            self.toggle_sets(piece, from);
            if let Some(taken) = undo.captured {
                self.toggle_sets(taken, to);
                self.hand_mut(us).remove(unpromoted(kind_of(taken)));
            }
        }
        self.side = us;
        self.ply -= 1;
        self.board_key = undo.board_key;
    }

    /// Gives the move to the other side without making one. Calling it again takes it back.
    #[inline]
    pub fn do_null_move(&mut self) {
        self.side = opponent(self.side);
        self.board_key ^= WHITE_TO_MOVE;
    }
}

/// `pos` as the other side would see it, if it had the move.
pub fn turned(pos: &Position) -> Position {
    let mut turned = Position::empty(opponent(pos.side()), pos.ply());
    for square in Square::all() {
        if let Some(piece) = pos.piece_at(square) {
            let (kind, color) = piece.to_parts();
            turned.put(Piece::new(kind, opponent(color)), square.flip());
        }
    }
    for color in Color::all() {
        *turned.hand_mut(opponent(color)) = pos.hand(color);
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

/// Key `number` of all: splitmix64 (Steele, Lea and Flood 2014), the usual way to fill a table of keys.
pub(crate) const fn numbered_key(number: u64) -> u64 {
    mixed(number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// The last step of splitmix64: every bit of the result follows from every bit of `bits`.
pub const fn mixed(bits: u64) -> u64 {
    let z = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static ON_SQUARE: [[u64; 81]; 32] = {
    let mut table = [[0; 81]; 32];
    let mut piece = 0;
    while piece < 32 {
        let mut square = 0;
        while square < 81 {
            table[piece][square] = numbered_key((1 + 82 * common_number(piece) + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The number that engines commonly give a piece, by its own: the gold comes behind the rook.
pub(crate) const fn common_number(piece: usize) -> usize {
    piece - piece % 16
        + match piece % 16 {
            5 => 7,
            6 => 5,
            7 => 6,
            kind => kind,
        }
}

/// The part of a key that says that White is to move.
const WHITE_TO_MOVE: u64 = numbered_key(9999);

/// The part of a key for `piece` on `square`.
#[inline]
pub(crate) fn on_square(piece: Piece, square: Square) -> u64 {
    ON_SQUARE[usize::from(piece.as_u8() & 31)][square.array_index()]
}

/// The part of a key for what Black and White hold in hand.
#[inline]
const fn in_hands(black: Hand, white: Hand) -> u64 {
    let hands = (white.bits() as u64) << 32 | black.bits() as u64;
    let z = hands.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (z ^ (z >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
