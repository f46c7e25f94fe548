//! How the values moved: a curve for each parameter, each on a scale from its least to its
//! greatest value.

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
        let [min, max] = [parameter.min, parameter.max].map(f64::from);
        let y = |value: f64| top + CURVE * (max - value) / (max - min);
        let title = format!("{}: {} to {value:.1}", parameter.name, parameter.start);
        svg.words("title", [AXIS[0], top - 8.0], &title);
        for (value, tick) in [(min, parameter.min), (max, parameter.max)] {
            svg.line("tick", &[[AXIS[0], y(value)], [AXIS[1], y(value)]]);
            svg.words(
                "quiet end",
                [AXIS[0] - 8.0, y(value) + 4.0],
                &tick.to_string(),
            );
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
