//! Drawings as SVG: bars, lines and words, by classes that have a colour on light and on dark
//! ground.
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

/// Classes of curves that can be told from each other.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_one_svg_element_without_foreign_markup() {
        let mut svg = Svg::new([300.0, 20.0]);
        svg.words("quiet", [1.0, 12.0], "a < b & c");
        svg.line("error", &[[0.0, 1.0], [2.25, 3.0]]);
        svg.rectangle("bar", [0.0, 0.0], [10.0, 5.0]);
        let text = svg.to_string();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
        assert!(text.contains(">a &lt; b &amp; c<"), "{text}");
        assert!(text.contains(r#"points="0.0,1.0 2.2,3.0""#), "{text}");
        assert!(text.contains("prefers-color-scheme:dark"));
    }
}
