//! What games came to.

/// What games at one time control came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Games played.
    pub games: u64,
    /// Moves in them.
    pub moves: u64,
    /// Moves that took longer than was allowed.
    pub overruns: u64,
    /// How much was thought, in microseconds.
    pub thought_us: u64,
    /// How much there was to think: the main time, and byoyomi and increment of every move.
    pub given_us: u64,
    /// The least that was left of what was allowed for a move, in microseconds; none before a move.
    pub least_left_us: Option<u64>,
}

impl Account {
    /// The share of the given time that was thought, in percent.
    pub fn share_percent(&self) -> f64 {
        self.thought_us as f64 * 100.0 / self.given_us.max(1) as f64
    }
}
