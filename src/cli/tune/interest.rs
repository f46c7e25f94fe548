//! The arguments of `tune interest`.

use super::super::course::SeedArg;
use super::super::whole;
use crate::learn::interest::{Trials, gather};
use crate::search::Settings;
use crate::selfplay::HASH_MB;
use crate::selfplay::players::parse_settings;
use anyhow::bail;
use clap::Args;
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `tune interest`.
#[derive(Debug, Args)]
#[command(after_help = "\
The engine plays itself and keeps what became of every move that it searched after a node's \
first. Fitted is the probability that such a move turns out best; its negative logarithm is the \
cost. The last line is a player for `selfplay`; test it against what was before.

Examples:
  usi-engine tune interest --games 200 --nodes 20000
  usi-engine tune interest --games 50 --engine search=modern")]
pub struct InterestArgs {
    /// How many games to learn from.
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = whole(1..=1_000_000_u64))]
    games: u64,
    /// How many nodes a move.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// The engine's options and search settings, `key=value,…`
    #[arg(
        long,
        value_name = "SETTINGS",
        default_value = "",
        hide_default_value = true
    )]
    #[arg(value_parser = |text: &str| parse_settings(text, HASH_MB))]
    engine: Settings,
    #[command(flatten)]
    seed: SeedArg,
}

impl InterestArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let config = &self.engine.search;
        let (mut trials, mut told) = (Trials::default(), 0);
        let mut failed = Ok(());
        gather(
            &self.engine,
            self.games,
            self.nodes,
            self.seed.seed,
            |game, samples| {
                trials.add(config, samples);
                if game > told && failed.is_ok() {
                    told = game;
                    let (games, found) = (self.games, trials.len());
                    failed = writeln!(io::stderr(), "{game} of {games} games, {found} moves");
                }
            },
        );
        failed?;
        let (moves, best) = (trials.len(), trials.successes());
        if best == 0 || best == moves {
            bail!("{best} of {moves} moves turned out best; expected more games or nodes");
        }
        let fit = trials.fit(config);
        writeln!(
            out,
            "{moves} moves, {best} of them became best; −ln p {:.5}, {:.5} if all were alike",
            fit.loss, fit.blind_loss
        )?;
        let knobs = fit.knobs.iter();
        let settings: Vec<_> = knobs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        writeln!(out, "{}", settings.join(","))?;
        Ok(ExitCode::SUCCESS)
    }
}
