//! The finding as a drawing: for each panel the move error over depth, then the position error where there
//! is one; below them the densities.

use super::finding::{Curve, Finding, Panel, Point, Shape};
use crate::mean::Mean;
use show::plot::{Axis, Plot, SERIES, Svg};

/// Width and height of a plot with its margins.
const SIZE: [f64; 2] = [720.0, 260.0];
/// Where its axes are: left and right, bottom and top.
const SIDES: [f64; 2] = [60.0, 690.0];
const ENDS: [f64; 2] = [220.0, 34.0];
/// The height of a line of the legend.
const LINE: f64 = 20.0;

/// What a plot shows of a point.
type Measure = (&'static str, fn(&Point) -> Option<Mean>);

const MEASURES: [Measure; 2] = [
    ("move error", |point| point.move_error),
    ("position error", |point| point.position_error),
];

/// The drawing of `finding`.
pub fn picture(finding: &Finding) -> Svg {
    let plots: Vec<_> = finding.panels.iter().flat_map(plots).collect();
    let names = |names: usize| LINE * names as f64;
    let of_panel = |(_, panel): &(&Measure, &Panel)| SIZE[1] + names(panel.curves.len());
    let shapes = if finding.shapes.is_empty() {
        0.0
    } else {
        SIZE[1] + names(finding.shapes.len())
    };
    let height = plots.iter().map(of_panel).sum::<f64>() + shapes;
    let mut svg = Svg::new([SIZE[0], height]);
    let mut above = 0.0;
    for plot in &plots {
        draw(&mut svg, plot.0, plot.1, above);
        above += of_panel(plot);
    }
    if shapes > 0.0 {
        draw_shapes(&mut svg, finding, above);
    }
    svg
}

/// What there is to be shown of `panel`.
fn plots(panel: &Panel) -> Vec<(&'static Measure, &Panel)> {
    let points = || panel.curves.iter().flat_map(|curve| &curve.points);
    let measures = MEASURES.iter();
    let known = measures.filter(|measure| points().any(|point| measure.1(point).is_some()));
    known.map(|measure| (measure, panel)).collect()
}

fn draw(svg: &mut Svg, (name, measure): &Measure, panel: &Panel, above: f64) {
    let values = |curve: &Curve| -> Vec<[f64; 2]> {
        let points = curve.points.iter();
        points
            .filter_map(|it| Some([f64::from(it.depth), measure(it)?.value]))
            .collect()
    };
    let curves: Vec<_> = panel.curves.iter().map(values).collect();
    let title = format!("{}: {name} over depth", panel.title);
    let names = panel.curves.iter().map(|it| it.name.as_str());
    draw_curves(svg, &title, &curves, names, above, 0);
}

fn draw_shapes(svg: &mut Svg, finding: &Finding, above: f64) {
    let curves: Vec<_> = finding
        .shapes
        .iter()
        .map(|it: &Shape| it.points.clone())
        .collect();
    let names = finding.shapes.iter().map(|it| it.name.as_str());
    draw_curves(svg, &finding.shapes_title, &curves, names, above, 4);
}

/// Draws curves over a common frame with their names below it; the y axis is told with so many decimals
/// more than needed for a great one.
fn draw_curves<'a>(
    svg: &mut Svg,
    title: &str,
    curves: &[Vec<[f64; 2]>],
    names: impl Iterator<Item = &'a str>,
    above: f64,
    more_decimals: usize,
) {
    let plot = frame(title, curves, above, more_decimals);
    plot.frame(svg);
    for (number, ((points, name), class)) in
        (0_u32..).zip(curves.iter().zip(names).zip(SERIES.iter().cycle()))
    {
        plot.curve(svg, class, points);
        let y = above + SIZE[1] + LINE * f64::from(number);
        svg.line(class, &[[SIDES[0], y - 4.0], [SIDES[0] + 30.0, y - 4.0]]);
        svg.words("", [SIDES[0] + 40.0, y], name);
    }
}

fn frame<'a>(title: &'a str, curves: &[Vec<[f64; 2]>], above: f64, more: usize) -> Plot<'a> {
    let all = || curves.iter().flatten();
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
    Plot {
        title,
        x: Axis::new([low, high], SIDES).divided(parts, usize::from(high - low < 10.0 && more > 0)),
        y: Axis::new([0.0, most * 1.05], ENDS.map(|end| above + end)).divided(4, decimals),
    }
}
