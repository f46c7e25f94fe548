//! The course of a run as a picture: losses over epochs, as SVG.

use super::loss::Losses;
use super::trainer::Trainer;
use show::plot::{Axis, Plot, Svg};

/// Width and height of a plot with its margins.
const SIZE: [f64; 2] = [720.0, 240.0];
/// Where its axes are: left and right, bottom and top.
const SIDES: [f64; 2] = [70.0, 700.0];
const ENDS: [f64; 2] = [200.0, 34.0];
/// Most ticks on an axis, but for the first.
const TICKS: u32 = 8;

/// The losses of `trainer` so far as an SVG that needs no other file.
pub fn svg(trainer: &Trainer<'_>) -> String {
    let per_epoch = trainer.steps_per_epoch() as f64;
    let curve = trainer.curve().iter();
    let training = curve.map(|&(step, loss)| [step as f64 / per_epoch, loss]);
    let validation = |loss: fn(&Losses) -> f64| {
        let epochs = (1_u32..).zip(trainer.epochs());
        let points = epochs.map(|(number, epoch)| [number.into(), loss(&epoch.validation)]);
        points.collect()
    };
    let plots = [
        (
            "training: squared error of what is learned",
            training.collect::<Vec<_>>(),
        ),
        (
            "held-back games: squared error against the search's score",
            validation(|losses| losses.score),
        ),
        (
            "held-back games: cross-entropy of the result",
            validation(|losses| losses.result),
        ),
    ];
    let [width, height] = SIZE;
    let mut svg = Svg::new([width, height * plots.len() as f64]);
    let epochs = trainer.steps() as f64 / per_epoch;
    for (number, (title, points)) in (0_u32..).zip(&plots) {
        let above = height * f64::from(number);
        let plot = Plot {
            title,
            x: epoch_axis(epochs),
            y: Axis::new(range(points), ENDS.map(|end| above + end)).divided(TICKS, 4),
        };
        plot.draw(&mut svg, points);
    }
    svg.to_string()
}

fn epoch_axis(epochs: f64) -> Axis {
    let every = (epochs / f64::from(TICKS)).ceil().max(1.0) as usize;
    let ticks = (0..=epochs as u32).step_by(every).map(f64::from);
    Axis::new([0.0, epochs], SIDES).with_ticks(ticks, 0)
}

/// The least and the greatest loss, never the same.
fn range(points: &[[f64; 2]]) -> [f64; 2] {
    let losses = points.iter().map(|point| point[1]);
    let low = losses.clone().fold(f64::INFINITY, f64::min);
    let high = losses.fold(f64::NEG_INFINITY, f64::max);
    if low < high {
        [low, high]
    } else if low.is_finite() {
        [low - 0.001, low + 0.001]
    } else {
        [0.0, 1.0]
    }
}
