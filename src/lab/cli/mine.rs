//! `kyomi-lab mine`: rows of suites, found in games.

use crate::mine::{self, BestMoves, Lists, Miner, Openings, Origin, Tsume};
use anyhow::anyhow;
use base::progress::Screen;
use clap::{Args, Subcommand};
use command::files::Places;
use command::options::{ConfigArg, whole};
use engine::shogi::game::Game;
use learn::games;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is looked for.
#[derive(Debug, Subcommand)]
pub enum MineCommand {
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

/// Arguments of `kyomi-lab mine tsume`.
#[derive(Debug, Args)]
pub struct TsumeArgs {
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

/// Arguments of `kyomi-lab mine bestmove`.
#[derive(Debug, Args)]
pub struct BestMoveArgs {
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

/// Arguments of `kyomi-lab mine openings`.
#[derive(Debug, Args)]
pub struct OpeningArgs {
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
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
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
    ) -> anyhow::Result<()> {
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
        Ok(writeln!(out, "{lists}")?)
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
