//! The arguments of `lab levels`.

use super::super::course::ThreadsArg;
use super::super::whole;
use super::{CourseArgs, create};
use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use engine::search::Level;
use lab::levels::{self, Bout, Humans, Plan, Rating, Table};
use learn::games;
use matches::players::limit::MoveLimit;
use serde::Deserialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What can be done with levels.
#[derive(Debug, Subcommand)]
pub enum LevelsCommand {
    /// What the levels are worth: each against the next, the lowest against a player that counts
    /// material, and players that are as weak in other ways.
    Play(PlayArgs),
    /// Levels against a player that you name.
    Against(AgainstArgs),
    /// How often levels make the moves that people made, beside players that are as weak in other ways.
    Humans(HumansArgs),
}

/// Arguments of `lab levels play`.
#[derive(Debug, Args)]
#[command(after_help = "\
A match N is level N against level N-1. Every match has a journal in the folder, from which the same command \
goes on after any end; the folder also gets levels.json and levels.svg.

Examples:
  usi-engine lab levels play --out levels --games 40
  usi-engine lab levels play --out levels --only 1 2 3 material
  usi-engine lab levels play --out levels --list")]
pub struct PlayArgs {
    /// Keep journals and results in this folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Play these matches only; --list names all.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// Play no more games than this in any match.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=1_000_000_u64))]
    games: Option<u64>,
    /// Play nothing and write nothing: show what has been played.
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    course: CourseArgs,
}

/// Arguments of `lab levels against`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  usi-engine lab levels against material: --levels 0 1 2 --out material
  usi-engine lab levels against usi:/usr/games/fairy-stockfish --nodes 1000 --out fairy")]
pub struct AgainstArgs {
    /// The player, as of `selfplay`.
    player: String,
    /// The levels; every second unless given.
    #[arg(long, value_name = "N", num_args = 1.., value_parser = whole(Level::NUMBERS))]
    levels: Vec<u8>,
    /// The nodes of a move of the player.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: u64,
    /// Games of each level.
    #[arg(long, value_name = "N", default_value_t = 40)]
    #[arg(value_parser = whole(1..=1_000_000_u64))]
    games: u64,
    /// Keep journals and results in this folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    course: CourseArgs,
}

/// Arguments of `lab levels humans`.
#[derive(Debug, Args)]
#[command(after_help = "\
Moves from the 21st on count, where there is a choice. The folder gets humans.json and humans.svg; players \
are drawn by what they are worth, which is read from the levels.json that `lab levels play` wrote there.

Example:
  usi-engine lab levels humans --out levels games/*.kif")]
pub struct HumansArgs {
    /// Records of games between people.
    #[arg(required = true, value_name = "GAME")]
    games: Vec<PathBuf>,
    /// Keep results in this folder.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    threads: ThreadsArg,
}

impl LevelsCommand {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::Play(args) => args.run(out),
            Self::Against(args) => args.run(out),
            Self::Humans(args) => args.run(out),
        }?;
        Ok(ExitCode::SUCCESS)
    }
}

impl PlayArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let plan = plan(&self.out, self.games, &self.course);
        let all = levels::bouts();
        let chosen = if self.list {
            Vec::new()
        } else {
            self.chosen(&all)?
        };
        if self.list {
            for bout in &all {
                writeln!(out, "{}: {}", bout.name, bout.players.join(" : "))?;
            }
            writeln!(out)?;
        } else {
            create(&self.out)?;
        }
        let finding = levels::play(&plan, &all, &chosen, &mut io::stderr())?;
        if !self.list {
            levels::write(&self.out, &finding)?;
        }
        writeln!(out, "{}", Table(&finding))?;
        Ok(())
    }

    /// The matches that were asked for; all unless any was.
    fn chosen(&self, all: &[Bout]) -> anyhow::Result<Vec<Bout>> {
        let unknown = self
            .only
            .iter()
            .find(|name| all.iter().all(|it| it.name != **name));
        if let Some(name) = unknown {
            let names: Vec<_> = all.iter().map(|it| it.name.as_str()).collect();
            return Err(anyhow!(
                "no match `{name}`; expected one of {}",
                names.join(", ")
            ));
        }
        let is_chosen = |it: &&Bout| self.only.is_empty() || self.only.contains(&it.name);
        Ok(all.iter().filter(is_chosen).cloned().collect())
    }
}

impl AgainstArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        levels::check_player(&self.player)?;
        create(&self.out)?;
        let numbers = match &self.levels[..] {
            [] => Level::NUMBERS.step_by(2).collect(),
            levels => levels.to_vec(),
        };
        let chosen: Vec<Level> = numbers.into_iter().map(Level::new).collect();
        let limit = MoveLimit::Nodes(self.nodes);
        let bouts = levels::against(&self.player, limit, &chosen, self.games);
        let plan = plan(&self.out, None, &self.course);
        let finding = levels::play(&plan, &bouts, &bouts, &mut io::stderr())?;
        levels::write(&self.out, &finding)?;
        writeln!(out, "{}", Table(&finding))?;
        Ok(())
    }
}

impl HumansArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let games = games::read(&self.games)?;
        create(&self.out)?;
        let ratings = ratings(&self.out.join("levels.json"))?;
        let threads = self.threads.count();
        let humans: Humans = levels::compare(&games, &ratings, threads, &mut io::stderr())?;
        levels::write_humans(&self.out, &humans)?;
        writeln!(out, "{humans}")?;
        Ok(())
    }
}

fn plan(folder: &Path, games: Option<u64>, course: &CourseArgs) -> Plan {
    Plan {
        folder: folder.to_owned(),
        most_games: games,
        seed: course.seed.seed,
        concurrency: course.concurrency.concurrency,
        until: course.until(),
    }
}

/// What is read of levels.json.
#[derive(Deserialize)]
struct Known {
    ratings: Vec<Rating>,
}

/// The ratings in the file at `path`; none where there is no such file.
fn ratings(path: &Path) -> anyhow::Result<Vec<Rating>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let shown = || format!("`{}`", path.display());
    let text = fs::read(path).with_context(shown)?;
    let known: Known = serde_json::from_slice(&text).map_err(|error| {
        anyhow!(
            "{}: {error}; expected what `lab levels play` writes",
            shown()
        )
    })?;
    Ok(known.ratings)
}
