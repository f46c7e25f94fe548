//! The finding as a drawing: the cumulative distribution of what the worst move of a line loses.

use super::finding::Finding;
use super::loss::MOST_LOSS;
use show::plot::{Axis, Plot, SERIES, Svg};

const SIZE: [f64; 2] = [720.0, 320.0];
/// Where the axes are: left and right, bottom and top.
const SIDES: [f64; 2] = [60.0, 700.0];
const ENDS: [f64; 2] = [280.0, 34.0];
/// The height of a line of the legend.
const LINE: f64 = 20.0;

/// The drawing of `finding`.
pub fn picture(finding: &Finding) -> Svg {
    let [width, height] = SIZE;
    let mut svg = Svg::new([width, height + LINE * finding.players.len() as f64]);
    let plot = Plot {
        title: "Lines, %, whose worst move loses at most so many centipawns",
        x: Axis::new([0.0, MOST_LOSS.into()], SIDES).divided(10, 0),
        y: Axis::new([0.0, 100.0], ENDS).divided(4, 0),
    };
    plot.frame(&mut svg);
    let players = finding.players.iter().zip(SERIES.iter().cycle());
    for (number, (quality, class)) in (0_u32..).zip(players) {
        plot.curve(&mut svg, class, &distribution(&quality.worst));
        let y = height + LINE * f64::from(number);
        svg.line(class, &[[SIDES[0], y - 4.0], [SIDES[0] + 30.0, y - 4.0]]);
        svg.words("", [SIDES[0] + 40.0, y], &quality.player);
    }
    svg
}

/// The share of the `sorted` losses up to each of 101 places.
fn distribution(sorted: &[i32]) -> Vec<[f64; 2]> {
    let point = |part: i32| {
        let loss = MOST_LOSS * part / 100;
        let count = sorted.partition_point(|&it| it <= loss) as f64;
        [loss.into(), 100.0 * count / sorted.len().max(1) as f64]
    };
    (0..=100).map(point).collect()
}
