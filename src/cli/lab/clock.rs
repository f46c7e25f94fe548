//! The arguments of `lab clock`.

use super::super::whole;
use crate::cli::course::SeedArg;
use clap::Args;
use lab::clock::{self, Table};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `lab clock`.
#[derive(Debug, Args)]
#[command(after_help = "\
The clock is that of the engine; the search only takes time: iterations of every growth, stalls of the \
machine, messages that are late, replies that were pondered on. Nothing is waited for.

What is told for each time control: the longest delay of the interface's messages, games and moves, moves \
that took longer than was allowed, the share of the time that was thought (delays included) by ply 60 and by \
ply 120, which are 30 and 60 own moves, in the games that lasted so long, and in whole games, and the least that \
was left of what was allowed for a move. The exit code is 1 if there was an overrun.

Examples:
  usi-engine lab clock
  usi-engine lab clock --games 5000 --seed 7")]
pub struct ClockArgs {
    /// Play so many games at each time control.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = whole(1..=1_000_000_u64))]
    games: u64,
    #[command(flatten)]
    seed: SeedArg,
}

impl ClockArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let accounts = clock::run(self.games, self.seed.seed);
        write!(out, "{}", Table(&accounts))?;
        let overruns: u64 = accounts.iter().map(|(_, account)| account.overruns).sum();
        Ok(ExitCode::from(u8::from(overruns > 0)))
    }
}
