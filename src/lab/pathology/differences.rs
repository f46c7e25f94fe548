//! By how much static values differ from a position to the next, in games of this engine.
//!
//! The real-number model takes the difference between the value of a position after a move and that before it,
//! both seen from the side that moves, for normal. Every move of every position of the games counts that is not
//! in check, up to so many.

use engine::eval::{Evaluation, Evaluator};
use engine::shogi::game::Game;
use engine::shogi::{Checks, Move, Position, movegen};
use matches::stats::normal_cdf;
use serde::Serialize;

/// The part that is cut off at each side before the histogram is made.
const CUT: f64 = 0.01;
/// Bars of the histogram.
const BARS: usize = 60;

/// What the differences are like, in centipawns.
#[derive(Clone, Debug, Serialize)]
pub struct Differences {
    pub count: usize,
    /// All of them.
    pub whole: Moments,
    /// Those between the outer hundredths.
    pub middle: Moments,
    /// The least and the greatest of those.
    pub ends: [f64; 2],
    /// By how much the shares below a value differ at most from those of the normal distribution with
    /// the mean and deviation of all.
    pub distance: f64,
    /// Bars of equal width between the ends: the middle of each, and its share of all per centipawn.
    pub bars: Vec<[f64; 2]>,
}

/// The mean and standard deviation of a sample, and higher moments.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Moments {
    pub mean: f64,
    pub deviation: f64,
    /// The third moment, in deviations; 0 of a normal distribution.
    pub skewness: f64,
    /// The fourth moment, in deviations, above that of a normal distribution.
    pub excess: f64,
}

impl Moments {
    fn of(values: &[f64]) -> Self {
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let moment = |power| values.iter().map(|it| (it - mean).powi(power)).sum::<f64>() / count;
        let deviation = moment(2).sqrt();
        Self {
            mean,
            deviation,
            skewness: moment(3) / deviation.powi(3),
            excess: moment(4) / deviation.powi(4) - 3.0,
        }
    }

    /// The density of the normal distribution with this mean and deviation.
    pub fn normal(&self, value: f64) -> f64 {
        let x = (value - self.mean) / self.deviation;
        (-x * x / 2.0).exp() / (self.deviation * (2.0 * std::f64::consts::PI).sqrt())
    }
}

impl Differences {
    /// Those of the first `most` moves in `games`; none if there is no move.
    pub fn of(games: &[Game], evaluation: &Evaluation, most: usize) -> Option<Self> {
        let mut found = Vec::new();
        let mut evaluator = Evaluator::new(evaluation, 1);
        for game in games {
            let mut pos = game.start().clone();
            for &mv in game.moves() {
                if found.len() < most {
                    add(&mut found, &mut pos, &mut evaluator);
                }
                let _ = pos.do_move(mv);
            }
        }
        found.truncate(most);
        Self::of_sorted(&sorted(found))
    }

    fn of_sorted(sorted: &[f64]) -> Option<Self> {
        let cut = (sorted.len() as f64 * CUT) as usize;
        let middle = &sorted[cut..sorted.len() - cut];
        let ends = [*middle.first()?, *middle.last()?];
        let whole = Moments::of(sorted);
        Some(Self {
            count: sorted.len(),
            whole,
            middle: Moments::of(middle),
            ends,
            distance: distance(sorted, &whole),
            bars: bars(sorted, ends),
        })
    }
}

fn sorted(values: Vec<i32>) -> Vec<f64> {
    let mut values: Vec<f64> = values.into_iter().map(f64::from).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Adds the differences of all moves of `pos`, unless it is in check.
fn add(found: &mut Vec<i32>, pos: &mut Position, evaluator: &mut Evaluator) {
    if Checks::of(pos).in_check() {
        return;
    }
    evaluator.start(pos);
    let (side, before) = (pos.side(), evaluator.value(0, pos, pos.side()));
    let moves = movegen::legal_moves(pos);
    for &mv in moves.iter() {
        found.push(after(pos, mv, evaluator, side) - before);
    }
}

/// The static value after `mv`, for the side that moves.
fn after(pos: &mut Position, mv: Move, evaluator: &mut Evaluator, side: shogi_core::Color) -> i32 {
    let undo = pos.do_move(mv);
    evaluator.make(0, pos, mv, undo.captured());
    let value = evaluator.value(1, pos, side);
    pos.undo_move(mv, undo);
    value
}

fn distance(sorted: &[f64], normal: &Moments) -> f64 {
    let count = sorted.len() as f64;
    let apart = sorted.iter().enumerate().map(|(place, value)| {
        let x = (value - normal.mean) / normal.deviation;
        let below = normal_cdf(x);
        (below - place as f64 / count)
            .abs()
            .max((place as f64 + 1.0) / count - below)
    });
    apart.fold(0.0, f64::max)
}

fn bars(sorted: &[f64], [low, high]: [f64; 2]) -> Vec<[f64; 2]> {
    let width = ((high - low) / BARS as f64).max(1.0);
    let bar = |bar: usize| {
        let from = low + width * bar as f64;
        let below = |value: f64| sorted.partition_point(|&it| it < value);
        let count = below(from + width) - below(from);
        let density = count as f64 / (sorted.len() as f64 * width);
        [from + width / 2.0, density]
    };
    (0..BARS).map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathology::trees::{Chance, Steps};
    use base::random::generator;

    fn drawn(steps: Steps) -> Differences {
        let mut chance = Chance::new(generator(1, 1));
        let values = (0..20_000).map(|_| (1000.0 * chance.step(steps, 0)) as i32);
        Differences::of_sorted(&sorted(values.collect())).unwrap()
    }

    #[test]
    fn normal_differences_are_told_from_others() {
        let normal = drawn(Steps::Normal);
        assert!(normal.distance < 0.012, "{}", normal.distance);
        assert!(normal.whole.excess.abs() < 0.15 && normal.whole.skewness.abs() < 0.06);
        assert!((normal.whole.deviation - 1000.0).abs() < 20.0);
        let uniform = drawn(Steps::Uniform);
        assert!(uniform.distance > 0.04 && uniform.whole.excess < -1.0);
    }

    #[test]
    fn the_histogram_holds_all_but_the_outer_hundredths() {
        let differences = drawn(Steps::Normal);
        let [low, high] = differences.ends;
        let width = (high - low) / BARS as f64;
        let share = differences.bars.iter().map(|bar| bar[1]).sum::<f64>() * width;
        assert!((share - 0.98).abs() < 0.002, "{share}");
    }

    #[test]
    fn differences_are_those_of_static_values() {
        let (game, _) = Game::parse("startpos moves 7g7f").unwrap();
        let evaluation = Evaluation::default();
        let found = Differences::of(&[game], &evaluation, 100).unwrap();
        assert_eq!(found.count, 30);
        let mut pos = Position::default();
        let before = evaluation.value(&pos);
        let _ = pos.do_move(engine::shogi::sfen::parse_move("7g7f").unwrap());
        let difference = f64::from(-evaluation.value(&pos) - before);
        assert!(found.ends[0] <= difference && difference <= found.ends[1]);
    }
}
