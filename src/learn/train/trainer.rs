//! A run of training, batch by batch.
//!
//! What must hold: the network follows from the examples and the [`Settings`] alone, whatever the
//! number of threads, the processor, and how often the run was broken off and resumed.

use super::TrainError;
use super::batch::{Batch, Item};
use super::checkpoint;
use super::example::Example;
use super::examples::Examples;
use super::loss::{Losses, Sum, Target};
use super::model::Model;
use super::run::{Epoch, Progress, Settings};
use super::{quantise, schedule};
use engine::eval::nnue::accumulator::Stack;
use engine::eval::nnue::features::position;
use engine::eval::nnue::shape::Shape;
use engine::eval::nnue::{Network, NetworkError};
use engine::shogi::Color;
use std::borrow::Cow;
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
    hand: Option<Hand<'a>>,
}

/// The part of the examples at hand.
struct Hand<'a> {
    epoch: u64,
    /// The steps of the epoch that learn from it.
    steps: Range<u64>,
    examples: Cow<'a, [Example]>,
    /// The order of its items.
    order: Vec<u32>,
}

impl<'a> Trainer<'a> {
    /// A run from the beginning, on `threads` threads.
    ///
    /// # Errors
    /// If no scale fits the examples, or no such network can be trained.
    pub fn new(
        settings: Settings,
        examples: &'a Examples,
        threads: usize,
    ) -> Result<Self, TrainError> {
        let worth = match settings.scale {
            Some(worth) => f32::from(worth),
            None => examples.own_scores.scale()?,
        };
        // A mean is nearer to the result than a score of as many centipawns.
        let scale = if settings.filter.lambda > 0.0 {
            examples.learned_scores.scale()?
        } else {
            worth
        };
        let shape = settings.shape;
        Ok(Self {
            target: Target {
                scale,
                blend: settings.blend,
            },
            worth,
            model: Model::random(shape, worth, settings.seed).ok_or(TrainError::Shape(shape))?,
            hand: None,
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
        started.ok_or(TrainError::Start { there, here })
    }

    /// Goes on from the bytes of a [checkpoint](Self::checkpoint).
    ///
    /// # Errors
    /// If they are none, or of a run with other settings or data.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), TrainError> {
        let identity = (&self.settings, self.examples.fingerprint());
        self.progress = checkpoint::read(bytes, identity, &mut self.model)?;
        Ok(())
    }

    /// From where the run can go on.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn checkpoint(&self) -> Result<Vec<u8>, TrainError> {
        let identity = (&self.settings, self.examples.fingerprint());
        checkpoint::write(identity, &self.progress, &self.model)
    }

    /// Learns from the next batch; false if the run is over. After the last batch of an epoch
    /// [`Self::epochs`] has one more.
    ///
    /// # Errors
    /// If the examples cannot be read.
    pub fn step(&mut self) -> Result<bool, TrainError> {
        let steps = self.steps();
        let step = self.model.steps();
        if step == steps {
            return Ok(false);
        }
        let in_epoch = self.steps_per_epoch();
        let hand = self.take_in_hand(step / in_epoch, step % in_epoch)?;
        let Range { start, end } = hand.steps;
        let range = schedule::batch(step % in_epoch - start, end - start, hand.order.len());
        let chosen = &hand.order[range];
        let item = |number: usize| item(&hand.examples, chosen[number]);
        let layout = self.model.layout();
        self.batch.fill(self.threads, layout, chosen.len(), item);
        let outputs = self.model.forward(self.threads, &self.batch);
        let share = 1.0 / chosen.len() as f32;
        let mut loss = 0.0;
        let slopes = (0..).map(item).zip(outputs).map(|(item, output)| {
            let [value, slope] = self.target.loss(item.example, output);
            loss += f64::from(value);
            slope * share
        });
        self.batch.set_slopes(slopes);
        let rate = self.settings.rate * schedule::rate(step, steps) as f32;
        let decay = self.settings.decay;
        self.model.learn(self.threads, &self.batch, rate, decay);
        let loss = loss / chosen.len() as f64;
        self.hand = Some(hand);
        self.note(loss)?;
        Ok(true)
    }

    /// The part of the examples from which step `step` of `epoch` learns.
    fn take_in_hand(&mut self, epoch: u64, step: u64) -> Result<Hand<'a>, TrainError> {
        let is_of_step = |it: &mut Hand| it.epoch == epoch && it.steps.contains(&step);
        if let Some(hand) = self.hand.take_if(is_of_step) {
            return Ok(hand);
        }
        // Before the next one is read this one goes.
        self.hand = None;
        let parts = &self.examples.training;
        let lengths: Vec<_> = parts.lengths().collect();
        let order = schedule::order(!self.settings.seed, epoch, lengths.len());
        let mut start = 0;
        for part in order {
            let part = part as usize;
            let end = start + self.steps_in_part(lengths[part]);
            if step < end {
                let time = epoch * lengths.len() as u64 + part as u64;
                let items = lengths[part] * self.settings.images();
                return Ok(Hand {
                    epoch,
                    steps: start..end,
                    examples: parts.load(part)?,
                    order: schedule::order(self.settings.seed, time, items),
                });
            }
            start = end;
        }
        unreachable!("an epoch has the steps of all its parts")
    }

    /// Notes the loss of a step, and what is due after it.
    fn note(&mut self, loss: f64) -> Result<(), TrainError> {
        let (step, in_epoch) = (self.model.steps(), self.steps_per_epoch());
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
                let item = |number: usize| Item {
                    example: &some[number],
                    flip: false,
                };
                let layout = self.model.layout();
                self.batch.fill(self.threads, layout, some.len(), item);
                let outputs = self.model.forward(self.threads, &self.batch);
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
        schedule::batches(length * self.settings.images(), self.settings.batch)
    }

    /// How many are done.
    pub fn steps_done(&self) -> u64 {
        self.model.steps()
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
    Item {
        example: &examples[number % examples.len()],
        flip: number >= examples.len(),
    }
}
