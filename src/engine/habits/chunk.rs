//! Chunks: groups of pieces on their squares, and finding those that a player's move has made.
//!
//! In every window of 4 × 4 squares a group grows from the piece that has moved. A template for each
//! kind of piece, laid on its square, says to which squares the group may spread: the neighbours on
//! file and rank, and what the piece defends. The squares of the template that hold a fitting piece
//! are the bits of one number, the convolution of the board with powers of two; what defends the
//! piece fits as well. The pieces of a group are the player's own, pawns left out; a pawn makes a
//! group of pawns alone, those of both sides that have left their first squares.

use super::model::MOST_MOVES;
use crate::shogi::checks::attackers;
use crate::shogi::geometry::empty_board;
use crate::shogi::sliders::attacks;
use crate::shogi::{Bitboard, Class, Color, Move, Piece, Position, Square, ToUsi, sfen};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
        self.missing(pos) == 0
    }

    /// How many of its pieces are not there in `pos`.
    pub fn missing(&self, pos: &Position) -> usize {
        self.0.iter().filter(|stone| !stone.stands(pos)).count()
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
            let (name, square) = (piece.to_usi_owned(), square.to_usi_owned());
            write!(f, "{space}{name}{square}")?;
        }
        Ok(())
    }
}

impl FromStr for Chunk {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let stones = text.split_whitespace().map(|word| {
            read_stone(word)
                .ok_or_else(|| format!("piece `{word}`; expected one with its square, such as S3h"))
        });
        let chunk = Self::new(stones.collect::<Result<Vec<_>, _>>()?);
        let mut pairs = chunk.0.windows(2);
        if chunk.0.is_empty() || pairs.any(|two| two[0].square == two[1].square) {
            return Err(format!(
                "chunk `{text}`; expected pieces on different squares"
            ));
        }
        Ok(chunk)
    }
}

fn read_stone(word: &str) -> Option<Stone> {
    let (piece, square) = word.split_at_checked(word.len().checked_sub(2)?)?;
    let (piece, square) = (sfen::parse_piece(piece)?, sfen::parse_square(square)?);
    Some(Stone { square, piece })
}

/// How wide and how high a window is.
const WINDOW: u8 = 4;
/// How many pieces make a chunk.
const LEAST: u32 = 3;
/// How many of these must have left their first squares.
const LEAST_MOVED: usize = 2;

/// The chunks of `pos` with the piece on `arrived`, in all windows.
pub fn found(pos: &Position, arrived: Square) -> BTreeSet<Chunk> {
    let stones = |group: Bitboard| group.into_iter().filter_map(|it| Stone::at(pos, it));
    let start = Position::default();
    windows(arrived)
        .map(|window| grown(pos, arrived, window))
        .filter(|group| group.count() >= LEAST)
        .map(|group| Chunk::new(stones(group)))
        .filter(|chunk| chunk.missing(&start) >= LEAST_MOVED)
        .collect()
}

/// The ends of `moves`, a player's own moves in their order, as chunks of text.
pub fn found_in_text(moves: &[Move]) -> impl Iterator<Item = &[Move]> {
    let lengths = 2..=MOST_MOVES.min(moves.len());
    lengths.map(|length| &moves[moves.len() - length..])
}

/// Every window on the board with `square` in it.
fn windows(square: Square) -> impl Iterator<Item = Bitboard> {
    let corners = |at: u8| at.saturating_sub(WINDOW - 1).max(1)..=at.min(10 - WINDOW);
    let (files, ranks) = (corners(square.file()), corners(square.rank()));
    files.flat_map(move |file| ranks.clone().map(move |rank| window(file, rank)))
}

/// The window whose squares have these file and rank or more.
fn window(file: u8, rank: u8) -> Bitboard {
    let files = file..file + WINDOW;
    let squares = files.flat_map(|file| (rank..rank + WINDOW).map(move |rank| (file, rank)));
    squares
        .filter_map(|(file, rank)| Square::new(file, rank))
        .collect()
}

/// The group that grows in `window` from the piece on `first`.
fn grown(pos: &Position, first: Square, window: Bitboard) -> Bitboard {
    let pawns = pos.class(Class::Pawn);
    let fits = window
        & if pawns.contains(first) {
            pawns.without(at_home(pos))
        } else {
            pos.color(Color::Black).without(pawns)
        };
    let mut group = Bitboard::single(first);
    let mut next = vec![first];
    while let Some(square) = next.pop() {
        let spread = (template(pos, square) & fits).without(group);
        group = group.union(spread);
        next.extend(spread);
    }
    group
}

/// The pawns that stand where they do at the start, and so are in no structure.
fn at_home(pos: &Position) -> Bitboard {
    let start = Position::default();
    let at_home =
        Color::all().map(|it| pos.pieces(it, Class::Pawn) & start.pieces(it, Class::Pawn));
    at_home[0].union(at_home[1])
}

/// Where a group may spread from `square`: pawns to all neighbours, other pieces to those on file and rank, and
/// to what they defend and what defends them.
fn template(pos: &Position, square: Square) -> Bitboard {
    let around = empty_board(Class::King, Color::Black, square);
    if pos.class(Class::Pawn).contains(square) {
        return around;
    }
    let Some(piece) = pos.piece_at(square) else {
        return Bitboard::EMPTY;
    };
    let beside = around & empty_board(Class::Rook, Color::Black, square);
    let class = Class::of(piece.piece_kind());
    let defended = attacks(class, Color::Black, square, pos.occupied());
    let defenders = attackers(pos, square, Color::Black, pos.occupied());
    beside.union(defended).union(defenders)
}
