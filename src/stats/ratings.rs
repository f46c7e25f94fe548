//! Joint ratings of several players: logistic maximum likelihood with bootstrap intervals.
//!
//! The ratings are those under which the results of all encounters together are the likeliest if
//! a player scores against another as Elo's formula says; their mean is 0. The intervals come
//! from drawing each encounter's pairs again, with replacement, from those played. A player that
//! scored nothing in an encounter is taken to have scored a thousandth of a point, so that
//! ratings stay finite.

use super::counts::Pentanomial;
use super::sample::Interval;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// What a score of 0 counts as, in points.
const LEAST_POINTS: f64 = 0.001;

/// Newton's method at most so often; ten times is usual.
const MAX_ROUNDS: usize = 200;

/// The longest step of Newton's method, and the shortest that is worth another, in natural
/// logarithms of odds.
const STEPS: [f64; 2] = [1.0, 1e-11];

/// All pairs of games between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The player from whose side the pairs are counted.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// The pairs.
    pub pairs: Pentanomial,
}

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// An encounter names somebody else, or one player twice.
    #[error("encounter {first}-{second}: expected two different players below {players}")]
    Player {
        /// First player.
        first: usize,
        /// Second player.
        second: usize,
        /// How many there are.
        players: usize,
    },
    /// No chain of encounters leads from the first player to this one.
    #[error("player {0} has not met the others: expected encounters that connect all players")]
    Unconnected(usize),
}

/// The Elo ratings of `players` players, numbered from 0, with 95 % intervals (2.5 % and 97.5 %
/// points of `resamples` draws that follow from `seed`; without draws, the ratings themselves).
///
/// # Errors
/// If an encounter names no player, or players are not connected by encounters.
pub fn ratings(
    players: usize,
    encounters: &[Encounter],
    resamples: usize,
    seed: u64,
) -> Result<Vec<Interval>, RatingError> {
    check(players, encounters)?;
    let estimate = fit(players, encounters);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut draws = vec![Vec::with_capacity(resamples); players];
    for _ in 0..resamples {
        let drawn: Vec<_> = encounters.iter().map(|e| resample(e, &mut rng)).collect();
        for (draws, rating) in draws.iter_mut().zip(fit(players, &drawn)) {
            draws.push(rating);
        }
    }
    let intervals = estimate.into_iter().zip(draws);
    Ok(intervals
        .map(|(value, draws)| interval(value, draws))
        .collect())
}

fn check(players: usize, encounters: &[Encounter]) -> Result<(), RatingError> {
    for &Encounter { first, second, .. } in encounters {
        if first >= players || second >= players || first == second {
            return Err(RatingError::Player {
                first,
                second,
                players,
            });
        }
    }
    let mut reached = vec![false; players];
    let mut open: Vec<usize> = (0..players.min(1)).collect();
    while let Some(player) = open.pop() {
        if std::mem::replace(&mut reached[player], true) {
            continue;
        }
        let played = encounters.iter().filter(|e| e.pairs.pairs() > 0);
        open.extend(played.filter_map(|e| match player {
            _ if e.first == player => Some(e.second),
            _ if e.second == player => Some(e.first),
            _ => None,
        }));
    }
    match reached.iter().position(|reached| !reached) {
        Some(player) => Err(RatingError::Unconnected(player)),
        None => Ok(()),
    }
}

/// As many pairs as were played, drawn from them.
fn resample(encounter: &Encounter, rng: &mut Xoshiro256PlusPlus) -> Encounter {
    let played = encounter.pairs;
    let mut drawn = Pentanomial::default();
    for _ in 0..played.pairs() {
        let mut rest = rng.random_range(0..played.pairs());
        for (index, &count) in played.0.iter().enumerate() {
            if rest < count {
                drawn.0[index] += 1;
                break;
            }
            rest -= count;
        }
    }
    Encounter {
        pairs: drawn,
        ..*encounter
    }
}

fn interval(value: f64, mut draws: Vec<f64>) -> Interval {
    draws.sort_by(f64::total_cmp);
    let point = |share: f64| {
        let index = (share * draws.len() as f64) as usize;
        draws.get(index).copied().unwrap_or(value)
    };
    Interval {
        low: point(0.025),
        value,
        high: point(0.975),
    }
}

/// The likeliest ratings in Elo, their mean 0, by Newton's method.
fn fit(players: usize, encounters: &[Encounter]) -> Vec<f64> {
    let [longest, shortest] = STEPS;
    let mut ratings = vec![0.0; players];
    for _ in 0..MAX_ROUNDS {
        let step = solve(equations(&ratings, encounters));
        let length = step.iter().fold(0.0, |length: f64, x| length.max(x.abs()));
        let scale = longest / length.max(longest);
        for (rating, step) in ratings.iter_mut().zip(&step) {
            *rating += scale * step;
        }
        if length < shortest {
            break;
        }
    }
    let mean = ratings.iter().sum::<f64>() / players as f64;
    let elo = 400.0 / std::f64::consts::LN_10;
    ratings.iter().map(|rating| elo * (rating - mean)).collect()
}

/// The linear equations of a Newton step, one row per player, the right side last. The first
/// player stays where it is: only differences matter.
fn equations(ratings: &[f64], encounters: &[Encounter]) -> Vec<Vec<f64>> {
    let players = ratings.len();
    let mut rows = vec![vec![0.0; players + 1]; players];
    for encounter in encounters.iter().filter(|e| e.pairs.pairs() > 0) {
        let (first, second) = (encounter.first, encounter.second);
        let half_points = encounter.pairs.0.iter().zip(0_u64..);
        let points = half_points.map(|(count, half)| count * half).sum::<u64>() as f64 / 2.0;
        let lost = 2.0 * encounter.pairs.pairs() as f64 - points;
        let (points, lost) = (points.max(LEAST_POINTS), lost.max(LEAST_POINTS));
        let expected = 1.0 / (1.0 + (ratings[second] - ratings[first]).exp());
        let surplus = points - (points + lost) * expected;
        let weight = (points + lost) * expected * (1.0 - expected);
        for (one, other, surplus) in [(first, second, surplus), (second, first, -surplus)] {
            rows[one][one] += weight;
            rows[one][other] -= weight;
            rows[one][players] += surplus;
        }
    }
    if let Some(first) = rows.first_mut() {
        first.fill(0.0);
        first[0] = 1.0;
    }
    rows
}

/// Solves linear equations by elimination. Those of connected players are positive definite, so
/// no pivot is 0.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let size = rows.len();
    for pivot in 0..size {
        let (above, below) = rows.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for row in below {
            let factor = row[pivot] / pivot_row[pivot];
            for (value, subtrahend) in row.iter_mut().zip(pivot_row).skip(pivot) {
                *value -= factor * subtrahend;
            }
        }
    }
    let mut solution = vec![0.0; size];
    for index in (0..size).rev() {
        let row = &rows[index];
        let known: f64 = (index + 1..size)
            .map(|column| row[column] * solution[column])
            .sum();
        solution[index] = (row[size] - known) / row[index];
    }
    solution
}
