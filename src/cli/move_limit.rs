//! How long every player may think about a move, for commands that play the engine against itself.

use super::whole;
use anyhow::bail;
use clap::Args;
use matches::players::limit::MoveLimit;

/// One limit for all players: CPU time or nodes.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct MoveLimitArgs {
    /// CPU time a move, in milliseconds.
    #[arg(long, value_name = "MS")]
    #[arg(value_parser = whole(1..=86_400_000_u64))]
    cpu_time: Option<u64>,
    /// Nodes a move; everything is then reproducible.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
}

impl MoveLimitArgs {
    pub(super) fn limit(&self) -> anyhow::Result<MoveLimit> {
        match (self.nodes, self.cpu_time) {
            (Some(nodes), _) => Ok(MoveLimit::Nodes(nodes)),
            (None, Some(ms)) => Ok(MoveLimit::CpuTimeMs(ms)),
            (None, None) => bail!("no limit; expected --nodes or --cpu-time"),
        }
    }
}
