//! Matches and tournaments: between configurations of this engine, and other USI engines; what counted
//! games say; and checks of the protocol.
//!
//! At fixed nodes or depth, with one thread a player, a game is a pure function of the seed, the
//! openings, its number and the players: every opening is played twice with colours swapped, and
//! every game starts afresh. Of a match, [`players`] are who plays, [`referee`] is one game, [`contest`]
//! what the match is, [`crew`] the workers that play it, [`journal`] its file, and [`observers`] are
//! what is seen, counted and written down.

pub mod check;
pub mod contest;
pub mod crew;
pub mod games;
pub mod journal;
pub mod players;
pub mod stats;

/// Those who follow a match: what people see of it, what programs read, what is counted and what
/// is filed.
pub mod observers {
    pub mod console;
    pub mod events;
    pub mod records;
    pub mod tally;
    pub mod totals;
}

/// One game and its referee: who is to move, what ends the game, and what is kept of it.
pub mod referee {
    pub mod adjudicate;
    pub mod finished;
    pub mod game;
    pub mod view;
}

pub use contest::{HASH_MB, Match, PATIENCE, READY_TIME, standard_conduct};
pub use crew::{Replay, run};
