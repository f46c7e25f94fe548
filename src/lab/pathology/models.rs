//! The real-number model: random trees of several kinds; and, without chance in the tree, the exact densities of
//! what a search returns.
//!
//! The densities: two moves a node whose values differ by 1, leaves with a normal error of 1. They follow ply by
//! ply on a grid: `f_max` = `f_x` P(y < x) + `f_y` P(x < y), and the same turned for the minimum; the move
//! error is ∫ `f_H`(h) P(L > h) dh, of the better move's value H and the worse one's L. Source: M. Luštrek,
//! "Minimax Pathology and Real-Number Minimax Model".

use super::trees::{Model, Series, Steps, grow};
use super::{Curve, ErrorCurves, Panel, Point, Shape, exact};

use crate::LabError;
use base::progress::Screen;
use base::work::Workers;
use libm::exp;
use std::f64::consts::PI;
use std::path::PathBuf;

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
pub(super) struct Density {
    plies: u32,
    /// The true value.
    truth: f64,
    /// The density at each point of the grid.
    at: Vec<f64>,
}

/// The densities after 0, 1, … `plies` plies.
pub(super) fn densities(plies: u32) -> Vec<Density> {
    let mut all = vec![Density::of_leaves()];
    for _ in 0..plies {
        all.push(all[all.len() - 1].above());
    }
    all
}

/// The errors that the densities mean; the move error is that of a search whose root's moves have the
/// density one ply lower.
pub(super) fn curve(densities: &[Density]) -> Curve {
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
    fn shape(&self) -> Shape {
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

/// The error at a leaf, and the trees for one tree of five moves, in the published runs.
const NOISE: f64 = 0.2;
const SHARE: u64 = 10;
/// The greatest depth of trees with five moves: 15,625 leaves.
const MOST_DEPTH_OF_FIVE: u32 = 6;
/// The bounds that are tried.
const BOUNDS: [f64; 3] = [2.0, 3.0, 4.0];

/// How many trees are grown, and how deep.
#[derive(Clone, Debug)]
pub struct Forest {
    /// Trees of two moves for each depth.
    pub trees: u64,
    /// The greatest depth.
    pub depth: u32,
    /// Where a journal is kept; none for no journal.
    pub folder: Option<PathBuf>,
    /// Everything random follows from this.
    pub seed: u64,
    /// Who grows the trees.
    pub workers: Workers,
}

impl Forest {
    fn series(&self, name: &str, branching: u32, steps: Steps, bound: Option<f64>) -> Series {
        let five = branching == 5;
        Series {
            name: name.to_owned(),
            trees: if five {
                self.trees.div_ceil(SHARE)
            } else {
                self.trees
            },
            model: Model {
                branching,
                depth: if five {
                    self.depth.min(MOST_DEPTH_OF_FIVE)
                } else {
                    self.depth
                },
                steps,
                bound,
                noise: NOISE,
            },
        }
    }
}

/// Grows trees with random steps: of two and of five moves, with other steps, with bounded values.
///
/// # Errors
/// If the journal cannot be used, or progress cannot be shown.
pub fn real(forest: &Forest, screen: Screen) -> Result<ErrorCurves, LabError> {
    let mut all = vec![
        forest.series("b = 2", 2, Steps::Normal, None),
        forest.series("b = 5", 5, Steps::Normal, None),
        forest.series("b = 2, triangular steps", 2, Steps::Triangular, None),
        forest.series("b = 2, uniform steps", 2, Steps::Uniform, None),
    ];
    let bounded = BOUNDS.map(|m| {
        let name = format!("b = 2, bounded to ±{m}");
        forest.series(&name, 2, Steps::Normal, Some(m))
    });
    all.extend(bounded);
    let mut unbounded = grow(&all, forest, "real", screen)?;
    let mut bounded = unbounded.split_off(all.len() - BOUNDS.len());
    bounded.insert(0, unbounded[0].clone());
    let (trees, fewer) = (forest.trees, forest.trees.div_ceil(SHARE));
    let seed = forest.seed;
    let title = format!(
        "Real numbers: {trees} trees for each depth, {fewer} with b = 5, ten placements of errors of {NOISE} each, \
         seed {seed}"
    );
    let remarks = [
        "A deeper search errs less, whatever the steps; with narrow bounds it errs more.",
        "Where values are bounded, a step that leaves the bounds is drawn again.",
    ];
    let panel = |title: &str, curves| Panel {
        title: title.to_owned(),
        curves,
    };
    Ok(ErrorCurves {
        title,
        remarks: remarks.map(str::to_owned).into(),
        panels: vec![panel("steps", unbounded), panel("bounded values", bounded)],
        ..ErrorCurves::default()
    })
}

/// The exact densities, and a simulation of the same beside them.
///
/// # Errors
/// If the journal cannot be used, or progress cannot be shown.
pub fn simulated(forest: &Forest, screen: Screen) -> Result<ErrorCurves, LabError> {
    let densities = densities(forest.depth);
    let series = Series {
        name: "simulation".to_owned(),
        trees: forest.trees,
        model: Model {
            branching: 2,
            depth: forest.depth,
            steps: Steps::Fixed,
            bound: None,
            noise: 1.0,
        },
    };
    let mut curves = vec![curve(&densities)];
    curves.extend(grow(&[series], forest, "densities", screen)?);
    let title = format!(
        "Densities: b = 2, moves differ by 1, leaves err by 1; beside them {} trees with ten placements for each \
         depth, seed {}",
        forest.trees, forest.seed
    );
    Ok(ErrorCurves {
        title,
        remarks: vec![
            "The densities grow narrower ply by ply, and the better move stands out.".to_owned(),
        ],
        panels: vec![Panel {
            title: "b = 2".to_owned(),
            curves,
        }],
        shapes_title: "density of the value found, around the true one".to_owned(),
        shapes: densities.iter().step_by(2).map(Density::shape).collect(),
    })
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

    #[test]
    fn the_simulation_agrees_with_the_densities_within_its_error() {
        let forest = Forest {
            trees: 500,
            depth: 5,
            folder: None,
            seed: 5,
            workers: Workers::new(1),
        };
        let curves = simulated(&forest, Screen::Lines(&mut Vec::new())).unwrap();
        let [exact, simulated] = &curves.panels[0].curves[..] else {
            panic!("two curves");
        };
        for depth in 1..=5 {
            let (exact, there) = (
                exact.move_error(depth),
                simulated.move_error(depth).unwrap(),
            );
            // 95 % of five within one error each: twice as much is safe, and still tight.
            let apart = (exact.unwrap().value - there.value).abs();
            assert!(
                apart < 2.0 * there.error,
                "{depth}: {apart} of {}",
                there.error
            );
        }
    }
}
