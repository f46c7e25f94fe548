//! What habits a player has, and how well they foretell its moves: models of players are learned
//! from their games, and scored on games that they were not learned from.
//!
//! After S. Walczak's Inductive Adversary Modeler; [`opponent`](engine::habits) has the models. What
//! must hold: a model follows from the games alone. From the bottom: `games` ← `learn`, `score`,
//! `plies`, `commonest` ← `table`, `picture` ← this file.

mod commonest;
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

#[cfg(test)]
mod tests;
