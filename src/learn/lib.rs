//! Learning from games: of the engine with itself, of matches, and of people.
//!
//! [`datagen`] plays games to learn from, [`dataset`] is their files, and [`games`] reads these and all other
//! games; [`summary`] and [`win_rate`] say what is in them, [`export`] writes them for other programs.
//! [`mod@train`] makes networks of them, and [`book`] opening books. Nothing at play time needs any of it.

pub mod book;
pub mod datagen;
pub mod dataset;
pub mod export;
pub mod games;
pub mod summary;
pub mod train;
pub mod win_rate;

use base::files::journal::JournalError;
use dataset::{BadGame, DatasetError};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why games cannot be read, played or written.
#[derive(Debug, Error)]
pub enum LearnError {
    /// A file of games to learn from cannot be used.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A game to learn from makes no sense, or the format of another program has no place for it.
    #[error(transparent)]
    Game(#[from] BadGame),
    /// A record, or a game of a match, cannot be used.
    #[error(transparent)]
    Games(#[from] matches::games::GamesError),
    /// A record has no scores of this engine, which were asked for.
    #[error("`{path}`: a record without scores of this engine; expected journals of `selfplay`, or --nodes to search", path = .0.display())]
    NoScores(PathBuf),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An output cannot be written, or there can be no threads.
    #[error(transparent)]
    Io(#[from] io::Error),
}
