//! The figures of Rollason's article on negative plausibility (AI Factory, 2007): from wins and
//! losses alone, how likely the first player is the better one, and between which shares of wins
//! its true one lies.
//!
//! All true shares are taken for equally likely beforehand, so that after the games they follow
//! Beta(wins + 1, losses + 1). The article's 268 wins of 474 give 0.998 and 52.0–60.9 % at 95 %.

use super::numeric::{beta_cdf, root_of_falling};

/// The levels at which the article gives ranges.
pub const LEVELS: [f64; 4] = [0.50, 0.67, 0.95, 0.99];

/// The probability, 0–1, that the first player wins more than half of the decided games in the
/// long run.
pub fn probability_better(wins: u64, losses: u64) -> f64 {
    // P(share > ½) is P(share < ½) with the sides exchanged.
    beta_cdf(losses as f64 + 1.0, wins as f64 + 1.0, 0.5)
}

/// The range, 0–1, in which the true share of wins lies with probability `level` (0–1), as
/// probably below as above it.
pub fn win_share(wins: u64, losses: u64, level: f64) -> [f64; 2] {
    let (a, b) = (wins as f64 + 1.0, losses as f64 + 1.0);
    let tail = (1.0 - level) / 2.0;
    [tail, 1.0 - tail]
        .map(|probability| root_of_falling(0.0, 1.0, |share| probability - beta_cdf(a, b, share)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_article_of_2007() {
        assert_eq!(format!("{:.3}", probability_better(268, 206)), "0.998");
        let [low, high] = win_share(268, 206, 0.95).map(|share| 100.0 * share);
        assert_eq!(format!("{low:.1}–{high:.1} %"), "52.0–60.9 %");
    }

    #[test]
    fn sides_are_symmetric_and_levels_nested() {
        assert!((probability_better(0, 0) - 0.5).abs() < 1e-12);
        for (wins, losses) in [(0, 3), (10, 10), (268, 206), (50_000, 49_000)] {
            let sum = probability_better(wins, losses) + probability_better(losses, wins);
            assert!((sum - 1.0).abs() < 1e-9);
            let ranges = LEVELS.map(|level| win_share(wins, losses, level));
            for (level, [low, high]) in LEVELS.iter().zip(ranges) {
                let [from, to] = win_share(losses, wins, *level);
                assert!((low + to - 1.0).abs() < 1e-9 && (high + from - 1.0).abs() < 1e-9);
            }
            assert!(
                ranges
                    .windows(2)
                    .all(|two| two[1][0] < two[0][0] && two[0][1] < two[1][1])
            );
        }
    }
}
