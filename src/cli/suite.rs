//! The arguments of `suite`.

mod mine;

use super::course::probe;
use super::files::replace;
use super::report::check_report;
use super::whole;
use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use engine::shogi::declaration::EnteringKingRule;
use matches::contest::schedule::letter;
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, PlayerSpec, guard};
use matches::progress::Screen;
use matches::{HASH_MB, PATIENCE, READY_TIME};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use suite::kind::Kind;
use suite::kinds::KINDS;
use suite::{self, Exam, Journal, Output, SuiteFile};

/// The limit of a row unless one is given.
const NODES: u64 = 1_000_000;

/// Arguments of `suite`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
PLAYER is what `selfplay` takes: engine:key=value,… or usi:PATH,option=value,… or null:. Rules and \
perft are those of this program, whoever plays. Without a limit a row has 1000000 nodes.

Exit code: 0 every row passed, 1 some failed, 2 some of the input cannot be used.

Examples:
  usi-engine suite sfen-suites/rules sfen-suites/tsume --cpu-time 200
  usi-engine suite sfen-suites/tsume --engine \"\" --engine usi:/path/to/engine --time 1000
  usi-engine suite sfen-suites/perft/agreed.tsv --max-nodes 5000000")]
pub struct SuiteArgs {
    #[command(subcommand)]
    command: Option<SuiteCommand>,
    /// Files, and folders in which all files named *.sfen and *.tsv are meant.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only rows of this kind: perft, rules, bestmove or mate.
    #[arg(long, value_parser = kind)]
    kind: Option<KindName>,
    #[command(flatten)]
    limit: LimitArgs,
    /// How many rows at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=512_usize))]
    threads: usize,
    /// Who answers; several times for several players side by side.
    #[arg(long = "engine", value_name = "PLAYER")]
    engines: Vec<String>,
    /// The size of a player's table in MiB, unless its text says.
    #[arg(long, value_name = "MIB", default_value_t = HASH_MB)]
    #[arg(value_parser = whole(1..=1_usize << 20))]
    hash: usize,
    /// Leave out perft rows of more leaves than this.
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    #[arg(value_parser = whole(1..=u64::MAX))]
    max_nodes: u64,
    /// Write events for programs, a JSON object a line, instead of text.
    #[arg(long)]
    json: bool,
    /// Show the results in this HTML file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write each answer into this file; the same command again goes on from it.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

/// What is done instead of running suites.
#[derive(Debug, Subcommand)]
enum SuiteCommand {
    /// Find rows for suites in games.
    #[command(subcommand)]
    Mine(mine::MineCommand),
}

/// What a player may use for one row.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct LimitArgs {
    /// Nodes a row.
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// CPU time a row, in milliseconds; only for players in this process.
    #[arg(long, value_name = "MS", value_parser = whole(1..=u64::from(u32::MAX)))]
    cpu_time: Option<u64>,
    /// Time a row, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = whole(1..=u64::from(u32::MAX)))]
    time: Option<u64>,
    /// Iterations a row; for best moves only.
    #[arg(long, value_name = "N", value_parser = whole(1..=100_u32))]
    depth: Option<u32>,
}

impl LimitArgs {
    fn limit(&self) -> MoveLimit {
        let given = [
            self.nodes.map(MoveLimit::Nodes),
            self.cpu_time.map(MoveLimit::CpuTimeMs),
            self.time.map(MoveLimit::MoveTimeMs),
            self.depth.map(MoveLimit::Depth),
        ];
        let given = given.into_iter().flatten().next();
        given.unwrap_or(MoveLimit::Nodes(NODES))
    }
}

/// A kind, as typed.
#[derive(Clone, Copy)]
struct KindName(&'static dyn Kind);

impl std::fmt::Debug for KindName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

fn kind(text: &str) -> Result<KindName, String> {
    let found = KINDS.iter().find(|kind| kind.name() == text);
    let names: Vec<_> = KINDS.iter().map(|kind| kind.name()).collect();
    let refusal = || format!("expected one of {}", names.join(", "));
    found.map(|kind| KindName(*kind)).ok_or_else(refusal)
}

impl SuiteArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        if let Some(SuiteCommand::Mine(command)) = &self.command {
            return command.run(out);
        }
        check_report(self.report.as_deref())?;
        let exam = self.exam()?;
        let journal = self.journal.as_ref().map(|path| Journal::open(path, &exam));
        let (journal, earlier) = journal.transpose()?.unzip();
        let output = if self.json {
            Output::Json
        } else {
            Output::Text
        };
        let mut stderr = io::stderr();
        let screen = Screen::of(&mut stderr);
        let earlier = earlier.unwrap_or_default();
        let (results, summary) = suite::run(&exam, earlier, journal, output, screen, out)?;
        if let Some(path) = &self.report {
            let page = suite::html(&exam, &results, &summary)?;
            replace("report", path, page.as_bytes())?;
        }
        Ok(ExitCode::from(summary.exit_code()))
    }

    fn exam(&self) -> anyhow::Result<Exam> {
        let files = suite::files(&self.paths)
            .map_err(|(path, error)| anyhow!("{}: {error}", path.display()))?;
        if files.is_empty() {
            let path = self.paths[0].display();
            bail!("no suites in `{path}`; expected files named *.sfen or *.tsv");
        }
        let (limit, players) = (self.limit.limit(), self.players()?);
        let conduct = conduct();
        let exam = Exam {
            engines: probe(&players, &conduct)?,
            files: files.iter().map(|path| SuiteFile::open(path)).collect(),
            kind: self.kind.map(|kind| kind.0),
            max_leaves: self.max_nodes,
            players,
            limit,
            conduct,
            threads: self.threads,
        };
        let has_mates = || exam.jobs().iter().any(|job| job.row.kind.name() == "mate");
        if matches!(limit, MoveLimit::Depth(_)) && has_mates() {
            bail!("--depth with mates; expected --nodes, --cpu-time or --time, or --kind bestmove");
        }
        Ok(exam)
    }

    fn players(&self) -> anyhow::Result<Vec<PlayerSpec>> {
        let own = [String::new()];
        let texts = if self.engines.is_empty() {
            &own[..]
        } else {
            &self.engines
        };
        let read = |(index, text): (usize, &String)| {
            let name = letter(index);
            let player = PlayerSpec::parse(text, self.hash)
                .map_err(|error| anyhow!("player {name}: {error}"))?;
            if self.limit.cpu_time.is_some() && !player.is_in_process() {
                bail!(
                    "--cpu-time for player {name}, `{text}`; expected another limit for a player \
                     in another process"
                );
            }
            Ok(player)
        };
        texts.iter().enumerate().map(read).collect()
    }
}

/// What is asked of players. No game of a suite ends by its length.
fn conduct() -> Conduct {
    Conduct {
        guard: guard::this_program(),
        ready_time: READY_TIME,
        patience: PATIENCE,
        max_moves: 0,
        entering_king: EnteringKingRule::CsaRule27,
        core: None,
        stop: Arc::default(),
    }
}
