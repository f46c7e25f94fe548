//! How the values moved: a curve for each parameter, each on a scale of its own.

use super::parameter::Parameter;
use super::state::State;
use crate::svg::Svg;

const WIDTH: f64 = 760.0;
/// Where curves begin and end.
const AXIS: [f64; 2] = [70.0, 680.0];
const CURVE: f64 = 90.0;
/// The height of a curve's title.
const HEAD: f64 = 30.0;

/// The drawing of `state`.
pub fn plot(state: &State) -> Svg {
    let count = state.tuning.parameters.len() as f64;
    let mut svg = Svg::new([WIDTH, count * (HEAD + CURVE) + HEAD]);
    let last = state.tuning.iterations.max(1) as f64;
    let x = |iteration: u64| AXIS[0] + (AXIS[1] - AXIS[0]) * iteration as f64 / last;
    for (index, (parameter, value)) in state.tuning.parameters.iter().zip(&state.theta).enumerate()
    {
        let top = index as f64 * (HEAD + CURVE) + HEAD;
        let values = state.path.iter().map(|point| point.theta[index]);
        let [low, high] = scale(parameter, values);
        let y = |value: f64| top + CURVE * (high - value) / (high - low);
        let title = format!("{}: {} to {value:.1}", parameter.name, parameter.start);
        svg.words("title", [AXIS[0], top - 8.0], &title);
        for value in [low, high] {
            svg.line("tick", &[[AXIS[0], y(value)], [AXIS[1], y(value)]]);
            let tick = format!("{value:.0}");
            svg.words("quiet end", [AXIS[0] - 8.0, y(value) + 4.0], &tick);
        }
        let points = state.path.iter();
        let points = points.map(|point| [x(point.iteration), y(point.theta[index])]);
        svg.line("curve", &points.collect::<Vec<_>>());
    }
    let (done, iterations) = (state.done, state.tuning.iterations);
    let text = format!("{done} of {iterations} iterations");
    svg.words("quiet", [AXIS[0], count * (HEAD + CURVE) + 20.0], &text);
    svg
}

/// The scale for `values` of `parameter`: where they were, and one change at the end around it,
/// within the range.
fn scale(parameter: &Parameter, values: impl Iterator<Item = f64>) -> [f64; 2] {
    let start = f64::from(parameter.start);
    let [low, high] = values.fold([start; 2], |[low, high], it| [low.min(it), high.max(it)]);
    let (least, greatest) = (f64::from(parameter.min), f64::from(parameter.max));
    let (low, high) = (low - parameter.c_end, high + parameter.c_end);
    [low.max(least), high.min(greatest)]
}
