//! A run of training as bytes, from which it goes on as if it had never stopped.
//!
//! They are one line of JSON (form, settings, fingerprint of the examples, progress, checksum of
//! the rest) and then the numbers of [`Model::state`], little-endian. What must hold: nothing is
//! restored from bytes that are damaged or of another run.

use super::TrainError;
use super::model::Model;
use super::run::{Progress, Settings};
use engine::files::sha256;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What the line begins with, in words and in version.
const FORM: &str = "kyomi-training-3";

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
///
/// # Errors
/// If it cannot be written as JSON.
pub fn write(
    (settings, fingerprint): (&Settings, &str),
    progress: &Progress,
    model: &Model,
) -> Result<Vec<u8>, TrainError> {
    let state: Vec<u8> = model.state().flat_map(f32::to_le_bytes).collect();
    let head = Head {
        form: FORM.to_owned(),
        settings: settings.clone(),
        fingerprint: fingerprint.to_owned(),
        steps: model.steps(),
        progress: progress.clone(),
        sum: sha256(&state),
    };
    let mut bytes = serde_json::to_vec(&head)?;
    bytes.push(b'\n');
    bytes.extend(state);
    Ok(bytes)
}

/// What a run follows from, by name, in a fixed order.
fn identity(settings: &Settings, fingerprint: &str) -> serde_json::Result<Map<String, Value>> {
    let mut fields = Map::new();
    fields.insert("data".to_owned(), fingerprint.into());
    if let Value::Object(settings) = serde_json::to_value(settings)? {
        fields.extend(settings);
    }
    Ok(fields)
}

/// Restores `model` and gives the progress of the run whose bytes these are.
///
/// # Errors
/// If they are damaged, or of a run with other settings or examples.
pub fn read(
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
    let there = identity(&head.settings, &head.fingerprint)?;
    let here = identity(settings, fingerprint)?;
    for ((field, there), (_, here)) in there.into_iter().zip(here) {
        if there != here {
            return Err(TrainError::OtherRun { field, there, here });
        }
    }
    let (numbers, _) = state.as_chunks();
    model.restore(head.steps, numbers.iter().copied().map(f32::from_le_bytes));
    Ok(head.progress)
}
