//! An engine in another process, as a text says it: the program, how it is run, its options.

use crate::players::entries::{NAME, assignment, split};
use crate::players::error::SpecError;
use crate::players::program::Program;
use engine::shogi::sfen::Token;
use std::path::{Path, PathBuf};

/// An engine to be run as a child process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignSpec {
    /// The program.
    pub program: Program,
    /// Whether it is started anew for each game.
    pub restart: bool,
    /// Whether it thinks in the time of its opponent.
    pub ponder: bool,
    /// Options to set, by name and value, in order.
    pub options: Vec<(String, String)>,
}

impl ForeignSpec {
    /// Reads what follows `usi:`: the path, then entries `key=value`, of which those that are not
    /// about the program are options of the engine.
    ///
    /// # Errors
    /// If there is no path, and at the first entry that cannot be understood.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let mut entries = split(text).into_iter();
        let path = entries.next().filter(|_| !text.starts_with(','));
        let path = located(Path::new(&path.ok_or(SpecError::NoPath)?));
        let mut spec = Self {
            program: Program::new(path),
            ..Self::default()
        };
        entries.try_for_each(|entry| {
            let (key, value) = assignment(&entry)?;
            spec.set(key, value)
        })?;
        Ok(spec)
    }

    fn set(&mut self, key: String, value: String) -> Result<(), SpecError> {
        match key.as_str() {
            NAME => {}
            "args" => {
                let words = value.split_whitespace().map(str::to_owned);
                self.program.args = words.collect();
            }
            "dir" => self.program.dir = Some(PathBuf::from(value)),
            "stderr" => self.program.stderr = Some(PathBuf::from(value)),
            "restart" => self.restart = switch(&key, &value)?,
            "ponder" => self.ponder = switch(&key, &value)?,
            _ => self.options.push((key, value)),
        }
        Ok(())
    }
}

/// A program that is named by its place is found from there also when it runs in another folder;
/// one word is looked up where the system keeps programs.
fn located(path: &Path) -> PathBuf {
    let is_place = path.components().count() > 1;
    let absolute = is_place.then(|| std::path::absolute(path).ok()).flatten();
    absolute.unwrap_or_else(|| path.to_owned())
}

fn switch(key: &str, value: &str) -> Result<bool, SpecError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(SpecError::NotASwitch {
            key: Token::new(key),
            value: Token::new(value),
        }),
    }
}
