//! What games came to.

/// After so many moves of both sides together it is told how much of the time was used: after 30 and 60 own moves.
pub const PLIES_TOLD: [u32; 2] = [60, 120];

/// What games at one time control came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Games played.
    pub games: u64,
    /// Moves in them.
    pub moves: u64,
    /// Moves that took longer than was allowed.
    pub overruns: u64,
    /// The use of the time in whole games.
    pub whole: Use,
    /// The use up to each of [`PLIES_TOLD`], in the games that lasted so long.
    pub by_ply: [Use; PLIES_TOLD.len()],
    /// The least that was left of what was allowed for a move, in microseconds; none before a move.
    pub least_left_us: Option<u64>,
}

/// How time was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// How much was thought, in microseconds.
    pub thought_us: u64,
    /// How much there was to think: the main time, and byoyomi and increment of every move.
    pub given_us: u64,
}

impl Use {
    /// The share of the given time that was thought, in percent.
    pub fn share_percent(self) -> f64 {
        self.thought_us as f64 * 100.0 / self.given_us.max(1) as f64
    }

    /// Adds the use of another game.
    pub(super) fn add(&mut self, other: Self) {
        self.thought_us += other.thought_us;
        self.given_us += other.given_us;
    }
}
