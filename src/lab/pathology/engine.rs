//! The model's question and its assumption, asked of this engine.

use super::choices::{self, Reach};
use super::densities::{curve, densities};
use super::differences::Differences;
use super::finding::{Finding, Panel, Shape};
use crate::LabError;
use crate::positions::Positions;
use engine::eval::Evaluation;
use matches::progress::Screen;
use std::io::Write;
use std::path::PathBuf;

/// What is measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where games and moves are kept.
    pub folder: PathBuf,
    /// On how many positions, each of another game.
    pub positions: usize,
    /// At most so many differences of static values.
    pub differences: usize,
    /// How far is searched.
    pub reach: Reach,
    /// From which the games follow.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
}

/// Plays the games and makes the searches that are missing, tells `progress`, and returns what they show.
///
/// # Errors
/// If a file in the folder cannot be used, or progress cannot be told.
pub fn run(plan: &Plan, progress: &mut dyn Write) -> Result<Finding, LabError> {
    let positions = Positions::of_own_games(&plan.folder, plan.seed, plan.positions, plan.threads)?;
    let games: Vec<_> = positions.rows.into_iter().map(|row| row.game).collect();
    let differences = Differences::of(&games, &Evaluation::default(), plan.differences);
    let mut curves = choices::run(
        &games,
        plan.reach,
        &plan.folder,
        plan.threads,
        Screen::Lines(progress),
    )?;
    curves.push(curve(&densities(plan.reach.limit)));
    Ok(Finding {
        title: format!(
            "This engine: {} positions of own games, seed {}; reference: its move after {} nodes",
            plan.positions, plan.seed, plan.reach.reference_nodes
        ),
        remarks: differences.iter().flat_map(remarks).collect(),
        panels: vec![Panel {
            title: "moves that are not the reference's".to_owned(),
            curves,
        }],
        shapes_title: "a move's static value minus that before it, cp: density, and the normal one"
            .to_owned(),
        shapes: differences.iter().flat_map(shapes).collect(),
    })
}

fn remarks(differences: &Differences) -> Vec<String> {
    let Differences {
        count,
        whole,
        middle,
        ends: [low, high],
        distance,
        ..
    } = differences;
    let limit = 1.36 / (*count as f64).sqrt();
    vec![
        format!(
            "Static value after a move minus that before it, {count} moves: mean {:.0}, deviation {:.0} cp, skewness \
             {:.2}, excess {:.2}",
            whole.mean, whole.deviation, whole.skewness, whole.excess
        ),
        format!(
            "Without the outer hundredths, from {low:.0} to {high:.0} cp: deviation {:.0}, skewness {:.2}, excess \
             {:.2}; a normal one so cut has 0 and -0.46",
            middle.deviation, middle.skewness, middle.excess
        ),
        format!(
            "Greatest distance from the normal distribution {distance:.4}; a normal sample of this size stays \
             below {limit:.4} in 95 % of cases: {}",
            if *distance < limit {
                "normal"
            } else {
                "not normal"
            }
        ),
    ]
}

fn shapes(differences: &Differences) -> Vec<Shape> {
    let normal = |&[value, _]: &[f64; 2]| [value, differences.whole.normal(value)];
    let shape = |name: &str, points| Shape {
        name: name.to_owned(),
        points,
    };
    vec![
        shape("moves", differences.bars.clone()),
        shape("normal", differences.bars.iter().map(normal).collect()),
    ]
}
