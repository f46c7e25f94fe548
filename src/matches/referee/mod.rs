//! One game and its referee: who is to move, what ends the game, and what is kept of it.
//!
//! From the bottom: `foreseen` ← `finished`, `adjudicate` ← `game`.

pub mod adjudicate;
pub mod finished;
pub mod foreseen;
pub mod game;
