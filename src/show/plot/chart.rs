//! Plots of curves one below the other, with the names of the curves.

use super::{Axis, Plot, SERIES, Svg};
use std::fmt;

/// Width and height of a plot with its margins.
const SIZE: [f64; 2] = [720.0, 300.0];
/// Where its axes are: left and right, and, below the plot's upper edge, bottom and top.
const SIDES: [f64; 2] = [76.0, 696.0];
const ENDS: [f64; 2] = [258.0, 34.0];
/// The height of a line of names.
const LINE: f64 = 20.0;
/// How many names stand in a line; one if any has more characters than `SHORT`.
const PER_LINE: usize = 4;
const SHORT: usize = 19;

/// Plots one below the other; displays as a whole SVG file.
#[derive(Default)]
pub struct Chart(pub Vec<Panel>);

/// Curves over two axes.
pub struct Panel {
    /// What they show, written above them.
    pub title: String,
    /// The axis below.
    pub x: Axis,
    /// The axis at the left.
    pub y: Axis,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// A curve, in values of the axes.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// Its name; empty for none. Names stand below the plot, or below the last of the plots that have the same.
    pub name: String,
    /// What stands at its last point, if anything.
    pub label: String,
    /// Where it leads.
    pub points: Vec<[f64; 2]>,
    /// Vertical lines beside it, as errors have them: where, and both ends.
    pub errors: Vec<[f64; 3]>,
    /// Whether it is a thin line that others are compared with.
    pub is_guide: bool,
}

impl Curve {
    /// The curve with this name through `points`.
    pub fn new(name: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self {
            name: name.into(),
            points,
            ..Self::default()
        }
    }

    /// The curve with this name through the middle of each (x, [low, middle, high]), with lines from low to high.
    pub fn with_errors(name: impl Into<String>, points: &[(f64, [f64; 3])]) -> Self {
        let middle = points.iter().map(|&(x, [_, y, _])| [x, y]);
        let errors = points.iter().map(|&(x, [low, _, high])| [x, low, high]);
        Self {
            errors: errors.collect(),
            ..Self::new(name, middle.collect())
        }
    }

    /// A line through `points` that others are compared with.
    pub fn guide(points: impl Into<Vec<[f64; 2]>>) -> Self {
        Self {
            points: points.into(),
            is_guide: true,
            ..Self::default()
        }
    }
}

impl Chart {
    /// The drawing.
    pub fn svg(&self) -> Svg {
        let panels = self
            .0
            .iter()
            .zip(self.0.iter().skip(1).map(Some).chain([None]));
        let panels: Vec<_> = panels
            .map(|(panel, next)| {
                let names = panel.names();
                let is_last = next.is_none_or(|next| next.names() != names);
                (panel, if is_last { names } else { Vec::new() })
            })
            .collect();
        let lines = |(_, names): &(&Panel, Vec<_>)| names.len().div_ceil(per_line(names));
        let lines: usize = panels.iter().map(lines).sum();
        let height = SIZE[1] * panels.len() as f64 + LINE * (lines as f64 + 0.5);
        let mut svg = Svg::new([SIZE[0], height]);
        let mut above = 0.0;
        for (panel, names) in panels {
            panel.draw(&mut svg, above);
            above += SIZE[1];
            let columns = per_line(&names);
            for line in names.chunks(columns) {
                for (column, (name, class)) in line.iter().enumerate() {
                    let step = (SIDES[1] - SIDES[0]) / columns as f64;
                    let (x, y) = (SIDES[0] + step * column as f64, above + 4.0);
                    svg.line(class, &[[x, y - 4.0], [x + 20.0, y - 4.0]]);
                    svg.words("", [x + 26.0, y], name);
                }
                above += LINE;
            }
        }
        svg
    }
}

impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.svg().fmt(f)
    }
}

/// How many of `names` stand in a line.
fn per_line(names: &[(&str, &str)]) -> usize {
    let is_short = |(name, _): &(&str, &str)| name.chars().count() <= SHORT;
    if names.iter().all(is_short) {
        PER_LINE
    } else {
        1
    }
}

impl Panel {
    /// The curves, each with its class.
    fn classes(&self) -> impl Iterator<Item = (&Curve, &'static str)> {
        let mut classes = SERIES.into_iter().cycle();
        self.curves.iter().map(move |curve| {
            let class = if curve.is_guide {
                "tick"
            } else {
                classes.next().unwrap_or_default()
            };
            (curve, class)
        })
    }

    /// The names of the curves, each with its class.
    fn names(&self) -> Vec<(&str, &'static str)> {
        let names = self
            .classes()
            .map(|(curve, class)| (curve.name.as_str(), class));
        names.filter(|(name, _)| !name.is_empty()).collect()
    }

    fn draw(&self, svg: &mut Svg, above: f64) {
        let plot = Plot {
            title: &self.title,
            x: self.x.clone().placed(SIDES),
            y: self.y.clone().placed(ENDS.map(|end| above + end)),
        };
        plot.frame(svg);
        for (curve, class) in self.classes() {
            let place = |[x, y]: [f64; 2]| [plot.x.at(x), plot.y.at(y)];
            for &[x, low, high] in &curve.errors {
                svg.line("error", &[[x, low], [x, high]].map(place));
            }
            if curve.is_guide {
                let points: Vec<_> = curve.points.iter().copied().map(place).collect();
                svg.line(class, &points);
            } else {
                plot.curve(svg, class, &curve.points);
            }
            if let Some(&last) = curve.points.last() {
                let [x, y] = place(last);
                let (class, x) = if curve.is_guide {
                    ("quiet end", x - 4.0)
                } else {
                    ("", x + 5.0)
                };
                svg.words(class, [x, y - 4.0], &curve.label);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_once_below_the_plots_that_share_them() {
        let panel = |title: &str, names: &[&str]| Panel {
            title: title.to_owned(),
            x: Axis::of([0.0, 1.0]),
            y: Axis::of([0.0, 1.0]),
            curves: names
                .iter()
                .map(|&name| Curve::new(name, vec![[0.0, 0.0], [1.0, 1.0]]))
                .collect(),
        };
        let names = ["one", "another"];
        let chart = Chart(vec![
            panel("first", &names),
            panel("second", &names),
            panel("third", &["one"]),
        ]);
        let text = chart.to_string();
        assert_eq!(text.matches(">another<").count(), 1);
        assert_eq!(text.matches(">one<").count(), 2);
        assert!(text.contains("height=\"950\""), "{text}");
    }
}
