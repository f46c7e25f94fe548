//! How the values moved: a curve for each parameter, each on a scale of its own.

use super::parameter::Parameter;
use super::state::State;
use show::plot::{Axis, Plot, Svg};

const WIDTH: f64 = 760.0;
/// Where curves begin and end.
const SIDES: [f64; 2] = [70.0, 680.0];
const CURVE: f64 = 90.0;
/// The height of a curve's title.
const HEAD: f64 = 30.0;

/// The drawing of `state`.
pub fn plot(state: &State) -> Svg {
    let tuning = &state.tuning;
    let height = tuning.parameters.len() as f64 * (HEAD + CURVE);
    let mut svg = Svg::new([WIDTH, height + HEAD]);
    let last = tuning.iterations.max(1) as f64;
    let mut top = 0.0;
    for (index, (parameter, value)) in tuning.parameters.iter().zip(&state.theta).enumerate() {
        top += HEAD;
        let points = state.path.iter();
        let points = points.map(|point| [point.iteration as f64, point.theta[index]]);
        let points: Vec<_> = points.collect();
        let range = range(parameter, &points);
        let plot = Plot {
            title: &format!("{}: {} to {value:.1}", parameter.name, parameter.start),
            x: Axis::new([0.0, last], SIDES),
            y: Axis::new(range, [top + CURVE, top]).with_ticks(range, 0),
        };
        plot.draw(&mut svg, &points);
        top += CURVE;
    }
    let text = format!("{} of {} iterations", state.done, tuning.iterations);
    svg.words("quiet", [SIDES[0], height + 20.0], &text);
    svg
}

/// The range of values to show of `parameter`: where they were, and one change at the end around
/// it, within what is allowed.
fn range(parameter: &Parameter, points: &[[f64; 2]]) -> [f64; 2] {
    let start = f64::from(parameter.start);
    let widen = |[low, high]: [f64; 2], point: &[f64; 2]| [low.min(point[1]), high.max(point[1])];
    let [low, high] = points.iter().fold([start; 2], widen);
    let (least, greatest) = (f64::from(parameter.min), f64::from(parameter.max));
    let (low, high) = (low - parameter.c_end, high + parameter.c_end);
    [low.max(least), high.min(greatest)]
}
