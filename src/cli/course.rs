//! Options that commands which play games or draw lots have in common.

use super::whole;
use crate::selfplay::HASH_MB;
use crate::selfplay::control::MOST_WORKERS;
use crate::selfplay::players::parse_settings;
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

/// `--base`.
#[derive(Debug, Args)]
pub(super) struct BaseArg {
    /// Settings that all players begin with, `key=value,…`, such as search=modern.
    #[arg(
        long,
        value_name = "SETTINGS",
        default_value = "",
        hide_default_value = true
    )]
    #[arg(value_parser = settings)]
    pub base: String,
}

/// The text of settings of this engine.
fn settings(text: &str) -> Result<String, String> {
    let read = parse_settings(text, HASH_MB).map_err(|error| error.to_string());
    read.map(|_| text.to_owned())
}
