//! `lab`: experiments that show what an idea is worth.

mod clock;
mod ends;
mod evolve;
mod ladder;
mod levels;
mod lines;
mod measure;
mod opponent;
mod pathology;
mod scaling;
mod screen;

use super::course::{ConcurrencyArg, SeedArg};
use super::whole;
use anyhow::anyhow;
use clap::{Args, Subcommand};
use lab::interest::{self, EXPERIMENTS, Experiment, Plan, Scale, Table};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clock::ClockArgs;
use ends::EndsArgs;
use evolve::EvolveCommand;
use ladder::LadderArgs;
use levels::LevelsCommand;
use lines::LinesArgs;
use measure::MeasureArgs;
use opponent::OpponentCommand;
use pathology::PathologyCommand;
use scaling::ScalingArgs;
use screen::ScreenArgs;

/// The instruments.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// The proof of interest search: matches against the same program with interest off, against
    /// the conventional search, and with each idea switched off alone.
    Interest(InterestArgs),
    /// Which of up to 31 numbers of the search help, by one balanced series of 32 matches in
    /// which every number is varied in every game.
    Screen(ScreenArgs),
    /// How the search gains from nodes: how often its move is that of a deep search, what it
    /// loses, how deep it goes, on single positions instead of in matches.
    Scaling(ScalingArgs),
    /// What lines a search looks at: frozen at random moments, how much do the moves lose by which
    /// it came there?
    Lines(LinesArgs),
    /// What ends the branches of a search, by share: the budget, the table, razoring, cuts, …
    Ends(EndsArgs),
    /// Does the engine keep its time, and how much of it does it use? Games of a made-up search
    /// against the real clock, which take no time.
    Clock(ClockArgs),
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
    /// Evolution by self-competition: the values of the pieces; whole engines.
    #[command(subcommand)]
    Evolve(EvolveCommand),
}

impl LabCommand {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::Interest(args) => args.run(out),
            Self::Screen(args) => args.run(out),
            Self::Scaling(args) => args.run(out),
            Self::Lines(args) => args.run(out),
            Self::Ends(args) => args.run(out),
            Self::Clock(args) => args.run(out),
            Self::Ladder(args) => args.run(out),
            Self::Levels(command) => command.run(out),
            Self::Pathology(command) => command.run(out),
            Self::Opponent(command) => command.run(out),
            Self::Evolve(command) => command.run(out),
        }
    }
}

/// Arguments of `lab interest`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every match has a journal in the folder, from which the same command goes on after any end; the \
folder also gets interest.json and interest.svg. Games are those of the `selfplay` command that \
is shown before each match. Everything is many hours of one core: take slices by --only, --games \
or --minutes.

Examples:
  usi-engine lab interest --out proof --list
  usi-engine lab interest --out proof --only modern-30ms similarity --concurrency 2
  usi-engine lab interest --out proof --minutes 60
  usi-engine lab interest --out proof --only parity --parity-time 20
  usi-engine lab interest --out small --games 10 --scale 10")]
pub struct InterestArgs {
    /// Keep journals and results in this folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Play these experiments only; --list names all.
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = experiment)]
    only: Vec<&'static Experiment>,
    /// Play no more games than this in any match.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=1_000_000_u64))]
    games: Option<u64>,
    /// Give so many percent of the time or the nodes a move, except at parity.
    #[arg(long, value_name = "PERCENT", default_value_t = 100)]
    #[arg(value_parser = whole(1..=100_000_u64))]
    scale: u64,
    /// Give so many nodes a move instead of any other limit, for trying out.
    #[arg(long, value_name = "N", conflicts_with = "scale")]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: Option<u64>,
    /// The time a move of interest at parity, in ms; the other has 1, 2, 4, … times as much. The
    /// default leads to about 1 s where parity was published.
    #[arg(long, value_name = "MS", default_value_t = 70)]
    #[arg(value_parser = whole(1..=600_000_u64))]
    parity_time: u64,
    /// Settings of both players, `key=value,…`, such as the evaluation.
    #[arg(
        long,
        value_name = "SETTINGS",
        default_value = "",
        hide_default_value = true
    )]
    with: String,
    #[command(flatten)]
    course: CourseArgs,
    /// Play nothing and write nothing: show all experiments with what has been played.
    #[arg(long)]
    list: bool,
}

fn experiment(name: &str) -> Result<&'static Experiment, String> {
    let found = EXPERIMENTS.iter().find(|it| it.name == name);
    found.ok_or_else(|| {
        let names: Vec<_> = EXPERIMENTS.iter().map(|it| it.name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// Arguments that all instruments have: how the games are played, not which.
#[derive(Debug, Args)]
struct CourseArgs {
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
}

/// Creates the folder for journals and results where it does not exist.
fn create(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).map_err(|error| anyhow!("`{}`: {error}", folder.display()))
}

impl InterestArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let plan = Plan {
            folder: self.out.clone(),
            most_games: self.games,
            with: self.with.clone(),
            scale: self.nodes.map_or(Scale::Percent(self.scale), Scale::Nodes),
            parity_ms: self.parity_time,
            seed: self.course.seed.seed,
            concurrency: self.course.concurrency.concurrency,
        };
        if self.list {
            for it in EXPERIMENTS {
                writeln!(out, "{}: {}", it.name, it.shows)?;
            }
            let findings = interest::run(&plan, &[], None, &mut io::stderr())?;
            writeln!(out, "\n{}", Table(&findings))?;
            return Ok(ExitCode::SUCCESS);
        }
        create(&self.out)?;
        let until = self.course.until();
        let chosen: Vec<_> = match &self.only[..] {
            [] => EXPERIMENTS.iter().collect(),
            only => only.to_vec(),
        };
        let findings = interest::run(&plan, &chosen, until, &mut io::stderr())?;
        interest::write(&self.out, &findings)?;
        writeln!(out, "{}", Table(&findings))?;
        Ok(ExitCode::SUCCESS)
    }
}
