//! Which value each factor has in which match: a saturated two-level design.
//!
//! What must hold: each column has as many matches with the one sign as with the other, and any
//! two columns agree in half of the matches, so that what one factor does cancels in the estimate
//! of every other.

use engine::random::generator;
use rand::RngExt;
use rand::seq::SliceRandom;
use std::array;

/// The matches of a screening: the order of the Hadamard matrix.
pub const MATCHES: usize = 32;

/// Factors that can be told apart: the matrix's columns without the constant one.
pub const MOST_FACTORS: usize = MATCHES - 1;

/// For each factor the sign, +1 or −1, that it has in each match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design(Vec<[i8; MATCHES]>);

impl Design {
    /// Columns for so many factors, up to [`MOST_FACTORS`], of Sylvester's matrix, whose entry in
    /// row i and column j is −1 to the number of bits that i and j share. Which columns, and
    /// whether their signs are reversed, follows from `seed`.
    pub fn new(factors: usize, seed: u64) -> Self {
        let mut random = generator(seed, 0);
        let mut columns: Vec<usize> = (1..MATCHES).collect();
        columns.shuffle(&mut random);
        let columns = columns.into_iter().take(factors).map(|column| {
            let is_reversed: bool = random.random();
            array::from_fn(|row| {
                let is_odd = (row & column).count_ones() % 2 == 1;
                if is_odd == is_reversed { 1 } else { -1 }
            })
        });
        Self(columns.collect())
    }

    /// The signs of each factor, match by match.
    pub fn columns(&self) -> impl Iterator<Item = &[i8; MATCHES]> {
        self.0.iter()
    }

    /// For each factor whether its sign in match `row`, from 0, is +1.
    pub fn row(&self, row: usize) -> impl Iterator<Item = bool> {
        self.0.iter().map(move |column| column[row] > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(one: &[i8; MATCHES], other: &[i8; MATCHES]) -> i32 {
        let products = one.iter().zip(other).map(|(one, other)| one * other);
        products.map(i32::from).sum()
    }

    #[test]
    fn columns_are_balanced_and_orthogonal_whatever_the_seed() {
        for seed in [0, 1, 2, 77, u64::MAX] {
            let design = Design::new(MOST_FACTORS, seed);
            let columns: Vec<_> = design.columns().collect();
            assert_eq!(columns.len(), MOST_FACTORS);
            for (index, column) in columns.iter().enumerate() {
                assert_eq!(product(column, &[1; MATCHES]), 0, "seed {seed}");
                assert_eq!(product(column, column), MATCHES as i32);
                for other in &columns[..index] {
                    assert_eq!(product(column, other), 0, "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn the_seed_decides_columns_and_signs() {
        assert_eq!(Design::new(5, 1), Design::new(5, 1));
        assert_ne!(Design::new(5, 1), Design::new(5, 2));
        let firsts: Vec<_> = Design::new(MOST_FACTORS, 3).row(0).collect();
        assert!(firsts.contains(&true) && firsts.contains(&false));
    }
}
