//! The arguments of `explain`, and its output.

use super::course::ConfigArg;
use super::{PositionArgs, whole};
use crate::search::{Engine, Explanation, Info, Limits, Listener, Settings};
use crate::usi::explanation::Line;
use crate::usi::grammar::Response;
use clap::Args;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Moves come in the order in which a node tries them. The cost is what a node pays for the move \
that has the last iteration's budget and looks for more than the value found: 100 for an \
ordinary ply, what the moves before it have taken of its interest (growth), surcharges for \
being like them (similarity) and for failing often (implausible), less its interest by term. At \
the root no move is left out; nodes with less budget leave out what costs too much.

Examples:
  usi-engine explain --nodes 100000
  usi-engine explain --sfen \"8k/9/8P/9/9/9/9/9/4K4 b RG 1\" --config search=modern")]
pub struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How many nodes to search first.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    #[command(flatten)]
    engine: ConfigArg,
    /// Write one JSON object instead of lines of text.
    #[arg(long)]
    json: bool,
}

#[derive(Default)]
struct Heard(Vec<Explanation>);

impl Listener for Heard {
    fn explained(&mut self, moves: &[Explanation]) {
        self.0 = moves.to_vec();
    }
}

impl ExplainArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let mut engine = Engine::new(Settings {
            explain: true,
            ..*self.engine.config.settings.clone()
        });
        engine.set_game(self.position.game()?);
        let mut heard = Heard::default();
        let info = engine.search(Limits::nodes(self.nodes), &mut heard).info;
        if self.json {
            writeln!(out, "{}", as_json(&info, &heard.0))?;
            return Ok(ExitCode::SUCCESS);
        }
        writeln!(out, "{}", Response::Info(info))?;
        for explanation in &heard.0 {
            writeln!(out, "{}", Line(explanation))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn as_json(info: &Info, moves: &[Explanation]) -> Value {
    let moves: Vec<_> = moves.iter().map(move_as_json).collect();
    json!({
        "iteration": info.depth,
        "nodes": info.nodes,
        "moves": moves,
    })
}

fn move_as_json(explanation: &Explanation) -> Value {
    let parts: Map<_, _> = explanation
        .parts
        .iter()
        .map(|&(name, cost)| (name.to_owned(), cost.into()))
        .collect();
    json!({
        "move": explanation.mv.to_string(),
        "kind": explanation.kind.name(),
        "order": explanation.order,
        "cost": explanation.cost,
        "ordinary": explanation.ordinary,
        "parts": parts,
        "nodes": explanation.nodes,
        "plies": explanation.found.map(|found| found.plies),
        "pruned": explanation.pruned.map(|it| it.rule.reason()),
        "pruned_below_plies": explanation.pruned.map(|it| it.until_plies),
    })
}
