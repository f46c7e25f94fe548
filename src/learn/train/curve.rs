//! The course of a run as a picture: losses over epochs, as SVG.

use super::loss::Losses;
use super::trainer::Trainer;
use crate::svg::Svg;

/// Width and height of a plot with its margins.
const SIZE: [f64; 2] = [720.0, 240.0];
/// Where its axes are: left, right, top, bottom.
const AXES: [f64; 4] = [70.0, 700.0, 34.0, 200.0];
/// Fewer points than these are shown as dots too: one alone makes no line.
const FEW: usize = 50;
/// Most ticks on an axis, but for the first.
const TICKS: f64 = 8.0;

/// A loss over the course of a run.
struct Plot {
    title: &'static str,
    /// Epochs and loss.
    points: Vec<[f64; 2]>,
}

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
        Plot {
            title: "training: squared error of what is learned",
            points: training.collect(),
        },
        Plot {
            title: "held-back games: squared error against the search's score",
            points: validation(|losses| losses.score),
        },
        Plot {
            title: "held-back games: cross-entropy of the result",
            points: validation(|losses| losses.result),
        },
    ];
    let [width, height] = SIZE;
    let mut svg = Svg::new([width, height * plots.len() as f64]);
    for (number, plot) in (0_u32..).zip(&plots) {
        let top = height * f64::from(number);
        plot.draw(&mut svg, top, trainer.steps() as f64 / per_epoch);
    }
    svg.to_string()
}

impl Plot {
    /// Draws the plot over so many epochs, from `above` down.
    fn draw(&self, svg: &mut Svg, above: f64, epochs: f64) {
        let [left, right, top, bottom] = AXES;
        let [low, high] = self.range();
        let x = |epoch: f64| left + (right - left) * epoch / epochs;
        let y = |loss: f64| above + bottom - (bottom - top) * (loss - low) / (high - low);
        svg.words("title", [left, above + 20.0], self.title);
        for tick in 0..=TICKS as u32 {
            let loss = low + (high - low) * f64::from(tick) / TICKS;
            svg.line("tick", &[[left, y(loss)], [right, y(loss)]]);
            svg.words("end", [left - 8.0, y(loss) + 4.0], &format!("{loss:.4}"));
        }
        let every = (epochs / TICKS).ceil().max(1.0) as usize;
        for epoch in (0..=epochs as u32).step_by(every) {
            let below = [x(epoch.into()), above + bottom + 18.0];
            svg.words("middle", below, &epoch.to_string());
        }
        let points: Vec<_> = self
            .points
            .iter()
            .map(|&[epoch, loss]| [x(epoch), y(loss)])
            .collect();
        svg.line("curve", &points);
        if points.len() < FEW {
            for &point in &points {
                svg.dot("bar", point);
            }
        }
    }

    /// The least and the greatest loss, never the same.
    fn range(&self) -> [f64; 2] {
        let losses = self.points.iter().map(|point| point[1]);
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
}
