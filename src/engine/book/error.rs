//! Why a book cannot be used.

use super::order::Disorder;
use crate::shogi::sfen::Token;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file is not a book that can be used.
#[derive(Debug, Error)]
#[error("book `{}`: {problem}", path.display())]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: BookProblem,
}

/// What is wrong with a book.
#[derive(Debug, Error)]
pub enum BookProblem {
    /// It cannot be opened or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is something else than a file.
    #[error("{0}; expected a file")]
    NotAFile(&'static str),
    /// It does not begin as books do.
    #[error("unexpected first line {0}; expected `#YANEURAOU-DB2016 1.00`")]
    Head(Token),
    /// Its positions are not in the order of their text, and it is too large to sort.
    #[error(
        "position {} stands before {}; expected a book of at most 64 MiB, which is sorted in memory, or \
         positions in the order of their text (`usi-engine book merge` sorts)", .0.later, .0.earlier
    )]
    NotSorted(Disorder),
    /// There is no position for a long way.
    #[error("no position in the {length} bytes from byte {from}; expected lines `sfen ...`")]
    Gap {
        /// Where the look began.
        from: u64,
        /// How far it went.
        length: u64,
    },
}

impl BookError {
    /// Names the file at `path`.
    pub fn of<P: Into<BookProblem>>(path: &Path) -> impl Fn(P) -> Self {
        |problem| Self {
            path: path.to_owned(),
            problem: problem.into(),
        }
    }
}
