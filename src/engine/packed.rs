//! Positions and moves in the bits of other programs, for their books and for what they learn from.
//!
//! A position in 256 bits: side to move, the squares of the kings, then a Huffman code for each
//! square of the board and each piece in hand, with lengths such that all forty pieces fill the
//! 32 bytes however they are placed.
//!
//! Facts from `YaneuraOu`'s `sfen_packer` and Apery's `HuffmanCodedPos`, which differ in the codes,
//! in the order of the bits for promotion and colour, and in that of the hand (which readers do
//! not mind).

use crate::shogi::pieces::{promoted_piece, unpromoted};
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Square, sfen};

/// One of the two codes.
#[derive(Debug)]
pub struct Code {
    /// In the order of the hands.
    kinds: [Symbol; 7],
    /// Whether the bit for promotion stands before that for colour.
    promotion_first: bool,
}

/// The code of a kind of piece.
#[derive(Debug)]
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

/// Pieces in the hand as moves number them, from 1.
const IN_HAND: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Gold,
];

impl Code {
    /// A move as bits: 0–6 where it goes, 7–13 where it comes from, squares counted from 0 (1a, 1b, … 9i). A piece
    /// from the hand comes from the number of its kind. `YaneuraOu` marks that by bit 14 and promotion by bit
    /// 15; Apery adds 80 to the number and has promotion in bit 14.
    pub fn bits_of(&self, mv: Move) -> u16 {
        let index = |square: Square| u16::from(square.index()) - 1;
        let promotion = u16::from(mv.is_promotion());
        let number = IN_HAND.iter().position(|&it| Some(it) == mv.dropped());
        let number = number.unwrap_or_default() as u16 + 1;
        let rest = match (self.promotion_first, mv.from()) {
            (true, Some(from)) => promotion << 15 | index(from) << 7,
            (false, Some(from)) => promotion << 14 | index(from) << 7,
            (true, None) => 1 << 14 | number << 7,
            (false, None) => (80 + number) << 7,
        };
        rest | index(mv.to())
    }

    /// The move with these bits; none if no move has them.
    pub fn move_of(&self, bits: u16) -> Option<Move> {
        let square = |index: u16| Square::from_u8(index as u8 + 1);
        let (to, origin) = (square(bits & 127)?, bits >> 7 & 127);
        let (number, promotion) = if self.promotion_first {
            ((bits >> 14 & 1 == 1).then_some(origin), bits >> 15)
        } else {
            ((origin > 80).then(|| origin - 80), bits >> 14)
        };
        match number {
            None => Some(Move::normal(square(origin)?, to, promotion & 1 == 1)),
            Some(number) => {
                let kind = IN_HAND.get(usize::from(number).checked_sub(1)?)?;
                Some(Move::drop(*kind, to))
            }
        }
    }

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

    /// The position that `bytes` stand for, as SFEN without a move number.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    pub fn decode(&self, bytes: &[u8; 32]) -> Result<String, String> {
        let mut bits = Reader { bytes, at: 0 };
        let side = if bits.take(1)? == 0 { 'b' } else { 'w' };
        let kings = [bits.take(7)?, bits.take(7)?];
        // By files: 1a, 1b, … 9i.
        let mut board = Vec::new();
        for index in 0..81 {
            board.push(match kings {
                [black, _] if black == index => "K".to_owned(),
                [_, white] if white == index => "k".to_owned(),
                _ => self.square(&mut bits)?,
            });
        }
        let ranks = (0..9).map(|rank| {
            let files = board.iter().skip(rank).step_by(9).rev();
            files.map(String::as_str).collect::<String>()
        });
        let ranks: Vec<_> = ranks.collect();
        let mut hands = [[0_u8; 7]; 2];
        while bits.at < 256 {
            let kind = self.symbol(&mut bits, |it| it.hand)?;
            let side = usize::from(bits.take(1)?);
            let count = hands[side].get_mut(kind).ok_or(BAD)?;
            *count += 1;
        }
        Ok(format!("{} {side} {}", ranks.join("/"), self.held(&hands)))
    }

    /// What is on the next square that no king is on, as SFEN writes it.
    fn square(&self, bits: &mut Reader) -> Result<String, String> {
        if bits.peek(1)? == 0 {
            bits.take(1)?;
            return Ok("1".to_owned());
        }
        let symbol = self.symbol(bits, |it| it.board)?;
        let kind = self.kinds.get(symbol).ok_or(BAD)?.kind;
        let (promoted, white) = match (kind, self.promotion_first) {
            (PieceKind::Gold, _) => (0, bits.take(1)?),
            (_, true) => (bits.take(1)?, bits.take(1)?),
            (_, false) => {
                let white = bits.take(1)?;
                (bits.take(1)?, white)
            }
        };
        let piece = Piece::new(kind, Color::all()[usize::from(white)]);
        Ok(sfen::piece_name(match promoted {
            0 => piece,
            _ => promoted_piece(piece),
        }))
    }

    /// Which of the kinds comes next.
    fn symbol(&self, bits: &mut Reader, of: impl Fn(&Symbol) -> (u8, u8)) -> Result<usize, String> {
        for (index, symbol) in self.kinds.iter().enumerate() {
            let (code, count) = of(symbol);
            if bits.peek(count) == Ok(code) {
                bits.take(count)?;
                return Ok(index);
            }
        }
        Err(BAD.to_owned())
    }

    /// Pieces in hand, those of Black first, as SFEN writes them.
    fn held(&self, hands: &[[u8; 7]; 2]) -> String {
        let mut text = String::new();
        for (side, counts) in Color::all().into_iter().zip(hands) {
            for (symbol, &count) in self.kinds.iter().zip(counts).filter(|it| *it.1 > 0) {
                if count > 1 {
                    text.push_str(&count.to_string());
                }
                text.push_str(&sfen::piece_name(Piece::new(symbol.kind, side)));
            }
        }
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
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

const BAD: &str = "no code of a position";

/// Bits in the order in which they are read, the lowest of each byte first.
struct Reader<'a> {
    bytes: &'a [u8; 32],
    at: usize,
}

impl Reader<'_> {
    /// The next `count` bits, the first the lowest, without going on.
    fn peek(&self, count: u8) -> Result<u8, String> {
        let mut bits = 0;
        for place in 0..usize::from(count) {
            let at = self.at + place;
            let byte = self.bytes.get(at / 8).ok_or(BAD)?;
            bits |= (byte >> (at % 8) & 1) << place;
        }
        Ok(bits)
    }

    fn take(&mut self, count: u8) -> Result<u8, String> {
        let bits = self.peek(count)?;
        self.at += usize::from(count);
        Ok(bits)
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
