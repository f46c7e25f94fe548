//! `datagen`: games to learn from, and what is done with them.

use anyhow::{anyhow, bail};
use base::files::Draft;
use base::progress::Screen;
use clap::{Args, Subcommand, ValueEnum};
use command::files::Places;
use command::options::resign_rule;
use command::options::{FilterArgs, SeedArg, whole};
use command::players::remark;
use learn::datagen::{self, EVEN, Job, Openings, Pool, Searches, SideLines};
use learn::dataset::PackedFormat;
use learn::dataset::{self, EXTENSION, Writer};
use learn::export;
use learn::games;
use learn::summary::Summary;
use matches::contest::schedule::Part;
use matches::players::PlayerSpec;
use matches::referee::adjudicate::ResignRule;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `datagen`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
The same command again plays only the games that are missing, also with more games, other \
threads or after a kill. Parts of one run may be played anywhere; give each the same options.

Examples:
  usi-engine datagen --out data --games 10000 --threads 2
  usi-engine datagen --out data2 --games 10000 --seed 2 --positions data \\
      --part 1/4
  usi-engine datagen stats data
  usi-engine datagen import run.jsonl --out run.games
  usi-engine datagen import floodgate --rating 3500.. --result black,white \
      --nodes 1000 --out floodgate.games
  usi-engine datagen export data --format psv --out data.psv")]
pub struct DatagenArgs {
    #[command(subcommand)]
    command: Option<DatagenCommand>,
    #[command(flatten)]
    play: GameArgs,
}

/// How games are played.
#[derive(Debug, Args)]
struct GameArgs {
    /// Write the games into this folder, one file for each part.
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// How many games, those of all parts together.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    games: u64,
    /// End the search of a move after the iteration in which it comes to so many nodes; it is
    /// cut off at eight times as many.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: u64,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    seed: SeedArg,
    /// Play only part I of N, I from 1 to N.
    #[arg(long, value_name = "I/N", default_value_t = Part::ALL)]
    part: Part,
    /// How many random plies games begin with, or one less; every second one from the start
    /// position has 4 to 16 more.
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = whole(1..=60_usize))]
    opening_plies: usize,
    /// Begin some games a few random plies after positions of earlier games: files and folders of games
    /// to learn from, journals of `selfplay`, records.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    positions: Vec<PathBuf>,
    /// How many games in a hundred begin there.
    #[arg(long, value_name = "PERCENT", default_value_t = 25)]
    #[arg(value_parser = whole(0..=100_u32))]
    positions_percent: u32,
    /// Break a game off after so many moves; nothing is learned from it.
    #[arg(long, value_name = "N", default_value_t = 400)]
    #[arg(value_parser = whole(1..=10_000_u32))]
    max_moves: u32,
    /// End a game as lost when both sides say so by CP centipawns, or a mate, MOVES times in a
    /// row each.
    #[arg(long, value_name = "CP,MOVES", default_value = "2500,3", value_parser = resign_rule)]
    resign: ResignRule,
}

/// How positions are searched.
#[derive(Debug, Args)]
struct SearchArgs {
    /// Also learn from N positions of the search of each move, drawn at random from all those whose static
    /// value it asked for; each is searched after the game.
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = whole(0..=100_usize))]
    asides: usize,
    /// The same as --nodes for these positions.
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    aside_nodes: u64,
    /// How many games at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=512_usize))]
    threads: usize,
    /// Settings of the engine, as of a player of `selfplay`: `key=value,…`
    #[arg(long, value_name = "SETTINGS")]
    #[arg(default_value = "", hide_default_value = true)]
    config: String,
    /// The size of each thread's table in MiB, unless the settings say. At 1000 nodes a
    /// larger one changes few games and costs time; at 5000 it begins to matter.
    #[arg(long, value_name = "MIB", default_value_t = 1)]
    #[arg(value_parser = whole(1..=1_usize << 20))]
    hash: usize,
}

/// What can be done with games that have been played.
#[derive(Debug, Subcommand)]
enum DatagenCommand {
    /// Say what is in files or folders of games.
    Stats {
        /// The files and folders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
    /// Write the games of matches as games to learn from: those of this engine, with the scores that it gave
    /// in them, or with --nodes those of any engines, and records of anybody, with the scores that this engine finds.
    Import {
        /// The file to write, which must not exist. With --nodes the same command goes on with it.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Search every position; the search ends after the iteration in which it comes to so many nodes.
        #[arg(long, value_name = "N")]
        #[arg(value_parser = whole(1..=1_000_000_000_u64))]
        nodes: Option<u64>,
        #[command(flatten)]
        search: SearchArgs,
        #[command(flatten)]
        filter: FilterArgs,
        /// Journals of `selfplay`, with --nodes also records (.csa, .kif and others), and folders of these.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
    /// Put the games of one run, played in parts, into one file, in the order of their numbers.
    Merge {
        /// The file to write, which must not exist.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// The files and folders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
    /// Divide games into those to train with and those held back for validation.
    Split {
        /// The folder for the former.
        #[arg(long, value_name = "DIR")]
        train: PathBuf,
        /// The folder for the latter.
        #[arg(long, value_name = "DIR")]
        validation: PathBuf,
        /// Hold back one game in so many.
        #[arg(long, value_name = "K", default_value_t = 20)]
        #[arg(value_parser = whole(2..=1_000_000_u64))]
        every: u64,
        /// The files and folders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
    /// Write every position in a format that other trainers read.
    Export {
        /// The format.
        #[arg(long)]
        format: FormatName,
        /// The file to write; it is replaced if it is there.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// The files and folders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
}

/// A format, as typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatName {
    /// `YaneuraOu`'s `PackedSfenValue`, 40 bytes a position.
    Psv,
    /// Apery's `HuffmanCodedPosAndEval`, 38 bytes a position.
    Hcpe,
}

impl DatagenArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.command {
            None => self.play.run()?,
            Some(DatagenCommand::Stats { paths }) => write!(out, "{}", Summary::of(paths)?)?,
            Some(DatagenCommand::Import {
                out: file,
                nodes,
                search,
                filter,
                paths,
            }) => {
                let filter = filter.filter();
                let imported = match nodes {
                    None if search.asides > 0 || !search.config.is_empty() => {
                        bail!("missing --nodes; expected it with --asides and --config");
                    }
                    None => games::import(paths, &filter, file)?,
                    Some(nodes) => {
                        let (searches, threads) = (search.searches(*nodes)?, search.threads);
                        let mut err = io::stderr();
                        let screen = Screen::of(&mut err);
                        games::import_searched(paths, &filter, file, &searches, threads, screen)?
                    }
                };
                let games::Imported { games, left_out } = imported;
                writeln!(out, "{games} games, {left_out} left out")?;
            }
            Some(DatagenCommand::Merge { out: file, paths }) => {
                writeln!(out, "{} games", dataset::merge(paths, file)?)?;
            }
            Some(DatagenCommand::Split {
                train,
                validation,
                every,
                paths,
            }) => {
                let [kept, held] = dataset::split(paths, *every, train, validation)?;
                writeln!(out, "{kept} games to train with, {held} held back")?;
            }
            Some(DatagenCommand::Export {
                format,
                out: file,
                paths,
            }) => {
                let format = match format {
                    FormatName::Psv => PackedFormat::Psv,
                    FormatName::Hcpe => PackedFormat::Hcpe,
                };
                let count = export(paths, format, file)?;
                writeln!(out, "{count} positions")?;
            }
        }
        Ok(())
    }
}

fn export(paths: &[PathBuf], format: PackedFormat, file: &PathBuf) -> anyhow::Result<u64> {
    Places::reading(dataset::files(paths)?).writing("positions", [file])?;
    let failed = |error| anyhow!("`{}`: {error}", file.display());
    let mut output = Draft::create(file).map_err(failed)?;
    let count = export::run(paths, format, &mut output)?;
    output.finish().map_err(failed)?;
    Ok(count)
}

impl SearchArgs {
    /// What these say, with `nodes` for a position; remarks go to standard error.
    fn searches(&self, nodes: u64) -> anyhow::Result<Searches> {
        let spec = PlayerSpec::parse(&self.config, self.hash)
            .map_err(|error| anyhow!("--config: {error}"))?;
        let Some(settings) = spec.settings() else {
            let text = &self.config;
            bail!("--config `{text}`; expected settings of this engine, `key=value,…`");
        };
        if settings.threads != 1 {
            let threads = settings.threads;
            bail!("--config threads={threads}; expected 1, and --threads {threads} instead");
        }
        remark("--config", settings)?;
        Ok(Searches {
            engine: self.config.clone(),
            settings: settings.clone(),
            nodes,
            side_lines: (self.asides > 0).then_some(SideLines {
                draws: self.asides,
                nodes: self.aside_nodes,
            }),
        })
    }
}

impl GameArgs {
    /// Plays, and shows on standard error how far it is.
    fn run(&self) -> anyhow::Result<()> {
        let job = self.job()?;
        let Some(folder) = &self.out else {
            bail!("missing --out; expected a folder");
        };
        let failed = |error| anyhow!("`{}`: {error}", folder.display());
        fs::create_dir_all(folder).map_err(failed)?;
        let part = job.part.to_string().replace('/', "-of-");
        let path = folder.join(format!("part-{part}.{EXTENSION}"));
        let mut writer = Writer::open(&path, &job.source())?;
        Ok(datagen::run(
            &job,
            &mut writer,
            Screen::of(&mut io::stderr()),
        )?)
    }

    fn job(&self) -> anyhow::Result<Job> {
        let searches = self.search.searches(self.nodes)?;
        // Or no opening could be played.
        if self.max_moves as usize <= self.opening_plies {
            let (max, plies) = (self.max_moves, self.opening_plies);
            bail!("--max-moves {max}; expected more than the {plies} of --opening-plies");
        }
        let pool = match &self.positions[..] {
            [] => Pool::default(),
            paths => Pool::read(paths)?,
        };
        Ok(Job {
            searches,
            games: self.games,
            part: self.part,
            threads: self.search.threads,
            seed: self.seed.seed,
            openings: Openings {
                plies: self.opening_plies,
                pool,
                pool_percent: self.positions_percent,
            },
            max_moves: self.max_moves,
            even: EVEN,
            resign: Some(self.resign),
        })
    }
}
