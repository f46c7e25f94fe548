//! What habits a player has, and how well they foretell its moves: models of players are learned
//! from their games, and scored on games that they were not learned from.
//!
//! After S. Walczak's Inductive Adversary Modeler; [`opponent`](crate::opponent) has the models. What
//! must hold: a model follows from the games alone. From the bottom: `games` ← `learn`, `score`,
//! `plies` ← `table`, `picture` ← this file.

use crate::opponent::{Chunk, Habit, Model, Pattern};
use std::cmp::Reverse;

mod games;
mod learn;
mod picture;
mod plies;
mod score;
mod table;

pub use games::{PlayedGame, read};
pub use learn::{Learned, learn};
pub use picture::{boards, reliability};
pub use plies::gain;
pub use score::score;
pub use table::{Boards, LearnTable, ScoreTable};

/// The most frequent groups of `model`, so many: of the castles of one frequency the largest, so that
/// no part of one is shown beside it.
fn groups(model: &Model, most: usize) -> Vec<(&Habit, &Chunk)> {
    let groups = model
        .habits
        .iter()
        .filter_map(|habit| match &habit.pattern {
            Pattern::Visual(chunk) => Some((habit, chunk)),
            Pattern::Text(_) => None,
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

#[cfg(test)]
mod tests;
