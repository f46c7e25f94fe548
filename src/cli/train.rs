//! The arguments of `train`, and the files that a run reads and writes.

use super::net::load;
use anyhow::anyhow;
use base::files::{self, Lock};
use base::progress::Screen;
use base::shell;
use clap::Args;
use command::files::{Places, replace};
use command::options::{SeedArg, ThreadsArg, number, whole};
use cpu_time::ProcessTime;
use engine::eval::nnue::NetworkFile;
use engine::eval::nnue::shape::{HIDDEN, LANES, SCALE, Shape};
use learn::dataset;
use learn::train::{self, Console, Examples, Filter, Settings, Trainer};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Arguments of `train`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  usi-engine train --data games --out net.bin --hidden 64 --curve net.svg
  usi-engine train --data games --out nn.bin --arch halfkp_256x2-32-32
  usi-engine train --data games1 --out net1.bin --start net0.bin \\
      --rate 0.0005 --lambda 0.9
  usi-engine train --data games0 games1 --out net.bin --checkpoint run.state")]
pub struct TrainArgs {
    /// Files of games (.games), or positions of other trainers (.psv, .hcpe), or folders with such files.
    #[arg(long, value_name = "PATH", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The network to write; it is replaced if it is there.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What the network is made of: `flat_Hx2`, `near_Hx2` or `attacks_Hx2`, our own, or as `YaneuraOu` reads it:
    /// `kp_Hx2-N-M` or `halfkp_Hx2-N-M`, such as `halfkp_256x2-32-32`, or an edition of SFNN, such as SFNN1536 or
    /// `SFNN_halfka2_256_7_64_k3k3`. Unless given that of --start, or `flat_256x2`.
    #[arg(long, value_name = "SHAPE")]
    arch: Option<Shape>,
    /// The same as --arch `flat_Hx2`: H, a multiple of 32.
    #[arg(long, value_name = "H", conflicts_with = "arch")]
    #[arg(value_parser = hidden)]
    hidden: Option<usize>,
    /// Begin with this network of our own shape, and not at random. It may have fewer inputs than
    /// --arch: `flat_Hx2` for `near_Hx2`, either of them for `attacks_Hx2`.
    #[arg(long, value_name = "NET", conflicts_with = "hidden")]
    start: Option<PathBuf>,
    /// The share of the rate at which the weights of --start go on learning. With 0 they stay as they are,
    /// and only inputs that it does not have are learned.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, requires = "start")]
    #[arg(value_parser = number("a number", 0.0..=1.0_f32))]
    old_rate: f32,
    /// How often each position is learned from; 0 writes the network before any training.
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = whole(0..=1000_u64))]
    epochs: u64,
    /// Positions in a step; unless given 8192, or fewer where that makes less than 1000 steps.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=1_usize << 20))]
    batch: Option<usize>,
    /// The greatest rate of learning.
    #[arg(long, value_name = "R", default_value_t = 0.001)]
    #[arg(value_parser = number("a number", 1e-6..=1.0_f32))]
    rate: f32,
    /// Weight decay, as a multiple of the rate.
    #[arg(long, value_name = "D", default_value_t = 0.3)]
    #[arg(value_parser = number("a number", 0.0..=1000.0_f32))]
    decay: f32,
    /// Adam's epsilon: parameters whose gradients are mostly smaller learn less. 0.0003 keeps what rare inputs of
    /// --start have learned, and little is learned besides.
    #[arg(long, value_name = "E", default_value_t = 1e-8)]
    #[arg(value_parser = number("a number", 1e-12..=1.0_f32))]
    epsilon: f32,
    /// The share of the search's score in what is learned; the rest is the result's.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7)]
    #[arg(value_parser = number("a number", 0.0..=1.0_f32))]
    blend: f32,
    /// How much each later score of the game counts in a position's, as a share of the one before
    /// it; 0: a position's own score is all.
    #[arg(long, value_name = "L", default_value_t = 0.0)]
    #[arg(value_parser = number("a number", 0.0..=0.99_f32))]
    lambda: f32,
    /// How many centipawns ahead win e times as often as they lose; fitted to the data unless
    /// given.
    #[arg(long, value_name = "CP")]
    #[arg(value_parser = whole(*SCALE.start() as u16..=*SCALE.end() as u16))]
    scale: Option<u16>,
    /// Do not learn from the mirror image of each position too.
    #[arg(long)]
    no_flip: bool,
    /// Also learn from positions in check or with a capture or promotion as the best move.
    #[arg(long)]
    noisy: bool,
    /// Only learn from positions with a score of fewer centipawns than this, either way.
    #[arg(long, value_name = "CP", default_value_t = 10_000)]
    #[arg(value_parser = whole(1..=31_000_u16))]
    score_below: u16,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Draw the losses into this SVG file.
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    /// Keep what is needed to go on in this file, after every epoch and now and then; the same command again goes
    /// on from it.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How many minutes there are between checkpoints within an epoch.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "checkpoint")]
    #[arg(value_parser = whole(1..=10_000_u64))]
    minutes: u64,
    /// Only go on: the checkpoint must be there.
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

fn hidden(text: &str) -> Result<usize, String> {
    let number = whole(HIDDEN)(text)
        .ok()
        .filter(|it| it.is_multiple_of(LANES));
    let (min, max) = (HIDDEN.start(), HIDDEN.end());
    number.ok_or_else(|| format!("expected a multiple of {LANES} from {min} to {max}"))
}

impl TrainArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        Places::reading(dataset::files(&self.data)?)
            .and_reading(&self.start)
            .writing("network", [&self.out])?
            .writing("curve", &self.curve)?
            .writing("checkpoint", &self.checkpoint)?;
        let _lock = self.lock()?;
        let mut lines = io::stderr();
        let start = self.start.as_deref().map(|path| load(path, None));
        let start = start.transpose()?;
        let shape = self.shape(start.as_ref());
        train::check(shape)?;
        let examples = Examples::read(&self.data, self.filter(shape))?;
        let settings = self.settings(shape, start.as_ref(), &examples);
        let mut trainer = Trainer::new(settings, &examples, self.threads.count())?;
        if let Some(NetworkFile { path, network }) = &start {
            let started = trainer.start_from(network);
            started.map_err(|error| anyhow!("`{}`: {error}", path.display()))?;
        }
        self.restore(&mut trainer)?;
        train::introduce(&trainer, &examples, out)?;
        let first = trainer.steps_done();
        let start = ProcessTime::now();
        self.train(&mut trainer, Screen::of(&mut lines))?;
        let seconds = start.elapsed().as_secs_f64();
        let share = (trainer.steps() - first) as f64 / trainer.steps_per_epoch() as f64;
        let positions = share * trainer.positions_per_epoch() as f64;
        self.save(&trainer, &examples, out)?;
        Ok(writeln!(
            out,
            "learned from {positions:.0} positions in {seconds:.1} s of CPU time: {:.0} per second",
            positions / seconds.max(1e-9)
        )?)
    }

    /// The shape of a network that begins with `start`.
    fn shape(&self, start: Option<&NetworkFile>) -> Shape {
        let chosen = self.arch.or_else(|| self.hidden.map(Shape::flat));
        let started = start.map(|file| file.network.shape());
        chosen.or(started).unwrap_or(Shape::flat(256))
    }

    /// Which positions a network of `shape` learns from.
    fn filter(&self, shape: Shape) -> Filter {
        Filter {
            score_below: self.score_below,
            noisy: self.noisy,
            lambda: self.lambda,
            with_kings: shape.needs_kings(),
        }
    }

    /// The settings of a run on `examples` that begins with `start`.
    fn settings(&self, shape: Shape, start: Option<&NetworkFile>, examples: &Examples) -> Settings {
        let settings = Settings {
            shape,
            start: start.map(|file| file.network.digest()),
            old_rate: self.old_rate,
            epochs: self.epochs,
            batch: self.batch.unwrap_or_default(),
            rate: self.rate,
            decay: self.decay,
            epsilon: self.epsilon,
            blend: self.blend,
            scale: self.scale,
            flip: !self.no_flip,
            seed: self.seed.seed,
            filter: self.filter(shape),
        };
        let batch = self
            .batch
            .unwrap_or_else(|| settings.fitting_batch(examples));
        Settings { batch, ..settings }
    }

    /// The lock of the checkpoint, if there is one to be.
    fn lock(&self) -> anyhow::Result<Option<Lock>> {
        let named = |path: &PathBuf| {
            Lock::of(path).map_err(|error| anyhow!("checkpoint `{}`: {error}", path.display()))
        };
        self.checkpoint.as_ref().map(named).transpose()
    }

    /// Goes on from the checkpoint, if there is one.
    fn restore(&self, trainer: &mut Trainer<'_>) -> anyhow::Result<()> {
        let Some(path) = &self.checkpoint else {
            return Ok(());
        };
        let named = |error: &dyn Display| anyhow!("checkpoint `{}`: {error}", path.display());
        let bytes = match files::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !self.resume => return Ok(()),
            read => read.map_err(|error| named(&error))?,
        };
        trainer.resume(&bytes).map_err(|error| named(&error))
    }

    /// Runs to the end, with checkpoints.
    fn train(&self, trainer: &mut Trainer<'_>, screen: Screen<'_>) -> anyhow::Result<()> {
        let mut console = Console::new(trainer, screen);
        let mut kept = Instant::now();
        let interval = Duration::from_secs(60 * self.minutes);
        while trainer.step()? {
            console.step(trainer)?;
            let epoch_is_over = trainer
                .steps_done()
                .is_multiple_of(trainer.steps_per_epoch());
            let due = epoch_is_over || kept.elapsed() >= interval;
            if let Some(path) = self.checkpoint.as_deref().filter(|_| due) {
                replace("checkpoint", path, &trainer.checkpoint()?)?;
                kept = Instant::now();
            }
        }
        Ok(())
    }

    /// Writes the network and the curve.
    fn save(
        &self,
        trainer: &Trainer<'_>,
        examples: &Examples,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let result = match trainer.epochs() {
            [] => "untrained".to_owned(),
            [.., last] => format!("epoch {}: {last}", trainer.epochs().len()),
        };
        let mut origin = Vec::new();
        let arguments: Vec<_> = std::env::args_os()
            .skip(1)
            .map(|it| it.to_string_lossy().into_owned())
            .collect();
        writeln!(origin, "usi-engine {}", shell::line(arguments))?;
        train::introduce(trainer, examples, &mut origin)?;
        origin.extend(result.bytes());
        let network = trainer.network(String::from_utf8_lossy(&origin).into_owned())?;
        replace("network", &self.out, &network.to_bytes())?;
        if let Some(path) = self.curve.as_ref().filter(|_| self.epochs > 0) {
            replace("curve", path, train::curve(trainer).as_bytes())?;
        }
        writeln!(out, "{result}")?;
        let quantised = trainer.validate_network(network)?;
        writeln!(
            out,
            "`{}`, in whole numbers: {quantised}",
            self.out.display()
        )?;
        Ok(())
    }
}
