//! Reading files of games, one game after the other.

use super::{DatasetError, EXTENSION, GameRecord, MAGIC, Source};
use engine::files::Difference;
use engine::files::frame::{self, Found};
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// The games of a file, in the order in which they were written.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    input: BufReader<File>,
    source: Source,
    /// The length of the file when it was opened.
    length: u64,
    /// The end of the last good frame.
    at: u64,
    ended: bool,
}

impl Reader {
    /// Opens a file, which may be one that is still being written.
    ///
    /// # Errors
    /// If it cannot be read or is no file of games.
    pub fn open(path: &Path) -> Result<Self, DatasetError> {
        let file = File::open(path).map_err(DatasetError::file(path))?;
        Self::of(path, file)
    }

    /// Reads `file`, which is the one at `path`, from its beginning.
    pub(super) fn of(path: &Path, file: File) -> Result<Self, DatasetError> {
        let failed = DatasetError::file(path);
        let length = file.metadata().map_err(&failed)?.len();
        let mut reader = Self {
            path: path.to_owned(),
            input: BufReader::new(file),
            source: Source::new(),
            length,
            at: MAGIC.len() as u64,
            ended: false,
        };
        let mut magic = [0; MAGIC.len()];
        let no_games = || DatasetError::NotGames(path.to_owned());
        if length < reader.at {
            return Err(no_games());
        }
        reader.input.read_exact(&mut magic).map_err(&failed)?;
        if magic != MAGIC {
            return Err(no_games());
        }
        let source = reader.frame()?.ok_or_else(no_games)?;
        reader.source = serde_json::from_slice(&source).map_err(|_| no_games())?;
        Ok(reader)
    }

    /// What describes its games.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Refuses games of another source than `here`, by the first field that differs.
    ///
    /// # Errors
    /// If there is one.
    pub fn expect_source(&self, here: &Source) -> Result<(), DatasetError> {
        match Difference::between(&self.source, here) {
            None => Ok(()),
            Some(difference) => Err(DatasetError::OtherSource {
                path: self.path.clone(),
                difference,
            }),
        }
    }

    /// The bytes read so far; when there are no more games, those before a torn last one.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// Whether the games ended with a torn one.
    pub fn is_torn(&self) -> bool {
        self.ended && self.at < self.length
    }

    /// The content of the next frame; none at the end, or if it is torn.
    fn frame(&mut self) -> Result<Option<Vec<u8>>, DatasetError> {
        let left = self.length - self.at;
        let found = frame::read(&mut self.input, left).map_err(DatasetError::file(&self.path))?;
        match found {
            Found::Content(content) => {
                self.at += frame::size(content.len());
                Ok(Some(content))
            }
            Found::Torn => Ok(None),
            Found::Damaged(problem) => Err(self.damaged(self.at, problem)),
        }
    }

    fn game(&mut self) -> Result<Option<GameRecord>, DatasetError> {
        let at = self.at;
        let Some(content) = self.frame()? else {
            return Ok(None);
        };
        let game = GameRecord::from_bytes(&content);
        game.map(Some).map_err(|problem| self.damaged(at, problem))
    }

    fn damaged(&self, at: u64, problem: impl Into<String>) -> DatasetError {
        DatasetError::Damaged {
            path: self.path.clone(),
            at,
            problem: problem.into(),
        }
    }
}

/// Ends after the first error.
impl Iterator for Reader {
    type Item = Result<GameRecord, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.game().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}

/// The files that `paths` name: files themselves, and the files of games in folders, by name.
///
/// # Errors
/// If a folder cannot be read or has no file of games.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, DatasetError> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = DatasetError::file(path);
        let mut found = Vec::new();
        for entry in fs::read_dir(path).map_err(&failed)? {
            found.push(entry.map_err(&failed)?.path());
        }
        found.retain(|file| file.extension().is_some_and(|it| it == EXTENSION));
        if found.is_empty() {
            return Err(DatasetError::NoFiles(path.clone()));
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

/// The games of [`files`], file after file, up to the first error.
///
/// # Errors
/// As [`files`] and [`Reader::open`]: every file is looked at before the first game.
pub fn games(
    paths: &[PathBuf],
) -> Result<impl Iterator<Item = Result<GameRecord, DatasetError>>, DatasetError> {
    let files = files(paths)?;
    let readers: Vec<_> = files
        .iter()
        .map(|it| Reader::open(it))
        .collect::<Result<_, _>>()?;
    let mut failed = false;
    Ok(readers.into_iter().flatten().take_while(move |game| {
        let goes_on = !failed;
        failed |= game.is_err();
        goes_on
    }))
}
