//! A position in 256 bits: side to move, the squares of the kings, then a Huffman code for each
//! square of the board and each piece in hand, with lengths such that all forty pieces fill the
//! 32 bytes however they are placed.
//!
//! Facts from `YaneuraOu`'s `sfen_packer` and Apery's `HuffmanCodedPos`, which differ in the codes,
//! in the order of the bits for promotion and colour, and in that of the hand (which readers do
//! not mind).

use crate::shogi::promotion::unpromoted;
use crate::shogi::{Color, PieceKind, Position, Square};

/// One of the two codes.
pub struct Code {
    /// In the order of the hands.
    kinds: [Symbol; 7],
    /// Whether the bit for promotion stands before that for colour.
    promotion_first: bool,
}

/// The code of a kind of piece.
struct Symbol {
    kind: PieceKind,
    /// On the board: bits, the lowest first, and how many. Promotion and colour follow.
    board: (u8, u8),
    /// The same in hand, where only colour follows.
    hand: (u8, u8),
}

const fn symbol(kind: PieceKind, board: (u8, u8), hand: (u8, u8)) -> Symbol {
    Symbol { kind, board, hand }
}

/// `YaneuraOu`'s code.
pub const YANEURAOU: Code = Code {
    kinds: [
        symbol(PieceKind::Pawn, (0b01, 2), (0b00, 2)),
        symbol(PieceKind::Lance, (0b0011, 4), (0b0001, 4)),
        symbol(PieceKind::Knight, (0b1011, 4), (0b0101, 4)),
        symbol(PieceKind::Silver, (0b0111, 4), (0b0011, 4)),
        symbol(PieceKind::Bishop, (0b01_1111, 6), (0b00_1111, 6)),
        symbol(PieceKind::Rook, (0b11_1111, 6), (0b01_1111, 6)),
        symbol(PieceKind::Gold, (0b0_1111, 5), (0b0111, 4)),
    ],
    promotion_first: true,
};

/// Apery's code.
pub const APERY: Code = Code {
    kinds: [
        symbol(PieceKind::Pawn, (0b01, 2), (0b00, 2)),
        symbol(PieceKind::Lance, (0b0011, 4), (0b0001, 4)),
        symbol(PieceKind::Knight, (0b0111, 4), (0b0011, 4)),
        symbol(PieceKind::Silver, (0b1011, 4), (0b0101, 4)),
        symbol(PieceKind::Gold, (0b0_1111, 5), (0b0111, 4)),
        symbol(PieceKind::Bishop, (0b01_1111, 6), (0b01_1111, 6)),
        symbol(PieceKind::Rook, (0b11_1111, 6), (0b11_1111, 6)),
    ],
    promotion_first: false,
};

impl Code {
    /// The bytes of `position`; none if its pieces do not fill them or a king is missing.
    pub fn code(&self, position: &Position) -> Option<[u8; 32]> {
        let mut bits = Bits::default();
        bits.push(u8::from(position.side() == Color::White), 1);
        for side in Color::all() {
            bits.push(position.king(side)?.index() - 1, 7);
        }
        for square in Square::all() {
            self.push_square(&mut bits, position, square);
        }
        for side in Color::all() {
            for Symbol { kind, hand, .. } in &self.kinds {
                for _ in 0..position.hand(side).count(*kind) {
                    bits.push(hand.0, hand.1);
                    bits.push(side.array_index() as u8, 1);
                }
            }
        }
        (bits.count == 256).then_some(bits.bytes)
    }

    fn push_square(&self, bits: &mut Bits, position: &Position, square: Square) {
        let Some(piece) = position.piece_at(square) else {
            bits.push(0, 1);
            return;
        };
        let (kind, side) = piece.to_parts();
        let plain = unpromoted(kind);
        // The squares of the kings are known.
        let Some(Symbol { board, .. }) = self.kinds.iter().find(|it| it.kind == plain) else {
            return;
        };
        bits.push(board.0, board.1);
        let (promoted, white) = (u8::from(kind != plain), side.array_index() as u8);
        match (plain, self.promotion_first) {
            (PieceKind::Gold, _) => bits.push(white, 1),
            (_, true) => bits.push(promoted | white << 1, 2),
            (_, false) => bits.push(white | promoted << 1, 2),
        }
    }
}

/// Bits in the order in which they are written, the lowest of each byte first.
#[derive(Default)]
struct Bits {
    bytes: [u8; 32],
    /// How many were written; those that found no room among them.
    count: usize,
}

impl Bits {
    /// Writes the lowest `count` bits of `bits`, the lowest first.
    fn push(&mut self, bits: u8, count: u8) {
        for place in 0..count {
            if let Some(byte) = self.bytes.get_mut(self.count / 8) {
                *byte |= (bits >> place & 1) << (self.count % 8);
            }
            self.count += 1;
        }
    }
}
