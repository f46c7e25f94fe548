//! How results are told: as tables for people, and as JSON.

use super::LabError;
use engine::files::durable;
use matches::stats::Interval;
use matches::stats::text::ends;
use serde::Serialize;
use std::fmt;
use std::path::Path;

/// Rows, the head first, displayed without an end after the last line.
pub(super) struct Columns<'a, const N: usize>(pub &'a [[String; N]]);

impl<const N: usize> fmt::Display for Columns<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            let widths = self.0.iter().map(|row| row[column].chars().count());
            widths.max().unwrap_or_default()
        };
        let widths: Vec<_> = (0..N).map(width).collect();
        for (index, row) in self.0.iter().enumerate() {
            let row = row.iter().zip(&widths);
            let row: Vec<_> = row.map(|(cell, &width)| format!("{cell:width$}")).collect();
            let end = if index == 0 { "" } else { "\n" };
            write!(f, "{end}{}", row.join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// Writes `results` into the file at `path`: all of it, or nothing.
pub(super) fn write_json(path: &Path, results: &impl Serialize) -> Result<(), LabError> {
    let mut json = serde_json::to_vec_pretty(results)?;
    json.push(b'\n');
    Ok(durable::write(path, &json)?)
}

/// What stands where nothing is known.
pub(super) fn dash() -> String {
    "-".to_owned()
}

/// An Elo difference with its interval, where something is known of its error: `+26 (+4 to +47)`,
/// `+512 (+199 or more)`, `+199 or more`.
pub(super) fn elo(interval: Interval) -> String {
    let value = interval.value;
    if value.is_infinite() {
        ends(interval, 0)
    } else if interval.is_point() {
        format!("{value:+.0}")
    } else {
        format!("{value:+.0} ({})", ends(interval, 0))
    }
}
