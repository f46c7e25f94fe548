//! At which ratio of nodes two players are level, from games at several ratios.
//!
//! The first player's expected share of the points falls by a logistic curve with the logarithm of the second
//! player's nodes over its own. Where it falls through one half is wanted, how steeply it falls is not known: both
//! are weighed over a grid by how well they explain the games (a draw is half a win), all values of the grid being
//! equally likely before.

use crate::campaign::Points;
use matches::stats::{Interval, score_of_elo};

/// Places of the grid, in octaves (doublings of the second player's nodes): from −`REACH` to `REACH`.
const REACH: f64 = 6.0;
const STEP: f64 = 0.02;
/// What a doubling may be worth, in Elo.
const SLOPES: [f64; 8] = [60.0, 90.0, 120.0, 160.0, 200.0, 250.0, 300.0, 360.0];

/// Where the players are level, in octaves: the median, and 95 % of what is likely. `games` are the octaves at which
/// they met, with what came of it. None where nothing was played.
pub fn level(games: &[(f64, Points)]) -> Option<Interval> {
    if games.iter().all(|(_, points)| points.games == 0) {
        return None;
    }
    let places = (0..).map(|it| f64::from(it) * STEP - REACH);
    let places: Vec<f64> = places.take_while(|&it| it <= REACH).collect();
    let table: Vec<Vec<f64>> = places
        .iter()
        .map(|&place| SLOPES.map(|slope| likelihood(games, place, slope)).to_vec())
        .collect();
    let most = table.iter().flatten().copied().fold(f64::MIN, f64::max);
    let weights = table
        .iter()
        .map(|row| row.iter().map(|it| (it - most).exp()).sum::<f64>());
    let weights: Vec<f64> = weights.collect();
    let sum: f64 = weights.iter().sum();
    let quantile = |share: f64| {
        let mut rest = share * sum;
        let found = weights.iter().position(|weight| {
            rest -= weight;
            rest <= 0.0
        });
        places[found.unwrap_or(places.len() - 1)]
    };
    Some(Interval {
        low: quantile(0.025),
        value: quantile(0.5),
        high: quantile(0.975),
    })
}

/// The logarithm of how likely `games` are if the players are level at `place` and a doubling is worth `slope`.
fn likelihood(games: &[(f64, Points)], place: f64, slope: f64) -> f64 {
    let one = |(octaves, points): &(f64, Points)| {
        let expected = score_of_elo(slope * (place - octaves));
        let won = points.wins as f64 + points.draws as f64 / 2.0;
        let lost = points.games as f64 - won;
        won * expected.ln() + lost * (1.0 - expected).ln()
    };
    games.iter().map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(wins: u64, losses: u64) -> Points {
        Points {
            games: wins + losses,
            wins,
            losses,
            ..Points::default()
        }
    }

    #[test]
    fn the_level_is_where_the_score_falls_through_a_half() {
        assert_eq!(level(&[(0.0, points(0, 0))]), None);
        let even = level(&[(-1.0, points(50, 50))]).unwrap();
        assert!((even.value + 1.0).abs() < 0.1, "{even:?}");
        let between = level(&[(-2.0, points(15, 5)), (-1.0, points(5, 15))]).unwrap();
        assert!((between.value + 1.5).abs() < 0.1, "{between:?}");
        assert!(between.low > -2.2 && between.high < -0.8, "{between:?}");
    }

    #[test]
    fn games_lost_without_exception_say_only_that_it_lies_lower() {
        let lost = level(&[(0.0, points(0, 20))]).unwrap();
        assert!(lost.high < 0.0 && lost.low < -4.0, "{lost:?}");
    }
}
