//! The real-number model: which trees are grown, and what is said of them.

use super::densities::{Density, curve, densities};
use super::finding::{Finding, Panel};
use super::simulation::{self, Course, Series};
use super::steps::Steps;
use super::tree::Model;
use crate::LabError;
use matches::progress::Screen;

/// The error at a leaf, and the trees for one tree of five moves, in the published runs.
const NOISE: f64 = 0.2;
const SHARE: u64 = 10;
/// The greatest depth of trees with five moves: 15,625 leaves.
const MOST_DEPTH_OF_FIVE: u32 = 6;
/// The bounds that are tried.
const BOUNDS: [f64; 3] = [2.0, 3.0, 4.0];

/// How much is grown.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Trees of two moves for each depth.
    pub trees: u64,
    /// The greatest depth.
    pub depth: u32,
    /// Seed, threads, journal.
    pub course: Course,
}

impl Plan {
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
/// If the journal cannot be used, or progress cannot be told.
pub fn real(plan: &Plan, screen: Screen) -> Result<Finding, LabError> {
    let mut all = vec![
        plan.series("b = 2", 2, Steps::Normal, None),
        plan.series("b = 5", 5, Steps::Normal, None),
        plan.series("b = 2, triangular steps", 2, Steps::Triangular, None),
        plan.series("b = 2, uniform steps", 2, Steps::Uniform, None),
    ];
    let bounded = BOUNDS.map(|m| {
        let name = format!("b = 2, bounded to ±{m}");
        plan.series(&name, 2, Steps::Normal, Some(m))
    });
    all.extend(bounded);
    let mut unbounded = simulation::run(&all, &plan.course, "real", screen)?;
    let mut bounded = unbounded.split_off(all.len() - BOUNDS.len());
    bounded.insert(0, unbounded[0].clone());
    let (trees, fewer) = (plan.trees, plan.trees.div_ceil(SHARE));
    let seed = plan.course.seed;
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
    Ok(Finding {
        title,
        remarks: remarks.map(str::to_owned).into(),
        panels: vec![panel("steps", unbounded), panel("bounded values", bounded)],
        shapes_title: String::new(),
        shapes: Vec::new(),
    })
}

/// The exact densities, and a simulation of the same beside them.
///
/// # Errors
/// If the journal cannot be used, or progress cannot be told.
pub fn exact(plan: &Plan, screen: Screen) -> Result<Finding, LabError> {
    let densities = densities(plan.depth);
    let simulated = Series {
        name: "simulation".to_owned(),
        trees: plan.trees,
        model: Model {
            branching: 2,
            depth: plan.depth,
            steps: Steps::Fixed,
            bound: None,
            noise: 1.0,
        },
    };
    let mut curves = vec![curve(&densities)];
    curves.extend(simulation::run(
        &[simulated],
        &plan.course,
        "densities",
        screen,
    )?);
    let title = format!(
        "Densities: b = 2, moves differ by 1, leaves err by 1; beside them {} trees with ten placements for each \
         depth, seed {}",
        plan.trees, plan.course.seed
    );
    Ok(Finding {
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
    fn the_simulation_agrees_with_the_densities_within_its_error() {
        let course = Course {
            folder: None,
            seed: 5,
            threads: 1,
        };
        let plan = Plan {
            trees: 500,
            depth: 5,
            course,
        };
        let finding = exact(&plan, Screen::Lines(&mut Vec::new())).unwrap();
        let [exact, simulated] = &finding.panels[0].curves[..] else {
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
