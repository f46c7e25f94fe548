//! Options that commands which play games or draw lots have in common.

use super::whole;
use crate::selfplay::control::MOST_WORKERS;
use clap::Args;

/// `--seed`.
#[derive(Debug, Args)]
pub(super) struct SeedArg {
    /// From which everything random follows.
    #[arg(long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole(0..=u64::MAX))]
    pub seed: u64,
}

/// `--concurrency`.
#[derive(Debug, Args)]
pub(super) struct ConcurrencyArg {
    /// How many games at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=MOST_WORKERS))]
    pub concurrency: usize,
}
