//! A run of training, batch by batch: the order of the examples, the rate of learning, the steps.
//!
//! What must hold: the network follows from the examples and the [`Settings`] alone, whatever the
//! number of threads, the processor, and how often the run was broken off and resumed. So the order of
//! the examples and the rate follow from the seed and the number of the epoch or step alone, and nothing
//! is restored from bytes that are damaged or of another run.

use super::TrainError;
use super::batch::{Batch, Item};
use super::examples::{Example, Examples};
use super::model::{Model, Pace};
use super::quantise;
use super::run::{Epoch, Progress, Settings};
use super::targets::{Losses, Sum, Target};
use base::files::{Difference, sha256};
use base::random::generator;
use engine::eval::nnue::accumulator::Stack;
use engine::eval::nnue::features::position;
use engine::eval::nnue::network::SCALE;
use engine::eval::nnue::shape::Shape;
use engine::eval::nnue::{Network, NetworkError};
use engine::shogi::Color;
use matches::stats::WinRate;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::f64::consts::PI;
use std::ops::Range;
use std::sync::Arc;

/// Points of the curve of the training loss over a run.
const POINTS: u64 = 200;
/// Positions whose outputs are found at a time for validation.
const AT_A_TIME: usize = 8192;

/// A run of training.
pub struct Trainer<'a> {
    settings: Settings,
    examples: &'a Examples,
    target: Target,
    /// Centipawns that an output of 1 is worth.
    worth: f32,
    threads: usize,
    model: Model,
    progress: Progress,
    batch: Batch,
    part: Option<LoadedPart<'a>>,
}

/// The part of the examples at part.
struct LoadedPart<'a> {
    epoch: u64,
    /// The steps of the epoch that learn from it.
    steps: Range<u64>,
    examples: Cow<'a, [Example]>,
    /// The order of its items.
    order: Vec<u32>,
}

/// What the line begins with, in words and in version.
const FORM: &str = "kyomi-training-5";

/// The first line of a checkpoint; the numbers of [`Model::state`] follow, little-endian.
#[derive(Serialize, Deserialize)]
struct CheckpointHead {
    form: String,
    settings: Settings,
    fingerprint: String,
    steps: u64,
    progress: Progress,
    /// The SHA-256 of what follows.
    sum: String,
}

/// What a run follows from.
#[derive(Serialize)]
struct Identity<'a> {
    data: &'a str,
    #[serde(flatten)]
    settings: &'a Settings,
}

impl<'a> Trainer<'a> {
    /// A run from the beginning, on `threads` threads.
    ///
    /// # Errors
    /// If no scale fits the examples, no such network can be trained, or some examples may have no value in one.
    pub fn new(
        settings: Settings,
        examples: &'a Examples,
        threads: usize,
    ) -> Result<Self, TrainError> {
        let shape = settings.shape;
        if shape.needs_kings() && !settings.filter.with_kings {
            let text =
                format!("{shape} has no values without kings; expected only positions with both");
            return Err(TrainError::Unfit(text));
        }
        let worth = match settings.scale {
            Some(worth) => f32::from(worth),
            None => fitted_scale(&examples.own_scores)?,
        };
        // A mean is nearer to the result than a score of as many centipawns.
        let scale = if settings.filter.lambda > 0.0 {
            fitted_scale(&examples.learned_scores)?
        } else {
            worth
        };
        Ok(Self {
            target: Target {
                scale,
                blend: settings.blend,
            },
            worth,
            model: Model::random(shape, worth, settings.seed).ok_or(TrainError::Shape(shape))?,
            part: None,
            progress: Progress::default(),
            batch: Batch::default(),
            settings,
            examples,
            threads,
        })
    }

    /// Begins with the weights of `network`, which [`Settings::start`] must name.
    ///
    /// # Errors
    /// If it is not of our own shape, or not of the run's.
    pub fn start_from(&mut self, network: &Network) -> Result<(), TrainError> {
        let pace = self.settings.old_rate;
        let started = quantise::start(&mut self.model, self.worth, network, pace);
        let (there, here) = (network.shape(), self.settings.shape);
        started.ok_or_else(|| {
            TrainError::Unfit(format!(
                "{there} cannot be begun with; expected {here} or one of our own with fewer inputs"
            ))
        })
    }

    /// Goes on from the bytes of a [checkpoint](Self::checkpoint).
    ///
    /// # Errors
    /// If they are none, or of a run with other settings or data.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), TrainError> {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (line, state) = bytes.split_at(end.ok_or(TrainError::NoCheckpoint)?);
        let state = &state[1..];
        let head: CheckpointHead =
            serde_json::from_slice(line).map_err(|_| TrainError::NoCheckpoint)?;
        if head.form != FORM || head.sum != sha256(state) {
            return Err(TrainError::NoCheckpoint);
        }
        let there = Identity {
            data: &head.fingerprint,
            settings: &head.settings,
        };
        let here = Identity {
            data: self.examples.fingerprint(),
            settings: &self.settings,
        };
        if let Some(difference) = Difference::between(&there, &here) {
            return Err(TrainError::OtherRun(difference));
        }
        let (numbers, _) = state.as_chunks();
        let numbers = numbers.iter().copied().map(f32::from_le_bytes);
        self.model.restore(head.steps, numbers);
        self.progress = head.progress;
        Ok(())
    }

    /// From where the run can go on.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn checkpoint(&self) -> Result<Vec<u8>, TrainError> {
        let state: Vec<u8> = self.model.state().flat_map(f32::to_le_bytes).collect();
        let head = CheckpointHead {
            form: FORM.to_owned(),
            settings: self.settings.clone(),
            fingerprint: self.examples.fingerprint().to_owned(),
            steps: self.model.steps,
            progress: self.progress.clone(),
            sum: sha256(&state),
        };
        let mut bytes = serde_json::to_vec(&head)?;
        bytes.push(b'\n');
        bytes.extend(state);
        Ok(bytes)
    }

    /// Learns from the next batch; false if the run is over. After the last batch of an epoch
    /// [`Self::epochs`] has one more.
    ///
    /// # Errors
    /// If the examples cannot be read.
    pub fn step(&mut self) -> Result<bool, TrainError> {
        let steps = self.steps();
        let step = self.model.steps;
        if step == steps {
            return Ok(false);
        }
        let in_epoch = self.steps_per_epoch();
        let part = self.load_part(step / in_epoch, step % in_epoch)?;
        let Range { start, end } = part.steps;
        let range = batch(step % in_epoch - start, end - start, part.order.len());
        let chosen = &part.order[range];
        let count = chosen.len();
        let item = |number: usize| item(&part.examples, chosen[number]);
        let outputs = self
            .model
            .outputs(self.threads, &mut self.batch, count, item);
        let share = 1.0 / count as f32;
        let mut loss = 0.0;
        let slopes = (0..).map(item).zip(outputs).map(|((example, _), output)| {
            let [value, slope] = self.target.loss(example, output);
            loss += f64::from(value);
            slope * share
        });
        self.batch.slopes.clear();
        self.batch.slopes.extend(slopes);
        let pace = Pace {
            rate: self.settings.rate * rate(step, steps) as f32,
            decay: self.settings.decay,
            epsilon: self.settings.epsilon,
        };
        self.model.learn(self.threads, &self.batch, pace);
        let loss = loss / count as f64;
        self.part = Some(part);
        self.note(loss)?;
        Ok(true)
    }

    /// The part of the examples from which step `step` of `epoch` learns.
    fn load_part(&mut self, epoch: u64, step: u64) -> Result<LoadedPart<'a>, TrainError> {
        let is_of_step = |it: &mut LoadedPart| it.epoch == epoch && it.steps.contains(&step);
        if let Some(part) = self.part.take_if(is_of_step) {
            return Ok(part);
        }
        // Before the next one is read this one goes.
        self.part = None;
        let parts = &self.examples.training;
        let lengths: Vec<_> = parts.lengths().collect();
        let order = shuffled(!self.settings.seed, epoch, lengths.len());
        let mut start = 0;
        for part in order {
            let part = part as usize;
            let end = start + self.steps_in_part(lengths[part]);
            if step < end {
                let time = epoch * lengths.len() as u64 + part as u64;
                let items = lengths[part] * self.settings.images();
                return Ok(LoadedPart {
                    epoch,
                    steps: start..end,
                    examples: parts.load(part)?,
                    order: shuffled(self.settings.seed, time, items),
                });
            }
            start = end;
        }
        unreachable!("an epoch has the steps of all its parts")
    }

    /// Notes the loss of a step, and what is due after it.
    fn note(&mut self, loss: f64) -> Result<(), TrainError> {
        let (step, in_epoch) = (self.model.steps, self.steps_per_epoch());
        self.progress.epoch.add(loss);
        self.progress.point.add(loss);
        let point = |step: u64| step * POINTS / self.steps();
        if point(step) > point(step - 1) {
            let loss = self.progress.point.take();
            self.progress.curve.push((step, loss));
        }
        if step.is_multiple_of(in_epoch) {
            let epoch = Epoch {
                training: self.progress.epoch.take(),
                validation: self.validate()?,
            };
            self.progress.epochs.push(epoch);
        }
        Ok(())
    }

    /// The losses on the examples held back.
    fn validate(&mut self) -> Result<Losses, TrainError> {
        let mut losses = Sum::default();
        for examples in self.examples.held_back.loaded() {
            for some in examples?.chunks(AT_A_TIME) {
                let item = |number: usize| (&some[number], false);
                let outputs = self
                    .model
                    .outputs(self.threads, &mut self.batch, some.len(), item);
                losses.add(self.target, some, outputs);
            }
        }
        Ok(losses.mean())
    }

    /// The network so far as it is played with; `origin` says how it was made, in a file that has
    /// room for it.
    ///
    /// # Errors
    /// If a network cannot have so many neurons, or that scale.
    pub fn network(&self, origin: String) -> Result<Network, NetworkError> {
        quantise::network(&self.model, self.worth as i32, origin)
    }

    /// The losses of `network` on the examples held back.
    ///
    /// # Errors
    /// If these cannot be read.
    pub fn validate_network(&self, network: Network) -> Result<Losses, TrainError> {
        let mut stack = Stack::new(Arc::new(network), 0);
        let mut losses = Sum::default();
        for examples in self.examples.held_back.loaded() {
            let examples = examples?;
            let outputs = examples.iter().map(|example| {
                let pos = position(example.active());
                stack.start(&pos);
                stack.value(0, &pos, Color::Black) as f32 / self.worth
            });
            losses.add(self.target, &examples, outputs);
        }
        Ok(losses.mean())
    }

    /// How many steps the run has.
    pub fn steps(&self) -> u64 {
        self.settings.epochs * self.steps_per_epoch()
    }

    /// How many of them an epoch has.
    pub fn steps_per_epoch(&self) -> u64 {
        let lengths = self.examples.training.lengths();
        lengths.map(|length| self.steps_in_part(length)).sum()
    }

    /// How many steps a part of `length` examples has.
    fn steps_in_part(&self, length: usize) -> u64 {
        batches(length * self.settings.images(), self.settings.batch)
    }

    /// How many are done.
    pub fn steps_done(&self) -> u64 {
        self.model.steps
    }

    /// How many positions are learned from in an epoch, mirror images included.
    pub fn positions_per_epoch(&self) -> usize {
        self.settings.epoch_length(self.examples)
    }

    /// What came of the epochs so far.
    pub fn epochs(&self) -> &[Epoch] {
        &self.progress.epochs
    }

    /// The mean training loss since the point before, at some steps.
    pub fn curve(&self) -> &[(u64, f64)] {
        &self.progress.curve
    }

    /// What the network is made of.
    pub fn shape(&self) -> Shape {
        self.settings.shape
    }

    /// Centipawns that an output of 1 is worth.
    pub fn scale(&self) -> f32 {
        self.worth
    }
}

/// Item `number` of a part: an example, then, after all of them, the mirror image of one.
fn item(examples: &[Example], number: u32) -> Item<'_> {
    let number = number as usize;
    let count = examples.len();
    (&examples[number % count], number >= count)
}

/// The scale that fits the data: how many centipawns stand for which probability of winning. Refused if results do not
/// follow scores, or only by a scale that no network can have.
fn fitted_scale(scores: &WinRate) -> Result<f32, TrainError> {
    let scale = scores.likeliest_scale();
    let possible = f64::from(*SCALE.start())..=f64::from(*SCALE.end());
    if possible.contains(&scale) {
        Ok(scale.round() as f32)
    } else {
        Err(TrainError::NoScale)
    }
}

/// Steps until the full rate, where there are enough; a tenth of all otherwise.
const WARM_UP: u64 = 200;
/// What the rate ends at, as a share of its greatest.
const LAST: f64 = 0.01;

/// The numbers below `count`, shuffled for the `time`th time.
fn shuffled(seed: u64, time: u64, count: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.shuffle(&mut generator(seed, time));
    order
}

/// How many batches of about `batch` an epoch of `count` examples has: at least one.
fn batches(count: usize, batch: usize) -> u64 {
    (count as f64 / batch as f64).round().max(1.0) as u64
}

/// The examples of batch `number` of `batches`, which are all of one size, or nearly.
fn batch(number: u64, batches: u64, count: usize) -> Range<usize> {
    let end = |number: u64| (count as u128 * u128::from(number) / u128::from(batches)) as usize;
    end(number)..end(number + 1)
}

/// The rate of step `step` of `steps`, counted from 0, as a share of the greatest: it grows
/// linearly, then falls along half a cosine.
fn rate(step: u64, steps: u64) -> f64 {
    let warm_up = WARM_UP.min(steps / 10);
    if step < warm_up {
        return (step + 1) as f64 / warm_up as f64;
    }
    let done = (step - warm_up) as f64 / (steps - warm_up).max(1) as f64;
    LAST + (1.0 - LAST) * (1.0 + libm::cos(PI * done)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use matches::stats::GamePoints;

    #[test]
    fn data_without_a_scale_is_refused() {
        for (cp, wins, losses) in [(0, 5, 5), (300, 1, 9), (300, 5, 5)] {
            let mut data = WinRate::default();
            (0..wins).for_each(|_| data.add(cp, GamePoints::Win));
            (0..losses).for_each(|_| data.add(cp, GamePoints::Loss));
            assert!(matches!(fitted_scale(&data), Err(TrainError::NoScale)));
        }
    }

    #[test]
    fn every_epoch_has_all_examples_in_its_own_order() {
        let mut first = shuffled(1, 0, 1000);
        assert_eq!(first, shuffled(1, 0, 1000));
        assert_ne!(first, shuffled(1, 1, 1000));
        assert_ne!(first, shuffled(2, 0, 1000));
        first.sort_unstable();
        assert!(first.into_iter().eq(0..1000));
    }

    #[test]
    fn batches_divide_an_epoch_evenly() {
        for (count, size, expected) in [(1000, 300, 3), (10, 300, 1), (900, 300, 3)] {
            let all = batches(count, size);
            assert_eq!(all, expected);
            let parts: Vec<_> = (0..all).map(|number| batch(number, all, count)).collect();
            assert_eq!(parts.iter().cloned().flatten().count(), count);
            let sizes = parts.iter().map(Range::len);
            assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
        }
    }

    #[test]
    fn the_rate_rises_to_one_and_falls_to_a_hundredth() {
        let rates: Vec<_> = (0..10_000).map(|step| rate(step, 10_000)).collect();
        assert_eq!((rates[0], rates[199], rates[200]), (0.005, 1.0, 1.0));
        assert!(rates[..200].is_sorted() && rates[200..].iter().rev().is_sorted());
        assert!((rates[9999] - 0.01).abs() < 1e-6);
        assert!((rate(0, 1) - 1.0).abs() < 1e-12);
    }
}
