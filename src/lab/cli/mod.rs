//! What can be typed: each experiment is a struct of its arguments, with a `run` that makes it and writes what it shows.

mod games;
mod mine;
mod models;
mod searches;
mod spsa;

use crate::campaign::Campaign;
use crate::pathology::models as trees;
use crate::positions::Positions;
use crate::searches::Searcher;
use anyhow::anyhow;
use base::work::Workers;
use clap::{Args, Parser, Subcommand};
use command::Program;
use command::guard::GuardArgs;
use command::options::{ConcurrencyArg, SeedArg, whole};
use command::signals::{exit_code, stop_sign};
use games::{EvolveArgs, InterestArgs, LevelsCommand, YardstickArgs};
use matches::players::{Conduct, guard};
use matches::{HASH_MB, standard_conduct};
use mine::MineCommand;
use models::{OpponentCommand, PathologyCommand};
use searches::{FreezeArgs, LadderArgs, MistakesArgs, ScalingArgs, ValuesArgs};
use serde::Serialize;
use spsa::SpsaArgs;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The laboratory of Kyomi: experiments that show what an idea of the engine is worth.
#[derive(Debug, Parser)]
#[command(name = "kyomi-lab", version, disable_help_subcommand = true)]
pub struct Lab {
    /// The experiment.
    #[command(subcommand)]
    experiment: Experiment,
}

impl Program for Lab {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        self.experiment.run(out)
    }
}

/// The experiments.
#[derive(Debug, Subcommand)]
enum Experiment {
    /// The proof of interest search: matches against the same program with interest off, against
    /// the conventional search, and with each idea switched off alone.
    Interest(InterestArgs),
    /// How many nodes of another engine are ours worth, at different numbers of nodes a move.
    Yardstick(YardstickArgs),
    /// How the search gains from nodes: how often its move is that of a deep search, what it
    /// loses, how deep it goes, on single positions instead of in matches.
    Scaling(ScalingArgs),
    /// What values are worth as forecasts: what they say of recorded games, and what came of these.
    Values(ValuesArgs),
    /// Where games are lost: what the moves of each player cost, by kind of position, as a reference values them.
    Mistakes(MistakesArgs),
    /// What lines a search looks at: frozen at random moments, how much do the moves lose by which
    /// it came there?
    Freeze(FreezeArgs),
    /// What each technique of the search is worth, from plain minimax to interest, one step at a
    /// time: nodes, CPU time, value and move to each depth.
    Ladder(LadderArgs),
    /// What the levels of strength are worth, and how human they are.
    #[command(subcommand)]
    Levels(LevelsCommand),
    /// Does searching deeper choose better? Two models, and this engine.
    #[command(subcommand)]
    Pathology(PathologyCommand),
    /// A player's habits: learned from its games, and the moves that they foretell.
    #[command(subcommand)]
    Opponent(OpponentCommand),
    /// Breed the values of the pieces, from random ones, in the hand-made evaluation (Kendall and
    /// Whitwell): do those of the textbook come back?
    Evolve(EvolveArgs),
    /// Find better numbers for the search by games: change all at once by chance, and follow what wins.
    Spsa(SpsaArgs),
    /// Find rows for suites in games.
    #[command(subcommand)]
    Mine(MineCommand),
    /// Run another program that ends with its parent, and all that it starts; for matches only.
    #[command(hide = true)]
    Guard(GuardArgs),
}

impl Experiment {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let result = match self {
            Self::Interest(args) => args.run(out),
            Self::Yardstick(args) => args.run(out),
            Self::Scaling(args) => args.run(out),
            Self::Values(args) => args.run(out),
            Self::Mistakes(args) => args.run(out),
            Self::Freeze(args) => args.run(out),
            Self::Ladder(args) => args.run(out),
            Self::Levels(LevelsCommand::Play(args)) => args.run(out),
            Self::Levels(LevelsCommand::Against(args)) => args.run(out),
            Self::Levels(LevelsCommand::Humans(args)) => args.run(out),
            Self::Pathology(PathologyCommand::TwoValues(args)) => args.run(out),
            Self::Pathology(PathologyCommand::Real(args)) => args.run(trees::real, out),
            Self::Pathology(PathologyCommand::Densities(args)) => args.run(trees::simulated, out),
            Self::Pathology(PathologyCommand::Engine(args)) => args.run(out),
            Self::Opponent(OpponentCommand::Learn(args)) => args.run(out),
            Self::Opponent(OpponentCommand::Predict(args)) => args.run(out),
            Self::Opponent(OpponentCommand::Score(args)) => args.run(out),
            Self::Evolve(args) => args.run(out),
            Self::Spsa(args) => args.run(out),
            Self::Mine(command) => command.run(out),
            Self::Guard(args) => return args.run(),
        };
        // Whoever looks at the sign has asked for it before.
        let stop = stop_sign()?;
        match result {
            Err(error) if stop.load(Relaxed) => writeln!(io::stderr(), "{error}")?,
            result => result?,
        }
        Ok(exit_code(&stop))
    }
}

/// How games are played, not which, and where they are kept.
#[derive(Debug, Args)]
struct CourseArgs {
    /// Keep journals and results in this folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Stop after so many minutes, when the games being played are over.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=1_000_000_u64))]
    minutes: Option<u64>,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    concurrency: ConcurrencyArg,
}

impl CourseArgs {
    /// When to stop; none unless asked.
    fn until(&self) -> Option<Instant> {
        let duration = |minutes| Duration::from_secs(60 * minutes);
        self.minutes
            .map(|minutes| Instant::now() + duration(minutes))
    }

    fn workers(&self) -> anyhow::Result<Workers> {
        workers(self.concurrency.concurrency)
    }

    /// Matches, each of no more than `most_games`.
    fn campaign(&self, most_games: Option<u64>) -> anyhow::Result<Campaign> {
        Ok(Campaign {
            folder: self.out.clone(),
            most_games,
            seed: self.seed.seed,
            workers: self.workers()?,
            until: self.until(),
        })
    }
}

/// Creates the folder for journals and results where it does not exist.
fn create(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).map_err(|error| anyhow!("`{}`: {error}", folder.display()))
}

/// `--json`.
#[derive(Debug, Args)]
struct JsonArg {
    /// Write one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

impl JsonArg {
    /// Writes `results` as was asked.
    fn write(
        &self,
        out: &mut dyn Write,
        results: &(impl Serialize + Display),
    ) -> anyhow::Result<()> {
        if self.json {
            writeln!(out, "{}", serde_json::to_string(results)?)?;
        } else {
            writeln!(out, "{results}")?;
        }
        Ok(())
    }
}

/// So many workers, until the first signal.
fn workers(threads: usize) -> anyhow::Result<Workers> {
    let stop = stop_sign()?;
    Ok(Workers { threads, stop })
}

/// How long a search of many nodes may take.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Who is measured, and where it is kept.
#[derive(Debug, Args)]
struct SubjectArgs {
    /// Keep searches and results in this folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// A player, as `selfplay` takes it; give one for each. The default is this engine as it is.
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// How many searches at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=512_usize))]
    threads: usize,
    #[command(flatten)]
    json: JsonArg,
}

/// Who is measured, on what, and where it is kept.
#[derive(Debug, Args)]
struct MeasureArgs {
    #[command(flatten)]
    subject: SubjectArgs,
    /// Measure on the positions of this file; by default on some of own games.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// On how many positions, spread over the file.
    #[arg(long, value_name = "N", default_value_t = 300)]
    #[arg(value_parser = whole(1..=1_000_000_usize))]
    count: usize,
    #[command(flatten)]
    seed: SeedArg,
}

impl SubjectArgs {
    /// The players with these texts, `fallback` if there are none.
    fn searchers(&self, fallback: &[&str]) -> anyhow::Result<Vec<Searcher>> {
        let given: Vec<&str> = self.players.iter().map(String::as_str).collect();
        let texts = if given.is_empty() { fallback } else { &given };
        texts.iter().map(|text| Self::searcher(text)).collect()
    }

    /// The player with this text.
    fn searcher(text: &str) -> anyhow::Result<Searcher> {
        let conduct = Conduct {
            guard: guard::this_program(),
            patience: PATIENCE,
            stop: stop_sign()?,
            ..standard_conduct()
        };
        Ok(Searcher::new(text, HASH_MB, conduct)?)
    }

    fn workers(&self) -> anyhow::Result<Workers> {
        workers(self.threads)
    }
}

impl MeasureArgs {
    /// What is measured on. The folder must be there.
    fn positions(&self) -> anyhow::Result<Positions> {
        if let Some(path) = &self.positions {
            return Ok(Positions::read(path)?.spread(self.count));
        }
        let (folder, workers) = (&self.subject.out, self.subject.workers()?);
        Ok(Positions::of_own_games(
            folder,
            self.seed.seed,
            self.count,
            &workers,
        )?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound_and_help_fits_a_terminal() {
        Lab::command().debug_assert();
        assert_eq!(command::first_wide_line(Lab::command()), None);
    }
}
