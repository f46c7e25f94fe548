//! What the climbs show: how fast the nodes grow, and what is saved against minimax.

use super::climb::{Climb, Step};
use super::horizon::Horizon;
use super::published::{PUBLISHED, Published};
use engine::shogi::game::Game;
use engine::shogi::movegen::count_legal;
use serde::Serialize;

/// What the ladder shows.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The positions.
    pub places: Vec<Place>,
    /// The horizon effect.
    pub horizon: Horizon,
    /// What was published of checkers.
    pub published: [Published; 6],
}

/// A position with all rungs.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// Its name.
    pub name: &'static str,
    /// The argument of USI's `position`.
    pub position: String,
    /// Legal moves.
    pub moves: u64,
    /// The greatest depth of minimax.
    pub minimax_depth: u32,
    /// The root of its nodes of that order: how many moves a node has on average.
    pub branching: f64,
    /// The rungs, from the lowest.
    pub rungs: Vec<Ascent>,
}

/// A rung on a position.
#[derive(Clone, Debug, Serialize)]
pub struct Ascent {
    /// The rung.
    pub rung: &'static str,
    /// The same as a player's text.
    pub player: String,
    /// Its depths.
    pub rows: Vec<Row>,
    /// How many seconds the next depth was expected to take; none if it was not wanted.
    pub next_seconds: Option<f64>,
}

/// A rung at a depth.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What it took and found.
    #[serde(flatten)]
    pub step: Step,
    /// The effective branching factor: by how much a ply multiplies the nodes, over the last two plies.
    pub growth: Option<f64>,
    /// The nodes are the branching factor to the power of this part of the depth.
    pub exponent: f64,
    /// How many nodes of minimax are saved, in percent.
    pub saved: f64,
    /// Whether minimax did not come so far, and its nodes are the branching factor to the power of the depth.
    pub is_estimated: bool,
}

impl Finding {
    /// What the climbs show, and the horizon beside them.
    pub fn new(places: Vec<Place>, horizon: Horizon) -> Self {
        Self {
            places,
            horizon,
            published: PUBLISHED,
        }
    }
}

impl Place {
    /// What `climbs` show, the first of which is minimax.
    pub fn new(name: &'static str, game: &Game, climbs: Vec<Climb>) -> Self {
        let minimax = climbs.first().cloned();
        let last = minimax.as_ref().and_then(|it| it.steps.last());
        let branching = last.map_or(1.0, |step| root(step.nodes as f64, step.depth));
        let rows = |climb: Climb| {
            let row = |place| Row::new(&climb.steps, place, minimax.as_ref(), branching);
            Ascent {
                rung: climb.rung,
                rows: (0..climb.steps.len()).map(row).collect(),
                player: climb.player,
                next_seconds: climb.next_seconds,
            }
        };
        Self {
            name,
            position: game.to_string(),
            moves: count_legal(game.position()),
            minimax_depth: last.map_or(0, |step| step.depth),
            branching,
            rungs: climbs.into_iter().map(rows).collect(),
        }
    }

    /// What part of minimax's nodes the rung at `index` saves at minimax's greatest depth, in percent.
    pub fn saved(&self, index: usize) -> Option<f64> {
        let rows = &self.rungs.get(index)?.rows;
        let row = rows.iter().find(|row| row.step.depth == self.minimax_depth);
        row.map(|row| row.saved)
    }
}

impl Row {
    /// The row of the step at `place`.
    fn new(steps: &[Step], place: usize, minimax: Option<&Climb>, branching: f64) -> Self {
        let step = steps[place].clone();
        let (nodes, depth) = (step.nodes as f64, step.depth);
        let before = place.checked_sub(2).or(place.checked_sub(1));
        let growth = before.map(|before| {
            let times = nodes / steps[before].nodes.max(1) as f64;
            root(times, (place - before) as u32)
        });
        let all = minimax
            .and_then(|it| it.at(depth))
            .map(|it| it.nodes as f64);
        let of = all.unwrap_or_else(|| branching.powf(f64::from(depth)));
        Self {
            step,
            growth,
            exponent: nodes.ln() / (f64::from(depth) * branching.ln()),
            saved: 100.0 * (1.0 - nodes / of),
            is_estimated: all.is_none(),
        }
    }
}

fn root(number: f64, degree: u32) -> f64 {
    number.powf(1.0 / f64::from(degree.max(1)))
}
