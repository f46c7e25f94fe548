//! The arguments of `eval`, and its output.

use super::PositionArgs;
use super::course::ConfigArg;
use clap::Args;
use engine::eval::handmade::Accumulator;
use engine::eval::worth::{self, Worth};
use engine::eval::{Evaluation, EvaluationKind};
use engine::shogi::diagram::Diagram;
use engine::shogi::moves::SquareName;
use engine::shogi::sfen::piece_name;
use engine::shogi::{Position, Square};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// How many of the pieces that are worth most are named.
const MOST: usize = 5;

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
    /// Write one JSON object: `raw`, the output of the network before it is scaled, `value`, and of
    /// each of the `pieces` what it is worth to Black.
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
    let pieces: Vec<_> = worth::of_pieces(evaluation, pos)
        .into_iter()
        .map(piece)
        .collect();
    writeln!(
        out,
        "{}",
        json!({ "raw": raw, "value": value, "pieces": pieces })
    )?;
    Ok(())
}

fn piece(worth: Worth) -> Value {
    json!({
        "piece": piece_name(worth.piece),
        "square": worth.square.map(|square| SquareName(square).to_string()),
        "worth": worth.centipawns,
    })
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
        write_worths(&worth::of_pieces(evaluation, pos), out)?;
        let hidden = network.hidden();
        writeln!(
            out,
            "by a network of 2 x {hidden}: {}",
            without_folders(network.origin())
        )?;
    }
    Ok(())
}

/// A board of what each piece is worth to Black, those in hand, and the greatest.
fn write_worths(worths: &[Worth], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "what each piece is worth to Black, by taking it away:")?;
    let on = |square| worths.iter().find(|worth| worth.square == Some(square));
    for rank in 1..=9 {
        for file in (1..=9).rev() {
            let worth = Square::new(file, rank).and_then(on);
            let cell = worth.map_or_else(|| ".".to_owned(), |it| format!("{:+}", it.centipawns));
            write!(out, "{cell:>6}")?;
        }
        writeln!(out)?;
    }
    let in_hand: Vec<_> = worths
        .iter()
        .filter(|it| it.square.is_none())
        .copied()
        .map(named)
        .collect();
    if !in_hand.is_empty() {
        writeln!(out, "in hand: {}", in_hand.join(", "))?;
    }
    let mut most = worths.to_vec();
    most.sort_by_key(|worth| std::cmp::Reverse(worth.centipawns.abs()));
    let most: Vec<_> = most.into_iter().take(MOST).map(named).collect();
    Ok(writeln!(out, "most: {}", most.join(", "))?)
}

fn named(worth: Worth) -> String {
    let name = piece_name(worth.piece);
    let place = worth
        .square
        .map(|square| format!(" {}", SquareName(square)));
    format!("{name}{} {:+}", place.unwrap_or_default(), worth.centipawns)
}

/// `text` with files by their names alone: in which folders they were once is nobody's concern.
fn without_folders(text: &str) -> String {
    let name = |word: &str| word.rsplit(['/', '\\']).next().unwrap_or(word).to_owned();
    let line = |line: &str| line.split(' ').map(name).collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
