//! What the instruments that measure on single positions have in common.

use super::super::course::SeedArg;
use super::super::whole;
use clap::Args;
use lab::positions::Positions;
use lab::searches::Searcher;
use matches::players::{Conduct, guard};
use matches::{HASH_MB, standard_conduct};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// How long a search of many nodes may take.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Who is measured, on what, and where it is kept.
#[derive(Debug, Args)]
pub(super) struct MeasureArgs {
    /// Keep searches and results in this folder.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// A player, as `selfplay` takes it; give one for each. The default is this engine as it is.
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// Measure on the positions of this file; by default on some of own games.
    #[arg(long, value_name = "FILE")]
    pub positions: Option<PathBuf>,
    /// On how many positions, spread over the file.
    #[arg(long, value_name = "N", default_value_t = 300)]
    #[arg(value_parser = whole(1..=1_000_000_usize))]
    count: usize,
    /// How many searches at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=512_usize))]
    pub threads: usize,
    #[command(flatten)]
    pub seed: SeedArg,
    /// Write one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

impl MeasureArgs {
    /// The players with these texts, `fallback` if there are none.
    pub fn searchers(&self, fallback: &[&str]) -> anyhow::Result<Vec<Searcher>> {
        let given: Vec<&str> = self.players.iter().map(String::as_str).collect();
        let texts = if given.is_empty() { fallback } else { &given };
        texts.iter().map(|text| Self::searcher(text)).collect()
    }

    /// The player with this text.
    pub fn searcher(text: &str) -> anyhow::Result<Searcher> {
        let conduct = Conduct {
            guard: guard::this_program(),
            patience: PATIENCE,
            ..standard_conduct()
        };
        Ok(Searcher::new(text, HASH_MB, conduct)?)
    }

    /// What is measured on. The folder must be there.
    pub fn positions(&self) -> anyhow::Result<Positions> {
        let positions = match &self.positions {
            Some(path) => Positions::read(path)?.spread(self.count),
            None => Positions::of_own_games(&self.out, self.seed.seed, self.count, self.threads)?,
        };
        Ok(positions)
    }

    /// Writes what was found, as was asked.
    pub fn tell(
        &self,
        out: &mut dyn Write,
        finding: &impl Serialize,
        table: &impl Display,
    ) -> anyhow::Result<ExitCode> {
        if self.json {
            writeln!(out, "{}", serde_json::to_string(finding)?)?;
        } else {
            writeln!(out, "{table}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
