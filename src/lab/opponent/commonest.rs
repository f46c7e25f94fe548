//! The castles and formations that a player likes best, to be shown: of those of one frequency the largest, so that no
//! part of one is shown beside it.

use engine::habits::{Chunk, Habit, Model, Pattern};
use engine::shogi::PieceKind;
use std::cmp::Reverse;

/// The most frequent groups of `model` but structures of pawns, so many.
pub fn commonest(model: &Model, most: usize) -> Vec<(&Habit, &Chunk)> {
    let groups = model
        .habits
        .iter()
        .filter_map(|habit| match &habit.pattern {
            Pattern::Visual(chunk) if !is_of_pawns(chunk) => Some((habit, chunk)),
            _ => None,
        });
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|(habit, chunk)| Reverse((habit.games, chunk.size())));
    let mut shown: Vec<(&Habit, &Chunk)> = Vec::new();
    for (habit, chunk) in groups {
        let is_part = |&(of, whole): &(&Habit, &Chunk)| {
            of.games == habit.games && chunk.is_whole(&whole.board())
        };
        if shown.len() < most && !shown.iter().any(is_part) {
            shown.push((habit, chunk));
        }
    }
    shown
}

fn is_of_pawns(chunk: &Chunk) -> bool {
    let mut kinds = chunk.stones().iter().map(|it| it.piece.piece_kind());
    kinds.all(|kind| kind == PieceKind::Pawn)
}
