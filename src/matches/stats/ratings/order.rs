//! Whose ratings can be told apart from whose, and in which direction: who has scored against whom,
//! perhaps over a chain of encounters. And where players stand that have lost all against a group, or won
//! all: at most, or at least.
//!
//! As the likeliest rating makes the expected points those that were scored, the bound makes them
//! those that a shut-out of as many pairs leaves within its 95 % interval ([`Sample::score`]). The
//! opponents stand where they are the likeliest, or at bounds of their own.

use super::{Encounter, fit, within};
use crate::stats::counts::Pentanomial;
use crate::stats::sample::{Sample, root_of_falling, score_of_elo};
use std::cmp::Reverse;
use std::collections::BTreeMap;

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

/// Ratings are within this many Elo of 0.
const LIMIT: f64 = 100_000.0;

/// The ratings `known`, those of the group of `one`, and the bounds of all above or below it.
pub fn bounds(
    order: &Order,
    one: usize,
    known: BTreeMap<usize, f64>,
    encounters: &[Encounter],
) -> BTreeMap<usize, f64> {
    let mut placed = known;
    for (side, between) in [(Side::Below, Side::Above), (Side::Above, Side::Below)] {
        let mut players: Vec<usize> = (0..order.players()).collect();
        players.retain(|&it| order.side(it, one) == Some(side));
        // Opponents on the way to the group come first.
        players.sort_by_key(|&it| order.count(it, between));
        for player in players {
            if !placed.contains_key(&player) {
                place(&order.group(player), side, &mut placed, encounters);
            }
        }
    }
    placed
}

/// Puts `members` of a group as near as they may be to those placed, all of whom they lost to or
/// won against.
fn place(
    members: &[usize],
    side: Side,
    placed: &mut BTreeMap<usize, f64>,
    encounters: &[Encounter],
) {
    let offsets = fit(members.len(), &within(members, encounters));
    let offset = |player| {
        let place = members.iter().position(|&it| it == player)?;
        offsets.get(place).copied()
    };
    let met = encounters.iter().filter_map(|e| {
        let one_way = offset(e.first).zip(placed.get(&e.second));
        let (ours, theirs) = one_way.or_else(|| offset(e.second).zip(placed.get(&e.first)))?;
        Some((e.pairs.pairs(), ours - theirs))
    });
    let met: Vec<(u64, f64)> = met.collect();
    let pairs = met.iter().map(|(pairs, _)| pairs).sum();
    let wanted = nearest_score(pairs, side) * pairs as f64;
    let shift = root_of_falling(-LIMIT, LIMIT, |shift| {
        let points = |&(pairs, lead): &(u64, f64)| pairs as f64 * score_of_elo(lead + shift);
        wanted - met.iter().map(points).sum::<f64>()
    });
    let ratings = offsets.iter().map(|offset| offset + shift);
    placed.extend(members.iter().copied().zip(ratings));
}

/// The end of the interval of a shut-out that is nearer to level play.
fn nearest_score(pairs: u64, side: Side) -> f64 {
    let lost = Pentanomial([pairs, 0, 0, 0, 0]);
    let high = Sample::from(&lost).score().map_or(0.5, |score| score.high);
    if side == Side::Below {
        high
    } else {
        1.0 - high
    }
}
