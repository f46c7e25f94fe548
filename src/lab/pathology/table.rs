//! The finding in words, for people.

use super::finding::{Curve, Finding, Panel};
use crate::mean::Mean;
use crate::results::{Columns, dash};
use std::fmt;

/// A finding, displayed as tables, without an end after the last line.
pub struct Table<'a>(pub &'a Finding);

const HEAD: [&str; 6] = [
    "",
    "depth",
    "move error",
    "of the first, %",
    "position error",
    "expected",
];

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.title)?;
        for remark in &self.0.remarks {
            write!(f, "\n{remark}")?;
        }
        self.0
            .panels
            .iter()
            .try_for_each(|it| write!(f, "\n\n{it}"))
    }
}

impl fmt::Display for Panel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![HEAD.map(str::to_owned)];
        rows[0][0].clone_from(&self.title);
        rows.extend(self.curves.iter().flat_map(cells));
        write!(f, "{}", Columns(&rows))
    }
}

fn cells(curve: &Curve) -> Vec<[String; HEAD.len()]> {
    let first = curve.points.iter().find_map(|it| it.move_error);
    let cells = |(place, point): (usize, &super::finding::Point)| {
        let share = point.move_error.zip(first);
        [
            if place == 0 {
                curve.name.clone()
            } else {
                String::new()
            },
            point.depth.to_string(),
            told(point.move_error),
            share.map_or_else(dash, |(it, first)| {
                format!("{:.0}", 100.0 * it.value / first.value)
            }),
            told(point.position_error),
            curve
                .expected(point.depth)
                .map_or_else(dash, |it| format!("{it:.4}")),
        ]
    };
    curve.points.iter().enumerate().map(cells).collect()
}

/// A mean, with its error where it has one.
fn told(mean: Option<Mean>) -> String {
    match mean {
        None => dash(),
        Some(Mean { value, error: 0.0 }) => format!("{value:.4}"),
        Some(mean) => format!("{mean:.4}"),
    }
}
