//! The arguments of `lab ladder`.

use super::super::files::check_path;
use super::super::whole;
use clap::Args;
use lab::ladder::{self, Plan, Table};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `lab ladder`.
#[derive(Debug, Args)]
#[command(after_help = "\
Ten rungs, each one step from the last: minimax, alpha-beta, ordering, iterative deepening, zero windows, the \
table, null move, quiescence, singular moves, and interest, the search as it plays. Each searches three positions to \
depth 1, 2, … from an empty table. Nodes, values and moves follow from the program alone; how deep it goes in \
the time does not, so give --depth for what is to be repeated exactly. --json also holds every rung as a player's text.

Examples:
  usi-engine lab ladder --minutes 3 --svg ladder.svg --boards horizon.svg
  usi-engine lab ladder --depth 3 --json")]
pub struct LadderArgs {
    /// CPU time in all; a rung stops before the depth that would take longer than its share of it.
    #[arg(long, value_name = "M", default_value_t = 3)]
    #[arg(value_parser = whole(1..=100_000_u64))]
    minutes: u64,
    /// Go no deeper than this.
    #[arg(long, value_name = "D", default_value_t = 20)]
    #[arg(value_parser = whole(1..=100_u32))]
    depth: u32,
    /// Write one JSON object instead of tables.
    #[arg(long)]
    json: bool,
    /// Draw nodes over depth into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the boards of the horizon effect into this file.
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,
}

impl LadderArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        for path in self.svg.iter().chain(&self.boards) {
            check_path("picture", path)?;
        }
        let plan = Plan {
            time: Duration::from_secs(60 * self.minutes),
            depth: self.depth,
        };
        let finding = ladder::run(&plan, &mut io::stderr())?;
        if let Some(path) = &self.svg {
            ladder::write_curves(path, &finding)?;
        }
        if let Some(path) = &self.boards {
            ladder::write_boards(path, &finding)?;
        }
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&finding)?)?;
        } else {
            writeln!(out, "{}", Table(&finding))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
