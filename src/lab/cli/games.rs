//! `kyomi-lab interest`, `screen`, `levels` and `evolve`: experiments by games.

use super::{CourseArgs, JsonArg, create, workers};
use crate::campaign::{self, Bout};
use crate::evolve::{self, Evolution};
use crate::interest::{self, EXPERIMENTS, Experiment, Handicap, Scale};
use crate::levels::{self, Rating};
use crate::results;
use crate::yardstick::Yardstick;
use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use command::options::ResignArg;
use command::options::{ThreadsArg, whole};
use engine::player::Level;
use learn::games;
use matches::contest::schedule::Part;
use matches::players::limit::MoveLimit;
use serde::Deserialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Arguments of `kyomi-lab interest`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every match has a journal in the folder, from which the same command goes on after any end; the \
folder also gets interest.json and interest.svg. Games are those of the `selfplay` command that \
is shown before each match. Everything is many hours of one core: take slices by --only, --games \
or --minutes.

Examples:
  kyomi-lab interest --out proof --list
  kyomi-lab interest --out proof --only conventional-30ms similarity \\
      --concurrency 2
  kyomi-lab interest --out proof --minutes 60
  kyomi-lab interest --out proof --only parity --parity-time 20
  kyomi-lab interest --out small --games 10 --scale 10")]
pub struct InterestArgs {
    #[command(flatten)]
    course: CourseArgs,
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
    #[arg(long, value_name = "SETTINGS")]
    #[arg(default_value = "", hide_default_value = true)]
    with: String,
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

impl InterestArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let campaign = self.course.campaign(self.games)?;
        let handicap = Handicap {
            with: self.with.clone(),
            scale: self.nodes.map_or(Scale::Percent(self.scale), Scale::Nodes),
            parity_ms: self.parity_time,
        };
        let mut chosen = self.only.clone();
        if self.list {
            for it in EXPERIMENTS {
                writeln!(out, "{}: {}", it.name, it.shows)?;
            }
            writeln!(out)?;
            chosen.clear();
        } else {
            create(&self.course.out)?;
            if chosen.is_empty() {
                chosen = EXPERIMENTS.iter().collect();
            }
        }
        let outcomes = interest::run(&campaign, &handicap, &chosen, &mut io::stderr())?;
        if !self.list {
            let picture = interest::picture(&outcomes);
            results::write(&self.course.out, "interest", &outcomes, &picture)?;
        }
        Ok(writeln!(out, "{}", interest::table(&outcomes))?)
    }
}

/// Arguments of `kyomi-lab yardstick`.
#[derive(Debug, Args)]
#[command(after_help = "\
Games are played where both are level: the other engine gets fewer or more nodes by how the \
games so far went. The factor is its nodes over ours there; above 1 this engine is ahead. Every \
ratio has a journal in the folder, from which the same command goes on after any end, also with \
more --games; the folder also gets yardstick.json and yardstick.svg.

Examples:
  kyomi-lab yardstick --out yard --opponent usi:/usr/games/fairy-stockfish \\
      --nodes 1000,10000 --games 40
  kyomi-lab yardstick --out yard --opponent usi:other \\
      --player search=interest --player search=conventional --nodes 100000 \\
      --games 100 --concurrency 2")]
pub struct YardstickArgs {
    #[command(flatten)]
    course: CourseArgs,
    /// The other engine, as a player of `selfplay`.
    #[arg(long, value_name = "PLAYER")]
    opponent: String,
    /// A player, as `selfplay` takes it; give one for each. The default is this engine as it is.
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// The nodes of a move of the players, separated by commas.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(default_value = "10000,30000,100000,300000,1000000")]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: Vec<u64>,
    /// Games of each player at each number of nodes.
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = whole(2..=1_000_000_u64))]
    games: u64,
    #[command(flatten)]
    resign: ResignArg,
}

impl YardstickArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let players = match &self.players[..] {
            [] => vec![String::new()],
            players => players.to_vec(),
        };
        let yardstick = Yardstick {
            players,
            opponent: self.opponent.clone(),
            nodes: self.nodes.clone(),
            games: self.games,
            resign: self.resign.resign,
        };
        create(&self.course.out)?;
        let measured = yardstick.run(&self.course.campaign(None)?, &mut io::stderr())?;
        results::write(
            &self.course.out,
            "yardstick",
            &measured,
            &measured.picture(),
        )?;
        Ok(writeln!(out, "{measured}")?)
    }
}

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

/// Arguments of `kyomi-lab levels play`.
#[derive(Debug, Args)]
#[command(after_help = "\
A match N is level N against level N-1. Every match has a journal in the folder, from which the \
same command \
goes on after any end; the folder also gets levels.json and levels.svg.

Examples:
  kyomi-lab levels play --out levels --games 40
  kyomi-lab levels play --out levels --only 1 2 3 material
  kyomi-lab levels play --out levels --list")]
pub struct PlayArgs {
    #[command(flatten)]
    course: CourseArgs,
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
}

/// Arguments of `kyomi-lab levels against`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kyomi-lab levels against material: --levels 0 1 2 --out material
  kyomi-lab levels against usi:/usr/games/fairy-stockfish --nodes 1000 \\
      --out fairy")]
pub struct AgainstArgs {
    #[command(flatten)]
    course: CourseArgs,
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
}

/// Arguments of `kyomi-lab levels humans`.
#[derive(Debug, Args)]
#[command(after_help = "\
Moves from the 21st on count, where there is a choice. The folder gets humans.json and \
humans.svg; players \
are drawn by what they are worth, which is read from the levels.json that `kyomi-lab levels \
play` wrote there.

Example:
  kyomi-lab levels humans --out levels games/*.kif")]
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

impl PlayArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let campaign = self.course.campaign(self.games)?;
        let all = levels::bouts();
        let mut chosen = Vec::new();
        if self.list {
            for bout in &all {
                writeln!(out, "{}: {}", bout.name, bout.players.join(" : "))?;
            }
            writeln!(out)?;
        } else {
            chosen = self.chosen(&all)?;
            create(&self.course.out)?;
        }
        let strengths = levels::play(&campaign, &all, &chosen, &mut io::stderr())?;
        if !self.list {
            results::write(&self.course.out, "levels", &strengths, &strengths.picture())?;
        }
        Ok(writeln!(out, "{strengths}")?)
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
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        campaign::player(&self.player)?;
        create(&self.course.out)?;
        let numbers = match &self.levels[..] {
            [] => Level::NUMBERS.step_by(2).collect(),
            levels => levels.to_vec(),
        };
        let chosen: Vec<Level> = numbers.into_iter().map(Level::new).collect();
        let limit = MoveLimit::Nodes(self.nodes);
        let bouts = levels::against(&self.player, limit, &chosen, self.games);
        let campaign = self.course.campaign(None)?;
        let strengths = levels::play(&campaign, &bouts, &bouts, &mut io::stderr())?;
        results::write(&self.course.out, "levels", &strengths, &strengths.picture())?;
        Ok(writeln!(out, "{strengths}")?)
    }
}

impl HumansArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let games = games::read(&self.games)?;
        create(&self.out)?;
        let ratings = ratings(&self.out.join("levels.json"))?;
        let workers = workers(self.threads.count())?;
        let (players, progress) = (levels::players(), &mut io::stderr());
        let humans = levels::compare(&players, &games, &ratings, &workers, progress)?;
        results::write(&self.out, "humans", &humans, &humans.picture())?;
        Ok(writeln!(out, "{humans}")?)
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
            "{}: {error}; expected what `kyomi-lab levels play` writes",
            shown()
        )
    })?;
    Ok(known.ratings)
}

/// Arguments of `kyomi-lab evolve`.
#[derive(Debug, Args)]
#[command(after_help = "\
In a generation the members meet two by two, each with Black once. Who wins both games stays, \
and the \
loser becomes a mutant of it; and so on, as docs/lab.md has it. Each population has a journal in \
the \
folder, from which the same command goes on after any end, also with more generations; the \
folder also gets \
evolve.json and evolve.svg.

Examples:
  kyomi-lab evolve --out values --populations 3 --nodes 300 --concurrency 2
  kyomi-lab evolve --out shared --populations 8 --part 1/8")]
pub struct EvolveArgs {
    #[command(flatten)]
    course: CourseArgs,
    /// How many populations, each from a start of its own.
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = whole(1..=1000_u64))]
    populations: u64,
    /// How many members a population has.
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = whole(2..=10_000_usize))]
    members: usize,
    /// How many generations.
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = whole(0..=1_000_000_u64))]
    generations: u64,
    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = whole(1..=100_000_u64))]
    nodes: u64,
    /// Run only part I of N of the populations, the others elsewhere with the same folder, as
    /// `selfplay --part`.
    #[arg(long, value_name = "I/N")]
    part: Option<Part>,
    #[command(flatten)]
    json: JsonArg,
}

impl EvolveArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        create(&self.course.out)?;
        let evolution = Evolution {
            campaign: self.course.campaign(None)?,
            populations: self.populations,
            members: self.members,
            generations: self.generations,
            nodes: self.nodes,
            share: self.part,
        };
        let values = evolve::run(&evolution, &mut io::stderr())?;
        self.json.write(out, &values)
    }
}
