//! How scores become results: the curve 1 / (1 + exp(−score / S)), fitted to positions of games.

use super::GamePoints;
use engine::eval::worth::win_chance;
use std::collections::BTreeMap;

/// Scores of positions, and what came of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WinRate {
    /// By score: how many positions, and half points of the side to move.
    points: BTreeMap<i32, [u64; 2]>,
}

impl FromIterator<(i32, [u64; 2])> for WinRate {
    /// From scores in centipawns, each with how many positions have it and how many half points their side to
    /// move has won.
    fn from_iter<T: IntoIterator<Item = (i32, [u64; 2])>>(points: T) -> Self {
        Self {
            points: points.into_iter().collect(),
        }
    }
}

impl WinRate {
    /// Counts a position with a score of `cp` centipawns for a side to which the game brought
    /// `result`.
    pub fn add(&mut self, cp: i32, result: GamePoints) {
        let [count, half_points] = self.points.entry(cp).or_default();
        *count += 1;
        *half_points += result.half_points() as u64;
    }

    /// Counts all positions of `others` too.
    pub fn add_all(&mut self, others: &Self) {
        for (&cp, &[more, points]) in &others.points {
            let [count, half_points] = self.points.entry(cp).or_default();
            *count += more;
            *half_points += points;
        }
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.points.values().map(|[count, _]| count).sum()
    }

    /// The scale S for which the curve comes closest to the results, by least squares over the
    /// positions with scores within ±`reach` centipawns; none without any.
    pub fn scale(&self, reach: i32) -> Option<f64> {
        self.points.range(-reach..=reach).next()?;
        // The error has one minimum: thirds that cannot hold it are cut off.
        let (mut low, mut high) = (1.0, 20_000.0);
        for _ in 0..50 {
            let third = (high - low) / 3.0;
            if self.error(low + third, reach) < self.error(high - third, reach) {
                high -= third;
            } else {
                low += third;
            }
        }
        Some(f64::midpoint(low, high))
    }

    /// The scale S for which the curve gives the results the greatest likelihood. Not finite, or
    /// negative, where results do not follow scores.
    pub fn likeliest_scale(&self) -> f64 {
        // Newton's method on k = 1 / S, in units of 1 / 1000 centipawns; the loss is convex in k.
        let mut k = 0.0;
        for _ in 0..50 {
            let (mut slope, mut curvature) = (0.0, 0.0);
            for (&cp, &[count, half_points]) in &self.points {
                let (score, count) = (f64::from(cp) / 1000.0, count as f64);
                let probability = 1.0 / (1.0 + libm::exp(-k * score));
                slope += score * (count * probability - half_points as f64 / 2.0);
                curvature += score * score * count * probability * (1.0 - probability);
            }
            // A long step from 0 can overshoot; the scale changes by at most half a unit at a time.
            k -= (slope / curvature).clamp(-0.5, 0.5);
        }
        1000.0 / k
    }

    /// The sum of squares for `scale`, less what no scale changes.
    fn error(&self, scale: f64, reach: i32) -> f64 {
        let term = |(&cp, &[count, half_points]): (&i32, &[u64; 2])| {
            let expected = win_chance(cp, scale);
            let count = count as f64;
            count * (expected - half_points as f64 / 2.0 / count).powi(2)
        };
        self.points.range(-reach..=reach).map(term).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A million positions at each score up to `most` either way, whose results follow `scale`.
    fn of_scale(scale: f64, most: i32) -> WinRate {
        let half_points = |cp| (2e6 * win_chance(cp, scale)).round() as u64;
        let points = |cp| (cp, [1_000_000, half_points(cp)]);
        (-most..=most).step_by(10).map(points).collect()
    }

    #[test]
    fn the_scale_is_found_again() {
        for scale in [150.0, 600.0, 1300.0] {
            let curve = of_scale(scale, 3000);
            for found in [curve.scale(3000).unwrap(), curve.likeliest_scale()] {
                assert!((found - scale).abs() < 0.1, "{found}");
            }
        }
    }

    #[test]
    fn without_positions_there_is_no_scale() {
        assert_eq!(WinRate::default().scale(3000), None);
        let mut far = WinRate::default();
        far.add(5000, GamePoints::Win);
        assert_eq!((far.positions(), far.scale(3000)), (1, None));
    }
}
