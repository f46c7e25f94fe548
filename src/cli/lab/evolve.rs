//! The arguments of `lab evolve`.

use super::super::whole;
use super::{CourseArgs, create};
use clap::{Args, Subcommand};
use lab::evolve::{self, Plan};
use matches::shard::Share;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// What is bred.
#[derive(Debug, Subcommand)]
pub enum EvolveCommand {
    /// The values of the pieces, from random ones, in the hand-made evaluation (Kendall and
    /// Whitwell): do those of the textbook come back?
    PieceValues(PieceValuesArgs),
    /// Whole engines in demes that exchange their best (`EvoChess`): evaluation, order, and costs of
    /// moves that begin as gibberish.
    Demes(DemesArgs),
}

/// How long and how large.
#[derive(Debug, Args)]
struct EvolutionArgs {
    /// Keep journals and results in this folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many members a population has.
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = whole(2..=10_000_usize))]
    members: usize,
    /// How many generations.
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = whole(0..=1_000_000_u64))]
    generations: u64,
    /// Run only part I of N of the populations, the others elsewhere with the same folder, as
    /// `selfplay --shard`.
    #[arg(long, value_name = "I/N")]
    shard: Option<Share>,
    #[command(flatten)]
    course: CourseArgs,
    /// Write one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// Arguments of `lab evolve piece-values`.
#[derive(Debug, Args)]
#[command(after_help = "\
In a generation the members meet two by two, each with Black once. Who wins both games stays, and the \
loser becomes a mutant of it; and so on, as docs/lab.md has it. Each population has a journal in the \
folder, from which the same command goes on after any end, also with more generations; the folder also gets \
evolve.json and evolve.svg.

Examples:
  usi-engine lab evolve piece-values --out values --populations 3 --nodes 300 --concurrency 2
  usi-engine lab evolve piece-values --out shared --populations 8 --shard 0/8")]
pub struct PieceValuesArgs {
    #[command(flatten)]
    evolution: EvolutionArgs,
    /// How many populations, each from a start of its own.
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = whole(1..=1000_u64))]
    populations: u64,
    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = whole(1..=100_000_u64))]
    nodes: u64,
}

/// Arguments of `lab evolve demes`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every few generations each deme takes in the best of the one before it, read from that one's journal: \
machines that share the folder need nothing else, and wait for each other. With --games the best then plays \
other searches that have 1, 2, 4, … times as many nodes, until it scores less than half.

Examples:
  usi-engine lab evolve demes --out demes --demes 4 --nodes 2000 --games 100 --concurrency 2
  usi-engine lab evolve demes --out shared --demes 16 --nodes 100000 --shard 3/16")]
pub struct DemesArgs {
    #[command(flatten)]
    evolution: EvolutionArgs,
    /// How many demes.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = whole(1..=1000_u64))]
    demes: u64,
    /// After how many generations the best move on.
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = whole(1..=1_000_000_u64))]
    exchange: u64,
    /// Nodes a move, at most.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = whole(1..=100_000_u64))]
    nodes: u64,
    /// How many games the best plays on each step against other searches.
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = whole(0..=1_000_000_u64))]
    games: u64,
}

impl EvolveCommand {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::PieceValues(args) => args.run(out),
            Self::Demes(args) => args.run(out),
        }?;
        Ok(ExitCode::SUCCESS)
    }
}

impl EvolutionArgs {
    fn plan(&self, demes: u64, exchange: u64, nodes: u64) -> anyhow::Result<Plan> {
        create(&self.out)?;
        Ok(Plan {
            folder: self.out.clone(),
            demes,
            members: self.members,
            generations: self.generations,
            exchange,
            nodes,
            seed: self.course.seed.seed,
            threads: self.course.concurrency.concurrency,
            share: self.shard,
            until: self.course.until(),
        })
    }

    fn tell(
        &self,
        out: &mut dyn Write,
        finding: &(impl Serialize + Display),
    ) -> anyhow::Result<()> {
        if self.json {
            writeln!(out, "{}", serde_json::to_string(finding)?)?;
        } else {
            writeln!(out, "{finding}")?;
        }
        Ok(())
    }
}

impl PieceValuesArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let plan = self.evolution.plan(self.populations, 0, self.nodes)?;
        let finding = evolve::piece_values(&plan, &mut io::stderr())?;
        self.evolution.tell(out, &finding)
    }
}

impl DemesArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let plan = self.evolution.plan(self.demes, self.exchange, self.nodes)?;
        let finding = evolve::demes(&plan, self.games, &mut io::stderr())?;
        self.evolution.tell(out, &finding)
    }
}
