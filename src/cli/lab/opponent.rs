//! The arguments of `lab opponent`.

use super::super::{PositionArgs, whole};
use super::create;
use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use engine::files::durable;
use engine::habits::{ModelFile, Situation};
use lab::opponent::{
    self, Boards, LearnTable, Learned, PlayedGame, ScoreTable, boards, gain, learn, reliability,
    score,
};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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

/// Arguments of `lab opponent learn`.
#[derive(Debug, Args)]
#[command(after_help = "\
The model is a text file: a line for whose it is, then one for each habit, with the games that it was in, \
the player's colour, the part of the game, the results, and how often it was completed of all times that \
it could be. Boards show pieces from the player's side.

Examples:
  usi-engine lab opponent learn --player fairy --out fairy.model games.jsonl
  usi-engine lab opponent learn --player Habu --out habu.model --svg habu.svg --boards 8 *.csa")]
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

/// Arguments of `lab opponent predict`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  usi-engine lab opponent predict --model fairy.model --moves \"7g7f 3c3d\"")]
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

/// Arguments of `lab opponent score`.
#[derive(Debug, Args)]
#[command(after_help = "\
The games must be others than the model was learned from. With --out the folder gets opponent.json and \
opponent.svg. With --nodes the engine also searches positions of the games without and with the model, as \
with its option OpponentModel, and says how much further the same nodes reach.

Example:
  usi-engine lab opponent score --model fairy.model --player fairy --out score --nodes 20000 others.jsonl")]
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

impl OpponentCommand {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::Learn(args) => args.run(out),
            Self::Predict(args) => args.run(out),
            Self::Score(args) => args.run(out),
        }?;
        Ok(ExitCode::SUCCESS)
    }
}

impl LearnArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
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
        writeln!(out, "{}", LearnTable(&learned, self.show))?;
        if self.boards > 0 {
            writeln!(out, "\n{}", Boards(model, self.boards))?;
        }
        Ok(())
    }
}

impl PredictArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
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
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let file = load(&self.model)?;
        let games = self.games.read()?;
        let score = score(&file.model, &games);
        let gain = self
            .nodes
            .map(|nodes| gain(&games, &file, self.count, nodes, self.threads));
        let results = json!({"score": score, "gain": gain});
        if let Some(folder) = &self.out {
            create(folder)?;
            write(&folder.join("opponent.json"), &format!("{results:#}\n"))?;
            write(
                &folder.join("opponent.svg"),
                &reliability(&score).to_string(),
            )?;
        }
        if self.json {
            writeln!(out, "{results}")?;
        } else {
            writeln!(out, "{}", ScoreTable(&score, gain.as_ref()))?;
        }
        Ok(())
    }
}

fn load(path: &Path) -> anyhow::Result<ModelFile> {
    ModelFile::load(path).map_err(|error| anyhow!("`{}`: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let written = durable::write(path, text.as_bytes());
    written.map_err(|error| anyhow!("`{}`: {error}", path.display()))
}
