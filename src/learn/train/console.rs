//! What a person sees of a run: a progress bar on a terminal, else a line now and then.

use super::examples::Examples;
use super::trainer::Trainer;
use matches::progress::{Progress, Screen};
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

    /// Shows how far `trainer` is, after each step.
    ///
    /// # Errors
    /// If writing fails.
    pub fn step(&mut self, trainer: &Trainer<'_>) -> io::Result<()> {
        let done = trainer.steps_done();
        if done.is_multiple_of(trainer.steps_per_epoch()) {
            self.epoch(trainer)?;
        }
        let seconds = self.progress.seconds();
        let account = || account(trainer, done - self.first, seconds);
        self.progress.show(done, account)
    }

    /// Tells what came of the last epoch.
    fn epoch(&mut self, trainer: &Trainer<'_>) -> io::Result<()> {
        let number = trainer.epochs().len();
        let Some(epoch) = trainer.epochs().last() else {
            return Ok(());
        };
        self.progress.line(&format!("epoch {number}: {epoch}"))
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
    let (training, held_back) = (examples.training.len(), examples.held_back.len());
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
