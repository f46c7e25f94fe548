//! What is added to the static values of a level: noise that follows from the position and a seed.
//!
//! Each move of a game has noise of its own. With the same for a whole game, weak levels loved the same
//! positions again and again, and drew up to three of four games by repetition.
//!
//! What must hold: without noise a value costs one comparison more; within a search the same position has
//! the same noise, and the table is asked only for what was stored under it ([`Noise::salt`]), so that the
//! table never contradicts the evaluation.

use super::worker::far_from_mate;
use crate::shogi::position::mixed;

/// The standard deviation of the sum of four whole numbers drawn evenly from 0 to 65,535.
const SPREAD: i64 = 37_837;
/// Their mean sum.
const MEAN: i64 = 131_070;

/// Noise on static values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noise {
    /// Its standard deviation in centipawns; 0 for none.
    pub amount: i32,
    /// What it follows from beside the position.
    pub seed: u64,
}

impl Noise {
    /// The noise for the move after `plies` moves of a game.
    pub fn at_move(self, plies: usize) -> Self {
        Self {
            seed: mixed(self.seed.wrapping_add(plies as u64)),
            ..self
        }
    }

    /// What the keys of the table are mixed with; 0 without noise.
    #[inline]
    pub fn salt(self) -> u64 {
        if self.amount == 0 { 0 } else { self.seed }
    }

    /// `value`, a static value of the position with this key, with its noise; far from a mate.
    #[inline]
    pub fn on(self, value: i32, key: u64) -> i32 {
        if self.amount == 0 {
            value
        } else {
            far_from_mate(value + self.of(key))
        }
    }

    /// The noise of the position with this key, at most three and a half times the amount. Four even
    /// draws make nearly a normal distribution.
    fn of(self, key: u64) -> i32 {
        let bits = mixed(key ^ self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let sum: u64 = (0..4).map(|place| bits >> (16 * place) & 0xFFFF).sum();
        ((sum as i64 - MEAN) * i64::from(self.amount) / SPREAD) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::LONGEST_MATE;

    #[test]
    fn noise_has_the_mean_and_the_spread_that_are_asked_for() {
        let noise = Noise {
            amount: 200,
            seed: 5,
        };
        let drawn: Vec<f64> = (0..20_000_u64)
            .map(|key| f64::from(noise.of(key)))
            .collect();
        let count = drawn.len() as f64;
        let mean = drawn.iter().sum::<f64>() / count;
        let spread = drawn.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / count;
        assert!(mean.abs() < 6.0, "{mean}");
        assert!((spread.sqrt() - 200.0).abs() < 6.0, "{spread}");
    }

    #[test]
    fn noise_follows_from_position_and_seed_and_makes_no_mate() {
        let noise = |amount, seed| Noise { amount, seed };
        assert_eq!(noise(300, 1).on(50, 9), noise(300, 1).on(50, 9));
        assert_ne!(noise(300, 1).on(50, 9), noise(300, 2).on(50, 9));
        assert_ne!(noise(300, 1).on(50, 9), noise(300, 1).on(50, 8));
        assert_eq!(noise(0, 1).on(50, 9), 50);
        assert_ne!(
            noise(300, 1).at_move(8).on(50, 9),
            noise(300, 1).at_move(9).on(50, 9)
        );
        assert_eq!(noise(0, 1).salt(), 0);
        let most = LONGEST_MATE - 1;
        assert!((0..99).all(|key| noise(5000, 1).on(most, key).abs() <= most));
    }
}
