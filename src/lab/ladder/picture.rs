//! The finding as a drawing: nodes over depth, a curve for each rung, a plot for each position.

use super::finding::{Ascent, Finding, Place};
use super::rung::RUNGS;
use show::plot::{Axis, Plot, SERIES, Svg};

/// Width and height of a plot with its margins.
const SIZE: [f64; 2] = [720.0, 320.0];
/// Where its axes are: left and right, bottom and top.
const SIDES: [f64; 2] = [80.0, 690.0];
const ENDS: [f64; 2] = [280.0, 34.0];
/// The height of a line of the legend, and how many rungs one has.
const LINE: f64 = 20.0;
const PER_LINE: usize = 5;

/// The parts of the depth to whose power of the branching factor lines are drawn.
const BOUNDS: [(f64, &str); 3] = [(1.0, "b^d"), (0.75, "b^(3d/4)"), (0.5, "b^(d/2)")];

/// The drawing of `finding`.
pub fn picture(finding: &Finding) -> Svg {
    let [width, height] = SIZE;
    let bottom = height * finding.places.len() as f64;
    let lines = RUNGS.len().div_ceil(PER_LINE) as f64;
    let mut svg = Svg::new([width, bottom + LINE * (lines + 1.0)]);
    for (number, place) in (0_u32..).zip(&finding.places) {
        draw(&mut svg, place, height * f64::from(number));
    }
    for (index, rung) in RUNGS.iter().enumerate() {
        let step = (SIDES[1] - SIDES[0]) / PER_LINE as f64;
        let x = SIDES[0] + step * (index % PER_LINE) as f64;
        let y = bottom + LINE * (1.0 + (index / PER_LINE) as f64);
        svg.words("", [x, y], &format!("{} {}", index + 1, rung.name));
    }
    svg
}

fn draw(svg: &mut Svg, place: &Place, above: f64) {
    let rows = || place.rungs.iter().flat_map(|rung| &rung.rows);
    let depth = rows().map(|row| row.step.depth).max().unwrap_or(1);
    let nodes = rows().map(|row| row.step.nodes).max().unwrap_or(1);
    let tens = f64::from((nodes as f64).log10().ceil().max(1.0) as u32);
    let title = format!(
        "{}: nodes to each depth (b = {:.1})",
        place.name, place.branching
    );
    let ticks = (0..=tens as u32).map(|power| 10_f64.powi(power as i32));
    let plot = Plot {
        title: &title,
        x: Axis::new([0.0, f64::from(depth)], SIDES).divided(depth, 0),
        y: Axis::new([1.0, 10_f64.powf(tens)], ENDS.map(|end| above + end))
            .logarithmic()
            .with_ticks(ticks, 0),
    };
    plot.frame(svg);
    for (part, name) in BOUNDS {
        draw_bound(
            svg,
            &plot,
            place.branching.powf(part),
            name,
            [f64::from(depth), tens],
        );
    }
    for (number, (rung, class)) in (1..).zip(place.rungs.iter().zip(SERIES.iter().cycle())) {
        draw_rung(svg, &plot, rung, number, class);
    }
}

/// Draws the line of `branching` moves a ply as far as the plot reaches: so many plies, so many tens.
fn draw_bound(svg: &mut Svg, plot: &Plot, branching: f64, name: &str, [depth, tens]: [f64; 2]) {
    let last = depth.min(tens / branching.log10());
    let end = [plot.x.at(last), plot.y.at(branching.powf(last))];
    svg.line("tick", &[[plot.x.at(0.0), plot.y.at(1.0)], end]);
    svg.words("quiet end", [end[0] - 4.0, end[1] + 14.0], name);
}

fn draw_rung(svg: &mut Svg, plot: &Plot, rung: &Ascent, number: usize, class: &str) {
    let steps = rung.rows.iter().map(|row| &row.step);
    let points: Vec<_> = steps
        .map(|it| [f64::from(it.depth), it.nodes as f64])
        .collect();
    plot.curve(svg, class, &points);
    if let Some([x, y]) = points.last() {
        let at = [plot.x.at(*x) + 5.0, plot.y.at(*y) - 4.0];
        svg.words("", at, &number.to_string());
    }
}
