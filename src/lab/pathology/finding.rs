//! What a model, or the engine, shows: errors over depth.

use crate::mean::Mean;
use serde::Serialize;

/// How often, and how much, a search to a depth errs.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// The depth, in plies or iterations.
    pub depth: u32,
    /// The chance of a wrong move.
    pub move_error: Option<Mean>,
    /// How far the value is from the true one; a chance where there are two values.
    pub position_error: Option<Mean>,
}

/// Errors over depth.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// What errs.
    pub name: String,
    /// From the least depth.
    pub points: Vec<Point>,
    /// Depths with the error that another program computed, if any: the move error, or where values are two
    /// the position error.
    pub expected: Vec<(u32, f64)>,
}

/// Curves that are shown together.
#[derive(Clone, Debug, Serialize)]
pub struct Panel {
    /// What they have in common.
    pub title: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// A function with a name.
#[derive(Clone, Debug, Serialize)]
pub struct Shape {
    /// What it is.
    pub name: String,
    /// Its points.
    pub points: Vec<[f64; 2]>,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// What was asked, in a line.
    pub title: String,
    /// What there is to be said beside the numbers, a line each.
    pub remarks: Vec<String>,
    /// The curves.
    pub panels: Vec<Panel>,
    /// What the functions below are, if there are any.
    pub shapes_title: String,
    /// Densities.
    pub shapes: Vec<Shape>,
}

impl Curve {
    /// The move error at `depth`.
    #[cfg(test)]
    pub fn move_error(&self, depth: u32) -> Option<Mean> {
        let point = self.points.iter().find(|point| point.depth == depth);
        point.and_then(|point| point.move_error)
    }

    /// What another program computed for `depth`.
    pub fn expected(&self, depth: u32) -> Option<f64> {
        let mut expected = self.expected.iter();
        expected
            .find(|(at, _)| *at == depth)
            .map(|&(_, error)| error)
    }
}

/// A number that is not measured.
pub fn exact(value: f64) -> Mean {
    Mean { value, error: 0.0 }
}
