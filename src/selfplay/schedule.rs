//! Which games a match consists of, and which player has which colour in them.

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The number of the game, from 0.
    pub id: u64,
    /// The number of its pair, from 0: both games of a pair have the same opening.
    pub pair: u64,
    /// Which player has Black: the first one in the first game of a pair.
    pub black: usize,
}

/// The game with the number `id`.
pub fn ticket(id: u64) -> Ticket {
    Ticket {
        id,
        pair: id / 2,
        black: (id % 2) as usize,
    }
}

/// How many games a match of at least `games` has: whole pairs.
pub fn whole_pairs(games: u64) -> u64 {
    games.next_multiple_of(2)
}
