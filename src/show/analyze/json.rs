//! An analysis as one JSON object.

use super::chance::chance;
use super::judge::{Analysis, Judged};
use super::turning::{Turn, TurningPoint, turning_points};
use super::words::{Language, Totals};
use engine::record::Evaluation;
use engine::shogi::{Color, sfen};
use serde_json::{Value, json};

/// An analysis as an object with everything that `usi-engine analyze --help` lists.
pub fn json(analysis: &Analysis) -> Value {
    let points = turning_points(analysis);
    json!({
        "names": analysis.record.names,
        "start": sfen::write(analysis.record.game().start()),
        "winner": analysis.record.winner().map(side),
        "players": Color::all().map(|color| player(analysis, color)),
        "turning_points": points.iter().map(|it| point(analysis, it)).collect::<Vec<_>>(),
        "moves": analysis.moves.iter().map(|it| judged(analysis, it)).collect::<Vec<_>>(),
    })
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn player(analysis: &Analysis, color: Color) -> Value {
    let totals = Totals::of(analysis, color);
    let [inaccuracies, mistakes, blunders] = totals.classes;
    json!({
        "side": side(color),
        "moves": totals.moves,
        "same_as_engine": totals.same,
        "inaccuracies": inaccuracies,
        "mistakes": mistakes,
        "blunders": blunders,
        "mean_loss": totals.mean_loss,
    })
}

fn point(analysis: &Analysis, point: &TurningPoint) -> Value {
    let (kind, color) = match point.turn {
        Turn::Leads(color) => ("leads", color),
        Turn::Turns(color) => ("turns", color),
        Turn::Decided(color) => ("decided", color),
        Turn::MissedMate(_) => ("missed_mate", analysis.moves[point.number - 1].side),
    };
    json!({
        "number": point.number,
        "kind": kind,
        "side": side(color),
        "english": Language::English.turning_point(analysis, point),
        "japanese": Language::Japanese.turning_point(analysis, point),
    })
}

fn judged(analysis: &Analysis, it: &Judged) -> Value {
    let thought = &analysis.thoughts[it.number - 1];
    let usi: Vec<_> = it.line.iter().map(ToString::to_string).collect();
    json!({
        "number": it.number,
        "side": side(it.side),
        "move": it.mv.to_string(),
        "kif": it.name,
        "before": value(it.before),
        "after": value(it.after),
        "chance": it.chance,
        "loss": it.loss,
        "class": it.class.map(super::chance::Class::name),
        "missed_mate": it.missed_mate,
        "seen_at_level": it.seen.map(|(_, is_seen)| is_seen),
        "line": usi,
        "line_kif": it.line_names,
        "depth": thought.depth,
        "nodes": thought.nodes,
    })
}

/// A value from Black's side, and the chance of Black that it means.
fn value(evaluation: Evaluation) -> Value {
    let chance = chance(evaluation, Color::Black);
    match evaluation {
        Evaluation::Centipawns(cp) => json!({ "cp": cp, "chance": chance }),
        Evaluation::Mate { winner, plies } => {
            json!({ "mate": plies, "winner": side(winner), "chance": chance })
        }
    }
}
