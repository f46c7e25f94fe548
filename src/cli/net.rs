//! The arguments of `net`, and its output.

use crate::eval::nnue::NetworkFile;
use anyhow::anyhow;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// What can be done with networks.
#[derive(Debug, Subcommand)]
pub enum NetCommand {
    /// Say of which shape the network of a file is, and what is wrong with the file.
    Info(InfoArgs),
}

impl NetCommand {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::Info(args) => args.run(out),
        }
    }
}

/// Arguments of `net info`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  usi-engine net info eval/nn.bin")]
pub struct InfoArgs {
    /// The file: `nn.bin`, or a network of this program.
    file: PathBuf,
}

impl InfoArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let NetworkFile { path, network } = NetworkFile::load(&self.file)
            .map_err(|error| anyhow!("{}: {error}", self.file.display()))?;
        let bytes = std::fs::metadata(&path)?.len();
        writeln!(out, "file     {}", path.display())?;
        writeln!(out, "network  {}", network.shape())?;
        writeln!(out, "size     {bytes} bytes")?;
        writeln!(out, "SHA-256  {}", network.digest())?;
        writeln!(out, "text     {}", network.origin())?;
        for remark in network.remarks() {
            writeln!(out, "wrong    {remark}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
