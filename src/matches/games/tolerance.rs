//! What becomes of a file that cannot be read. One that was named ends everything; one of a folder is passed over, for
//! among thousands of records from elsewhere a few are damaged.
//!
//! What must hold: each file that is passed over is told in a line on standard error, with what is wrong with it.

use super::GamesError;
use base::files::text::one_line;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Tells files that must be readable from those that may be passed over.
pub struct Tolerance<'a> {
    /// The files and folders that were named.
    named: &'a [PathBuf],
    /// Whether a file was read.
    has_read: bool,
    /// What is to be told once a file was read: where none can be, that alone is told.
    problems: Vec<String>,
}

impl<'a> Tolerance<'a> {
    /// Where these files and folders were named.
    pub fn of(named: &'a [PathBuf]) -> Self {
        Self {
            named,
            has_read: false,
            problems: Vec::new(),
        }
    }

    /// What was read from the file at `path`; none if that failed and the file is to be passed over.
    ///
    /// # Errors
    /// That of a file that was named.
    pub fn take<T, E: Display>(&mut self, path: &Path, read: Result<T, E>) -> Result<Option<T>, E> {
        match read {
            Ok(found) => {
                self.note_read();
                Ok(Some(found))
            }
            Err(error) if self.named.iter().any(|named| named == path) => Err(error),
            Err(error) if self.has_read => {
                tell(&error);
                Ok(None)
            }
            Err(error) => {
                self.problems.push(error.to_string());
                Ok(None)
            }
        }
    }

    /// Notes that a file was read which may not be passed over.
    pub fn note_read(&mut self) {
        self.has_read = true;
        self.problems.drain(..).for_each(|problem| tell(&problem));
    }

    /// Call it after the last file.
    ///
    /// # Errors
    /// If all were passed over.
    pub fn finish(self) -> Result<(), GamesError> {
        let count = self.problems.len();
        let first = self.problems.into_iter().next();
        first.map_or(Ok(()), |first| Err(GamesError::NoneReadable(count, first)))
    }
}

fn tell(problem: &dyn Display) {
    // Nobody is left to be told if it cannot be written.
    let _ = writeln!(
        io::stderr(),
        "{}",
        one_line(format!("passed over: {problem}"))
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_folders_are_passed_over_and_named_ones_are_not() {
        let named = [PathBuf::from("games"), PathBuf::from("one.csa")];
        let mut tolerance = Tolerance::of(&named);
        let mut take =
            |path: &str, read: Result<u8, &'static str>| tolerance.take(Path::new(path), read);
        assert_eq!(take("games/a.csa", Err("damaged")), Ok(None));
        assert_eq!(take("one.csa", Err("damaged")), Err("damaged"));
        assert_eq!(take("games/b.csa", Ok(7)), Ok(Some(7)));
        assert!(tolerance.finish().is_ok());
    }

    #[test]
    fn a_folder_of_which_nothing_can_be_read_is_refused() {
        let named = [PathBuf::from("games")];
        let mut tolerance = Tolerance::of(&named);
        let taken: Result<Option<u8>, _> = tolerance.take(Path::new("games/a.csa"), Err("damaged"));
        assert_eq!(taken, Ok(None));
        let problem = tolerance.finish().unwrap_err().to_string();
        assert!(problem.contains("damaged"), "{problem}");
    }
}
