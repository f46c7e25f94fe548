//! The arguments of `lab screen`.

use super::super::course::BaseArg;
use super::super::move_limit::MoveLimitArgs;
use super::super::selfplay::ResignArg;
use super::super::whole;
use super::{CourseArgs, create};
use anyhow::anyhow;
use clap::Args;
use lab::screen::{self, Factor, Plan};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `lab screen`.
#[derive(Debug, Args)]
#[command(after_help = "\
In each of 32 matches the first player has some of the numbers at their high values and the others \
at their low ones, in combinations that balance, and the second player exactly the opposite: what \
each number is worth follows from all games. Effects of pairs of numbers cancel, those of \
three do not, and of twenty numbers that are worth nothing one looks clear by chance. The last line \
is a player for `selfplay` with each number at its better value where the interval excludes 0: \
confirm it by one match against what was before.

Every match has a journal in the folder, from which the same command goes on after any end, also \
with more --games; the folder also gets screen.json.

Examples:
  usi-engine lab screen --out screen --vary killer_bonus=50:150,check_bonus=0:100 --cpu-time 30 \
--concurrency 2
  usi-engine lab screen --out modern --base search=modern --vary aspiration_window=30:60,razor_margin=0:220 \
--nodes 20000 --games 6400 --minutes 60")]
pub struct ScreenArgs {
    /// Keep journals and results in this folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// What to vary: name=LOW:HIGH, separated by commas; up to 31 numbers of the search.
    #[arg(long, value_name = "LIST")]
    vary: String,
    #[command(flatten)]
    base: BaseArg,
    /// How many games in all, at least; whole pairs in each match.
    #[arg(long, value_name = "N", default_value_t = 1920)]
    #[arg(value_parser = whole(1..=100_000_000_u64))]
    games: u64,
    #[command(flatten)]
    limit: MoveLimitArgs,
    #[command(flatten)]
    resign: ResignArg,
    #[command(flatten)]
    course: CourseArgs,
}

impl ScreenArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let factors = Factor::list(&self.vary).map_err(|error| anyhow!("--vary: {error}"))?;
        let plan = Plan {
            folder: self.out.clone(),
            factors,
            base: self.base.base.text.clone(),
            limit: self.limit.limit()?,
            resign: self.resign.resign,
            games: self.games,
            seed: self.course.seed.seed,
            concurrency: self.course.concurrency.concurrency,
        };
        create(&self.out)?;
        let until = self.course.until();
        let finding = screen::run(&plan, until, &mut io::stderr())?;
        screen::write(&self.out, &finding)?;
        writeln!(out, "{finding}")?;
        Ok(ExitCode::SUCCESS)
    }
}
