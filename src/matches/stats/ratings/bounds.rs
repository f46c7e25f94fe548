//! Where players stand that have lost all against a group, or won all: at most, or at least.
//!
//! As the likeliest rating makes the expected points those that were scored, the bound makes them
//! those that a shut-out of as many pairs leaves within its 95 % interval ([`Sample::score`]). The
//! opponents stand where they are the likeliest, or at bounds of their own.

use super::order::{Order, Side};
use super::{Encounter, fit, within};
use crate::stats::counts::Pentanomial;
use crate::stats::numeric::root_of_falling;
use crate::stats::sample::{Sample, score_of_elo};
use std::collections::BTreeMap;

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
        let expected = met
            .iter()
            .map(|&(pairs, lead)| pairs as f64 * score_of_elo(lead + shift));
        wanted - expected.sum::<f64>()
    });
    placed.extend(
        members
            .iter()
            .zip(offsets)
            .map(|(&it, offset)| (it, offset + shift)),
    );
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
