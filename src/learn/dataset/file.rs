//! Files of games: read one game after the other, appended to, merged and divided.

use super::{DatasetError, EXTENSION, GameRecord, MAGIC, Source, is_dataset};
use base::files::{self, Difference};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The games of a file, in the order in which they were written.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    input: BufReader<File>,
    /// What describes its games.
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
    fn of(path: &Path, file: File) -> Result<Self, DatasetError> {
        let failed = DatasetError::file::<io::Error>(path);
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
        let no_games = || {
            let name = path.display();
            DatasetError(format!(
                "`{name}` is no file of games of this version, nor called *.psv or *.hcpe"
            ))
        };
        if length < reader.at {
            return Err(no_games());
        }
        reader.input.read_exact(&mut magic).map_err(&failed)?;
        if magic != MAGIC {
            return Err(no_games());
        }
        let source = reader.next_frame()?.ok_or_else(no_games)?;
        reader.source = serde_json::from_slice(&source).map_err(|_| no_games())?;
        Ok(reader)
    }

    /// Refuses games of another source than `here`, by the first field that differs.
    fn expect_source(&self, here: &Source) -> Result<(), DatasetError> {
        match Difference::between(&self.source, here) {
            None => Ok(()),
            Some(difference) => {
                let name = self.path.display();
                Err(DatasetError(format!(
                    "`{name}` holds other games: {difference}"
                )))
            }
        }
    }

    /// Whether the games ended with a torn one.
    pub fn is_torn(&self) -> bool {
        self.ended && self.at < self.length
    }

    /// The content of the next frame; none at the end, or if it is torn.
    fn next_frame(&mut self) -> Result<Option<Vec<u8>>, DatasetError> {
        let left = self.length - self.at;
        let found = read_frame(&mut self.input, left).map_err(DatasetError::file(&self.path))?;
        match found {
            Found::Content(content) => {
                self.at += AROUND + content.len() as u64;
                Ok(Some(content))
            }
            Found::Torn => Ok(None),
            Found::Damaged(problem) => Err(self.damaged(self.at, problem)),
        }
    }

    fn game(&mut self) -> Result<Option<GameRecord>, DatasetError> {
        let at = self.at;
        let Some(content) = self.next_frame()? else {
            return Ok(None);
        };
        let game = GameRecord::from_bytes(&content);
        game.map(Some).map_err(|problem| self.damaged(at, problem))
    }

    /// A frame before the last is damaged, or holds no game.
    fn damaged(&self, at: u64, problem: impl Display) -> DatasetError {
        let name = self.path.display();
        DatasetError(format!("`{name}`, byte {at}: {problem}"))
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

/// The files that `paths` name: files themselves, and the files of games in and below folders, by name.
///
/// # Errors
/// If a folder cannot be read or has no file of games.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, DatasetError> {
    let mut named = Vec::new();
    for path in paths {
        if !path.is_dir() {
            named.push(path.clone());
            continue;
        }
        let found = files::below(path, is_dataset);
        let mut found = found.map_err(DatasetError::file(path))?;
        if found.is_empty() {
            let name = path.display();
            return Err(DatasetError(format!(
                "no games in `{name}`; expected files named *.{EXTENSION}, *.psv or *.hcpe"
            )));
        }
        named.append(&mut found);
    }
    Ok(named)
}

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
        let failed = DatasetError::file::<io::Error>(path);
        // Not for appending: Windows would not let such a file be cut.
        let file = options.read(true).write(true).open(path).map_err(&failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => DatasetError(format!(
                "`{}` is in use; expected a file that nothing else is writing to",
                path.display()
            )),
            TryLockError::Error(error) => failed(error),
        })?;
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
        let failed = DatasetError::file::<io::Error>(&self.path);
        let text = Value::Object(source.clone()).to_string();
        let head = [&MAGIC, frame(text.as_bytes()).as_slice()].concat();
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
            end = reader.at;
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
        let written = self.file.write_all(&frame(&game.to_bytes()));
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
    let source = first.source.clone();
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
            fs::create_dir_all(folder).map_err(DatasetError::file(folder))?;
            Writer::create(&folder.join(name), &reader.source)
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

/// Bytes of a checksum.
const SUM: usize = 8;
/// Bytes that a frame takes beside its content.
const AROUND: u64 = 8 + SUM as u64;

/// The frame with `content`, as files of games have it.
pub fn frame(content: &[u8]) -> Vec<u8> {
    let length = content.len() as u32;
    let mut frame = Vec::with_capacity(content.len() + AROUND as usize);
    frame.extend(length.to_le_bytes());
    frame.extend((!length).to_le_bytes());
    frame.extend(content);
    frame.extend(sum(content));
    frame
}

/// What stands at a place where a frame is expected.
enum Found {
    /// A whole frame with this content.
    Content(Vec<u8>),
    /// The beginning of a frame whose end was never written.
    Torn,
    /// Something else, in words.
    Damaged(&'static str),
}

/// Reads a frame from `input`, which has `left` bytes.
fn read_frame(input: &mut impl Read, left: u64) -> io::Result<Found> {
    if left < AROUND {
        return Ok(Found::Torn);
    }
    let mut word = [0; 4];
    let mut number = || {
        input.read_exact(&mut word)?;
        Ok::<u32, io::Error>(u32::from_le_bytes(word))
    };
    let (length, flipped) = (number()?, number()?);
    if length != !flipped {
        return Ok(Found::Damaged("damaged; expected the length of a frame"));
    }
    if left < AROUND + u64::from(length) {
        return Ok(Found::Torn);
    }
    let mut content = vec![0; length as usize + SUM];
    input.read_exact(&mut content)?;
    let written = content.split_off(length as usize);
    if written == sum(&content) {
        Ok(Found::Content(content))
    } else if left == AROUND + u64::from(length) {
        Ok(Found::Torn)
    } else {
        Ok(Found::Damaged("damaged; expected what its checksum says"))
    }
}

fn sum(content: &[u8]) -> [u8; SUM] {
    let digest = Sha256::digest(content);
    std::array::from_fn(|i| digest[i])
}
