//! What the climbs show, as data, in tables and as a drawing: how fast the nodes grow, and what is saved
//! against minimax.

use super::horizon::Horizon;
use super::{Climb, RUNGS, Step, score_text};
use crate::results::or_dash;
use base::table::Table;
use engine::shogi::game::Game;
use engine::shogi::movegen::count_legal;
use serde::Serialize;
use show::plot::{Axis, Chart, Curve, Panel};
use std::{fmt, iter};

/// The depths of what was published.
const DEPTHS: [u32; 3] = [4, 6, 8];

/// A technique's nodes at [`DEPTHS`], where they were published.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Published {
    /// What was searched with.
    pub name: &'static str,
    /// From the opening.
    pub opening: [Option<u64>; 3],
    /// In a position with many jumps.
    pub jumps: [Option<u64>; 3],
}

/// What was published of checkers. Source: J. Hsu, "Adversarial Search" (lecture), and MIT, "Cognitive Game
/// Theory" (lecture, part 1).
const PUBLISHED: [Published; 6] = [
    Published {
        name: "minimax",
        opening: [Some(3308), Some(217_537), Some(15_237_252)],
        jumps: [Some(8484), Some(695_547), Some(56_902_251)],
    },
    Published {
        name: "alpha-beta",
        opening: [Some(278), Some(5026), Some(129_183)],
        jumps: [Some(2960), Some(99_944), Some(2_676_433)],
    },
    Published {
        name: "ordering",
        opening: [Some(271), Some(3204), Some(36_753)],
        jumps: [Some(268), Some(2436), Some(22_383)],
    },
    Published {
        name: "with quiescence",
        opening: [None, Some(41_219), Some(649_760)],
        jumps: [None, Some(170_637), Some(2_993_949)],
    },
    Published {
        name: "with table",
        opening: [Some(2237), Some(50_688), Some(859_184)],
        jumps: [Some(5855), Some(172_742), Some(3_488_690)],
    },
    Published {
        name: "all together",
        opening: [None, None, Some(4835)],
        jumps: [None, None, Some(6648)],
    },
];

/// What the ladder shows.
#[derive(Clone, Debug, Serialize)]
pub struct Ladder {
    /// The positions.
    pub places: Vec<Place>,
    /// The horizon effect.
    pub horizon: Horizon,
    published: [Published; 6],
}

/// A position with all rungs.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    pub name: &'static str,
    /// The argument of USI's `position`.
    pub position: String,
    pub moves: u64,
    /// The greatest depth of minimax.
    pub minimax_depth: u32,
    /// The root of its nodes of that order: how many moves a node has on average.
    pub branching: f64,
    pub rungs: Vec<Ascent>,
}

/// A rung on a position.
#[derive(Clone, Debug, Serialize)]
pub struct Ascent {
    pub rung: &'static str,
    /// The same as a player's text.
    pub player: String,
    pub rows: Vec<Row>,
    /// How many seconds the next depth was expected to take; none if it was not wanted.
    pub next_seconds: Option<f64>,
}

/// A rung at a depth.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What it took and found.
    #[serde(flatten)]
    pub(super) step: Step,
    /// The effective branching factor: by how much a ply multiplies the nodes, over the last two plies.
    pub growth: Option<f64>,
    /// The nodes are the branching factor to the power of this part of the depth.
    pub exponent: f64,
    /// How many nodes of minimax are saved, in percent.
    pub saved: f64,
    /// Whether minimax did not come so far, and its nodes are the branching factor to the power of the depth.
    pub is_estimated: bool,
}

impl Ladder {
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
    pub(super) fn new(name: &'static str, game: &Game, climbs: Vec<Climb>) -> Self {
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

impl fmt::Display for Ladder {
    /// Tables, without an end after the last line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in &self.places {
            writeln!(f, "{place}\n")?;
        }
        writeln!(f, "Nodes saved against minimax at its greatest depth, %")?;
        writeln!(f, "{}\n", self.saved())?;
        let [low, middle, high] = DEPTHS;
        writeln!(
            f,
            "Published, checkers: nodes at depth {low} / {middle} / {high} and what is saved at the last, %"
        )?;
        writeln!(f, "{}\n", published())?;
        write!(f, "{}", self.horizon)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (branching, depth) = (self.branching, self.minimax_depth);
        writeln!(f, "{}: {}", self.name, self.position)?;
        writeln!(
            f,
            "{} moves; b = {branching:.1}, the root of minimax's nodes to depth {depth}; nodes are b to the \
             power of exponent × depth: 1 is minimax, 0.75 alpha-beta in random order, 0.5 in perfect order",
            self.moves
        )?;
        let mut table = Table::new([
            "rung",
            "depth",
            "nodes",
            "CPU time, s",
            "value",
            "best",
            "a ply: nodes ×",
            "exponent",
            "saved, %",
        ]);
        for rung in &self.rungs {
            for (place, row) in rung.rows.iter().enumerate() {
                let step = &row.step;
                let estimated = if row.is_estimated { "~" } else { "" };
                table.push([
                    if place == 0 { rung.rung } else { "" }.to_owned(),
                    step.depth.to_string(),
                    step.nodes.to_string(),
                    format!("{:.3}", step.seconds),
                    score_text(step.score),
                    step.best.clone(),
                    or_dash(row.growth.map(|it| format!("{it:.1}"))),
                    format!("{:.2}", row.exponent),
                    format!("{estimated}{:.3}", row.saved),
                ]);
            }
        }
        write!(f, "{table}")?;
        for rung in &self.rungs {
            if let Some(seconds) = rung.next_seconds {
                let (name, depth) = (rung.rung, rung.rows.len() + 1);
                write!(
                    f,
                    "\n{name} stops: depth {depth} would take about {seconds:.1} s"
                )?;
            }
        }
        Ok(())
    }
}

impl Ladder {
    /// What each rung saves on all positions.
    fn saved(&self) -> Table {
        let places = self.places.iter();
        let places = places.map(|it| format!("{}, depth {}", it.name, it.minimax_depth));
        let mut table = Table::new(iter::once("rung".to_owned()).chain(places));
        for (index, rung) in RUNGS.iter().enumerate().skip(1) {
            let saved = self.places.iter().map(|it| it.saved(index));
            let saved = saved.map(|saved| or_dash(saved.map(|it| format!("{it:.2}"))));
            table.push(iter::once(rung.name.to_owned()).chain(saved));
        }
        table
    }

    /// The drawing: nodes over depth, a curve for each rung, a plot for each position.
    pub fn picture(&self) -> Chart {
        Chart(self.places.iter().map(Place::plot).collect())
    }
}

/// What was published, with what is saved of minimax's nodes.
fn published() -> Table {
    let mut table = Table::new(["searched with", "opening", "saved", "many jumps", "saved"]);
    let [minimax, ..] = &PUBLISHED;
    for it in &PUBLISHED {
        let nodes = |counts: [Option<u64>; 3]| counts.map(or_dash).join(" / ");
        let saved = |[.., nodes]: [Option<u64>; 3], [.., all]: [Option<u64>; 3]| {
            let share = nodes.zip(all).map(|(nodes, all)| nodes as f64 / all as f64);
            or_dash(share.map(|share| format!("{:.2}", 100.0 * (1.0 - share))))
        };
        table.push([
            it.name.to_owned(),
            nodes(it.opening),
            saved(it.opening, minimax.opening),
            nodes(it.jumps),
            saved(it.jumps, minimax.jumps),
        ]);
    }
    table
}

/// The parts of the depth to whose power of the branching factor lines are drawn.
const BOUNDS: [(f64, &str); 3] = [(1.0, "b^d"), (0.75, "b^(3d/4)"), (0.5, "b^(d/2)")];

impl Place {
    fn plot(&self) -> Panel {
        let rows = || self.rungs.iter().flat_map(|rung| &rung.rows);
        let depth = rows().map(|row| row.step.depth).max().unwrap_or(1);
        let nodes = rows().map(|row| row.step.nodes).max().unwrap_or(1);
        let tens = f64::from((nodes as f64).log10().ceil().max(1.0) as u32);
        let ticks = (0..=tens as u32).map(|power| 10_f64.powi(power as i32));
        // The lines of so many moves a ply, as far as the plot reaches.
        let bounds = BOUNDS.map(|(part, name)| {
            let branching = self.branching.powf(part);
            let last = f64::from(depth).min(tens / branching.log10());
            Curve {
                label: name.to_owned(),
                ..Curve::guide([[0.0, 1.0], [last, branching.powf(last)]])
            }
        });
        let rungs = (1..).zip(&self.rungs).map(|(number, rung)| {
            let steps = rung.rows.iter().map(|row| &row.step);
            let points = steps.map(|it| [f64::from(it.depth), it.nodes as f64]);
            Curve {
                label: number.to_string(),
                ..Curve::new(format!("{number} {}", rung.rung), points.collect())
            }
        });
        Panel {
            title: format!(
                "{}: nodes to each depth (b = {:.1})",
                self.name, self.branching
            ),
            x: Axis::of([0.0, f64::from(depth)]).divided(depth, 0),
            y: Axis::of([1.0, 10_f64.powf(tens)])
                .logarithmic()
                .with_ticks(ticks, 0),
            curves: bounds.into_iter().chain(rungs).collect(),
        }
    }
}
