//! Ratings of all players of the matches together.

use super::bout::BoutResult;
use matches::stats::ratings::{Encounter, ratings};
use matches::stats::{Interval, Pentanomial};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Draws for the intervals, and what they follow from.
const RESAMPLES: usize = 200;
const SEED: u64 = 1;

/// What a player is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Its text.
    pub player: String,
    /// Its Elo; the first player of all has 0. `None` where it lost or won all.
    pub elo: Option<f64>,
    /// The ends of its 95 % interval; `None` where there is no end.
    pub interval: [Option<f64>; 2],
}

/// The ratings of those that a chain of games connects with `first`, whose Elo is 0.
pub fn rate(results: &[BoutResult], first: &str) -> Vec<Rating> {
    let players = connected(results, first);
    let place = |text: &str| players.iter().position(|it| it == text);
    let encounters: Vec<Encounter> = results
        .iter()
        .filter(|it| it.games > 0)
        .filter_map(|it| {
            let [one, other] = it.players.each_ref().map(|text| place(text));
            Some(Encounter {
                first: one?,
                second: other?,
                pairs: Pentanomial(it.pairs),
            })
        })
        .collect();
    let Ok(rated) = ratings(players.len(), &encounters, Some(0), RESAMPLES, SEED) else {
        return Vec::new();
    };
    let zero = rated.first().map_or(0.0, |it| it.value);
    let rated = players.into_iter().zip(rated);
    rated
        .map(|(player, Interval { low, value, high })| Rating {
            player,
            elo: finite(value - zero),
            interval: [low, high].map(|end| finite(end - zero)),
        })
        .collect()
}

fn finite(elo: f64) -> Option<f64> {
    elo.is_finite().then_some(elo)
}

/// Who is connected with `first`, who comes first.
fn connected(results: &[BoutResult], first: &str) -> Vec<String> {
    let mut found = vec![first.to_owned()];
    let mut seen = BTreeSet::from([first]);
    let mut next = 0;
    while let Some(player) = found.get(next).cloned() {
        next += 1;
        for it in results.iter().filter(|it| it.games > 0) {
            let [one, other] = it.players.each_ref().map(String::as_str);
            let met = match player.as_str() {
                it if it == one => other,
                it if it == other => one,
                _ => continue,
            };
            if seen.insert(met) {
                found.push(met.to_owned());
            }
        }
    }
    found
}
