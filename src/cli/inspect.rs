//! Commands that look into the engine: `config`, the settings that a player's text amounts to; `eval`,
//! what a position is worth; `explain`, what a search says of it.

use super::source::PositionSource;
use anyhow::{anyhow, bail};
use clap::Args;
use command::files::{Places, replace};
use command::options::{Base, ConfigArg, ReaderArgs, whole};
use engine::eval::handmade::Accumulator;
use engine::eval::worth::{self, Worth};
use engine::eval::{Evaluation, EvaluationKind};
use engine::knobs::Knob;
use engine::player::Settings;
use engine::search::config::KNOBS;
use engine::search::{Limits, SearchConfig};
use engine::shogi::game::Game;
use engine::shogi::sfen::Diagram;
use engine::shogi::sfen::piece_name;
use engine::shogi::{Move, Position, Square, ToUsi, sfen};
use engine::textbook::{self, Rules};
use serde_json::{Map, Value, json};
use show::explain::{self, Study, Text};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// How many of the pieces that are worth most are named.
const MOST: usize = 5;

/// Arguments of `eval`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    usi-engine eval --moves \"7g7f 3c3d 8h2b+\"\n  \
    usi-engine eval game.kif --ply 40\n  \
    usi-engine eval --json --config evalfile=nn.bin,fv_scale=24")]
pub struct EvalArgs {
    #[command(flatten)]
    source: PositionSource,
    #[command(flatten)]
    engine: ConfigArg,
    /// Write one JSON object: `raw`, the output of the network before it is scaled, `value`, and of
    /// each of the `pieces` what it is worth to Black.
    #[arg(long)]
    json: bool,
}

impl EvalArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = self.source.game()?;
        let (pos, evaluation) = (game.position(), &self.engine.config.settings.evaluation);
        if self.json {
            write_value_json(pos, evaluation, out)?;
        } else {
            write_value(pos, evaluation, out)?;
        }
        Ok(())
    }
}

/// The value is not kept from those of mates here, as it is in the search.
fn write_value_json(
    pos: &Position,
    evaluation: &Evaluation,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
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
        "square": worth.square.map(|square| square.to_usi_owned()),
        "worth": worth.centipawns,
    })
}

fn write_value(pos: &Position, evaluation: &Evaluation, out: &mut dyn Write) -> anyhow::Result<()> {
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
        let hidden = network.shape().hidden;
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
        .map(|square| format!(" {}", square.to_usi_owned()));
    format!("{name}{} {:+}", place.unwrap_or_default(), worth.centipawns)
}

/// `text` with files by their names alone: in which folders they were once is nobody's concern.
fn without_folders(text: &str) -> String {
    let name = |word: &str| word.rsplit(['/', '\\']).next().unwrap_or(word).to_owned();
    let line = |line: &str| line.split(' ').map(name).collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Arguments of `config`.
#[derive(Debug, Args)]
#[command(after_help = "\
Two players search alike if their digests are equal. A player's text is read as everywhere else: \
first the kind of \
search (search=…), wherever it stands, then every entry exactly as it says.

Examples:
  usi-engine config search=conventional,same_drop_cost=80
  usi-engine config \"\" --all")]
pub struct ConfigArgs {
    /// The player's text, `key=value,…`
    #[arg(value_name = "PLAYER", value_parser = Base::parse)]
    player: Base,
    /// Show every number of the search with what it does, not only those that differ from the preset.
    #[arg(long)]
    all: bool,
    /// Write one JSON object instead of lines of text.
    #[arg(long, conflicts_with = "all")]
    json: bool,
}

impl ConfigArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let settings = &self.player.settings;
        if self.json {
            write_settings_json(settings, out)?;
        } else {
            write_settings(settings, out)?;
            if self.all {
                write_knobs(settings, out)?;
            }
        }
        Ok(())
    }
}

fn write_settings(settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let (search, evaluation) = (settings.effective(), &settings.evaluation);
    writeln!(out, "search   {}, digest {}", search.preset, search.digest)?;
    writeln!(out, "eval     {}", evaluation.kind.name())?;
    writeln!(out, "hash     {} MiB", settings.hash_mb)?;
    writeln!(out, "threads  {}", settings.threads)?;
    let presets = Settings {
        textbook: Rules::of_preset(&search.preset),
        search: SearchConfig::preset(&search.preset).unwrap_or_default(),
        ..Settings::default()
    };
    let before = numbers(&presets);
    for (name, value) in &search.changes {
        let before = before.iter().find(|number| number.name == name);
        let before = before.map_or(0, |number| number.value);
        writeln!(out, "{name} = {value}, in {} {before}", search.preset)?;
    }
    Ok(())
}

/// A number of what searches, as it is told.
struct Number {
    name: &'static str,
    about: &'static str,
    range: [i32; 2],
    value: i32,
}

/// The numbers of the textbook if that is chosen, or else of the search.
fn numbers(settings: &Settings) -> Vec<Number> {
    if let Some(rules) = &settings.textbook {
        return textbook::KNOBS
            .iter()
            .map(|it| Number::of(it, rules.get(it)))
            .collect();
    }
    let number = |it| Number::of(it, settings.search.get(it));
    KNOBS.iter().map(number).collect()
}

impl Number {
    fn of<C>(knob: &Knob<C>, value: i32) -> Self {
        Self {
            name: knob.name,
            about: knob.about,
            range: [knob.min, knob.max],
            value,
        }
    }
}

fn write_knobs(settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    for number in numbers(settings) {
        let ([min, max], value) = (number.range, number.value);
        writeln!(out, "\n{} = {value}, from {min} to {max}", number.name)?;
        for line in number.about.lines() {
            writeln!(out, "   {line}")?;
        }
    }
    Ok(())
}

fn write_settings_json(settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let numbers = numbers(settings).into_iter();
    let knobs: Map<_, _> = numbers
        .map(|number| (number.name.to_owned(), number.value.into()))
        .collect();
    let object = json!({
        "search": settings.effective(),
        "knobs": knobs,
        "eval": settings.evaluation.kind.name(),
        "hash": settings.hash_mb,
        "threads": settings.threads,
    });
    Ok(writeln!(out, "{object}")?)
}

/// What the page is called in errors.
const PAGE: &str = "page";

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Shown are the position, the line of play, one sentence on the best move, and the ten moves that \
took most nodes, each with its cost as a sum. The cost is what a node pays for the move that has \
the last iteration's depth and looks for more than the value found. Depths and costs are in \
centi-plies: 100 is an ordinary ply. At the root no move is pruned.

--json writes one object: position, search, iteration, nodes, value ({\"cp\": N} or {\"mate\": \
plies}, negative if mated), finding (the sentence), line (move, cost, ordinary, parts, left: the \
depth left after it), line_end, move (the one of --move) and moves, those with most nodes first. \
A move has move, kif, words (its sentence), kind, order, nodes, share (0 to 1), value, bound \
(exact, lower, upper), plies, pruned (the rule), pruned_below_plies, cost, ordinary and parts: \
cost is ordinary plus all parts.

Examples:
  usi-engine explain --nodes 100000 --moves \"7g7f 3c3d\" --move 3i4h
  usi-engine explain --sfen \"8k/9/8P/9/9/9/9/9/4K4 b RG 1\" \\
      --config search=conventional
  usi-engine explain game.kif --ply 40 --html explained.html")]
pub struct ExplainArgs {
    #[command(flatten)]
    source: PositionSource,
    /// How many nodes to search first.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    #[command(flatten)]
    engine: ConfigArg,
    /// Say in words why this move, in USI notation, costs what it costs.
    #[arg(long = "move", value_name = "MOVE")]
    asked: Option<String>,
    #[command(flatten)]
    reader: ReaderArgs,
    /// Show all moves, not only the ten that took most nodes.
    #[arg(long)]
    all: bool,
    /// Write one page too: a board with arrows, all moves, and the depth left down the line of play.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write one JSON object instead of lines of text.
    #[arg(long, conflicts_with = "all")]
    json: bool,
}

impl ExplainArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = self.source.game()?;
        let asked = self.asked_in(&game)?;
        let settings = *self.engine.config.settings.clone();
        if let Some(rules) = &settings.textbook {
            let name = rules.preset;
            bail!(
                "search `{name}` is of the textbook; expected one whose costs are explained, such as interest"
            );
        }
        Places::reading(self.source.file())
            .and_settings(&settings)
            .writing(PAGE, &self.html)?;
        let study = Study::new(game, settings, Limits::nodes(self.nodes), asked);
        let reader = self.reader.reader();
        if let Some(path) = &self.html {
            replace(PAGE, path, explain::html(&study, reader)?.as_bytes())?;
        }
        if self.json {
            writeln!(out, "{}", explain::json(&study))?;
        } else {
            let (all, colored) = (self.all, has_colors());
            let text = Text {
                study: &study,
                reader,
                all,
                colored,
            };
            write!(out, "{text}")?;
        }
        Ok(())
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
