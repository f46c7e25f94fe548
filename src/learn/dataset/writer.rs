//! Appending games to a file.

use super::{DatasetError, GameRecord, MAGIC, Reader, Source};
use engine::files::frame;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
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
        let failed = DatasetError::file(path);
        // Not for appending: Windows would not let such a file be cut.
        let file = options.read(true).write(true).open(path).map_err(&failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(DatasetError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut writer = Self {
            path: path.to_owned(),
            file,
            written: BTreeSet::new(),
        };
        writer.take_up(source)?;
        Ok(writer)
    }

    /// Takes note of the games in the file, and makes ready to write after the last good one.
    fn take_up(&mut self, source: &Source) -> Result<(), DatasetError> {
        let failed = DatasetError::file(&self.path);
        let text = Value::Object(source.clone()).to_string();
        let head = [&MAGIC, frame::wrap(text.as_bytes()).as_slice()].concat();
        let mut there = Vec::new();
        // On Windows a locked file can be read through no other handle than this.
        let mut beginning = (&self.file).take(head.len() as u64);
        beginning.read_to_end(&mut there).map_err(&failed)?;
        self.file.rewind().map_err(&failed)?;
        let mut end = 0;
        let is_torn_head = there.len() < head.len() && head.starts_with(&there);
        if !is_torn_head {
            let mut reader = Reader::of(&self.path, self.file.try_clone().map_err(&failed)?)?;
            reader.expect_source(source)?;
            for game in &mut reader {
                self.written.insert(game?.id);
            }
            end = reader.position();
        }
        self.file.set_len(end).map_err(&failed)?;
        self.file.seek(SeekFrom::Start(end)).map_err(&failed)?;
        if is_torn_head {
            self.file.write_all(&head).map_err(&failed)?;
        }
        Ok(())
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
