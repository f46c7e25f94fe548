//! Putting the games of several files into one, and those of one into two.

use super::reader::files;
use super::{DatasetError, GameRecord, Reader, Writer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Writes the games of the files and folders `paths`, which must all be of one source, into the
/// new file `out`, in the order of their numbers and each once. Returns how many.
///
/// # Errors
/// If games cannot be read or differ in their source, or `out` exists or cannot be written.
pub fn merge(paths: &[PathBuf], out: &Path) -> Result<u64, DatasetError> {
    let mut readers = files(paths)?.into_iter().map(|path| Reader::open(&path));
    let Some(first) = readers.next().transpose()? else {
        return Ok(0);
    };
    let source = first.source().clone();
    let mut games = BTreeMap::new();
    for reader in std::iter::once(Ok(first)).chain(readers) {
        let reader = reader?;
        reader.expect_source(&source)?;
        for game in reader {
            let game = game?;
            games.insert(game.id, game);
        }
    }
    let mut writer = Writer::create(out, &source)?;
    for game in games.values() {
        writer.append(game)?;
    }
    writer.sync()?;
    Ok(games.len() as u64)
}

/// Writes the games of the files and folders `paths` into new files of the same names in the
/// folders `kept` and `held`, into the latter one game in `share`. Returns how many went where.
///
/// # Errors
/// If games cannot be read, or a file exists or cannot be written.
pub fn split(
    paths: &[PathBuf],
    share: u64,
    kept: &Path,
    held: &Path,
) -> Result<[u64; 2], DatasetError> {
    let mut counts = [0; 2];
    for path in files(paths)? {
        let reader = Reader::open(&path)?;
        let name = path.file_name().unwrap_or_default();
        let create = |folder: &Path| {
            std::fs::create_dir_all(folder).map_err(DatasetError::file(folder))?;
            Writer::create(&folder.join(name), reader.source())
        };
        let mut writers = [create(kept)?, create(held)?];
        for game in reader {
            let game: GameRecord = game?;
            let place = usize::from(game.is_held_back(share));
            writers[place].append(&game)?;
            counts[place] += 1;
        }
        for writer in &mut writers {
            writer.sync()?;
        }
    }
    Ok(counts)
}
