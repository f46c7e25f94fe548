//! `record`: what is done with files of games.

use crate::files::found;
use crate::record::{Format, Reading};
use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What can be done with game records.
#[derive(Debug, Subcommand)]
pub enum RecordCommand {
    /// Read a record and write it in another format.
    Convert(ConvertArgs),
}

/// Arguments of `record convert`.
#[derive(Debug, Args)]
#[command(
    after_help = "Formats by extension: .csa (V2 to V3.0), .kif or .kifu, .ki2 or .ki2u, .jkf (JSON), .usi (a line of moves).\n\
    Read are UTF-8, CP932 (Shift-JIS) and EUC-JP, told apart by themselves; written is UTF-8.\n\
    What the new format cannot hold is lost: .usi keeps the start and the moves only.\n\n\
    Example:\n  \
    usi-engine record convert game.csa game.kif"
)]
pub struct ConvertArgs {
    /// The file to read.
    input: PathBuf,
    /// The file to write; it is replaced if it is there.
    output: PathBuf,
}

impl ConvertArgs {
    /// Converts, and tells on `out` what of the input was left out.
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let to = format(&self.output)?;
        let (input, output) = (self.input.display(), self.output.display());
        let Reading { record, notes } = read(&self.input)?;
        for note in notes {
            writeln!(out, "{input}: {note}")?;
        }
        fs::write(&self.output, to.write(&record)).map_err(|error| anyhow!("{output}: {error}"))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The record in the file at `path`, in the format of its extension.
pub(super) fn read(path: &Path) -> anyhow::Result<Reading> {
    let format = format(path)?;
    let fail = |error: &dyn Display| anyhow!("{}: {error}", path.display());
    let bytes = found::read(path).map_err(|error| fail(&error))?;
    format.read(&bytes).map_err(|error| fail(&error))
}

/// The format that `path` names by its extension.
fn format(path: &Path) -> anyhow::Result<Format> {
    Format::of_path(path).with_context(|| {
        let path = path.display();
        format!("unknown format of `{path}`; expected .csa, .kif, .kifu, .ki2, .ki2u, .jkf or .usi")
    })
}
