//! Games as positions in the [formats](PackedFormat) of other trainers.

use super::LearnError;
use super::dataset::packed::{PackedFormat, record};
use super::dataset::{self, BadGame};
use engine::shogi::sfen;
use std::io::Write;
use std::path::PathBuf;

/// Writes every position of the games in the files and folders `paths`, and returns how many.
///
/// # Errors
/// At the first game that cannot be read or exported, or if writing fails.
pub fn run(
    paths: &[PathBuf],
    format: PackedFormat,
    out: &mut dyn Write,
) -> Result<u64, LearnError> {
    let mut count = 0;
    let mut buffer = Vec::new();
    for game in dataset::games(paths)? {
        let (game, mut refused) = (game?, None);
        buffer.clear();
        game.replay(|sample| match record(format, &sample) {
            Some(bytes) => {
                buffer.extend(bytes);
                count += 1;
            }
            None => refused = refused.take().or(Some(sfen::write(sample.position))),
        })?;
        if let Some(sfen) = refused {
            let id = game.id;
            let problem =
                format!("`{sfen}` has no code; expected a position with all forty pieces");
            return Err(BadGame { id, problem }.into());
        }
        out.write_all(&buffer)?;
    }
    out.flush()?;
    Ok(count)
}
