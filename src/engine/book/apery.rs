//! Books of Apery (`.bin`), which know positions only by a number.
//!
//! The form is that of Apery's `book.cpp`: records of 16 bytes, little-endian, in the order of their
//! keys: key (8 bytes), move (2), how often it was played (2), value (4). The key of a position is made
//! of the numbers that the Mersenne Twister `mt19937_64` gives with its own seed, one for each piece on
//! each square, one for each number of each piece in the hand of the side to move, one for White to move.
//!
//! What must hold: a key is never taken back for a position: positions are found by going through them.

use super::MemoryBook;
use super::text::{BookEntry, BookMove, BookProblem, key};
use crate::shogi::moves::HAND_KINDS;
use crate::shogi::{Checks, Color, Move, PieceKind, Position, Square, movegen};
use shogi_core::Hand;
use std::collections::HashSet;

/// The bytes of a record.
const RECORD: usize = 16;

/// A book in memory.
#[derive(Debug)]
pub struct AperyBook {
    /// In the order of their keys.
    records: Vec<Record>,
    numbers: Numbers,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    key: u64,
    mv: u16,
    count: u16,
    value: i32,
}

impl AperyBook {
    /// The book whose file is `bytes`; records that are not in order are put in order.
    pub fn read(bytes: &[u8]) -> Result<Self, BookProblem> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(RECORD) {
            let problem = format!(
                "{} bytes; expected records of {RECORD}, as Apery writes them",
                bytes.len()
            );
            return Err(BookProblem::Form(problem));
        }
        let mut records: Vec<_> = bytes
            .chunks_exact(RECORD)
            .filter_map(Record::read)
            .collect();
        records.sort_by_key(|it| it.key);
        let numbers = Numbers::new();
        Ok(Self { records, numbers })
    }

    /// The moves for `pos`, of which not all need be legal.
    pub fn moves(&self, pos: &Position) -> Vec<BookMove> {
        let key = self.numbers.key(pos);
        let first = self.records.partition_point(|it| it.key < key);
        let found = self.records[first..].iter().take_while(|it| it.key == key);
        let mut moves: Vec<BookMove> = Vec::new();
        for new in found.filter_map(Record::book_move) {
            if moves.iter().all(|it| it.mv != new.mv) {
                moves.push(new);
            }
        }
        moves
    }

    pub fn len(&self) -> usize {
        self.records.chunk_by(|it, next| it.key == next.key).count()
    }

    /// The positions that games from the start come to, where each move but every second is one of the
    /// book: it may have the moves of the winner only.
    pub fn walked(&self) -> MemoryBook {
        let mut book = MemoryBook::default();
        let start = Position::default();
        let mut seen = HashSet::from([self.numbers.key(&start)]);
        let mut waiting = vec![start];
        while let Some(pos) = waiting.pop() {
            let checks = Checks::of(&pos);
            let mut moves = self.moves(&pos);
            moves.retain(|it| movegen::is_legal(&pos, &checks, it.mv));
            let all = movegen::legal_moves(&pos);
            for &mv in all.iter() {
                let mut after = pos.clone();
                let _ = after.do_move(mv);
                let is_led_to =
                    moves.iter().any(|it| it.mv == mv) || !self.moves(&after).is_empty();
                if is_led_to && seen.insert(self.numbers.key(&after)) {
                    waiting.push(after);
                }
            }
            if !moves.is_empty() {
                let number = pos.ply();
                book.add_new(BookEntry::new(key(&pos), number, moves));
            }
        }
        book
    }
}

impl Record {
    fn read(bytes: &[u8]) -> Option<Self> {
        let (key, bytes) = bytes.split_first_chunk()?;
        let (mv, bytes) = bytes.split_first_chunk()?;
        let (count, bytes) = bytes.split_first_chunk()?;
        let (value, _) = bytes.split_first_chunk()?;
        Some(Self {
            key: u64::from_le_bytes(*key),
            mv: u16::from_le_bytes(*mv),
            count: u16::from_le_bytes(*count),
            value: i32::from_le_bytes(*value),
        })
    }

    /// Its move; none if it is not one of any position.
    fn book_move(&self) -> Option<BookMove> {
        let (from, to) = (self.mv >> 7 & SQUARE, square(self.mv & SQUARE)?);
        let mv = match square(from) {
            Some(from) => Move::normal(from, to, self.mv & PROMOTE != 0),
            // Drops come from behind the last square.
            None => Move::drop(droppable((from - LAST_SQUARE).into())?, to),
        };
        Some(BookMove {
            mv: Move::from_bits(mv.bits())?,
            reply: None,
            value: self.value,
            depth: 0,
            count: self.count.into(),
        })
    }
}

/// The bits of a square in a move.
const SQUARE: u16 = 0x7f;
const LAST_SQUARE: u16 = 80;
/// The bit of a promotion in a move.
const PROMOTE: u16 = 1 << 14;

/// The square that Apery numbers so: from 1a down its file.
fn square(number: u16) -> Option<Square> {
    Square::from_u8(number as u8 + 1)
}

/// The kinds of pieces as Apery numbers them, from 1.
const KINDS: [PieceKind; 14] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Gold,
    PieceKind::King,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::ProSilver,
    PieceKind::ProBishop,
    PieceKind::ProRook,
];

/// The kind that is numbered so, if such pieces can be dropped.
fn droppable(number: usize) -> Option<PieceKind> {
    let kind = *KINDS.get(number.checked_sub(1)?)?;
    Hand::is_hand_piece(kind).then_some(kind)
}

/// Apery numbers the pieces of White from here, and has numbers for so many kinds of both sides, some of
/// which do not exist.
const WHITE: usize = 16;
const PIECES: usize = 31;
/// How many squares there are, and how many pieces of a kind a side may hold, none being one of the cases.
const SQUARES: usize = 81;
const HELD: usize = 19;

/// The numbers that keys are made of.
#[derive(Debug)]
struct Numbers {
    pieces: Vec<[u64; SQUARES]>,
    /// From pawn to rook.
    hands: [[u64; HELD]; 7],
    white: u64,
}

impl Numbers {
    fn new() -> Self {
        let mut random = Twister::new();
        let mut numbers = Self {
            pieces: vec![[0; SQUARES]; PIECES],
            hands: [[0; HELD]; 7],
            white: 0,
        };
        let pieces = numbers.pieces.as_flattened_mut().iter_mut();
        for number in pieces.chain(numbers.hands.as_flattened_mut()) {
            *number = random.next();
        }
        numbers.white = random.next();
        numbers
    }

    fn key(&self, pos: &Position) -> u64 {
        let mut key = 0;
        for square in Square::all() {
            let Some(piece) = pos.piece_at(square) else {
                continue;
            };
            let (kind, color) = piece.to_parts();
            let number = KINDS.iter().position(|it| *it == kind).unwrap_or_default() + 1;
            let number = number + WHITE * color.array_index();
            key ^= self.pieces[number][square.array_index()];
        }
        let hand = pos.hand(pos.side());
        for (numbers, kind) in self.hands.iter().zip(HAND_KINDS.into_iter().rev()) {
            key ^= numbers[(hand.count(kind) as usize).min(HELD - 1)];
        }
        match pos.side() {
            Color::Black => key,
            Color::White => key ^ self.white,
        }
    }
}

/// `std::mt19937_64` with its default seed: the Mersenne Twister of Matsumoto and Nishimura in its form for
/// words of 64 bits.
struct Twister {
    state: [u64; Self::LENGTH],
    at: usize,
}

impl Twister {
    const LENGTH: usize = 312;
    const MIDDLE: usize = 156;

    fn new() -> Self {
        let mut state = [5489; Self::LENGTH];
        for at in 1..Self::LENGTH {
            let last: u64 = state[at - 1];
            let mixed = (last ^ last >> 62).wrapping_mul(6_364_136_223_846_793_005);
            state[at] = mixed.wrapping_add(at as u64);
        }
        Self { state, at: 0 }
    }

    fn next(&mut self) -> u64 {
        // The state is renewed one word at a time, each from words that are not renewed or long since.
        let at = self.at;
        let (next, middle) = ((at + 1) % Self::LENGTH, (at + Self::MIDDLE) % Self::LENGTH);
        let low = (1 << 31) - 1;
        let joined = self.state[at] & !low | self.state[next] & low;
        let twist = if joined & 1 == 1 {
            0xB502_6F5A_A966_19E9
        } else {
            0
        };
        self.state[at] = self.state[middle] ^ joined >> 1 ^ twist;
        self.at = next;
        let mut word = self.state[at];
        word ^= word >> 29 & 0x5555_5555_5555_5555;
        word ^= word << 17 & 0x71D6_7FFF_EDA6_0000;
        word ^= word << 37 & 0xFFF7_EEE0_0000_0000;
        word ^ word >> 43
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::sfen;

    /// The value that the C++ standard demands of `std::mt19937_64` ([rand.predef]).
    #[test]
    fn the_twister_is_that_of_the_standard() {
        let mut random = Twister::new();
        let numbers: Vec<_> = (0..10_000).map(|_| random.next()).collect();
        assert_eq!(numbers[9_999], 9_981_545_732_273_789_042);
    }

    /// Keys that cshogi 1.1.0 gives (`Board.book_key`).
    #[test]
    fn keys_are_those_of_others() {
        let numbers = Numbers::new();
        for (text, key) in [
            (
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
                0xEEBE_8EE7_E1AD_7E15,
            ),
            (
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B1R5/LNSGKGSNL w - 2",
                0x5505_9783_E93C_5A66,
            ),
            (
                "2sk3n1/l2g1s1b1/p1ngppp1l/1r5p1/1Pp5p/PB3PP2/2PPP2PP/LS2R1S2/1NGG1K1NL b 2P 41",
                0xD3B0_965F_E9C1_A747,
            ),
            (
                "2rg1gbn1/ls1k2s2/1p3pppl/p3p4/1nppP3p/3P1PP2/PP1SG1SPL/L2RK4/BN1G3N1 w 2p 42",
                0x0D46_EE15_4109_A1CA,
            ),
            (
                "1nsk3n1/5r2l/1gp5g/lp3p1p1/p2PpspPp/PbSpPR3/N1PG4N/LP2G3L/2BK3S1 b 3p 91",
                0x60BD_4B6D_DDF7_3EF5,
            ),
            (
                "1k1b2pnl/ss1gp4/+b6gp/1+P1p1LPp1/2pP5/L4r1PP/2n2p2L/PK1S1s1R1/+pN1G3Ng w 4p 152",
                0xCFB3_EED5_6640_8171,
            ),
        ] {
            let pos = sfen::parse(text).unwrap();
            assert_eq!(numbers.key(&pos), key, "{text}");
        }
    }

    #[test]
    fn what_is_no_move_is_passed_over() {
        let text = |from: u16, to: u16, promotion: u16| {
            let mv = from * 0x80 + to + promotion * PROMOTE;
            let record = Record {
                key: 0,
                mv,
                count: 1,
                value: 0,
            };
            record.book_move().map(|it| it.mv.to_string())
        };
        assert_eq!(text(60, 59, 0).as_deref(), Some("7g7f"));
        assert_eq!(text(70, 20, 1).as_deref(), Some("8h3c+"));
        assert_eq!(text(81, 40, 0).as_deref(), Some("P*5e"));
        assert_eq!(text(87, 40, 0).as_deref(), Some("G*5e"));
        for (from, to) in [(0, 0), (60, 81), (88, 40), (89, 40), (127, 0), (127, 127)] {
            assert_eq!(text(from, to, 0), None, "{from} {to}");
        }
    }
}
