//! Options, and steps before the work, that commands which play games or draw lots have in common.

use super::whole;
use anyhow::anyhow;
use clap::Args;
use engine::book::Book;
use engine::search::Settings;
use matches::HASH_MB;
use matches::contest::schedule::letter;
use matches::observers::control::MOST_WORKERS;
use matches::players::{Conduct, PlayerSpec};
use std::io::{self, Write};

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

/// `--threads`.
#[derive(Debug, Args)]
pub(super) struct ThreadsArg {
    /// How many threads; as many as the processor has unless given. The result is the same.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=512_usize))]
    threads: Option<usize>,
}

impl ThreadsArg {
    /// How many.
    pub(super) fn count(&self) -> usize {
        let here = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(here)
    }
}

/// Says on standard error what is strange about the network and the book that `settings` name, which
/// belong to what is called `name`.
///
/// # Errors
/// If writing fails.
pub(super) fn remark(name: &str, settings: &Settings) -> io::Result<()> {
    let network = settings.evaluation.remarks().map(str::to_owned);
    let book = match Book::open(&settings.book) {
        Ok(book) => book.and_then(|book| book.remark()),
        Err(error) => Some(error.to_string()),
    };
    let mut remarks = network.chain(book);
    remarks.try_for_each(|remark| writeln!(io::stderr(), "note: {name}: {remark}"))
}

/// `--config`.
#[derive(Debug, Args)]
pub(super) struct ConfigArg {
    /// Settings of the engine, as of a player of `selfplay`: `key=value,…`
    #[arg(
        long,
        value_name = "SETTINGS",
        default_value = "",
        hide_default_value = true
    )]
    #[arg(value_parser = Base::parse)]
    pub config: Base,
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
    #[arg(value_parser = Base::parse)]
    pub base: Base,
}

/// A player of this engine that others are made of.
#[derive(Clone, Debug)]
pub(super) struct Base {
    /// As it was given: what others add follows after a comma.
    pub text: String,
    /// What it says.
    pub settings: Box<Settings>,
}

impl Base {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let spec = PlayerSpec::parse(text, HASH_MB).map_err(|error| error.to_string())?;
        let settings = spec.settings().cloned().ok_or_else(|| {
            format!("`{text}` is another kind of player; expected settings of this engine")
        })?;
        Ok(Self {
            text: text.to_owned(),
            settings: Box::new(settings),
        })
    }
}

/// Says what is strange about networks that players name, and starts every engine in another
/// process once, so that no work is done in vain. Returns their names.
pub(super) fn probe(
    players: &[PlayerSpec],
    conduct: &Conduct,
) -> anyhow::Result<Vec<Option<String>>> {
    for (index, player) in players.iter().enumerate() {
        if let Some(settings) = player.settings() {
            remark(&format!("player {}", letter(index)), settings)?;
        }
    }
    let name_of = |(index, player): (usize, &PlayerSpec)| {
        player.probe(conduct).map_err(|fault| {
            let (name, text) = (letter(index), &player.text);
            anyhow!("player {name}, `{text}`: {}", fault.detail)
        })
    };
    players.iter().enumerate().map(name_of).collect()
}
