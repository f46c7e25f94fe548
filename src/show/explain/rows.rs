//! What tables of moves say, cell by cell: the moves of the root, and those of the line of play.

use super::names::{self, Named};
use super::study::Study;
use super::words;
use engine::columns::grouped;
use engine::search::explanation::{Cost, ExplainedMove, Found, Pruned, Step};
use engine::shogi::Color;
use engine::usi::explanation::Sum;
use serde::Serialize;

/// A move of the root.
#[derive(Serialize)]
pub struct MoveRow {
    /// The move.
    pub name: Named,
    /// Nodes spent on it.
    pub nodes: String,
    /// Their part of all, such as `84 %`.
    pub share: String,
    /// Its cost, in centi-plies.
    pub cost: i32,
    /// What sort of move it is.
    pub kind: &'static str,
    /// Its value, such as `≤ +50`; empty if unknown.
    pub value: String,
    /// The budget with which that was found, in plies; empty if unknown.
    pub plies: String,
    /// Which nodes prune it, and by which rule.
    pub pruned: String,
    /// Its cost as a sum.
    pub sum: String,
    /// Whether it is the best move.
    pub best: bool,
    /// Whether it is the one asked for.
    pub asked: bool,
}

impl MoveRow {
    /// All moves of the root, those with most nodes first.
    pub fn all(study: &Study) -> Vec<Self> {
        let moves = study.by_nodes().into_iter();
        moves.map(|it| Self::new(study, it)).collect()
    }

    fn new(study: &Study, it: &ExplainedMove) -> Self {
        let share = study.share(it);
        Self {
            name: study.named(it.mv),
            nodes: grouped(it.nodes),
            share: words::percent(share),
            cost: it.cost.total,
            kind: it.kind.name(),
            value: it.found.map_or_else(String::new, value),
            plies: it.found.map_or_else(String::new, |it| it.plies.to_string()),
            pruned: it.pruned.map_or_else(|| "never".to_owned(), pruned),
            sum: Sum(&it.cost).to_string(),
            best: study.best().is_some_and(|best| best.mv == it.mv),
            asked: study.asked == Some(it.mv),
        }
    }
}

fn value(found: Found) -> String {
    words::sign(found.bound).to_owned() + &words::value(found.score)
}

fn pruned(it: Pruned) -> String {
    let rule = it.rule.name();
    match it.until_plies {
        Some(plies) => format!("below {plies}: {rule}"),
        None => format!("always: {rule}"),
    }
}

/// A move of the line of play.
#[derive(Serialize)]
pub struct LineRow {
    /// Its number in the line, from 1.
    pub number: usize,
    /// The move.
    pub name: Named,
    /// What was paid for it, in centi-plies.
    pub cost: i32,
    /// That as a sum.
    pub sum: String,
    /// What is left to Black and to White after it.
    pub left: [Left; 2],
}

/// What is left to a side.
#[derive(Serialize)]
pub struct Left {
    /// In plies.
    pub plies: String,
    /// Of what there was at the root, in percent; 0 if overdrawn.
    pub percent: f64,
}

impl LineRow {
    /// The moves of the line of play, in order.
    pub fn all(study: &Study) -> Vec<Self> {
        let line = &study.explanation.line;
        let Some(first) = line.first() else {
            return Vec::new();
        };
        let moves: Vec<_> = line.iter().map(|step| step.mv).collect();
        let names = names::line(study.position(), study.last_square(), &moves);
        // Both sides begin with the same; what the mean lost is what the first move cost.
        let whole = first.left.mean() + first.cost.total;
        let sides = std::iter::successors(Some(study.position().side()), |side| Some(side.flip()));
        let rows = (1..).zip(line).zip(names).zip(sides);
        rows.map(|(((number, step), name), side)| Self::new(number, step, name, side, whole))
            .collect()
    }

    fn new(number: usize, step: &Step, name: Named, side: Color, whole: i32) -> Self {
        let left = match side {
            Color::Black => step.left,
            Color::White => step.left.turned(),
        };
        let Cost { total, .. } = step.cost;
        Self {
            number,
            name,
            cost: total,
            sum: Sum(&step.cost).to_string(),
            left: [left.own, left.opp].map(|left| Left::new(left, whole)),
        }
    }
}

impl Left {
    fn new(left: i32, whole: i32) -> Self {
        let percent = 100.0 * f64::from(left) / f64::from(whole.max(1));
        Self {
            plies: format!("{:.2}", f64::from(left) / 100.0),
            percent: percent.clamp(0.0, 100.0),
        }
    }
}
