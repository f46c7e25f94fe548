//! The finding in words, for people.

use super::finding::{Finding, JUNK, Quality};
use crate::mean::Mean;
use crate::results::{Columns, dash};
use std::fmt;

/// A finding, displayed as a table and a sentence, without an end after the last line.
pub struct Table<'a>(pub &'a Finding);

const HEAD: [&str; 9] = [
    "player",
    "lines",
    "moves",
    "null move after, %",
    "worst move: median, cp",
    "90 %",
    "lines with junk, %",
    "junk moves, %",
    "a move: 90 %, cp",
];

type Cells = [String; HEAD.len()];

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding {
            positions,
            moments,
            nodes,
            reference,
            reference_nodes,
            players,
        } = self.0;
        writeln!(
            f,
            "{moments} moments in searches of {nodes} nodes on {positions} positions; \
             reference: {reference}, {reference_nodes} nodes"
        )?;
        writeln!(f, "junk: a move that loses more than {JUNK} cp")?;
        let mut rows = vec![HEAD.map(str::to_owned)];
        rows.extend(players.iter().map(cells));
        writeln!(f, "{}", Columns(&rows))?;
        write!(f, "{}", sentence(players))
    }
}

fn cells(quality: &Quality) -> Cells {
    let mean = |mean: Option<Mean>| mean.map_or_else(dash, |it| it.to_string());
    [
        quality.player.clone(),
        quality.lines.to_string(),
        mean(quality.length),
        mean(quality.passes),
        quality.worst_median.to_string(),
        quality.worst_90.to_string(),
        mean(quality.junk_lines),
        mean(quality.junk_moves),
        quality.move_90.to_string(),
    ]
}

/// What the lines are like, from the player with the fewest junk moves to that with the most.
fn sentence(players: &[Quality]) -> String {
    let junk = |it: &&Quality| it.junk_moves.map_or(0.0, |mean| mean.value);
    let mut players: Vec<&Quality> = players.iter().collect();
    players.sort_by(|one, other| junk(one).total_cmp(&junk(other)));
    let told = players
        .iter()
        .map(|it| format!("{:.0} % with {}", junk(it), it.player));
    let told: Vec<_> = told.collect();
    format!(
        "Of the moves of a line that is being examined at a random moment, so many lose more than \
         {JUNK} cp: {}.",
        told.join(", ")
    )
}
