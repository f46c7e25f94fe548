//! Suites to go on from: their rows come first in the lists, and count.

use super::lists::Lists;
use engine::files::found;
use engine::files::line::told;
use engine::shogi::game::Game;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why there is no going on from a suite.
#[derive(Debug, Error)]
pub enum KnownError {
    /// The file cannot be read.
    #[error("`{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A row cannot be taken over.
    #[error("{}:{line}: {problem}", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// Takes the rows of those files of `lists` that are in `folder`, and the remarks at their heads.
///
/// # Errors
/// If a file cannot be read, or a row has no position or one that another row has.
pub fn read(folder: &Path, lists: &mut Lists) -> Result<(), KnownError> {
    for number in 0..lists.count() {
        let path = folder.join(lists.path(number));
        if path.exists() {
            read_file(&path, number, lists)?;
        }
    }
    Ok(())
}

fn read_file(path: &Path, number: usize, lists: &mut Lists) -> Result<(), KnownError> {
    let text = found::read_text(path).map_err(|source| KnownError::File {
        path: path.to_owned(),
        source,
    })?;
    for (line, row) in (1..).zip(text.lines()) {
        if let Some(remark) = row.strip_prefix('#') {
            lists.remark(number, remark.trim());
        } else if !row.trim().is_empty() {
            keep(row, number, lists).map_err(|problem| KnownError::Row {
                path: path.to_owned(),
                line,
                problem,
            })?;
        }
    }
    Ok(())
}

/// Takes `row` without its name, which follows from its place.
fn keep(row: &str, number: usize, lists: &mut Lists) -> Result<(), String> {
    let is_name = |operation: &&str| operation.trim_start().starts_with("id ");
    let parts: Vec<_> = row.split(';').filter(|it| !is_name(it)).collect();
    let row = &parts.join(";");
    let position = row.split(';').next().unwrap_or_default();
    let (game, error) = Game::parse(position).map_err(told)?;
    match error {
        Some(error) => Err(told(error)),
        None if lists.keep(number, game.position(), row) => Ok(()),
        None => Err("another row has this position, perhaps mirrored or turned".to_owned()),
    }
}
