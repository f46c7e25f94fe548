//! What a person sees of a run: a progress bar on a terminal, else a line now and then.

use super::examples::Examples;
use super::trainer::Trainer;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Least time between lines where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(10);

/// Tells how a run is going.
pub struct Console<'a> {
    lines: &'a mut dyn Write,
    /// Hidden where there is no terminal.
    bar: ProgressBar,
    began: Instant,
    /// The step at which this console came in.
    first: u64,
    told: Instant,
}

impl<'a> Console<'a> {
    /// A console for `trainer` that shows a bar on a terminal at the standard error, and writes
    /// lines to `lines` where there is none.
    pub fn new(trainer: &Trainer<'_>, lines: &'a mut dyn Write) -> Self {
        let bar = ProgressBar::new(trainer.steps());
        let template = "{elapsed_precise} [{bar:32}] epoch {prefix}, {msg}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_position(trainer.steps_done());
        bar.reset_eta();
        Self {
            lines,
            bar,
            began: Instant::now(),
            first: trainer.steps_done(),
            told: Instant::now(),
        }
    }

    /// Shows how far `trainer` is, after each step.
    ///
    /// # Errors
    /// If writing fails.
    pub fn step(&mut self, trainer: &Trainer<'_>) -> io::Result<()> {
        let (done, steps) = (trainer.steps_done(), trainer.steps());
        let in_epoch = trainer.steps_per_epoch();
        if done.is_multiple_of(in_epoch) {
            self.epoch(trainer)?;
        }
        let due = self.bar.is_hidden() && self.told.elapsed() >= INTERVAL;
        if !due && self.bar.is_hidden() {
            return Ok(());
        }
        let epochs = steps / in_epoch;
        let epoch = (done / in_epoch + 1).min(epochs);
        let loss = trainer.curve().last();
        let loss = loss.map_or_else(String::new, |(_, loss)| format!("loss {loss:.5}, "));
        let seconds = self.began.elapsed().as_secs_f64().max(1e-3);
        let share = (done - self.first) as f64 / in_epoch as f64;
        let speed = share * trainer.positions_per_epoch() as f64 / seconds;
        self.bar.set_prefix(format!("{epoch} of {epochs}"));
        self.bar
            .set_message(format!("{loss}{:.0} k positions/s", speed / 1e3));
        self.bar.set_position(done);
        if due {
            self.told = Instant::now();
            let left = (steps - done) as f64 * seconds / (done - self.first).max(1) as f64;
            let message = self.bar.message();
            writeln!(
                self.lines,
                "step {done} of {steps}, epoch {epoch} of {epochs}, {message}, {left:.0} s left"
            )?;
        }
        Ok(())
    }

    /// Tells what came of the last epoch.
    fn epoch(&mut self, trainer: &Trainer<'_>) -> io::Result<()> {
        let number = trainer.epochs().len();
        let Some(epoch) = trainer.epochs().last() else {
            return Ok(());
        };
        self.line(&format!("epoch {number}: {epoch}"))
    }

    /// Writes a line, above the bar if there is one.
    ///
    /// # Errors
    /// If writing fails.
    pub fn line(&mut self, line: &str) -> io::Result<()> {
        let lines = &mut self.lines;
        self.bar.suspend(|| writeln!(lines, "{line}"))
    }
}

impl Drop for Console<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
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
    let (training, held_back) = (examples.training.len(), examples.held_back.len());
    let (games, positions) = (examples.games, examples.positions);
    writeln!(
        out,
        "{games} games, {positions} positions: {training} to learn from, {held_back} held back; \
         data {}",
        examples.fingerprint()
    )?;
    let (scale, steps) = (trainer.scale(), trainer.steps());
    writeln!(
        out,
        "scale {scale} centipawns; {steps} steps, {} an epoch",
        trainer.steps_per_epoch()
    )
}
