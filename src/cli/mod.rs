//! The command line: what can be typed and what each subcommand does with it.
//!
//! Each subcommand is a struct of its arguments, exactly as typed, with a `run` that turns them
//! into the values of the crates below and writes to the given output. What must hold: bad
//! input is refused before any work is done, naming the token and what was expected.

mod analyze;
mod book;
mod check;
mod datagen;
mod genfens;
mod inspect;
mod japanese;
mod judge;
mod manual;
mod mate;
mod net;
mod play;
mod record;
mod report;
mod selfplay;
mod source;
mod stats;
mod suite;
mod train;

use anyhow::bail;
use base::shell;
use clap::{Args, Parser, ValueEnum};
use command::Program;
use command::guard::GuardArgs;
use command::options::{ConfigArg, whole};
use cpu_time::ThreadTime;
use engine::shogi::movegen::{self, Convention};
use engine::{bench, usi};
use net::NetCommand;
use record::RecordCommand;
use selfplay::SelfplayArgs;
use show::language::Language;
use source::PositionSource;
use std::ffi::OsString;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Duration;

/// What the program is called.
const NAME: &str = "usi-engine";

/// The version, and below it what makes this build slower than it could be, if anything does.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    bench::SLOW_BUILD.map_or_else(|| version.to_owned(), |why| format!("{version}\n{why}"))
});

/// Kyomi, a shogi engine that searches by interest.
///
/// Without arguments it speaks USI, ready to be added to a graphical interface.
#[derive(Debug, Parser)]
#[command(name = NAME, version, long_version = BUILD.as_str(), disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Program for Cli {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        self.command.run(out)
    }

    fn without_arguments() -> Option<anyhow::Result<ExitCode>> {
        Some(speak_usi(false))
    }

    fn told(command: clap::Command, arguments: &[OsString]) -> clap::Command {
        match japanese::language(arguments) {
            Language::English => command,
            Language::Japanese => japanese::translated(command),
        }
    }
}

/// What the program can do.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Speak USI on standard input and output, as without arguments.
    Usi(UsiArgs),
    /// Count the leaves of the tree of legal moves.
    Perft(PerftArgs),
    /// Search fixed positions; the last line is `N nodes N nps`, and the nodes are a signature.
    Bench(BenchArgs),
    /// Check suites of positions; exit with 1 if one fails, with 2 if one cannot be read.
    Suite(Box<suite::SuiteArgs>),
    /// Play against the engine here and now, at any level, with hints and take-back.
    Play(Box<play::PlayArgs>),
    /// Play a match between two players.
    Selfplay(Box<SelfplayArgs>),
    /// Say whether a USI engine keeps to the protocol; exit with 1 if it does not.
    Check(check::CheckArgs),
    /// Play games to learn from; say what is in them, merge, split and export them.
    Datagen(Box<datagen::DatagenArgs>),
    /// Show a match from its journal as one HTML file: statistics, plots, games on a board.
    Report(report::ReportArgs),
    /// Say what the counts of a match mean: Elo, errors, sequential tests.
    Stats(stats::StatsArgs),
    /// Train a network on games that the engine played against itself.
    Train(Box<train::TrainArgs>),
    /// Run another program that ends with its parent, and all that it starts; for `selfplay` only.
    #[command(hide = true)]
    Guard(GuardArgs),
    /// Show a position, its value and the terms it is made of.
    Eval(inspect::EvalArgs),
    /// Show the settings that a player's text amounts to.
    Config(inspect::ConfigArgs),
    /// Say what each move of a position costs the search and why, and how far it was searched.
    Explain(inspect::ExplainArgs),
    /// Look at networks.
    #[command(subcommand)]
    Net(NetCommand),
    /// Prove that the side to move mates, or that it does not.
    Mate(Box<mate::MateArgs>),
    /// Make opening books, and look into them.
    #[command(subcommand)]
    Book(book::BookCommand),
    /// Judge every move of recorded games: mistakes, missed mates, turning points.
    Analyze(Box<analyze::AnalyzeArgs>),
    /// Convert game records.
    #[command(subcommand)]
    Record(RecordCommand),
    /// Write openings as `OpenBench` asks for them.
    #[command(hide = true)]
    Genfens(genfens::GenfensArgs),
    /// The laboratory is a program of its own; this says how to start it.
    #[command(hide = true, alias = "tune")]
    Lab(LabArgs),
    /// Write what a shell needs to complete commands and options.
    Completions(manual::CompletionsArgs),
    /// Write a manual page for the program and for each of its commands.
    Man(manual::ManArgs),
}

impl Command {
    /// Does it, writing results to `out`, and returns the exit code: 0, or what a suite says.
    ///
    /// # Errors
    /// If the input is bad or writing fails; the message is one line.
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::Usi(args) => return speak_usi(args.tunables),
            Self::Suite(args) => return args.run(out),
            Self::Selfplay(args) => return args.run(out),
            Self::Check(args) => return args.run(out),
            Self::Lab(args) => return args.run(),
            Self::Guard(args) => return args.run(),
            Self::Mate(args) => return args.run(out),
            Self::Book(command) => return command.run(out),
            Self::Perft(args) => args.run(out)?,
            Self::Bench(args) => args.run(out)?,
            Self::Play(args) => args.run(out)?,
            Self::Datagen(args) => args.run(out)?,
            Self::Genfens(args) => args.run(out)?,
            Self::Report(args) => args.run(out)?,
            Self::Stats(args) => args.run(out)?,
            Self::Train(args) => args.run(out)?,
            Self::Eval(args) => args.run(out)?,
            Self::Config(args) => args.run(out)?,
            Self::Explain(args) => args.run(out)?,
            Self::Net(NetCommand::Info(args)) => args.run(out)?,
            Self::Net(NetCommand::Fit(args)) => args.run(out)?,
            Self::Analyze(args) => args.run(out)?,
            Self::Record(RecordCommand::Convert(args)) => args.run(out)?,
            Self::Completions(args) => args.run(out)?,
            Self::Man(args) => args.run(out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Arguments of `lab`, whatever they are.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct LabArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<OsString>,
}

impl LabArgs {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let mut words = vec!["kyomi-lab".to_owned()];
        words.extend(
            self.arguments
                .iter()
                .map(|it| it.to_string_lossy().into_owned()),
        );
        bail!(
            "the laboratory is a program of its own; expected `cargo build --release -p kyomi-lab` and then `{}`",
            shell::line(words)
        )
    }
}

/// How long after `quit` the program may go on with what cannot be broken off.
const LONGEST_END: Duration = Duration::from_millis(800);

/// Arguments of `usi`.
#[derive(Debug, Args)]
pub struct UsiArgs {
    /// Offer the numbers of the search as options too, for programs that tune them.
    #[arg(long)]
    tunables: bool,
}

/// Speaks USI on standard input and output until `quit` or the end of input; with `tunables` the
/// numbers of the search are options.
///
/// # Errors
/// If no thread can be started.
fn speak_usi(tunables: bool) -> anyhow::Result<ExitCode> {
    let patience = usi::session::Patience(Some(LONGEST_END));
    usi::session::run(
        BufReader::new(io::stdin()),
        io::stdout(),
        tunables,
        patience,
    )?;
    Ok(ExitCode::SUCCESS)
}

/// How the last ply of a perft is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LastPly {
    /// Counted from sets of destinations.
    Count,
    /// Counted by making every list of moves.
    List,
    /// Counted by making and unmaking every move.
    Full,
}

/// Arguments of `perft`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    usi-engine perft 5\n  \
    usi-engine perft --divide --moves \"7g7f 3c3d\" 3\n  \
    usi-engine perft --convention full --sfen \"4k4/9/9/9/9/9/9/9/4K4 b G 1\" 4")]
pub struct PerftArgs {
    /// How many plies deep.
    #[arg(value_parser = whole(0..=movegen::DEEPEST))]
    depth: u32,
    /// Show the count behind each move.
    #[arg(long, conflicts_with = "convention")]
    divide: bool,
    /// How the last ply is counted.
    #[arg(long, value_enum, default_value = "count")]
    convention: LastPly,
    #[command(flatten)]
    source: PositionSource,
}

impl PerftArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut pos = self.source.game()?.position().clone();
        let start = ThreadTime::now();
        let leaves = if self.divide && self.depth > 0 {
            let parts = movegen::divide(&mut pos, self.depth);
            for (mv, leaves) in &parts {
                writeln!(out, "{mv} {leaves}")?;
            }
            parts.iter().map(|(_, leaves)| leaves).sum()
        } else {
            let convention = match self.convention {
                LastPly::Count => Convention::Count,
                LastPly::List => Convention::List,
                LastPly::Full => Convention::Full,
            };
            movegen::perft(&mut pos, self.depth, convention)
        };
        let seconds = start.elapsed().as_secs_f64();
        let millions = leaves as f64 / seconds.max(1e-9) / 1e6;
        Ok(writeln!(
            out,
            "{leaves} leaves, {seconds:.3} s of CPU time, {millions:.1} M leaves/s"
        )?)
    }
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    usi-engine bench\n  \
    usi-engine bench --depth 8 --config search=alphabeta\n  \
    usi-engine bench --depth 8 --ends")]
pub struct BenchArgs {
    /// How many iterations on each position.
    #[arg(long, value_name = "N", default_value_t = bench::DEPTH)]
    #[arg(value_parser = whole(1..=100_u32))]
    depth: u32,
    /// Also show what ends the branches of the search, in shares: the depth, the table, razoring, cuts, …
    #[arg(long)]
    ends: bool,
    #[command(flatten)]
    engine: ConfigArg,
}

impl BenchArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let settings = *self.engine.config.settings.clone();
        let (_, ends) = bench::run(settings, self.depth, out)?;
        if self.ends {
            bench::write_ends(&ends, out)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
