//! Matches and tournaments: between configurations of this engine, and other USI engines.
//!
//! At fixed nodes or depth, with one thread a player, a game is a pure function of the seed, the
//! openings, its number and the players: every opening is played twice with colours swapped, and
//! every game starts afresh. A folder for each purpose, from the bottom: [`players`] (who plays) ←
//! [`referee`] (one game) ← [`contest`] (what a match is) ← [`crew`] (playing it) ← [`journal`]
//! (its file) ← [`observers`] (what is seen and counted), [`shard`] (matches on many machines).

pub mod check;
pub mod contest;
pub mod crew;
pub mod journal;
pub mod observers;
pub mod players;
pub mod progress;
pub mod referee;
pub mod shard;
pub mod shell;
pub mod stats;

pub use contest::{HASH_MB, Match, PATIENCE, READY_TIME, standard_conduct};
pub use crew::{Retelling, run, run_part};
