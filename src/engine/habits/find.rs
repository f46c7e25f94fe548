//! Finding chunks: the groups that a player's move has made.
//!
//! In every window of 4 × 4 squares a group grows from the piece that has moved. A template for each
//! kind of piece, laid on its square, says to which squares the group may spread: the neighbours on
//! file and rank, and what the piece defends. The squares of the template that hold a fitting piece
//! are the bits of one number, the convolution of the board with powers of two; what defends the
//! piece fits as well. The pieces of a group are the player's own, pawns left out; a pawn makes a
//! group of pawns alone, those of both sides that have left their first squares.

use super::chunk::{Chunk, Stone};
use super::habit::MOST_MOVES;
use crate::shogi::checks::attackers;
use crate::shogi::sliders::attacks;
use crate::shogi::{Bitboard, Class, Color, Move, Position, Square};
use std::collections::BTreeSet;

/// How wide and how high a window is.
const WINDOW: u8 = 4;
/// How many pieces make a chunk.
const LEAST: u32 = 3;
/// How many of these must have left their first squares.
const LEAST_MOVED: usize = 2;
/// Steps to the neighbours on file and rank.
const BESIDE: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// Steps to the pawns that belong to a structure with a pawn.
const PAWNS: [(i8, i8); 8] = [
    (1, 0),
    (-1, 0),
    (0, -1),
    (0, 1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

/// The chunks of `pos` with the piece on `arrived`, in all windows.
pub fn found(pos: &Position, arrived: Square) -> BTreeSet<Chunk> {
    let stones = |group: Bitboard| group.into_iter().filter_map(|it| Stone::at(pos, it));
    windows(arrived)
        .map(|window| grown(pos, arrived, window))
        .filter(|group| group.count() >= LEAST)
        .map(|group| Chunk::new(stones(group)))
        .filter(|chunk| moved(chunk) >= LEAST_MOVED)
        .collect()
}

/// How many pieces of `chunk` do not stand where they do at the start.
fn moved(chunk: &Chunk) -> usize {
    let start = Position::default();
    let moved = chunk.stones().iter().filter(|stone| !stone.stands(&start));
    moved.count()
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

/// Where a group may spread from `square`.
fn template(pos: &Position, square: Square) -> Bitboard {
    if pos.class(Class::Pawn).contains(square) {
        return steps(square, &PAWNS);
    }
    let Some(piece) = pos.piece_at(square) else {
        return Bitboard::EMPTY;
    };
    let class = Class::of(piece.piece_kind());
    let defended = attacks(class, Color::Black, square, pos.occupied());
    let defenders = attackers(pos, square, Color::Black, pos.occupied());
    steps(square, &BESIDE).union(defended).union(defenders)
}

fn steps(square: Square, steps: &[(i8, i8)]) -> Bitboard {
    let step = |&(files, ranks): &(i8, i8)| {
        let file = square.file().checked_add_signed(files)?;
        Square::new(file, square.rank().checked_add_signed(ranks)?)
    };
    steps.iter().filter_map(step).collect()
}
