//! Who has scored against whom, perhaps over a chain of encounters: whose ratings can be told apart
//! from whose, and in which direction.

use super::Encounter;
use std::cmp::Reverse;

/// Where a player stands beside a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Who has won all.
    Above,
    /// One of the group.
    Level,
    /// Who has lost all.
    Below,
}

impl Side {
    /// The likeliest rating beside that of a group, as far as it follows from the side.
    pub fn infinity(self) -> f64 {
        match self {
            Self::Above => f64::INFINITY,
            Self::Level => 0.0,
            Self::Below => f64::NEG_INFINITY,
        }
    }
}

/// By player: against whom it has scored, over chains too, and always against itself.
pub struct Order(Vec<Vec<bool>>);

impl Order {
    /// The order that `encounters` of so many `players` say.
    pub fn new(players: usize, encounters: &[Encounter]) -> Self {
        let mut scored = vec![vec![false; players]; players];
        for (player, row) in scored.iter_mut().enumerate() {
            row[player] = true;
        }
        for encounter in encounters {
            let [first, second] = encounter.points();
            scored[encounter.first][encounter.second] |= first > 0.0;
            scored[encounter.second][encounter.first] |= second > 0.0;
        }
        for between in 0..players {
            let beaten = scored[between].clone();
            for row in scored.iter_mut().filter(|row| row[between]) {
                for (has, more) in row.iter_mut().zip(&beaten) {
                    *has |= more;
                }
            }
        }
        Self(scored)
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.0.len()
    }

    /// Where `player` stands beside the group of `other`; `None` where nothing says so.
    pub fn side(&self, player: usize, other: usize) -> Option<Side> {
        match (self.0[player][other], self.0[other][player]) {
            (true, true) => Some(Side::Level),
            (true, false) => Some(Side::Above),
            (false, true) => Some(Side::Below),
            (false, false) => None,
        }
    }

    /// All players of the group of `player`, in their order.
    pub fn group(&self, player: usize) -> Vec<usize> {
        let is_level = |&other: &usize| self.side(other, player) == Some(Side::Level);
        (0..self.0.len()).filter(is_level).collect()
    }

    /// The largest group; of several, that which can be compared with the most players, and has as many
    /// above as below.
    pub fn largest_group(&self) -> Vec<usize> {
        let rank = |&player: &usize| {
            let [above, below] = [Side::Above, Side::Below].map(|side| self.count(player, side));
            let level = self.count(player, Side::Level);
            (
                level,
                level + above + below,
                Reverse(above.abs_diff(below)),
                Reverse(player),
            )
        };
        let player = (0..self.0.len()).max_by_key(rank);
        player.map_or_else(Vec::new, |player| self.group(player))
    }

    /// How many players stand at `side` of the group of `player`.
    pub fn count(&self, player: usize, side: Side) -> usize {
        let stands = |&other: &usize| self.side(other, player) == Some(side);
        (0..self.0.len()).filter(stands).count()
    }

    /// The infinite rating of a `player` that others are only above, or only below.
    pub fn extreme(&self, player: usize) -> Option<f64> {
        match [Side::Above, Side::Below].map(|side| self.count(player, side)) {
            [0, 0] => None,
            [0, _] => Some(f64::INFINITY),
            [_, 0] => Some(f64::NEG_INFINITY),
            _ => None,
        }
    }
}
