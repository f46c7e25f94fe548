//! Making opening books: from games, and by searching positions that a book leads to.
//!
//! What must hold: what is found out about a position follows from the position and the settings
//! alone, so that a book does not depend on threads, breaks or shards. From the bottom: `search` ←
//! `journal` ← `grow`; `games`.

mod games;
mod grow;
mod journal;
mod search;

pub use games::FromGames;
pub use grow::GrowPlan;

#[cfg(test)]
mod tests;
