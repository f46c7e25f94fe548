//! The finding in words, for people.

use super::finding::{Ascent, Finding, Place, Row};
use super::horizon::Horizon;
use super::published::{DEPTHS, PUBLISHED, Published};
use super::rung::RUNGS;
use crate::results::{Columns, dash};
use engine::search::Score;
use engine::shogi::diagram::Diagram;
use std::fmt;

/// A finding, displayed as tables, without an end after the last line.
pub struct Table<'a>(pub &'a Finding);

const HEAD: [&str; 9] = [
    "rung",
    "depth",
    "nodes",
    "CPU time, s",
    "value",
    "best",
    "a ply: nodes ×",
    "exponent",
    "saved, %",
];

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in &self.0.places {
            writeln!(f, "{place}\n")?;
        }
        writeln!(f, "{}\n", Saved(&self.0.places))?;
        write!(f, "{}", self.0.horizon)
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
        let mut rows = vec![HEAD.map(str::to_owned)];
        rows.extend(self.rungs.iter().flat_map(cells));
        write!(f, "{}", Columns(&rows))?;
        self.rungs.iter().try_for_each(|rung| write_end(f, rung))
    }
}

/// Why a rung ends before the depth that was asked for.
fn write_end(f: &mut fmt::Formatter<'_>, rung: &Ascent) -> fmt::Result {
    match rung.next_seconds {
        Some(seconds) => {
            let depth = rung.rows.len() + 1;
            let name = rung.rung;
            write!(
                f,
                "\n{name} stops: depth {depth} would take about {seconds:.1} s"
            )
        }
        None => Ok(()),
    }
}

fn cells(rung: &Ascent) -> Vec<[String; HEAD.len()]> {
    let cells = |(place, row): (usize, &Row)| {
        let step = &row.step;
        let estimated = if row.is_estimated { "~" } else { "" };
        [
            if place == 0 { rung.rung } else { "" }.to_owned(),
            step.depth.to_string(),
            step.nodes.to_string(),
            format!("{:.3}", step.seconds),
            value(step.score),
            step.best.clone(),
            row.growth.map_or_else(dash, |it| format!("{it:.1}")),
            format!("{:.2}", row.exponent),
            format!("{estimated}{:.3}", row.saved),
        ]
    };
    rung.rows.iter().enumerate().map(cells).collect()
}

fn value(score: Score) -> String {
    match score {
        Score::Cp(cp) => cp.to_string(),
        Score::Mate(plies) => format!("mate {plies}"),
        Score::Mated => "mated".to_owned(),
    }
}

/// What each rung saves on all positions, and what was published.
struct Saved<'a>(&'a [Place]);

impl fmt::Display for Saved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, middle, high] = DEPTHS;
        writeln!(f, "Nodes saved against minimax at its greatest depth, %")?;
        writeln!(f, "{}\n", Columns(&self.ours()))?;
        writeln!(
            f,
            "Published, checkers: nodes at depth {low} / {middle} / {high} and what is saved at the last, %"
        )?;
        write!(f, "{}", Columns(&published()))
    }
}

impl Saved<'_> {
    fn ours(&self) -> Vec<[String; 4]> {
        let at = |place: &Place| format!("{}, depth {}", place.name, place.minimax_depth);
        let mut rows = vec![self.row("rung", at)];
        for (index, rung) in RUNGS.iter().enumerate().skip(1) {
            let saved = |place: &Place| {
                let saved = place.saved(index);
                saved.map_or_else(dash, |it| format!("{it:.2}"))
            };
            rows.push(self.row(rung.name, saved));
        }
        rows
    }

    /// A row with what `cell` says of each position.
    fn row(&self, name: &str, cell: impl Fn(&Place) -> String) -> [String; 4] {
        let cells: Vec<_> = self.0.iter().map(cell).collect();
        std::array::from_fn(|index| match index.checked_sub(1) {
            None => name.to_owned(),
            Some(index) => cells.get(index).cloned().unwrap_or_default(),
        })
    }
}

fn published() -> Vec<[String; 5]> {
    let head = ["searched with", "opening", "saved", "many jumps", "saved"];
    let mut rows = vec![head.map(str::to_owned)];
    let [minimax, ..] = &PUBLISHED;
    rows.extend(PUBLISHED.iter().map(|it| published_row(it, minimax)));
    rows
}

fn published_row(it: &Published, minimax: &Published) -> [String; 5] {
    [
        it.name.to_owned(),
        nodes(it.opening),
        share_saved(it.opening[2], minimax.opening[2]),
        nodes(it.jumps),
        share_saved(it.jumps[2], minimax.jumps[2]),
    ]
}

fn nodes(counts: [Option<u64>; 3]) -> String {
    let counts = counts.map(|it| it.map_or_else(dash, |count| count.to_string()));
    counts.join(" / ")
}

fn share_saved(nodes: Option<u64>, of: Option<u64>) -> String {
    let share = nodes.zip(of).map(|(nodes, of)| nodes as f64 / of as f64);
    share.map_or_else(dash, |share| format!("{:.2}", 100.0 * (1.0 - share)))
}

impl fmt::Display for Horizon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let capture = &self.capture;
        writeln!(f, "The horizon: {}", self.position)?;
        let head = ["seen by", "depth", "best", "value", "line"].map(str::to_owned);
        let mut rows = vec![[&head[..], &[format!("{capture} is worth")]].concat()];
        for look in &self.looks {
            let best = &look.best;
            rows.push(vec![
                look.rung.to_owned(),
                best.depth.to_string(),
                best.best.clone(),
                value(best.score),
                best.line.join(" "),
                value(look.capture.score),
            ]);
        }
        let rows: Vec<[String; 6]> = rows
            .into_iter()
            .filter_map(|it| it.try_into().ok())
            .collect();
        write!(f, "{}", Columns(&rows))?;
        for view in self.views() {
            write!(f, "\n\n{}\n{}", view.title, Diagram(view.game.position()))?;
        }
        Ok(())
    }
}
