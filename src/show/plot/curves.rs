//! Curves over two axes.

use super::{Axis, Svg};

/// Fewer points than these are shown as dots too: one alone makes no line.
const FEW: usize = 50;

/// The frame of curves. The y axis runs upwards: its first pixel is the lower one.
pub struct Plot<'a> {
    /// What it shows, written above it.
    pub title: &'a str,
    /// The axis below.
    pub x: Axis,
    /// The axis at the left, whose ticks are lines across.
    pub y: Axis,
}

impl Plot<'_> {
    /// Draws title, ticks and a curve through `points`, in values of the axes.
    pub fn draw(&self, svg: &mut Svg, points: &[[f64; 2]]) {
        self.frame(svg);
        self.curve(svg, "curve", points);
    }

    /// Draws title and ticks.
    pub fn frame(&self, svg: &mut Svg) {
        let [left, right] = self.x.pixels();
        let [bottom, top] = self.y.pixels();
        svg.words("title", [left, top - 10.0], self.title);
        for (y, label) in self.y.labels() {
            svg.line("tick", &[[left, y], [right, y]]);
            svg.words("quiet end", [left - 8.0, y + 4.0], &label);
        }
        for (x, label) in self.x.labels() {
            svg.words("quiet middle", [x, bottom + 18.0], &label);
        }
    }

    /// Draws a curve of this class through `points`, in values of the axes.
    pub fn curve(&self, svg: &mut Svg, class: &str, points: &[[f64; 2]]) {
        let points: Vec<_> = points
            .iter()
            .map(|&[x, y]| [self.x.at(x), self.y.at(y)])
            .collect();
        svg.line(class, &points);
        if points.len() < FEW {
            for point in points {
                svg.dot("bar", point);
            }
        }
    }
}
