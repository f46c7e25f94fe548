//! The arguments of `lab pathology`.

use super::super::course::{SeedArg, ThreadsArg};
use super::super::files::check_path;
use super::super::whole;
use super::create;
use clap::{Args, Subcommand};
use lab::pathology::{self, Course, Finding, Reach, Table, engine, models, two_values};
use matches::progress::Screen;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// What is asked.
#[derive(Debug, Subcommand)]
pub enum PathologyCommand {
    /// Positions are won or lost: the errors, computed exactly.
    TwoValues(TwoValuesArgs),
    /// Values are real numbers: the errors in random trees.
    Real(TreesArgs),
    /// The exact densities of what a search returns, and a simulation beside them.
    Densities(TreesArgs),
    /// This engine: its moves by depth against those of a long search, and how its static values change
    /// from a position to the next.
    Engine(EngineArgs),
}

impl PathologyCommand {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::TwoValues(args) => args.run(out),
            Self::Real(args) => args.run(models::real, out),
            Self::Densities(args) => args.run(models::exact, out),
            Self::Engine(args) => args.run(out),
        }
    }
}

/// How results are told.
#[derive(Debug, Args)]
struct TellArgs {
    /// Write one JSON object instead of a table.
    #[arg(long)]
    json: bool,
    /// Draw the errors over depth into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl TellArgs {
    /// Refuses a file that cannot be written.
    fn check(&self) -> anyhow::Result<()> {
        self.svg
            .iter()
            .try_for_each(|path| check_path("picture", path))
    }

    fn tell(&self, finding: &Finding, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        if let Some(path) = &self.svg {
            pathology::draw(path, finding)?;
        }
        if self.json {
            writeln!(out, "{}", serde_json::to_string(finding)?)?;
        } else {
            writeln!(out, "{}", Table(finding))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Arguments of `lab pathology two-values`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  usi-engine lab pathology two-values --svg two-values.svg")]
pub struct TwoValuesArgs {
    /// Moves of each position, separated by commas; a curve each.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "2,5"
    )]
    #[arg(value_parser = whole(2..=100_u32))]
    branching: Vec<u32>,
    /// The greatest depth.
    #[arg(long, value_name = "D", default_value_t = 10)]
    #[arg(value_parser = whole(1..=200_u32))]
    depth: u32,
    #[command(flatten)]
    tell: TellArgs,
}

impl TwoValuesArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        self.tell.check()?;
        let plan = two_values::Plan {
            branchings: self.branching.clone(),
            depth: self.depth,
        };
        self.tell.tell(&two_values::run(&plan), out)
    }
}

/// Arguments of `lab pathology real` and `densities`.
#[derive(Debug, Args)]
#[command(after_help = "\
The numbers follow from the seed, for any --threads. With --out every block of trees is a line of a journal in \
the folder, and the same command goes on after any end.

Examples:
  usi-engine lab pathology real --out pathology --svg real.svg
  usi-engine lab pathology densities --trees 2000 --json")]
pub struct TreesArgs {
    /// Trees for each depth; a tenth of them where positions have five moves.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = whole(1..=10_000_000_u64))]
    trees: u64,
    /// The greatest depth.
    #[arg(long, value_name = "D", default_value_t = 10)]
    #[arg(value_parser = whole(1..=16_u32))]
    depth: u32,
    /// Keep a journal in this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    tell: TellArgs,
}

/// What grows trees.
type Growing = fn(&models::Plan, Screen) -> Result<Finding, lab::LabError>;

impl TreesArgs {
    fn run(&self, grow: Growing, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        self.tell.check()?;
        if let Some(folder) = &self.out {
            create(folder)?;
        }
        let plan = models::Plan {
            trees: self.trees,
            depth: self.depth,
            course: Course {
                folder: self.out.clone(),
                seed: self.seed.seed,
                threads: self.threads.count(),
            },
        };
        let finding = grow(&plan, Screen::of(&mut io::stderr()))?;
        self.tell.tell(&finding, out)
    }
}

/// Arguments of `lab pathology engine`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every position is of another game of the engine against itself. It is searched full width (search=alphabeta) and \
conventionally (search=modern) to each depth, with the default to each interest limit, and with the default to --reference-nodes, by one thread from an empty table: \
a line of the journal in the folder, from which the same command goes on after any end, also with more --positions. \
The static values are those of all moves of these games up to --differences.

Examples:
  usi-engine lab pathology engine --out pathology --threads 2 --svg engine.svg
  usi-engine lab pathology engine --out small --positions 100 --reference-nodes 200000 --full-width 4")]
pub struct EngineArgs {
    /// Keep games and moves in this folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// On how many positions.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = whole(1..=1_000_000_usize))]
    positions: usize,
    /// Nodes of the search whose move counts as right.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    reference_nodes: u64,
    /// The greatest depth of the full-width search. One more takes about eight times as long.
    #[arg(long, value_name = "D", default_value_t = 5)]
    #[arg(value_parser = whole(1..=30_u32))]
    full_width: u32,
    /// The greatest depth of the conventional search.
    #[arg(long, value_name = "D", default_value_t = 8)]
    #[arg(value_parser = whole(1..=30_u32))]
    depth: u32,
    /// The greatest interest limit, in ordinary plies.
    #[arg(long, value_name = "D", default_value_t = 12)]
    #[arg(value_parser = whole(1..=60_u32))]
    limit: u32,
    /// At most so many differences of static values.
    #[arg(long, value_name = "N", default_value_t = 450_000)]
    #[arg(value_parser = whole(1..=100_000_000_usize))]
    differences: usize,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    tell: TellArgs,
}

impl EngineArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        self.tell.check()?;
        create(&self.out)?;
        let plan = engine::Plan {
            folder: self.out.clone(),
            positions: self.positions,
            differences: self.differences,
            reach: Reach {
                full_width: self.full_width,
                depth: self.depth,
                limit: self.limit,
                reference_nodes: self.reference_nodes,
            },
            seed: self.seed.seed,
            threads: self.threads.count(),
        };
        let finding = engine::run(&plan, &mut io::stderr())?;
        self.tell.tell(&finding, out)
    }
}
