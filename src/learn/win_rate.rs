//! How scores become results: the curve 1 / (1 + exp(−score / S)), fitted to positions of games.

use matches::stats::GamePoints;
use std::collections::BTreeMap;

/// Scores of positions, and what came of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WinRate {
    /// By score: how many positions, and half points of the side to move.
    points: BTreeMap<i32, (u64, u64)>,
}

impl WinRate {
    /// Counts a position with a score of `cp` centipawns for a side to which the game brought
    /// `result`.
    pub fn add(&mut self, cp: i32, result: GamePoints) {
        let (count, half_points) = self.points.entry(cp).or_default();
        *count += 1;
        *half_points += result.half_points() as u64;
    }

    /// Counts all positions of `others` too.
    pub fn add_all(&mut self, others: &Self) {
        for (&cp, &(more, points)) in &others.points {
            let (count, half_points) = self.points.entry(cp).or_default();
            *count += more;
            *half_points += points;
        }
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.points.values().map(|(count, _)| count).sum()
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

    /// The sum of squares for `scale`, less what no scale changes.
    fn error(&self, scale: f64, reach: i32) -> f64 {
        let term = |(&cp, &(count, half_points)): (&i32, &(u64, u64))| {
            let expected = 1.0 / (1.0 + libm::exp(-f64::from(cp) / scale));
            let count = count as f64;
            count * (expected - half_points as f64 / 2.0 / count).powi(2)
        };
        self.points.range(-reach..=reach).map(term).sum()
    }
}

#[cfg(test)]
impl WinRate {
    /// A million positions at each score up to `most` either way, whose results follow `scale`.
    pub(super) fn of_scale(scale: f64, most: i32) -> Self {
        let share = |cp: i32| 1.0 / (1.0 + libm::exp(-f64::from(cp) / scale));
        let points = |cp| (cp, (1_000_000, (2e6 * share(cp)).round() as u64));
        Self {
            points: (-most..=most).step_by(10).map(points).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_found_again() {
        for scale in [150.0, 600.0, 1300.0] {
            let found = WinRate::of_scale(scale, 3000).scale(3000).unwrap();
            assert!((found - scale).abs() < 0.1, "{found}");
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
