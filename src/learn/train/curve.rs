//! The course of a run as a picture: losses over epochs, as SVG.

use super::loss::Losses;
use super::trainer::Trainer;
use std::fmt::Write;

/// Width and height of a plot with its margins.
const SIZE: [f64; 2] = [720.0, 240.0];
/// Where its axes are: left, right, top, bottom.
const AXES: [f64; 4] = [70.0, 700.0, 34.0, 200.0];
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
    let below = height * plots.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {below}\" \
         font-family=\"sans-serif\" font-size=\"12\" stroke-width=\"1.5\" fill=\"none\">\n\
         <rect width=\"{width}\" height=\"{below}\" fill=\"white\"/>\n"
    );
    for (number, plot) in (0_u32..).zip(&plots) {
        let top = height * f64::from(number);
        let inside = plot.svg(trainer.steps() as f64 / per_epoch);
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<g transform=\"translate(0 {top})\">\n{inside}</g>");
    }
    svg + "</svg>\n"
}

impl Plot {
    /// The plot over so many epochs, as elements of an SVG.
    fn svg(&self, epochs: f64) -> String {
        let [left, right, top, bottom] = AXES;
        let [low, high] = self.range();
        let x = |epoch: f64| left + (right - left) * epoch / epochs;
        let y = |loss: f64| bottom - (bottom - top) * (loss - low) / (high - low);
        let mut svg = format!(
            "<text x=\"{left}\" y=\"20\" fill=\"black\">{}</text>\n",
            self.title
        );
        for tick in 0..=TICKS as u32 {
            let loss = low + (high - low) * f64::from(tick) / TICKS;
            let (at, label) = (y(loss), left - 8.0);
            let _ = writeln!(
                svg,
                "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{label}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"black\">{loss:.4}</text>",
                at + 4.0,
            );
        }
        let every = (epochs / TICKS).ceil().max(1.0) as usize;
        for epoch in (0..=epochs as u32).step_by(every) {
            let (at, label) = (x(epoch.into()), bottom + 18.0);
            let _ = writeln!(
                svg,
                "<text x=\"{at:.1}\" y=\"{label}\" text-anchor=\"middle\" fill=\"black\">{epoch}</text>"
            );
        }
        let mut points = String::new();
        for &[epoch, loss] in &self.points {
            let (x, y) = (x(epoch), y(loss));
            let _ = write!(points, "{x:.1},{y:.1} ");
            if self.points.len() < 50 {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#0072b2\"/>"
                );
            }
        }
        let points = points.trim_end();
        let _ = writeln!(svg, "<polyline points=\"{points}\" stroke=\"#0072b2\"/>");
        svg
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
