//! What a run of training follows from, how far it is, and the bytes from which it goes on as if it had
//! never stopped.
//!
//! These are one line of JSON (form, settings, fingerprint of the examples, progress, checksum of
//! the rest) and then the numbers of [`Model::state`], little-endian. What must hold: nothing is
//! restored from bytes that are damaged or of another run.

use super::TrainError;
use super::choices::{Marks, Weights};
use super::examples::{Examples, Filter};
use super::model::Model;
use super::targets::Losses;
use engine::eval::nnue::shape::Shape;
use engine::files::{Difference, as_text, sha256};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// Fewer steps than about so many learn little (700 to 1000).
const LEAST_STEPS: u64 = 1000;
/// Positions in a step: smaller steps are too noisy, larger ones teach no more.
const BATCH: RangeInclusive<u64> = 64..=8192;

/// Everything that a run follows from but the data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// What the network is made of.
    #[serde(with = "as_text")]
    pub shape: Shape,
    /// How often each example is learned from.
    pub epochs: u64,
    /// Positions in a step, about.
    pub batch: usize,
    /// The greatest rate of learning.
    pub rate: f32,
    /// Weight decay: in a step at rate r, weights shrink by the r-fold of this.
    pub decay: f32,
    /// Added to the root of the mean square of a parameter's gradient, by which Adam divides. With next to
    /// nothing a parameter that is rarely used, and so has few gradients, goes as far in each step as others, wherever
    /// a single position sends it. That harms what a network has learned before.
    pub epsilon: f32,
    /// The share of the search's score in what is learned; the rest is the result's.
    pub blend: f32,
    /// Centipawns that an output of 1 is worth; fitted to the data if none.
    pub scale: Option<u16>,
    /// Whether each position is learned from in its mirror image too.
    pub flip: bool,
    /// From which everything random follows.
    pub seed: u64,
    /// What other engines' choices count; none if nothing is learned from any.
    pub weights: Option<Weights>,
    /// Which positions are learned from.
    pub filter: Filter,
    /// The SHA-256 of the network that it begins with; none if it begins at random.
    pub start: Option<String>,
    /// The share of the rate at which the weights learn that this network has.
    pub old_rate: f32,
}

impl Settings {
    /// How often each example is in an epoch: its mirror image counts.
    pub fn images(&self) -> usize {
        if self.flip { 2 } else { 1 }
    }

    /// How many examples an epoch has.
    pub fn epoch_length(&self, examples: &Examples) -> usize {
        examples.training.total() * self.images()
    }

    /// Positions in a step with which a run on `examples` has enough steps.
    pub fn fitting_batch(&self, examples: &Examples) -> usize {
        let positions = self.epoch_length(examples) as u64 * self.epochs;
        let batch = positions / LEAST_STEPS;
        batch.clamp(*BATCH.start(), *BATCH.end()) as usize
    }
}

/// What came of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// The mean loss in training.
    pub training: f64,
    /// On the examples held back.
    pub validation: Losses,
    /// On choices held back, if it learns from choices.
    pub marks: Option<Marks>,
}

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "training {:.5}; held back: {}",
            self.training, self.validation
        )?;
        self.marks.map_or(Ok(()), |marks| write!(f, "; {marks}"))
    }
}

/// How far a run is, beside the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The epochs that are over.
    pub epochs: Vec<Epoch>,
    /// The loss at some steps.
    pub curve: Vec<(u64, f64)>,
    /// The loss of the epoch so far.
    pub epoch: Mean,
    /// The loss since the last point of the curve.
    pub point: Mean,
}

/// A mean of numbers that come one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    /// One more number.
    pub fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    /// The mean; the next one begins.
    pub fn take(&mut self) -> f64 {
        let Self { sum, count } = std::mem::take(self);
        sum / count as f64
    }
}

/// What the line begins with, in words and in version.
const FORM: &str = "kyomi-training-4";

/// The first line of a checkpoint.
#[derive(Serialize, Deserialize)]
struct Head {
    form: String,
    settings: Settings,
    fingerprint: String,
    steps: u64,
    progress: Progress,
    sum: String,
}

/// The bytes of a run with these settings and examples.
pub fn write_checkpoint(
    (settings, fingerprint): (&Settings, &str),
    progress: &Progress,
    model: &Model,
) -> Result<Vec<u8>, TrainError> {
    let state: Vec<u8> = model.state().flat_map(f32::to_le_bytes).collect();
    let head = Head {
        form: FORM.to_owned(),
        settings: settings.clone(),
        fingerprint: fingerprint.to_owned(),
        steps: model.steps,
        progress: progress.clone(),
        sum: sha256(&state),
    };
    let mut bytes = serde_json::to_vec(&head)?;
    bytes.push(b'\n');
    bytes.extend(state);
    Ok(bytes)
}

/// What a run follows from.
#[derive(Serialize)]
struct Identity<'a> {
    data: &'a str,
    #[serde(flatten)]
    settings: &'a Settings,
}

/// Restores `model` and gives the progress of the run whose bytes these are. Refuses those that are damaged, or of a
/// run with other settings or examples.
pub fn read_checkpoint(
    bytes: &[u8],
    (settings, fingerprint): (&Settings, &str),
    model: &mut Model,
) -> Result<Progress, TrainError> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (line, state) = bytes.split_at(end.ok_or(TrainError::NoCheckpoint)?);
    let state = &state[1..];
    let head: Head = serde_json::from_slice(line).map_err(|_| TrainError::NoCheckpoint)?;
    if head.form != FORM || head.sum != sha256(state) {
        return Err(TrainError::NoCheckpoint);
    }
    let there = Identity {
        data: &head.fingerprint,
        settings: &head.settings,
    };
    let here = Identity {
        data: fingerprint,
        settings,
    };
    if let Some(difference) = Difference::between(&there, &here) {
        return Err(TrainError::OtherRun(difference));
    }
    let (numbers, _) = state.as_chunks();
    model.restore(head.steps, numbers.iter().copied().map(f32::from_le_bytes));
    Ok(head.progress)
}
