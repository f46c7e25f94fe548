//! Pathology: does a deeper search choose better?
//!
//! Two models and the engine, after M. Luštrek, "Minimax Pathology and Real-Number Minimax Model". With two
//! values it chooses worse ([`two_values`]), with real numbers better ([`models`]: random trees, and the exact
//! densities of a tree without chance), and [`engine`](mod@engine) asks the program itself. What must hold:
//! everything follows from what is asked and its seed; threads and stops change nothing.

mod differences;
pub mod engine;
pub mod models;
mod trees;
pub mod two_values;

use super::results::{Mean, or_dash};
use ::base::table::Table;
use serde::Serialize;
use show::plot::{self, Axis, Chart};
use std::fmt;

/// How often, and how much, a search to a depth errs.
#[derive(Clone, Debug, Serialize)]
struct Point {
    /// The depth, in plies or iterations.
    depth: u32,
    /// The chance of a wrong move.
    move_error: Option<Mean>,
    /// How far the value is from the true one; a chance where there are two values.
    position_error: Option<Mean>,
}

/// Errors over depth.
#[derive(Clone, Debug, Serialize)]
struct Curve {
    name: String,
    /// From the least depth.
    points: Vec<Point>,
    /// Depths with the error that another program computed, if any: the move error, or where values are two
    /// the position error.
    expected: Vec<(u32, f64)>,
}

/// Curves that are shown together.
#[derive(Clone, Debug, Serialize)]
struct Panel {
    title: String,
    curves: Vec<Curve>,
}

/// A function with a name.
#[derive(Clone, Debug, Serialize)]
struct Shape {
    name: String,
    points: Vec<[f64; 2]>,
}

/// What was found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ErrorCurves {
    title: String,
    /// What the numbers mean, a line each.
    remarks: Vec<String>,
    panels: Vec<Panel>,
    /// What the functions below are, if there are any.
    shapes_title: String,
    /// Densities.
    shapes: Vec<Shape>,
}

impl Curve {
    /// The move error at `depth`.
    #[cfg(test)]
    fn move_error(&self, depth: u32) -> Option<Mean> {
        let point = self.points.iter().find(|point| point.depth == depth);
        point.and_then(|point| point.move_error)
    }

    /// What another program computed for `depth`.
    fn expected(&self, depth: u32) -> Option<f64> {
        let expected = self.expected.iter().find(|(at, _)| *at == depth);
        expected.map(|&(_, error)| error)
    }
}

/// A number that is not measured.
fn exact(value: f64) -> Mean {
    Mean { value, error: 0.0 }
}

impl fmt::Display for ErrorCurves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.title)?;
        for remark in &self.remarks {
            write!(f, "\n{remark}")?;
        }
        let mut panels = self.panels.iter();
        panels.try_for_each(|panel| write!(f, "\n\n{}", panel.table()))
    }
}

impl Panel {
    fn table(&self) -> Table {
        let head = [
            &self.title,
            "depth",
            "move error",
            "of the first, %",
            "position error",
            "expected",
        ];
        let mut table = Table::new(head);
        for curve in &self.curves {
            let first = curve.points.iter().find_map(|it| it.move_error);
            for (place, point) in curve.points.iter().enumerate() {
                let share = point.move_error.zip(first);
                let share = share.map(|(it, first)| 100.0 * it.value / first.value);
                let expected = curve.expected(point.depth);
                table.push([
                    if place == 0 { &curve.name } else { "" }.to_owned(),
                    point.depth.to_string(),
                    with_error(point.move_error),
                    or_dash(share.map(|it| format!("{it:.0}"))),
                    with_error(point.position_error),
                    or_dash(expected.map(|it| format!("{it:.4}"))),
                ]);
            }
        }
        table
    }
}

/// A mean, with its error where it has one.
fn with_error(mean: Option<Mean>) -> String {
    or_dash(mean.map(|mean| match mean.error {
        0.0 => format!("{:.4}", mean.value),
        _ => format!("{mean:.4}"),
    }))
}

/// What a plot shows of a point.
type Measure = (&'static str, fn(&Point) -> Option<Mean>);

const MEASURES: [Measure; 2] = [
    ("move error", |point| point.move_error),
    ("position error", |point| point.position_error),
];

impl ErrorCurves {
    /// The drawing: for each panel the move error over depth, then the position error where there is one;
    /// below them the densities.
    pub fn picture(&self) -> Chart {
        let plots = self.panels.iter().flat_map(|panel| {
            let plots = MEASURES.iter().filter_map(|measure| panel.plot(measure));
            plots.collect::<Vec<_>>()
        });
        let mut plots: Vec<_> = plots.collect();
        if !self.shapes.is_empty() {
            let curves = self.shapes.iter();
            let curves = curves.map(|it| plot::Curve::new(&it.name, it.points.clone()));
            plots.push(plotted(self.shapes_title.clone(), curves.collect(), 4));
        }
        Chart(plots)
    }
}

impl Panel {
    /// What one measure shows; nothing where it is not known.
    fn plot(&self, (name, measure): &Measure) -> Option<plot::Panel> {
        let curve = |curve: &Curve| {
            let points = curve.points.iter();
            let points = points.filter_map(|it| Some([f64::from(it.depth), measure(it)?.value]));
            plot::Curve::new(&curve.name, points.collect())
        };
        let curves: Vec<_> = self.curves.iter().map(curve).collect();
        let is_known = curves.iter().any(|it| !it.points.is_empty());
        let title = format!("{}: {name} over depth", self.title);
        is_known.then(|| plotted(title, curves, 0))
    }
}

/// Curves over a common frame; the y axis has so many decimals more than needed for a great one.
fn plotted(title: String, curves: Vec<plot::Curve>, more: usize) -> plot::Panel {
    let all = || curves.iter().flat_map(|it| &it.points);
    let most = all().map(|point| point[1]).fold(0.0, f64::max);
    let low = all().map(|point| point[0]).fold(f64::INFINITY, f64::min);
    let high = all()
        .map(|point| point[0])
        .fold(f64::NEG_INFINITY, f64::max);
    let parts = if more == 0 {
        (high - low).max(1.0) as u32
    } else {
        6
    };
    let decimals = if most < 0.1 { 3 + more.min(2) } else { 2 };
    plot::Panel {
        title,
        x: Axis::of([low, high]).divided(parts, usize::from(high - low < 10.0 && more > 0)),
        y: Axis::of([0.0, most * 1.05]).divided(4, decimals),
        curves,
    }
}
