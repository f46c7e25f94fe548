//! The finding as a drawing: curves over nodes, one for each player.

use super::finding::{Finding, Row};
use crate::mean::Mean;
use show::plot::{Axis, Plot, SERIES, Svg};

/// Width and height of a plot with its margins.
const SIZE: [f64; 2] = [720.0, 240.0];
/// Where its axes are: left and right, bottom and top.
const SIDES: [f64; 2] = [60.0, 680.0];
const ENDS: [f64; 2] = [200.0, 34.0];
/// The height of a line of the legend.
const LINE: f64 = 20.0;

/// What a plot shows of a row.
type Measure = (&'static str, fn(&Row) -> Option<Mean>);

const MEASURES: [Measure; 5] = [
    ("move of the oracle's last search, % of positions", |row| {
        row.oracle
    }),
    ("move of the reference, % of positions", |row| row.reference),
    ("loss of the move by the reference, centipawns", |row| {
        row.loss
    }),
    ("error of the value to the reference, centipawns", |row| {
        row.reference_error
    }),
    ("iteration", |row| row.depth),
];

/// The drawing of `finding`.
pub fn picture(finding: &Finding) -> Svg {
    let players = players(&finding.rows);
    let is_known = |measure: &&Measure| finding.rows.iter().any(|row| measure.1(row).is_some());
    let measures: Vec<_> = MEASURES.iter().filter(is_known).collect();
    let [width, height] = SIZE;
    let bottom = height * measures.len() as f64;
    let mut svg = Svg::new([width, bottom + LINE * (players.len() as f64 + 1.0)]);
    for (number, measure) in (0_u32..).zip(measures) {
        draw(&mut svg, measure, &players, height * f64::from(number));
    }
    for (number, (rows, class)) in (1_u32..).zip(players.iter().zip(SERIES.iter().cycle())) {
        let y = bottom + LINE * f64::from(number);
        svg.line(class, &[[SIDES[0], y - 4.0], [SIDES[0] + 30.0, y - 4.0]]);
        svg.words("", [SIDES[0] + 40.0, y], &rows[0].player);
    }
    svg
}

/// The rows of each player.
fn players(rows: &[Row]) -> Vec<&[Row]> {
    rows.chunk_by(|one, next| one.player == next.player && one.nodes < next.nodes)
        .collect()
}

fn draw(svg: &mut Svg, (title, measure): &Measure, players: &[&[Row]], above: f64) {
    let points = |rows: &&[Row]| -> Vec<[f64; 2]> {
        let rows = rows.iter();
        rows.filter_map(|row| Some([row.nodes as f64, measure(row)?.value]))
            .collect()
    };
    let curves: Vec<_> = players.iter().map(points).collect();
    let most = curves
        .iter()
        .flatten()
        .map(|point| point[1])
        .fold(1.0, f64::max);
    let plot = Plot {
        title,
        x: nodes_axis(players),
        y: Axis::new([0.0, most], ENDS.map(|end| above + end)).divided(4, 0),
    };
    plot.frame(svg);
    for (points, class) in curves.iter().zip(SERIES.iter().cycle()) {
        plot.curve(svg, class, points);
    }
}

fn nodes_axis(players: &[&[Row]]) -> Axis {
    let mut nodes: Vec<u64> = players
        .iter()
        .flat_map(|rows| rows.iter())
        .map(|row| row.nodes)
        .collect();
    nodes.sort_unstable();
    nodes.dedup();
    let ends = [nodes.first(), nodes.last()].map(|end| end.map_or(1.0, |&end| end as f64));
    let ticks = nodes.into_iter().map(|nodes| nodes as f64);
    Axis::new(ends, SIDES).logarithmic().with_ticks(ticks, 0)
}
