//! The real-number model without chance in the tree: exact densities of what a search returns.
//!
//! Two moves a node whose values differ by 1, leaves with a normal error of 1. The densities follow ply
//! by ply on a grid: `f_max` = `f_x` P(y < x) + `f_y` P(x < y), and the same turned for the minimum; the move
//! error is ∫ `f_H`(h) P(L > h) dh, of the better move's value H and the worse one's L. Source: M. Luštrek,
//! "Minimax Pathology and Real-Number Minimax Model".

use super::finding::{Curve, Point, Shape, exact};
use libm::exp;
use std::f64::consts::PI;

/// The distance of the grid's points; the difference of siblings is so many of it.
const STEP: f64 = 0.005;
const SHIFT: usize = 200;
/// Where the grid begins, and how many points it has.
const FIRST: f64 = -12.0;
const COUNT: usize = 6400;

/// The move errors at 1, 2, … plies, computed by another program.
const EXPECTED: [f64; 10] = [
    0.2398, 0.2080, 0.1738, 0.1464, 0.1215, 0.1021, 0.0858, 0.0731, 0.0627, 0.0544,
];

/// How many points of a density are shown, and how far from the true value they reach.
const SHOWN: i32 = 120;
const REACH: f64 = 3.0;

/// What a search of so many plies returns.
#[derive(Clone, Debug)]
pub struct Density {
    plies: u32,
    /// The true value.
    truth: f64,
    /// The density at each point of the grid.
    at: Vec<f64>,
}

/// The densities after 0, 1, … `plies` plies.
pub fn densities(plies: u32) -> Vec<Density> {
    let mut all = vec![Density::of_leaves()];
    for _ in 0..plies {
        all.push(all[all.len() - 1].above());
    }
    all
}

/// The errors that the densities mean; the move error is that of a search whose root's moves have the
/// density one ply lower.
pub fn curve(densities: &[Density]) -> Curve {
    let below = std::iter::once(None).chain(densities.iter().map(Some));
    let points = densities.iter().zip(below).map(|(density, below)| Point {
        depth: density.plies,
        move_error: below.map(|it| exact(it.move_error())),
        position_error: Some(exact(density.position_error())),
    });
    Curve {
        name: "densities".to_owned(),
        points: points.collect(),
        expected: (1..).zip(EXPECTED).collect(),
    }
}

impl Density {
    fn of_leaves() -> Self {
        let normal = |x: f64| exp(-x * x / 2.0) / (2.0 * PI).sqrt();
        Self {
            plies: 0,
            truth: 0.0,
            at: (0..COUNT).map(|place| normal(place_value(place))).collect(),
        }
    }

    /// The same for the sibling whose value is greater by 1.
    fn sibling(&self) -> Vec<f64> {
        let shifted = std::iter::repeat_n(0.0, SHIFT).chain(self.at.iter().copied());
        shifted.take(COUNT).collect()
    }

    /// One ply up: the side that takes the greater value and the other take turns.
    fn above(&self) -> Self {
        let sibling = self.sibling();
        let (own, other) = (below(&self.at), below(&sibling));
        let takes_greater = self.plies.is_multiple_of(2);
        let part = |chance: f64| if takes_greater { chance } else { 1.0 - chance };
        let at = (0..COUNT).map(|i| self.at[i] * part(other[i]) + sibling[i] * part(own[i]));
        Self {
            plies: self.plies + 1,
            truth: self.truth + if takes_greater { 1.0 } else { 0.0 },
            at: at.collect(),
        }
    }

    /// How often the worse of two siblings looks better.
    fn move_error(&self) -> f64 {
        let better = below(&self.sibling());
        // The worse one is above the better one.
        let worse = self.at.iter().zip(better);
        worse.map(|(density, chance)| density * chance * STEP).sum()
    }

    /// How far what is returned is from the truth on average.
    fn position_error(&self) -> f64 {
        let far =
            |(place, density): (usize, &f64)| density * (place_value(place) - self.truth).abs();
        self.at.iter().enumerate().map(far).sum::<f64>() * STEP
    }

    /// The density around the true value.
    pub fn shape(&self) -> Shape {
        let point = |part: i32| {
            let x = REACH * f64::from(part) / f64::from(SHOWN / 2) - REACH;
            [x, self.density(self.truth + x)]
        };
        Shape {
            name: format!("{} plies", self.plies),
            points: (0..=SHOWN).map(point).collect(),
        }
    }

    fn density(&self, value: f64) -> f64 {
        let place = ((value - FIRST) / STEP).round();
        self.at.get(place as usize).copied().unwrap_or(0.0)
    }
}

fn place_value(place: usize) -> f64 {
    FIRST + STEP * place as f64
}

/// The chance to be below each point, of a density at the points.
fn below(density: &[f64]) -> Vec<f64> {
    let sums = density.iter().scan(0.0, |sum, &it| {
        let here = *sum + it * STEP / 2.0;
        *sum += it * STEP;
        Some(here)
    });
    sums.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_move_errors_come_out() {
        let curve = curve(&densities(10));
        for (depth, expected) in (1..).zip(EXPECTED) {
            let error = curve.move_error(depth).unwrap().value;
            assert!((error - expected).abs() < 6e-5, "{depth}: {error}");
        }
    }

    #[test]
    fn every_density_sums_to_one_and_grows_narrower() {
        let all = densities(10);
        for density in &all {
            let sum: f64 = density.at.iter().sum::<f64>() * STEP;
            assert!((sum - 1.0).abs() < 1e-6, "{}: {sum}", density.plies);
        }
        assert!(all[10].density(all[10].truth) > all[2].density(all[2].truth));
    }
}
