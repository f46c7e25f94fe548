//! The arguments of `suite` and of `suite mine`.

use super::shared::{ConfigArg, Places, ReaderArgs, check_limits, probe, replace, whole};
use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use engine::shogi::game::Game;
use learn::games;
use matches::contest::schedule::letter;
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, PlayerSpec, guard};
use matches::progress::Screen;
use matches::{HASH_MB, standard_conduct};
use std::fmt::Display;
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use suite::kind::{KINDS, Kind};
use suite::mine::{self, BestMoves, Lists, Miner, Openings, Origin, Tsume};
use suite::{self, Exam, Output, SuiteFile};

/// The limit of a row unless one is given.
const NODES: u64 = 1_000_000;

/// Headings of the options of `suite`.
const ROWS: &str = "Rows";
const PLAYERS: &str = "Players";
const OUTPUT: &str = "Output";

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

/// What is done instead of running suites.
#[derive(Debug, Subcommand)]
enum SuiteCommand {
    /// Find rows for suites in games.
    #[command(subcommand)]
    Mine(MineCommand),
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
        if let Some(SuiteCommand::Mine(command)) = &self.command {
            return command.run(out);
        }
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

/// What is looked for.
#[derive(Debug, Subcommand)]
enum MineCommand {
    /// Mates of proven length with one first move, and positions without a mate.
    Tsume(TsumeArgs),
    /// Positions in which many nodes are clear about a move and few choose another.
    Bestmove(BestMoveArgs),
    /// Even positions early in games, spread over castles.
    Openings(OpeningArgs),
}

/// Where games come from, and where rows go.
#[derive(Debug, Args)]
struct PlaceArgs {
    /// Journals of `selfplay`, files and folders of `datagen`, and records: .csa, .kif, .usi.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// What the games are, for the head of the files.
    #[arg(long, value_name = "TEXT", default_value = "games")]
    origin: String,
    /// Write the suites into this folder. Files that are there are replaced.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Go on from the suites in this folder, which is not that of --out: their rows come first, and
    /// count.
    #[arg(long, value_name = "DIR")]
    onto: Option<PathBuf>,
    /// Write what each game gave into this file; the same command again goes on from it.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

/// Arguments of `suite mine tsume`.
#[derive(Debug, Args)]
struct TsumeArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// How many mates of each length.
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// The lengths in plies.
    #[arg(long, value_name = "N,N,…", value_delimiter = ',')]
    #[arg(default_value = "1,3,5,7,9,11,13")]
    lengths: Vec<usize>,
    /// How many positions without a mate.
    #[arg(long, value_name = "N", default_value_t = 100)]
    no_mates: usize,
    /// Find and refute within so many nodes.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    #[arg(value_parser = whole(1..=1_u64 << 40))]
    nodes: u64,
}

/// Arguments of `suite mine bestmove`.
#[derive(Debug, Args)]
struct BestMoveArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 300)]
    count: usize,
    /// The nodes that are believed.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    #[arg(value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    #[command(flatten)]
    engine: ConfigArg,
}

/// Arguments of `suite mine openings`.
#[derive(Debug, Args)]
struct OpeningArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// How many positions.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
    /// How many plies.
    #[arg(long, value_name = "N", default_value_t = 24)]
    plies: usize,
    /// The nodes that are believed.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[arg(value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    #[command(flatten)]
    engine: ConfigArg,
}

impl MineCommand {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::Tsume(args) => args.place.mine("", out, |origin| {
                let miner = Tsume::new(args.lengths.clone(), args.nodes);
                let lists = miner.lists(args.count, args.no_mates, origin);
                (Box::new(miner), lists)
            }),
            Self::Bestmove(args) => args.place.mine(&args.engine.config.text, out, |origin| {
                let miner = BestMoves::new(&args.engine.config.settings, args.nodes);
                let lists = miner.lists(args.count, origin);
                (Box::new(miner), lists)
            }),
            Self::Openings(args) => args.place.mine(&args.engine.config.text, out, |origin| {
                let settings = &args.engine.config.settings;
                let miner = Openings::new(settings, args.nodes, args.plies, args.count);
                let lists = miner.lists(args.count, origin);
                (Box::new(miner), lists)
            }),
        }
    }
}

impl PlaceArgs {
    /// Goes through the games by what `make` makes of where they are from, with the `settings` of
    /// an engine as given.
    fn mine(
        &self,
        settings: &str,
        out: &mut dyn Write,
        make: impl FnOnce(Origin) -> (Box<dyn Miner>, Lists),
    ) -> anyhow::Result<ExitCode> {
        Places::reading(games::files(&self.games)?).writing("journal", &self.journal)?;
        let games: Vec<Game> = games::read(&self.games)?;
        let origin = Origin {
            what: self.origin.replace(['\n', '\r'], " "),
            games: games.len(),
        };
        let (mut miner, mut lists) = make(origin);
        if let Some(folder) = &self.onto {
            lists.read_known(&self.source(folder)?)?;
        }
        let journal = self.journal.as_ref();
        let journal = journal.map(|path| mine::open_journal(path, &games, settings, &mut lists));
        let journal = journal.transpose()?;
        let mut stderr = io::stderr();
        let screen = Screen::of(&mut stderr);
        mine::run(
            &games,
            miner.as_mut(),
            &mut lists,
            journal,
            &self.out,
            screen,
        )?;
        writeln!(out, "{lists}")?;
        Ok(ExitCode::SUCCESS)
    }

    /// The folder of --onto, which must be there and not be that of --out.
    fn source(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        let named = |problem: &dyn Display| anyhow!("--onto `{}`: {problem}", folder.display());
        let source = folder.canonicalize().map_err(|error| named(&error))?;
        if self.out.canonicalize().is_ok_and(|out| out == source) {
            return Err(named(&"the folder of --out too; expected another"));
        }
        Ok(source)
    }
}
