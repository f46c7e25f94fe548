//! What is known of a player's habits, and what that player will do by them. Layer 2: knows the
//! rules, and nothing of search or games on disk; `lab opponent` learns models, the search uses them.
//!
//! The idea is that players think in *chunks* (S. Walczak's Inductive Adversary Modeler, IJPRAI
//! 6(5), 1992, and IEEE TKDE 15(3), 2003): groups of pieces that they like to have together, in
//! shogi above all castles, and moves that they like to make one after the other. Who has all of a
//! chunk but one piece, and can put that piece there, will often do so.
//!
//! Everything here sees the board from the player's own side, as Black. From the bottom: `chunk` ←
//! `habit` ← `find`, `model` ← `situation` ← `predict`, `castle`.

mod castle;
mod chunk;
mod find;
mod habit;
mod model;
mod predict;
mod situation;

pub use castle::name;
pub use chunk::Chunk;
pub use find::{found, found_in_text};
pub use habit::{Habit, Outcome, Pattern, Phase};
pub use model::{Model, ModelFile};
pub use predict::Prediction;
pub use situation::Situation;

#[cfg(test)]
mod tests;
