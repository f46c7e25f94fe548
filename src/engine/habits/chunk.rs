//! A group of pieces on their squares.

use crate::shogi::moves::SquareName;
use crate::shogi::{Color, Piece, Position, Square, sfen};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Where.
    pub square: Square,
    /// What; the player's own pieces are black.
    pub piece: Piece,
}

impl Stone {
    /// The piece on `square`, if there is one.
    pub fn at(pos: &Position, square: Square) -> Option<Self> {
        let piece = pos.piece_at(square)?;
        Some(Self { square, piece })
    }

    /// Whether it is there in `pos`.
    pub fn stands(self, pos: &Position) -> bool {
        pos.piece_at(self.square) == Some(self.piece)
    }

    fn mirrored(self) -> Self {
        let file = 10 - self.square.file();
        let square = Square::new(file, self.square.rank()).unwrap_or(self.square);
        Self { square, ..self }
    }
}

impl Stone {
    fn key(self) -> (u8, u8) {
        (self.square.index(), self.piece.as_u8())
    }
}

impl Ord for Stone {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Stone {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A group of pieces, sorted by square; its other squares may hold anything. Written as `G4i S3h K2h`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chunk(Vec<Stone>);

impl Chunk {
    /// The group of `stones`.
    pub fn new(stones: impl IntoIterator<Item = Stone>) -> Self {
        let mut stones: Vec<_> = stones.into_iter().collect();
        stones.sort_unstable();
        Self(stones)
    }

    /// Its pieces.
    pub fn stones(&self) -> &[Stone] {
        &self.0
    }

    /// How many pieces it has.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// The same with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::new(self.0.iter().map(|stone| stone.mirrored()))
    }

    /// The one of the chunk and its mirror image that stands for both.
    #[must_use]
    pub fn either(self) -> Self {
        let mirrored = self.mirrored();
        self.min(mirrored)
    }

    /// Whether all of it is there in `pos`, not mirrored.
    pub fn is_whole(&self, pos: &Position) -> bool {
        self.images()[0].is_whole(pos)
    }

    /// It and its mirror image.
    pub fn images(&self) -> [Image<'_>; 2] {
        [false, true].map(|is_mirrored| Image {
            chunk: self,
            is_mirrored,
        })
    }

    /// The board with nothing but it.
    pub fn board(&self) -> Position {
        let mut pos = Position::empty(Color::Black, 1);
        for stone in &self.0 {
            pos.put(stone.piece, stone.square);
        }
        pos
    }
}

/// A chunk as it is, or its mirror image.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    chunk: &'a Chunk,
    is_mirrored: bool,
}

impl Image<'_> {
    fn stones(&self) -> impl Iterator<Item = Stone> {
        let stone = |stone: &Stone| {
            if self.is_mirrored {
                stone.mirrored()
            } else {
                *stone
            }
        };
        self.chunk.0.iter().map(stone)
    }

    /// Whether all of it is there in `pos`.
    pub fn is_whole(&self, pos: &Position) -> bool {
        self.stones().all(|stone| stone.stands(pos))
    }

    /// The only piece of it that is not there in `pos`, if it is an own one.
    pub fn missing(&self, pos: &Position) -> Option<Stone> {
        let mut missing = self.stones().filter(|stone| !stone.stands(pos));
        let stone = missing.next()?;
        let is_own = stone.piece.color() == Color::Black;
        (is_own && missing.next().is_none()).then_some(stone)
    }

    /// Whether one of its pieces stands on `square`.
    pub fn covers(&self, square: Square) -> bool {
        self.stones().any(|stone| stone.square == square)
    }
}

impl fmt::Display for Chunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Stone { square, piece }) in self.0.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            let (name, square) = (sfen::piece_name(*piece), SquareName(*square));
            write!(f, "{space}{name}{square}")?;
        }
        Ok(())
    }
}

impl FromStr for Chunk {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let stones = text.split_whitespace().map(|word| {
            let stone = word
                .len()
                .checked_sub(2)
                .and_then(|at| word.split_at_checked(at));
            let stone = stone.and_then(|(piece, square)| {
                let (piece, square) = (sfen::parse_piece(piece)?, sfen::parse_square(square)?);
                Some(Stone { square, piece })
            });
            stone
                .ok_or_else(|| format!("piece `{word}`; expected one with its square, such as S3h"))
        });
        let chunk = Self::new(stones.collect::<Result<Vec<_>, _>>()?);
        let squares = chunk.0.windows(2);
        if chunk.0.is_empty()
            || squares
                .into_iter()
                .any(|two| two[0].square == two[1].square)
        {
            return Err(format!(
                "chunk `{text}`; expected pieces on different squares"
            ));
        }
        Ok(chunk)
    }
}
