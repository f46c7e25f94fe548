//! The finding in words, for people.

use super::finding::{Finding, Growth, Row};
use crate::mean::Mean;
use crate::results::{Columns, dash};
use std::fmt;

/// A finding, displayed as a table and a line for each player, without an end after the last.
pub struct Table<'a>(pub &'a Finding);

const HEAD: [&str; 10] = [
    "player",
    "nodes",
    "oracle's move, %",
    "reference's, %",
    "value to oracle, cp",
    "to reference, cp",
    "loss, cp",
    "more than first",
    "iteration",
    "longest",
];

type Cells = [String; HEAD.len()];

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finding = self.0;
        let (positions, nodes) = (finding.positions, finding.reference_nodes);
        writeln!(
            f,
            "{positions} positions; reference: {}, {nodes} nodes",
            finding.reference
        )?;
        if let Some(nodes) = finding.oracle_nodes {
            writeln!(f, "oracle: its move and value after {nodes} nodes")?;
        }
        if finding.reference_builds > 1 {
            let builds = finding.reference_builds;
            writeln!(
                f,
                "the reference's searches are of {builds} builds of this program"
            )?;
        }
        let mut rows = vec![HEAD.map(str::to_owned)];
        rows.extend(finding.rows.iter().map(cells));
        for index in (2..rows.len()).rev() {
            if rows[index][0] == rows[index - 1][0] {
                rows[index][0].clear();
            }
        }
        write!(f, "{}", Columns(&rows))?;
        finding.growth.iter().try_for_each(|it| write!(f, "\n{it}"))
    }
}

fn cells(row: &Row) -> Cells {
    let mean =
        |mean: Option<Mean>, decimals| mean.map_or_else(dash, |it| format!("{it:.decimals$}"));
    let value = |mean: Option<Mean>| mean.map_or_else(dash, |it| format!("{:.2}", it.value));
    [
        row.player.clone(),
        row.nodes.to_string(),
        mean(row.oracle, 1),
        mean(row.reference, 1),
        mean(row.oracle_error, 0),
        mean(row.reference_error, 0),
        mean(row.loss, 1),
        mean(row.more_than_first, 1),
        value(row.depth),
        value(row.seldepth),
    ]
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            player,
            from,
            to,
            per_tenfold,
            factor,
        } = self;
        write!(
            f,
            "{player}: {per_tenfold:.2} iterations per tenfold nodes from {from} to {to}, \
             {factor:.2} times the nodes an iteration"
        )
    }
}
