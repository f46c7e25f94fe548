//! The arguments of `lab ends`.

use super::super::whole;
use super::{MeasureArgs, create};
use clap::Args;
use lab::ends::{self, Table};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `lab ends`.
#[derive(Debug, Args)]
#[command(after_help = "\
The positions of `bench` are searched afresh, and every node before quiescence is counted by the way in which \
it ends. A branch ends where no move is tried. With --out the folder gets ends.json and ends.svg.

Examples:
  usi-engine lab ends
  usi-engine lab ends --depth 8 --player search=interest --player search=modern --out ends")]
pub struct EndsArgs {
    /// A player, as `selfplay` takes it, which has to be this engine; give one for each.
    #[arg(long = "player", value_name = "PLAYER", default_value = "")]
    #[arg(hide_default_value = true)]
    players: Vec<String>,
    /// How many iterations on each position.
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = whole(1..=100_u32))]
    depth: u32,
    /// Write the results into this folder too.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write one JSON array instead of tables.
    #[arg(long)]
    json: bool,
}

impl EndsArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let players = self.players.iter().map(|text| MeasureArgs::searcher(text));
        let players = players.collect::<anyhow::Result<Vec<_>>>()?;
        if let Some(folder) = &self.out {
            create(folder)?;
        }
        let accounts = ends::run(&players, self.depth)?;
        if let Some(folder) = &self.out {
            ends::write(folder, &accounts)?;
        }
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&accounts)?)?;
        } else {
            writeln!(out, "{}", Table(&accounts))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
