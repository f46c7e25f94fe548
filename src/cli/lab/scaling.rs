//! The arguments of `lab scaling`.

use super::super::whole;
use super::{MeasureArgs, create};
use clap::Args;
use lab::scaling::{self, Plan, Table};
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `lab scaling`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every search is of one position, from an empty table, by one thread: the numbers are the same for any \
--threads. All searches are kept in the folder: the same command goes on after any end, and further \
players cost only their own searches. Those of players are made anew when the program has changed; \
those of the reference stay, so that builds can be measured against the same. The folder also gets \
scaling.json and scaling.svg.

A FILE has a position in each line, as the argument of USI's `position`; with columns move_3k, cp_3k, \
depth_3k and so on behind tabs it also holds the answers of another engine, the oracle.

What is told: how often the move is that of the oracle's last search and that of the reference, how far \
the value is from theirs (values beyond 1500 count as 1500), what the move loses (the reference searches \
it and its own best move with an eighth of its nodes; no loss or gain counts more than 500), by how much \
that exceeds the loss of the first player's moves, the iteration at the end (whole or not), the longest line, each with its 95 % error.

Examples:
  usi-engine lab scaling --out scaling --player search=interest --player search=modern
  usi-engine lab scaling --out oracle --positions oracle.tsv --nodes 3000,10000,30000 --threads 2
  usi-engine lab scaling --out try --count 50 --nodes 3000,30000 --reference-nodes 200000")]
pub struct ScalingArgs {
    #[command(flatten)]
    measure: MeasureArgs,
    /// Measure after these numbers of nodes, separated by commas.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(default_value = "3000,10000,30000,100000,300000")]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: Vec<u64>,
    /// The player whose deep searches are the yardstick; the default has a table of 64 MiB.
    #[arg(long, value_name = "PLAYER", default_value = "hash=64")]
    reference: String,
    /// How many nodes it has for a position.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    reference_nodes: u64,
}

impl ScalingArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let measure = &self.measure;
        let players = measure.searchers(&[""])?;
        let reference = MeasureArgs::searcher(&self.reference)?.of_any_build()?;
        let mut nodes = self.nodes.clone();
        nodes.sort_unstable();
        nodes.dedup();
        create(&measure.out)?;
        let positions = measure.positions()?;
        let plan = Plan {
            folder: measure.out.clone(),
            oracle: measure
                .positions
                .as_deref()
                .map_or(Ok(Vec::new()), |path| scaling::oracle(&positions, path))?,
            games: positions.rows.into_iter().map(|row| row.game).collect(),
            players,
            nodes,
            reference,
            reference_nodes: self.reference_nodes,
            threads: measure.threads,
        };
        let finding = scaling::run(&plan, &mut io::stderr())?;
        scaling::write(&plan.folder, &finding)?;
        measure.tell(out, &finding, &Table(&finding))
    }
}
