//! The arguments of `eval`, and its output.

use super::PositionArgs;
use super::course::ConfigArg;
use crate::eval::handmade::Accumulator;
use crate::eval::{Evaluation, EvaluationKind};
use crate::shogi::Position;
use crate::shogi::diagram::Diagram;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `eval`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    usi-engine eval --moves \"7g7f 3c3d 8h2b+\"\n  \
    usi-engine eval --json --config evalfile=nn.bin,fv_scale=24")]
pub struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    engine: ConfigArg,
    /// Write one JSON object: `raw`, the output of the network before it is scaled, and `value`.
    #[arg(long)]
    json: bool,
}

impl EvalArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let game = self.position.game()?;
        let (pos, evaluation) = (game.position(), &self.engine.config.settings.evaluation);
        if self.json {
            write_json(pos, evaluation, out)?;
        } else {
            write_text(pos, evaluation, out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The value is not kept from those of mates here, as it is in the search.
fn write_json(pos: &Position, evaluation: &Evaluation, out: &mut dyn Write) -> anyhow::Result<()> {
    let raw = evaluation.output(pos);
    let value = match raw {
        Some(output) => evaluation.network().scaled(output, evaluation.scaling),
        None => evaluation.value(pos),
    };
    writeln!(out, "{}", json!({ "raw": raw, "value": value }))?;
    Ok(())
}

fn write_text(pos: &Position, evaluation: &Evaluation, out: &mut dyn Write) -> anyhow::Result<()> {
    let value = evaluation.value(pos);
    writeln!(out, "{}", Diagram(pos))?;
    writeln!(out)?;
    writeln!(out, "value {value} for the side to move, in centipawns")?;
    let network = evaluation.network();
    if evaluation.kind == EvaluationKind::Handmade || !network.values(pos) {
        let terms = Accumulator::of(pos).terms();
        let (material, king_safety) = (terms.material, terms.king_safety);
        writeln!(
            out,
            "for Black: material {material}, king safety {king_safety}"
        )?;
    } else {
        let (hidden, origin) = (network.hidden(), network.origin());
        writeln!(out, "by a network of 2 x {hidden}: {origin}")?;
    }
    Ok(())
}
