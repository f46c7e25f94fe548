//! What a person sees of a run: a progress bar on a terminal, else a line now and then; and its losses
//! over epochs as a picture.

use super::examples::Examples;
use super::targets::Losses;
use super::trainer::Trainer;
use base::progress::{Progress, Screen};
use show::plot::{Axis, Plot, Svg};
use std::io::{self, Write};

/// Tells how a run is going.
pub struct Console<'a> {
    progress: Progress<'a>,
    /// The step at which this console came in.
    first: u64,
}

impl<'a> Console<'a> {
    /// A console for `trainer` on `screen`.
    pub fn new(trainer: &Trainer<'_>, screen: Screen<'a>) -> Self {
        let first = trainer.steps_done();
        Self {
            progress: Progress::new(screen, first, trainer.steps()),
            first,
        }
    }

    /// Shows how far `trainer` is, after each step, and after the last of an epoch what came of that.
    ///
    /// # Errors
    /// If writing fails.
    pub fn step(&mut self, trainer: &Trainer<'_>) -> io::Result<()> {
        let done = trainer.steps_done();
        let is_end = done.is_multiple_of(trainer.steps_per_epoch());
        if let Some(epoch) = trainer.epochs().last().filter(|_| is_end) {
            let number = trainer.epochs().len();
            self.progress.line(&format!("epoch {number}: {epoch}"))?;
        }
        let seconds = self.progress.seconds();
        let account = || account(trainer, done - self.first, seconds);
        self.progress.show(done, account)
    }
}

/// How far `trainer` is, which did so many steps in so many seconds.
fn account(trainer: &Trainer<'_>, steps_done: u64, seconds: f64) -> String {
    let (done, steps) = (trainer.steps_done(), trainer.steps());
    let in_epoch = trainer.steps_per_epoch();
    let epochs = steps / in_epoch;
    let epoch = (done / in_epoch + 1).min(epochs);
    let loss = trainer.curve().last();
    let loss = loss.map_or_else(String::new, |(_, loss)| format!("loss {loss:.5}, "));
    let share = steps_done as f64 / in_epoch as f64;
    let speed = share * trainer.positions_per_epoch() as f64 / seconds / 1e3;
    format!("step {done} of {steps}, epoch {epoch} of {epochs}, {loss}{speed:.0} k positions/s")
}

/// Tells what there is to learn from, and how.
///
/// # Errors
/// If writing fails.
pub fn introduce(
    trainer: &Trainer<'_>,
    examples: &Examples,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (training, held_back) = (examples.training.total(), examples.held_back.total());
    let (games, positions) = (examples.games, examples.positions);
    writeln!(
        out,
        "{games} games, {positions} positions: {training} to learn from, {held_back} held back; \
         data {}",
        examples.fingerprint()
    )?;
    let (shape, scale, steps) = (trainer.shape(), trainer.scale(), trainer.steps());
    writeln!(
        out,
        "{shape}, scale {scale} centipawns; {steps} steps, {} an epoch",
        trainer.steps_per_epoch()
    )
}

/// Width and height of a plot with its margins.
const SIZE: [f64; 2] = [720.0, 240.0];
/// Where its axes are: left and right, bottom and top.
const SIDES: [f64; 2] = [70.0, 700.0];
const ENDS: [f64; 2] = [200.0, 34.0];
/// Most ticks on an axis, but for the first.
const TICKS: u32 = 8;

/// The losses of `trainer` so far as an SVG that needs no other file.
pub fn curve(trainer: &Trainer<'_>) -> String {
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
