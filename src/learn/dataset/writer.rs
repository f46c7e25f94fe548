//! Appending games to a file.

use super::{DatasetError, GameRecord, MAGIC, Reader, Source, frame};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// A file of games that nothing else writes to at the same time.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
    written: BTreeSet<u64>,
}

impl Writer {
    /// Opens the file of the games that `source` describes, and creates it where there is none.
    /// A game that was torn when the program was killed is cut off.
    ///
    /// # Errors
    /// If the file cannot be used, is in use, is damaged or holds games of another source.
    pub fn open(path: &Path, source: &Source) -> Result<Self, DatasetError> {
        Self::with(File::options().create(true), path, source)
    }

    /// Creates the file of the games that `source` describes.
    ///
    /// # Errors
    /// If there is one, or it cannot be written.
    pub fn create(path: &Path, source: &Source) -> Result<Self, DatasetError> {
        Self::with(File::options().create_new(true), path, source)
    }

    fn with(options: &mut OpenOptions, path: &Path, source: &Source) -> Result<Self, DatasetError> {
        let options = options.read(true).append(true);
        let failed = DatasetError::file(path);
        let mut file = options.open(path).map_err(&failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(DatasetError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let source_text = serde_json::Value::Object(source.clone()).to_string();
        let head = [&MAGIC, frame::wrap(source_text.as_bytes()).as_slice()].concat();
        // On Windows a locked file can be read through the handle that locks it only.
        let mut there = Vec::new();
        let own = file.try_clone().map_err(&failed)?;
        let beginning = own.take(head.len() as u64).read_to_end(&mut there);
        let mut own = beginning.and_then(|_| file.try_clone()).map_err(&failed)?;
        let mut written = BTreeSet::new();
        if there.len() < head.len() && head.starts_with(&there) {
            file.set_len(0).map_err(&failed)?;
            file.write_all(&head).map_err(&failed)?;
        } else {
            own.rewind().map_err(&failed)?;
            let mut reader = Reader::of(path, own)?;
            reader.expect_source(source)?;
            for game in &mut reader {
                written.insert(game?.id);
            }
            file.set_len(reader.position()).map_err(&failed)?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            written,
        })
    }

    /// The numbers of the games in the file.
    pub fn written(&self) -> &BTreeSet<u64> {
        &self.written
    }

    /// Appends `game` with one write, unless it stands there.
    ///
    /// # Errors
    /// If writing fails.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), DatasetError> {
        if !self.written.insert(game.id) {
            return Ok(());
        }
        let written = self.file.write_all(&frame::wrap(&game.to_bytes()));
        written.map_err(DatasetError::file(&self.path))
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn sync(&mut self) -> Result<(), DatasetError> {
        self.file.sync_all().map_err(DatasetError::file(&self.path))
    }
}
