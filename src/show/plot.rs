//! Drawings for those who read results: an SVG file ([`Svg`]) by classes that have a colour on light
//! and on dark ground, the scale along one side of it ([`Axis`]), curves over two of them ([`Plot`]), and such
//! plots one below the other, with the names of the curves ([`Chart`]).
//!
//! What must hold: a drawing needs no font or file from elsewhere, and no text becomes markup.
//! Lengths are pixels, from the left and from the top.

use std::fmt::{self, Display, Write};

/// The look of the classes: the colours of `page/page.css`, but bars that lines show on.
const STYLE: &str = "\
text{font:13px system-ui,'Noto Sans',sans-serif;fill:#22242a}\
.quiet{fill:#6a6d76}.end{text-anchor:end}.middle{text-anchor:middle}.title{font-weight:600}\
.ground{fill:#fbfaf7}.bar{fill:#8bb8fb}\
.tick{stroke:#dcdad3}.mark{stroke:#c2570c;stroke-width:2.5}.error{stroke:#22242a;stroke-width:1.5}\
.curve{fill:none;stroke:#1f6feb;stroke-width:1.5;stroke-linejoin:round}\
.second{stroke:#c2570c}.third{stroke:#1a7f37}.fourth{stroke:#8250df}.fifth{stroke:#bf3989}\
.sixth{stroke:#6a6d76}\
@media(prefers-color-scheme:dark){text{fill:#e4e5e9}.quiet{fill:#9a9ea9}.ground{fill:#15171c}\
.bar{fill:#2f5f9f}.tick{stroke:#343842}.mark{stroke:#f2955c}.error{stroke:#e4e5e9}\
.curve{stroke:#6aa8ff}.second{stroke:#f2955c}.third{stroke:#4ac26b}.fourth{stroke:#b083f0}\
.fifth{stroke:#e275ad}.sixth{stroke:#9a9ea9}}";

/// Classes of curves in different colours.
pub const SERIES: [&str; 6] = [
    "curve",
    "curve second",
    "curve third",
    "curve fourth",
    "curve fifth",
    "curve sixth",
];

/// A drawing; displays as a whole SVG file.
#[derive(Clone, Debug)]
pub struct Svg {
    size: [f64; 2],
    body: String,
}

impl Svg {
    /// An empty drawing so wide and so high.
    pub fn new(size: [f64; 2]) -> Self {
        Self {
            size,
            body: String::new(),
        }
    }

    /// A rectangle: its upper left corner, its width and height.
    pub fn rectangle(&mut self, class: &str, [x, y]: [f64; 2], [width, height]: [f64; 2]) {
        self.add(format_args!(
            r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"/>"#
        ));
    }

    /// A line through points.
    pub fn line(&mut self, class: &str, points: &[[f64; 2]]) {
        self.through("polyline", class, points);
    }

    /// A filled shape: its corners.
    pub fn polygon(&mut self, class: &str, corners: &[[f64; 2]]) {
        self.through("polygon", class, corners);
    }

    fn through(&mut self, element: &str, class: &str, points: &[[f64; 2]]) {
        let point = |[x, y]: &[f64; 2]| format!("{x:.1},{y:.1}");
        let points: Vec<_> = points.iter().map(point).collect();
        let points = points.join(" ");
        self.add(format_args!(
            r#"<{element} class="{class}" points="{points}"/>"#
        ));
    }

    /// A dot at a point.
    pub fn dot(&mut self, class: &str, [x, y]: [f64; 2]) {
        self.add(format_args!(
            r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="3"/>"#
        ));
    }

    /// Words whose base line begins, or in class `end` ends, at a point.
    pub fn words(&mut self, class: &str, [x, y]: [f64; 2], text: &str) {
        let text = escaped(text);
        self.add(format_args!(
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}">{text}</text>"#
        ));
    }

    /// Words turned upside down about the point on their base line.
    pub fn turned_words(&mut self, class: &str, [x, y]: [f64; 2], text: &str) {
        let text = escaped(text);
        self.add(format_args!(
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}" transform="rotate(180 {x:.1} {y:.1})">{text}</text>"#
        ));
    }

    /// Adds the looks of further classes.
    pub fn style(&mut self, rules: &str) {
        self.add(format_args!("<style>{rules}</style>"));
    }

    /// Another drawing as an element, its upper left corner, its width and height.
    pub fn part(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], element: &str) {
        self.add(format_args!(
            r#"<svg x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}">{element}</svg>"#
        ));
    }

    /// The drawing as a part of a page, whose style sheet says what the classes look like. `label`
    /// says what it shows to those who cannot see it.
    pub fn element(&self, label: &str) -> String {
        let ([width, height], body) = (self.size, &self.body);
        let label = escaped(label);
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">\n{body}</svg>"
        )
    }

    fn add(&mut self, element: fmt::Arguments) {
        // Writing into a string does not fail.
        let _ = writeln!(self.body, "{element}");
    }
}

impl Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([width, height], body) = (self.size, &self.body);
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\">\n<style>{STYLE}</style>\n\
             <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n"
        )
    }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}

/// Values along a line, and where on the drawing each of them is.
#[derive(Clone, Debug)]
pub struct Axis {
    ends: [f64; 2],
    pixels: [f64; 2],
    is_logarithmic: bool,
    ticks: Vec<f64>,
    decimals: usize,
}

impl Axis {
    /// The axis of the values `ends`, to be [`placed`](Self::placed).
    pub fn of(ends: [f64; 2]) -> Self {
        Self {
            ends,
            pixels: [0.0, 1.0],
            is_logarithmic: false,
            ticks: Vec::new(),
            decimals: 0,
        }
    }

    /// The axis of `values`, all above 0, each with a label: equal distances are equal ratios. That of one value
    /// alone ends at ten times as much.
    pub fn through(values: impl IntoIterator<Item = f64>) -> Self {
        let mut ticks: Vec<f64> = values.into_iter().collect();
        ticks.sort_by(f64::total_cmp);
        ticks.dedup();
        let [low, high] = [ticks.first(), ticks.last()].map(|end| end.copied().unwrap_or(1.0));
        let high = if high > low { high } else { 10.0 * low };
        Self::of([low, high]).logarithmic().with_ticks(ticks, 0)
    }

    /// The same axis with its ends at `pixels`.
    #[must_use]
    pub fn placed(mut self, pixels: [f64; 2]) -> Self {
        self.pixels = pixels;
        self
    }

    /// The axis on which the values `ends` are at `pixels`.
    pub fn new(ends: [f64; 2], pixels: [f64; 2]) -> Self {
        Self::of(ends).placed(pixels)
    }

    /// The same axis, but equal distances are equal ratios. Its ends must be above 0.
    #[must_use]
    pub fn logarithmic(mut self) -> Self {
        self.is_logarithmic = true;
        self
    }

    /// The same axis with labels at `ticks`, written with `decimals`.
    #[must_use]
    pub fn with_ticks(mut self, ticks: impl IntoIterator<Item = f64>, decimals: usize) -> Self {
        self.ticks = ticks.into_iter().collect();
        self.decimals = decimals;
        self
    }

    /// The same axis with labels at both ends and at `parts - 1` places between them.
    #[must_use]
    pub fn divided(self, parts: u32, decimals: usize) -> Self {
        let [low, high] = self.ends;
        let tick = |part: u32| low + (high - low) * f64::from(part) / f64::from(parts);
        self.with_ticks((0..=parts).map(tick), decimals)
    }

    /// Where `value` is, in pixels; the nearer end if it lies beyond. On an axis of one value
    /// everything is at the first end.
    pub fn at(&self, value: f64) -> f64 {
        let [low, high] = self.ends.map(|end| self.measure(end));
        let share = if low < high {
            (self.measure(value) - low) / (high - low)
        } else {
            0.0
        };
        self.pixels[0] + share.clamp(0.0, 1.0) * (self.pixels[1] - self.pixels[0])
    }

    /// The values at which it begins and ends.
    pub fn ends(&self) -> [f64; 2] {
        self.ends
    }

    /// Where it begins and ends, in pixels.
    pub fn pixels(&self) -> [f64; 2] {
        self.pixels
    }

    /// Each labelled value: where it is, in pixels, and its label.
    pub fn labels(&self) -> impl Iterator<Item = (f64, String)> {
        let label = |&tick: &f64| (self.at(tick), format!("{tick:.*}", self.decimals));
        self.ticks.iter().map(label)
    }

    fn measure(&self, value: f64) -> f64 {
        if self.is_logarithmic {
            value.max(f64::MIN_POSITIVE).ln()
        } else {
            value
        }
    }
}

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
        let panels = self.0.iter().enumerate().map(|(index, panel)| {
            let (names, next) = (panel.names(), self.0.get(index + 1));
            let is_last = next.is_none_or(|next| next.names() != names);
            (panel, if is_last { names } else { Vec::new() })
        });
        let panels: Vec<_> = panels.collect();
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

impl Display for Chart {
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
    fn a_drawing_is_one_svg_element_without_foreign_markup() {
        let mut svg = Svg::new([300.0, 20.0]);
        svg.words("quiet", [1.0, 12.0], "a < b & c");
        svg.line("error", &[[0.0, 1.0], [2.25, 3.0]]);
        svg.rectangle("bar", [0.0, 0.0], [10.0, 5.0]);
        insta::assert_snapshot!(svg);
    }

    #[test]
    fn values_are_placed_evenly_or_by_their_ratios_and_never_outside() {
        let even = Axis::new([0.0, 10.0], [100.0, 0.0]);
        assert_eq!([2.5, -1.0, 11.0].map(|it| even.at(it) as i32), [75, 100, 0]);
        let ratios = Axis::new([1.0, 100.0], [0.0, 200.0]).logarithmic();
        assert_eq!([10.0, 0.0].map(|it| ratios.at(it).round() as i32), [100, 0]);
        assert_eq!(Axis::new([1.0; 2], [5.0, 9.0]).at(1.0) as i32, 5);
    }

    #[test]
    fn an_axis_through_values_has_a_label_for_each_of_them() {
        let axis = Axis::through([100.0, 1.0, 10.0, 1.0]).placed([0.0, 20.0]);
        let labels: Vec<_> = axis.labels().map(|(at, it)| (at.round(), it)).collect();
        let expected = [(0.0, "1"), (10.0, "10"), (20.0, "100")];
        assert_eq!(labels, expected.map(|(at, text)| (at, text.to_owned())));
        assert_eq!(Axis::through([7.0]).ends().map(|it| it as i32), [7, 70]);
    }

    #[test]
    fn labels_stand_where_their_values_are() {
        let axis = Axis::new([0.0, 1.0], [0.0, 10.0]).divided(2, 1);
        let labels: Vec<_> = axis.labels().collect();
        let expected = [(0.0, "0.0"), (5.0, "0.5"), (10.0, "1.0")];
        assert_eq!(labels, expected.map(|(at, text)| (at, text.to_owned())));
    }

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
