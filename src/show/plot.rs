//! Drawings for those who read results: an SVG file ([`Svg`]) by classes that have a colour on light
//! and on dark ground, the scale along one side of it ([`Axis`]) and curves over two of them ([`Plot`]).
//!
//! What must hold: a drawing needs no font or file from elsewhere, and no text becomes markup.
//! Lengths are pixels, from the left and from the top.

mod chart;

pub use chart::{Chart, Curve, Panel};
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
        let points: Vec<_> = points
            .iter()
            .map(|[x, y]| format!("{x:.1},{y:.1}"))
            .collect();
        let points = points.join(" ");
        self.add(format_args!(
            r#"<polyline class="{class}" points="{points}"/>"#
        ));
    }

    /// A filled shape: its corners.
    pub fn polygon(&mut self, class: &str, corners: &[[f64; 2]]) {
        let corners: Vec<_> = corners
            .iter()
            .map(|[x, y]| format!("{x:.1},{y:.1}"))
            .collect();
        let corners = corners.join(" ");
        self.add(format_args!(
            r#"<polygon class="{class}" points="{corners}"/>"#
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
        Self::new(ends, [0.0, 1.0])
    }

    /// The same axis with its ends at `pixels`.
    #[must_use]
    pub fn placed(mut self, pixels: [f64; 2]) -> Self {
        self.pixels = pixels;
        self
    }

    /// The axis on which the values `ends` are at `pixels`.
    pub fn new(ends: [f64; 2], pixels: [f64; 2]) -> Self {
        Self {
            ends,
            pixels,
            is_logarithmic: false,
            ticks: Vec::new(),
            decimals: 0,
        }
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
    fn labels_stand_where_their_values_are() {
        let axis = Axis::new([0.0, 1.0], [0.0, 10.0]).divided(2, 1);
        let labels: Vec<_> = axis.labels().collect();
        let expected = [(0.0, "0.0"), (5.0, "0.5"), (10.0, "1.0")];
        assert_eq!(labels, expected.map(|(at, text)| (at, text.to_owned())));
    }
}
