//! The arguments of `lab lines`.

use super::super::whole;
use super::{MeasureArgs, create};
use clap::Args;
use lab::lines::{self, Plan, Table};
use std::io::{self, Write};
use std::process::ExitCode;

/// Who is frozen unless it is said.
const PLAYERS: [&str; 4] = [
    "search=interest",
    "search=modern",
    "search=alphabeta",
    "search=interest-classic",
];

/// Arguments of `lab lines`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every player is frozen at the same moments: any node of a search of any of the positions. The line is the \
moves from the root to the node; those of quiescence are left out, and what comes after a null move. The \
reference searches every position of the line: what a move loses is by how much the value falls, from 0 to \
1000 centipawns, and 0 if it is the reference's own. The reference's searches are kept in the folder: the \
same command goes on after any end. The folder also gets lines.json and lines.svg.

Examples:
  usi-engine lab lines --out lines --threads 2
  usi-engine lab lines --out lines --player search=modern --player search=modern,null_move_cost=0 --moments 50")]
pub struct LinesArgs {
    #[command(flatten)]
    measure: MeasureArgs,
    /// At how many moments.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = whole(1..=10_000_000_u64))]
    moments: u64,
    /// How many nodes a search has that is frozen.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: u64,
    /// The player that says what moves are worth; the default has a table of 64 MiB.
    #[arg(long, value_name = "PLAYER", default_value = "hash=64")]
    reference: String,
    /// How many nodes it has for a position.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    reference_nodes: u64,
}

impl LinesArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let measure = &self.measure;
        let players = measure.searchers(&PLAYERS)?;
        let reference = MeasureArgs::searcher(&self.reference)?.of_any_build()?;
        for player in &players {
            player.settings()?;
        }
        create(&measure.out)?;
        let rows = measure.positions()?.rows;
        let plan = Plan {
            folder: measure.out.clone(),
            games: rows.into_iter().map(|row| row.game).collect(),
            players,
            moments: self.moments,
            nodes: self.nodes,
            reference,
            reference_nodes: self.reference_nodes,
            seed: measure.seed.seed,
            threads: measure.threads,
        };
        let finding = lines::run(&plan, &mut io::stderr())?;
        lines::write(&plan.folder, &finding)?;
        measure.tell(out, &finding, &Table(&finding))
    }
}
