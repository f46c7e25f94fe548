//! `kyomi-lab opponent` and `pathology`: experiments by models, of a player's habits and of game trees.

use super::{JsonArg, create, workers};
use crate::opponent::{self, Learned, PlayedGame, boards, diagrams, gain, learn, score};
use crate::pathology::{ErrorCurves, engine, models, two_values};
use crate::results;
use ::base::files;
use ::engine::habits::{ModelFile, Situation};
use anyhow::{anyhow, bail};
use base::progress::Screen;
use clap::{Args, Subcommand};
use command::files::Places;
use command::options::{PositionArgs, SeedArg, ThreadsArg, whole};
use matches::games;
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What can be done with a player's habits.
#[derive(Debug, Subcommand)]
pub enum OpponentCommand {
    /// Learn a player's habits from its games.
    Learn(LearnArgs),
    /// Say what a player will do in a position.
    Predict(PredictArgs),
    /// Try a model on games that it was not learned from.
    Score(ScoreArgs),
}

/// Whose games, and where they are.
#[derive(Debug, Args)]
struct GamesArgs {
    /// The player: any part of the name in records, or of the player's text in journals.
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Records (.csa, .kif) and journals of `selfplay`.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

impl GamesArgs {
    fn read(&self) -> anyhow::Result<Vec<PlayedGame>> {
        Ok(opponent::read(&self.games, &self.player)?)
    }
}

/// Arguments of `kyomi-lab opponent learn`.
#[derive(Debug, Args)]
#[command(after_help = "\
The model is a text file: a line for whose it is, then one for each habit, with the games that \
it was in, the player's colour, the part of the game, the results, and how often it was \
completed of all times that it could be. Boards show pieces from the player's side.

Examples:
  kyomi-lab opponent learn --player fairy --out fairy.model games.jsonl
  kyomi-lab opponent learn --player Habu --out habu.model --svg habu.svg \\
      --boards 8 *.csa")]
pub struct LearnArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Write the model into this file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Show so many habits.
    #[arg(long, value_name = "N", default_value_t = 12)]
    show: usize,
    /// Show so many of the commonest groups as boards.
    #[arg(long, value_name = "N", default_value_t = 4)]
    boards: usize,
    /// Draw these boards into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write one JSON object instead of tables.
    #[arg(long)]
    json: bool,
}

/// Arguments of `kyomi-lab opponent predict`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  kyomi-lab opponent predict --model fairy.model --moves \"7g7f 3c3d\"")]
pub struct PredictArgs {
    /// The model of the side to move.
    #[arg(long, value_name = "FILE")]
    model: PathBuf,
    #[command(flatten)]
    position: PositionArgs,
    /// Show so many moves.
    #[arg(long, value_name = "N", default_value_t = 5)]
    show: usize,
    /// Write one JSON array instead of lines.
    #[arg(long)]
    json: bool,
}

/// Arguments of `kyomi-lab opponent score`.
#[derive(Debug, Args)]
#[command(after_help = "\
The games must be others than the model was learned from. With --out the folder gets \
opponent.json and opponent.svg. With --nodes the engine also searches positions of the games \
without and with the model, as with its option OpponentModel, and says how much further the same \
nodes reach.

Example:
  kyomi-lab opponent score --model fairy.model --player fairy --out score \\
      --nodes 20000 others.jsonl")]
pub struct ScoreArgs {
    /// The model.
    #[arg(long, value_name = "FILE")]
    model: PathBuf,
    #[command(flatten)]
    games: GamesArgs,
    /// Search with so many nodes, without and with the model.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: Option<u64>,
    /// Search so many positions.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = whole(1..=1_000_000_usize))]
    count: usize,
    /// How many searches at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=512_usize))]
    threads: usize,
    /// Write the results into this folder too.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

impl LearnArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        Places::reading(games::files(&self.games.games, games::has_games)?)
            .writing("model", [&self.out])?
            .writing("boards", &self.svg)?;
        let learned = learn(&self.games.player, &self.games.read()?);
        let Learned { model, counts } = &learned;
        write(&self.out, &model.write()?)?;
        if let Some(path) = &self.svg {
            write(path, &boards(model, self.boards).to_string())?;
        }
        if self.json {
            writeln!(
                out,
                "{}",
                json!({"player": model.player, "counts": counts, "habits": model.habits})
            )?;
            return Ok(());
        }
        writeln!(out, "{}", learned.text(self.show))?;
        if self.boards > 0 {
            writeln!(out, "\n{}", diagrams(model, self.boards))?;
        }
        Ok(())
    }
}

impl PredictArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let file = load(&self.model)?;
        let game = self.position.game()?;
        let Some(situation) = Situation::of(&game, game.position().side()) else {
            bail!("nobody is to move; expected a position with a legal move");
        };
        let mut predictions = file.model.predict(&situation);
        predictions.truncate(self.show);
        let rows = predictions.iter().map(|it| {
            let (mv, belief) = (it.mv.to_string(), (1000.0 * it.belief).round() / 10.0);
            (mv, belief, it.habit)
        });
        if self.json {
            let rows = rows
                .map(|(mv, belief, habit)| json!({"move": mv, "belief": belief, "habit": habit}));
            writeln!(out, "{}", json!(rows.collect::<Vec<_>>()))?;
            return Ok(());
        }
        for (mv, belief, habit) in rows {
            let (pattern, games) = (&habit.pattern, habit.games);
            writeln!(
                out,
                "{mv} {belief:.1} % {pattern}, in {games} of {} games",
                file.model.games
            )?;
        }
        if predictions.is_empty() {
            writeln!(
                out,
                "no habit of {} can be completed here",
                file.model.player
            )?;
        }
        Ok(())
    }
}

impl ScoreArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let file = load(&self.model)?;
        let games = self.games.read()?;
        let score = score(&file.model, &games);
        let gain = match self.nodes {
            Some(nodes) => {
                let workers = workers(self.threads)?;
                Some(gain(&games, &file, self.count, nodes, &workers)?)
            }
            None => None,
        };
        let results = json!({"score": score, "gain": gain});
        if let Some(folder) = &self.out {
            create(folder)?;
            write(&folder.join("opponent.json"), &format!("{results:#}\n"))?;
            write(&folder.join("opponent.svg"), &score.picture().to_string())?;
        }
        if self.json {
            writeln!(out, "{results}")?;
        } else {
            writeln!(out, "{score}")?;
            gain.iter().try_for_each(|gain| writeln!(out, "{gain}"))?;
        }
        Ok(())
    }
}

fn load(path: &Path) -> anyhow::Result<ModelFile> {
    ModelFile::load(path).map_err(|error| anyhow!("`{}`: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let written = files::write(path, text.as_bytes());
    written.map_err(|error| anyhow!("`{}`: {error}", path.display()))
}

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

/// How results are shown.
#[derive(Debug, Args)]
struct ShownArgs {
    #[command(flatten)]
    json: JsonArg,
    /// Draw the errors over depth into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl ShownArgs {
    /// Refuses a file that cannot be written.
    fn check(&self) -> anyhow::Result<()> {
        Places::default().writing("picture", &self.svg)?;
        Ok(())
    }

    fn write(&self, curves: &ErrorCurves, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(path) = &self.svg {
            results::draw(path, &curves.picture())?;
        }
        self.json.write(out, curves)
    }
}

/// Arguments of `kyomi-lab pathology two-values`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  kyomi-lab pathology two-values --svg two-values.svg")]
pub struct TwoValuesArgs {
    /// Moves of each position, separated by commas; a curve each.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(default_value = "2,5")]
    #[arg(value_parser = whole(2..=100_u32))]
    branching: Vec<u32>,
    /// The greatest depth.
    #[arg(long, value_name = "D", default_value_t = 10)]
    #[arg(value_parser = whole(1..=200_u32))]
    depth: u32,
    #[command(flatten)]
    shown: ShownArgs,
}

impl TwoValuesArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        self.shown.check()?;
        let curves = two_values::run(&self.branching, self.depth);
        self.shown.write(&curves, out)
    }
}

/// Arguments of `kyomi-lab pathology real` and `densities`.
#[derive(Debug, Args)]
#[command(after_help = "\
The numbers follow from the seed, for any --threads. With --out every block of trees is a line \
of a journal in \
the folder, and the same command goes on after any end.

Examples:
  kyomi-lab pathology real --out pathology --svg real.svg
  kyomi-lab pathology densities --trees 2000 --json")]
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
    shown: ShownArgs,
}

/// What grows trees.
type Growing = fn(&models::Forest, Screen) -> Result<ErrorCurves, crate::LabError>;

impl TreesArgs {
    pub fn run(&self, grow: Growing, out: &mut dyn Write) -> anyhow::Result<()> {
        self.shown.check()?;
        if let Some(folder) = &self.out {
            create(folder)?;
        }
        let forest = models::Forest {
            trees: self.trees,
            depth: self.depth,
            folder: self.out.clone(),
            seed: self.seed.seed,
            workers: workers(self.threads.count())?,
        };
        let curves = grow(&forest, Screen::of(&mut io::stderr()))?;
        self.shown.write(&curves, out)
    }
}

/// Arguments of `kyomi-lab pathology engine`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every position is of another game of the engine against itself. It is searched full width \
(search=alphabeta) and conventionally (search=conventional) to each depth, with the default to \
each depth, and with the default to --reference-nodes, by one thread from an empty table: a line \
of the journal in the folder, from which the same command goes on after any end, also with more \
--positions. The static values are those of all moves of these games up to --differences.

Examples:
  kyomi-lab pathology engine --out pathology --threads 2 --svg engine.svg
  kyomi-lab pathology engine --out small --positions 100 \\
      --reference-nodes 200000 --full-width 4")]
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
    /// The greatest depth of the default.
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
    shown: ShownArgs,
}

impl EngineArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        self.shown.check()?;
        create(&self.out)?;
        let question = engine::Question {
            folder: self.out.clone(),
            positions: self.positions,
            differences: self.differences,
            reach: engine::Reach {
                full_width: self.full_width,
                depth: self.depth,
                limit: self.limit,
                reference_nodes: self.reference_nodes,
            },
            seed: self.seed.seed,
            workers: workers(self.threads.count())?,
        };
        let curves = engine::run(&question, Screen::of(&mut io::stderr()))?;
        self.shown.write(&curves, out)
    }
}
