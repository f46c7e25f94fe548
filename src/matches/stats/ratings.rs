//! Joint ratings of several players: logistic maximum likelihood with bootstrap intervals.
//!
//! The ratings are those under which the results of all encounters together are the likeliest if
//! a player scores against another as Elo's formula says; their mean is 0. The intervals come
//! from drawing each encounter's pairs again, with replacement, from those played.
//!
//! Such ratings exist among players each of whom has scored against the others, perhaps over a chain
//! of encounters: a group. Who lost all against a group, or won all, has none; there `order::bounds` says
//! where it is at most, or at least.

mod order;

use self::order::{Order, Side};
use super::counts::Pentanomial;
use super::sample::Interval;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Newton's method at most so often; ten times is usual.
const MAX_ROUNDS: usize = 200;

/// The longest step of Newton's method, and the shortest that is worth another, in natural
/// logarithms of odds.
const STEPS: [f64; 2] = [1.0, 1e-11];

/// Elo of one natural logarithm of odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

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

impl Encounter {
    /// Points of the first player and of the second.
    fn points(&self) -> [f64; 2] {
        let half_points = self.pairs.0.iter().zip(0_u64..);
        let first = half_points.map(|(count, half)| count * half).sum::<u64>() as f64 / 2.0;
        [first, 2.0 * self.pairs.pairs() as f64 - first]
    }
}

/// The Elo ratings of `players` players, numbered from 0, with 95 % intervals (2.5 % and 97.5 %
/// points of `resamples` draws that follow from `seed`; without draws, the ratings themselves).
///
/// The mean of the finite ratings is 0. They are those of the group of `anchor`, or else of the
/// largest. The rating of a player above or below that group is infinite, with one finite end; with
/// none where nothing says on which side it is.
///
/// # Errors
/// If an encounter names no player, or players are not connected by encounters.
pub fn ratings(
    players: usize,
    encounters: &[Encounter],
    anchor: Option<usize>,
    resamples: usize,
    seed: u64,
) -> Result<Vec<Interval>, RatingError> {
    check(players, encounters)?;
    let order = Order::new(players, encounters);
    let core = match anchor.filter(|&it| it < players) {
        Some(anchor) => order.group(anchor),
        None => order.largest_group(),
    };
    let Some(&one) = core.first() else {
        return Ok(Vec::new());
    };
    let inner = within(&core, encounters);
    let estimate = fit(core.len(), &inner);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut draws = vec![Vec::with_capacity(resamples); core.len()];
    for _ in 0..resamples {
        let drawn: Vec<_> = inner.iter().map(|e| resample(e, &mut rng)).collect();
        for (draws, rating) in draws.iter_mut().zip(fit_draw(&estimate, &drawn)) {
            draws.extend(rating);
        }
    }
    let known = core.iter().copied().zip(estimate.iter().copied()).collect();
    let bounds = order::bounds(&order, one, known, encounters);
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    let beside = |player| match (order.side(player, one), bounds.get(&player)) {
        (Some(Side::Above), Some(&bound)) => ends(bound, high, high),
        (Some(Side::Below), Some(&bound)) => ends(low, low, bound),
        _ => ends(low, low, high),
    };
    let mut ratings: Vec<Interval> = (0..players).map(beside).collect();
    for ((&player, value), draws) in core.iter().zip(estimate).zip(draws) {
        ratings[player] = interval(value, draws);
    }
    Ok(ratings)
}

fn ends(low: f64, value: f64, high: f64) -> Interval {
    Interval { low, value, high }
}

/// The encounters among `members`, who are numbered anew in their order.
fn within(members: &[usize], encounters: &[Encounter]) -> Vec<Encounter> {
    let number = |player| members.iter().position(|&it| it == player);
    let inner = encounters.iter().filter_map(|&encounter| {
        Some(Encounter {
            first: number(encounter.first)?,
            second: number(encounter.second)?,
            ..encounter
        })
    });
    inner.collect()
}

/// The ratings by encounters that were drawn. Where these leave no group of all players, those outside
/// the greater part of them are infinite, or have none if that cannot be told; the rest keep the
/// mean that they have in `estimate`.
fn fit_draw(estimate: &[f64], drawn: &[Encounter]) -> Vec<Option<f64>> {
    let players = estimate.len();
    let scored = |e: &Encounter| e.points().iter().all(|&points| points > 0.0);
    if drawn.iter().all(scored) {
        return fit(players, drawn).into_iter().map(Some).collect();
    }
    let order = Order::new(players, drawn);
    let group = order.largest_group();
    if 2 * group.len() <= players {
        return (0..players).map(|it| order.extreme(it)).collect();
    }
    let mean = group.iter().map(|&it| estimate[it]).sum::<f64>() / group.len() as f64;
    let mut ratings: Vec<_> = (0..players)
        .map(|it| order.side(it, group[0]).map(Side::infinity))
        .collect();
    for (&player, rating) in group.iter().zip(fit(group.len(), &within(&group, drawn))) {
        ratings[player] = Some(mean + rating);
    }
    ratings
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
    ends(point(0.025), value, point(0.975))
}

/// The likeliest ratings in Elo of a group, their mean 0, by Newton's method.
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
    ratings.iter().map(|rating| ELO * (rating - mean)).collect()
}

/// The linear equations of a Newton step, one row per player, the right side last. The first
/// player stays where it is: only differences matter.
fn equations(ratings: &[f64], encounters: &[Encounter]) -> Vec<Vec<f64>> {
    let players = ratings.len();
    let mut rows = vec![vec![0.0; players + 1]; players];
    for encounter in encounters.iter().filter(|e| e.pairs.pairs() > 0) {
        let (first, second) = (encounter.first, encounter.second);
        let [points, lost] = encounter.points();
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
        let known = (index + 1..size).map(|column| row[column] * solution[column]);
        solution[index] = (row[size] - known.sum::<f64>()) / row[index];
    }
    solution
}
