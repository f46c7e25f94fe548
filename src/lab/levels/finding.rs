//! What the matches have shown so far.

use super::bout::BoutResult;
use super::bouts::text;
use super::rating::{Rating, rate};
use engine::search::Level;
use serde::Serialize;

/// The matches with what they came to, and the ratings of all players.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// The matches.
    pub bouts: Vec<BoutResult>,
    /// The ratings; that of level 0 is 0.
    pub ratings: Vec<Rating>,
}

impl Finding {
    /// What follows from `bouts`.
    pub fn new(bouts: Vec<BoutResult>) -> Self {
        let ratings = rate(&bouts, &text(Level::new(0)));
        Self { bouts, ratings }
    }

    /// The rating of a player, if it has one.
    pub fn rating(&self, player: &str) -> Option<&Rating> {
        self.ratings.iter().find(|it| it.player == player)
    }
}
