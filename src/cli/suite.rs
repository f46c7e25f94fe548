//! The arguments of `suite`.

use anyhow::{anyhow, bail};
use base::progress::Screen;
use clap::Args;
use command::files::{Places, replace};
use command::options::{ReaderArgs, whole};
use command::players::{check_limits, probe};
use matches::contest::schedule::letter;
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, PlayerSpec, guard};
use matches::{HASH_MB, standard_conduct};
use std::io::{self, Write};
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;
use suite::kind::{KINDS, Kind};
use suite::{self, Exam, Output, SuiteFile};

/// The limit of a row unless one is given.
const NODES: u64 = 1_000_000;

/// Headings of the options of `suite`.
const ROWS: &str = "Rows";
const PLAYERS: &str = "Players";
const OUTPUT: &str = "Output";

/// Arguments of `suite`.
#[derive(Debug, Args)]
#[command(after_help = "\
PLAYER is what `selfplay` takes: engine:key=value,… or usi:PATH,option=value,… or null:. Rules \
and perft are those of this program, whoever plays. Without a limit a row has 1000000 nodes.

Exit code: 0 every row passed, 1 some failed, 2 some of the input cannot be used.

Examples:
  usi-engine suite sfen-suites/rules sfen-suites/tsume --cpu-time 200
  usi-engine suite sfen-suites/tsume --engine \"\" \\
      --engine usi:/path/to/engine --time 1000
  usi-engine suite sfen-suites/perft/agreed.tsv --max-nodes 5000000")]
pub struct SuiteArgs {
    /// Files, and folders in which all files named *.sfen and *.tsv are meant.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only rows of this kind: perft, rules, bestmove or mate.
    #[arg(help_heading = ROWS, long, value_parser = kind)]
    kind: Option<&'static Kind>,
    /// Leave out perft rows of more leaves than this.
    #[arg(help_heading = ROWS, long, value_name = "N", default_value_t = 100_000_000)]
    #[arg(value_parser = whole(1..=u64::MAX))]
    max_nodes: u64,
    /// Who answers; several times for several players side by side.
    #[arg(help_heading = PLAYERS, long = "engine", value_name = "PLAYER")]
    engines: Vec<String>,
    /// The size of a player's table in MiB, unless its text says.
    #[arg(help_heading = PLAYERS, long, value_name = "MIB", default_value_t = HASH_MB)]
    #[arg(value_parser = whole(1..=1_usize << 20))]
    hash: usize,
    /// How many rows at a time.
    #[arg(help_heading = PLAYERS, long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=512_usize))]
    threads: usize,
    #[command(flatten, next_help_heading = "Limits")]
    limit: LimitArgs,
    /// Write events for programs, a JSON object a line, instead of text.
    #[arg(help_heading = OUTPUT, long)]
    json: bool,
    /// Show the results in this HTML file.
    #[arg(help_heading = OUTPUT, long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten, next_help_heading = OUTPUT)]
    reader: ReaderArgs,
    /// Write each answer into this file; the same command again goes on from it.
    #[arg(help_heading = OUTPUT, long, value_name = "FILE")]
    journal: Option<PathBuf>,
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
fn kind(text: &str) -> Result<&'static Kind, String> {
    let found = KINDS.iter().find(|kind| kind.name == text);
    let names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
    let refusal = || format!("expected one of {}", names.join(", "));
    found.ok_or_else(refusal)
}

impl SuiteArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let exam = self.exam()?;
        let files = Places::reading(exam.files.iter().map(|file| &file.name));
        let settings = exam.players.iter().filter_map(PlayerSpec::settings);
        settings
            .fold(files, Places::and_settings)
            .writing("report", &self.report)?
            .writing("journal", &self.journal)?;
        let journal = self.journal.as_ref().map(|path| exam.journal(path));
        let answers = journal.transpose()?.unwrap_or_default();
        let output = if self.json {
            Output::Json
        } else {
            Output::Text
        };
        let mut stderr = io::stderr();
        let screen = Screen::of(&mut stderr);
        let (results, summary) = suite::run(&exam, answers, output, screen, out)?;
        if let Some(path) = &self.report {
            let page = suite::html(&exam, &results, &summary, self.reader.reader())?;
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
        check_limits(&players, iter::repeat(&limit))?;
        // No game of a suite ends by its length.
        let conduct = Conduct {
            guard: guard::this_program(),
            max_moves: 0,
            ..standard_conduct()
        };
        let exam = Exam {
            engines: probe(&players, &conduct)?,
            files: files.iter().map(|path| SuiteFile::open(path)).collect(),
            kind: self.kind,
            max_leaves: self.max_nodes,
            players,
            limit,
            conduct,
            threads: self.threads,
        };
        let has_mates = || exam.jobs().iter().any(|job| job.row.kind.name == "mate");
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
            PlayerSpec::parse(text, self.hash).map_err(|error| anyhow!("player {name}: {error}"))
        };
        texts.iter().enumerate().map(read).collect()
    }
}
