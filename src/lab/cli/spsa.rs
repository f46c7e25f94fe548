//! `kyomi-lab spsa`: better numbers for the search, by games.

use crate::spsa::{self, Parameter, Tuning, plot};
use anyhow::anyhow;
use base::progress::Screen;
use clap::Args;
use command::files::{Places, replace};
use command::options::ResignArg;
use command::options::{BaseArg, ConcurrencyArg, MoveLimitArgs, SeedArg, number, whole};
use matches::players::limit::MoveLimit;
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `kyomi-lab spsa`.
#[derive(Debug, Args)]
#[command(after_help = "\
A parameter is any number of the search (`usi-engine usi` and then `usi` lists them). Its range \
is that of the number, and its change at the end a twentieth of the range, unless MIN:MAX or \
MIN:MAX:C is given. The last line is a player for `selfplay`: test it against the old numbers, \
with other games than those it was tuned with.

The state is written after each iteration; the same command goes on from it.

Examples:
  kyomi-lab spsa --params same_drop_cost,implausible_cost=80:320:20 \\
      --games 20000 --nodes 2000 --state tune.json --concurrency 2
  kyomi-lab spsa --params implausible_order --iterations 500 --cpu-time 20 \\
      --state t.json --plot t.svg")]
pub struct SpsaArgs {
    /// What to tune: name, name=MIN:MAX or name=MIN:MAX:C, separated by commas.
    #[arg(long, value_name = "LIST")]
    params: String,
    #[command(flatten)]
    base: BaseArg,
    /// How many games in all, at least; whole iterations.
    #[arg(long, value_name = "N", conflicts_with = "iterations")]
    #[arg(value_parser = whole(1..=100_000_000_u64))]
    games: Option<u64>,
    /// How many iterations. 1000 unless these or the games are given.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=10_000_000_u64))]
    iterations: Option<u64>,
    /// How many pairs of games in an iteration.
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = whole(1..=10_000_u64))]
    pairs: u64,
    #[command(flatten)]
    limit: MoveLimitArgs,
    #[command(flatten)]
    resign: ResignArg,
    /// Keep the state in this file.
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// Draw how the numbers moved into this SVG file.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// How far a game won more moves a number at the end, in squares of its change there.
    #[arg(long, value_name = "R", default_value_t = 0.002, value_parser = number("a number", 1e-6..=1.0))]
    r_end: f64,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    concurrency: ConcurrencyArg,
}

impl SpsaArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let limit = self.limit.limit()?;
        let (tuning, path) = (self.tuning(limit)?, &self.state);
        Places::default()
            .and_settings(&self.base.base.settings)
            .writing("state", [path])?
            .writing("plot", &self.plot)?;
        let mut progress = io::stderr();
        let state = spsa::run(
            tuning,
            limit,
            self.concurrency.concurrency,
            path,
            Screen::of(&mut progress),
        )?;
        if let Some(path) = &self.plot {
            replace("plot", path, plot(&state).to_string().as_bytes())?;
        }
        Ok(writeln!(out, "{}", state.player())?)
    }

    fn tuning(&self, limit: MoveLimit) -> anyhow::Result<Tuning> {
        let base = &self.base.base;
        let parameters = Parameter::list(&self.params, &base.settings.search)
            .map_err(|error| anyhow!("--params: {error}"))?;
        let iterations = match (self.iterations, self.games) {
            (Some(iterations), _) => iterations,
            (None, Some(games)) => games.div_ceil(2 * self.pairs),
            (None, None) => 1000,
        };
        Ok(Tuning {
            parameters,
            base: base.text.clone(),
            limit: limit.to_string(),
            resign: self.resign.resign,
            pairs: self.pairs,
            iterations,
            r_end: self.r_end,
            seed: self.seed.seed,
        })
    }
}
