//! The arguments of `explain`, and where its output goes.

use super::course::ConfigArg;
use super::files::{check_path, replace};
use super::{PositionArgs, whole};
use anyhow::anyhow;
use clap::Args;
use engine::search::Limits;
use engine::shogi::game::Game;
use engine::shogi::{Move, sfen};
use show::explain::{self, Study, Text};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// What the page is to those who are told why it cannot be written.
const PAGE: &str = "page";

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Shown are the position, the line of play, one sentence on the best move, and the ten moves that took \
most nodes, each with its cost as a sum. The cost is what a node pays for the move that has the last \
iteration's budget and looks for more than the value found. Budgets and costs are in centi-plies: 100 \
is an ordinary ply. At the root no move is pruned.

--json writes one object: position, search, iteration, nodes, value ({\"cp\": N} or {\"mate\": plies}, \
negative if mated), finding (the sentence), line (move, cost, ordinary, parts, left_to_mover, \
left_to_other), line_end, move (the one of --move) and moves, those with most nodes first. A move has \
move, kif, words (its sentence), kind, order, nodes, share (0 to 1), value, bound (exact, lower, \
upper), plies, pruned (the rule), pruned_below_plies, cost, ordinary and parts: cost is ordinary plus \
all parts.

Examples:
  usi-engine explain --nodes 100000 --moves \"7g7f 3c3d\" --move 3i4h
  usi-engine explain --sfen \"8k/9/8P/9/9/9/9/9/4K4 b RG 1\" --config search=modern
  usi-engine explain --moves \"7g7f 3c3d\" --html explained.html")]
pub struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How many nodes to search first.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    #[command(flatten)]
    engine: ConfigArg,
    /// Say in words why this move, in USI notation, costs what it costs.
    #[arg(long = "move", value_name = "MOVE")]
    asked: Option<String>,
    /// Show all moves, not only the ten that took most nodes.
    #[arg(long)]
    all: bool,
    /// Write one page too: a board with arrows, all moves, and the budgets down the line of play.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write one JSON object instead of lines of text.
    #[arg(long, conflicts_with = "all")]
    json: bool,
}

impl ExplainArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let game = self.position.game()?;
        let asked = self.asked_in(&game)?;
        if let Some(path) = &self.html {
            check_path(PAGE, path)?;
        }
        let settings = *self.engine.config.settings.clone();
        let study = Study::new(game, settings, Limits::nodes(self.nodes), asked);
        if let Some(path) = &self.html {
            replace(PAGE, path, explain::html(&study)?.as_bytes())?;
        }
        if self.json {
            writeln!(out, "{}", explain::json(&study))?;
        } else {
            let (all, colored) = (self.all, has_colors());
            let text = Text {
                study: &study,
                all,
                colored,
            };
            write!(out, "{text}")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The move asked for, legal in the position of `game`.
    fn asked_in(&self, game: &Game) -> anyhow::Result<Option<Move>> {
        let Some(text) = &self.asked else {
            return Ok(None);
        };
        let mv = sfen::parse_move(text).map_err(|error| anyhow!("--move: {error}"))?;
        game.clone()
            .play(mv)
            .map_err(|error| anyhow!("--move: {error}"))?;
        Ok(Some(mv))
    }
}

/// Whether standard output shows colours and they are wanted (<https://no-color.org>).
fn has_colors() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
    io::stdout().is_terminal() && !unwanted
}
