//! What a match says: wins, losses, draws, Elo and its error.
//!
//! Both games of an opening depend on each other, so the error is computed from the results of
//! pairs (the pentanomial model; spec `matches.md`).

use std::fmt;

/// The normal deviate that leaves 2.5 % on either side.
const Z_95: f64 = 1.959_963_984_540_054;

/// Results from the first player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Pairs by their half points, 0–4.
    pub pairs: [u64; 5],
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// The estimate.
    pub value: f64,
    /// Upper end.
    pub high: f64,
}

impl Tally {
    /// Adds the half points (0, 1, 2) of both games of a pair.
    pub fn add_pair(&mut self, points: [u32; 2]) {
        for points in points {
            match points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[(points[0] + points[1]).min(4) as usize] += 1;
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The share of points won, 0–1, with its interval.
    pub fn score(&self) -> Interval {
        let count = self.pairs.iter().sum::<u64>().max(1) as f64;
        let mean_of = |f: &dyn Fn(f64) -> f64| {
            let sum: f64 = self
                .pairs
                .iter()
                .enumerate()
                .map(|(points, &pairs)| f(points as f64 / 4.0) * pairs as f64)
                .sum();
            sum / count
        };
        let value = mean_of(&|score| score);
        let variance = mean_of(&|score| (score - value) * (score - value));
        let error = Z_95 * (variance / count).sqrt();
        Interval {
            low: value - error,
            value,
            high: value + error,
        }
    }

    /// The difference in Elo that the score means, with its interval; infinite at 0 and 100 %.
    pub fn elo(&self) -> Interval {
        let score = self.score();
        Interval {
            low: elo(score.low),
            value: elo(score.value),
            high: elo(score.high),
        }
    }
}

/// The Elo difference at which a share of points is expected.
fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, elo) = (self.score(), self.elo());
        write!(
            f,
            "A scores {:.1} % ({} wins, {} losses, {} draws): Elo {:+.0} (95 %: {:+.0} to {:+.0})",
            100.0 * score.value,
            self.wins,
            self.losses,
            self.draws,
            elo.value,
            elo.low,
            elo.high
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally {
            pairs,
            ..Tally::default()
        }
    }

    #[test]
    fn an_even_match_is_zero_elo() {
        let even = tally([10, 20, 40, 20, 10]);
        assert!(even.elo().value.abs() < 1e-9);
        let (low, high) = (even.elo().low, even.elo().high);
        assert!((low + high).abs() < 1e-9 && low < -1.0);
    }

    #[test]
    fn three_quarters_are_191_elo() {
        // Half the pairs 2:0, half 1:1: the variance of a pair's score is 1/16.
        let strong = tally([0, 0, 50, 0, 50]);
        assert!((strong.elo().value - 190.85).abs() < 0.01);
        let error = 1.959_964 * (0.0625_f64 / 100.0).sqrt();
        assert!((strong.score().high - 0.75 - error).abs() < 1e-6);
    }

    #[test]
    fn games_are_counted_by_result() {
        let mut result = Tally::default();
        result.add_pair([2, 0]);
        result.add_pair([1, 2]);
        assert_eq!((result.wins, result.losses, result.draws), (2, 1, 1));
        assert_eq!(result.pairs, [0, 0, 1, 1, 0]);
    }
}
