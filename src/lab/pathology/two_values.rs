//! The two-value model: positions are won or lost, and searching deeper makes it worse.
//!
//! A position is lost with chance k for the side to move; a leaf is lost and taken for won with chance p of
//! the lost, won and taken for lost with chance q of the won. One ply up, after M. Luštrek, "Minimax
//! Pathology and Real-Number Minimax Model" (going back to D. Nau and D. Beal, 1980):
//!
//! - k' = (1 − k)^b: a position is lost if all b moves lead to positions won for the opponent;
//! - p' = 1 − (1 − q)^b: it is then taken for won if one of them is taken for lost;
//! - q' = Σ C(b, j) k^j (1 − k)^(b − j) p^j (1 − q)^(b − j) / (1 − k'), j from 1 to b: it is won and taken for
//!   lost if all of the j lost ones are taken for won and all others for what they are.
//!
//! The root's k is a half, and those below follow by inverting the first line.

use super::{Curve, ErrorCurves, Panel, Point, exact};

/// The chance that the root is lost.
const ROOT: f64 = 0.5;

/// The chance of either error at a leaf, as in the numbers below.
const ERROR: f64 = 0.1;

/// Depths with the position errors that another program computed, for so many moves a position.
fn expected(branching: u32) -> &'static [(u32, f64)] {
    match branching {
        2 => &[
            (0, 0.1),
            (1, 0.1331),
            (2, 0.1406),
            (4, 0.1920),
            (6, 0.2516),
            (8, 0.3147),
            (10, 0.3752),
        ],
        5 => &[(6, 0.4959)],
        _ => &[],
    }
}

/// The errors up to `depth`, a curve for each number of moves of a position.
pub fn run(branchings: &[u32], depth: u32) -> ErrorCurves {
    let curves = branchings.iter().map(|&b| curve(b, depth)).collect();
    let title = format!(
        "Two values, the root even: position error p k + q (1 - k); leaves p = q = {ERROR}"
    );
    let remarks = [
        "Both errors go to 0.5: here a deeper search knows less.",
        "The move error, for b = 2, is (p + q) / 2 of the root's moves, of which one is right.",
    ];
    ErrorCurves {
        title,
        remarks: remarks.map(str::to_owned).into(),
        panels: vec![Panel {
            title: "two values".to_owned(),
            curves,
        }],
        ..ErrorCurves::default()
    }
}

fn curve(branching: u32, depth: u32) -> Curve {
    Curve {
        name: format!("b = {branching}"),
        points: (0..=depth).map(|depth| point(branching, depth)).collect(),
        expected: expected(branching).to_vec(),
    }
}

fn point(branching: u32, depth: u32) -> Point {
    let levels = levels(branching, depth);
    let root = levels[levels.len() - 1];
    let below = levels.len().checked_sub(2).map(|place| levels[place]);
    Point {
        depth,
        move_error: below
            .filter(|_| branching == 2)
            .map(|level| exact(f64::midpoint(level.p, level.q))),
        position_error: Some(exact(root.p * root.k + root.q * (1.0 - root.k))),
    }
}

/// The chances at a ply: that a position is lost, and of the two errors.
#[derive(Clone, Copy, Debug)]
struct Level {
    k: f64,
    p: f64,
    q: f64,
}

/// The plies from the leaves to the root.
fn levels(branching: u32, depth: u32) -> Vec<Level> {
    let mut lost = vec![ROOT];
    for _ in 0..depth {
        let above = lost[lost.len() - 1];
        lost.push(1.0 - above.powf(1.0 / f64::from(branching)));
    }
    let leaves = Level {
        k: lost[depth as usize],
        p: ERROR,
        q: ERROR,
    };
    let above = lost.iter().rev().skip(1);
    let levels = above.scan(leaves, |level, &k| {
        *level = level.above(branching, k);
        Some(*level)
    });
    std::iter::once(leaves).chain(levels).collect()
}

impl Level {
    /// The ply above, where a position is lost with chance `k`.
    fn above(self, branching: u32, k: f64) -> Self {
        let ways = (1..=branching).map(|lost| {
            let (j, others) = (lost as i32, (branching - lost) as i32);
            let so_many = choose(branching, lost) * self.k.powi(j) * (1.0 - self.k).powi(others);
            so_many * self.p.powi(j) * (1.0 - self.q).powi(others)
        });
        Self {
            k,
            p: 1.0 - (1.0 - self.q).powi(branching as i32),
            q: ways.sum::<f64>() / (1.0 - k),
        }
    }
}

/// In how many ways `part` of `all` can be chosen.
fn choose(all: u32, part: u32) -> f64 {
    let factors = (1..=part).map(|it| f64::from(all - part + it) / f64::from(it));
    factors.product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(branching: u32, depth: u32) -> f64 {
        point(branching, depth).position_error.unwrap().value
    }

    #[test]
    fn the_expected_errors_come_out() {
        for branching in [2, 5] {
            for &(depth, expected) in expected(branching) {
                let error = error(branching, depth);
                assert!(
                    (error - expected).abs() < 5e-5,
                    "{branching}, {depth}: {error}"
                );
            }
        }
    }

    #[test]
    fn the_share_of_lost_positions_holds_from_ply_to_ply() {
        for pair in levels(3, 6).windows(2) {
            assert!((pair[1].k - (1.0 - pair[0].k).powi(3)).abs() < 1e-12);
        }
        assert_eq!(choose(5, 2).round() as i32, 10);
    }

    #[test]
    fn both_errors_go_to_a_half() {
        let last = point(2, 60);
        for error in [last.position_error, last.move_error] {
            assert!((error.unwrap().value - 0.5).abs() < 0.01);
        }
        assert!(point(5, 3).move_error.is_none());
    }
}
