//! What the searches of a measurement show: as data, in a table, and as a drawing.

use super::{Judge, Measurement, Series};
use crate::results::{Mean, mean, or_dash};
use crate::searches::Found;
use base::table::Table;
use serde::Serialize;
use show::plot::{Axis, Chart, Curve, Panel};
use std::fmt;

/// What a measurement shows.
#[derive(Clone, Debug, Serialize)]
pub struct Gains {
    positions: usize,
    reference: String,
    reference_nodes: u64,
    /// How many builds of the program made its searches.
    reference_builds: usize,
    /// The most nodes of the oracle, if there is one.
    oracle_nodes: Option<u64>,
    /// The players at each number of nodes.
    pub(super) rows: Vec<Row>,
    pub(super) growth: Vec<Growth>,
}

/// A player after so many nodes. Values are in centipawns, none beyond ±1500.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub player: String,
    pub nodes: u64,
    /// How often its move is the oracle's last one, in percent.
    pub oracle: Option<Mean>,
    /// How often its move is the reference's, in percent.
    pub reference: Option<Mean>,
    /// How far its value is from the oracle's last one.
    pub oracle_error: Option<Mean>,
    /// How far its value is from the reference's.
    pub reference_error: Option<Mean>,
    /// What its moves lose by the reference, none more than 500.
    pub loss: Option<Mean>,
    /// How much more that is than what the moves of the first player lose after as many nodes,
    /// position by position.
    pub more_than_first: Option<Mean>,
    /// The iteration at the end.
    pub depth: Option<Mean>,
    /// The longest line, in plies.
    pub seldepth: Option<Mean>,
}

/// How fast a player goes deeper between two numbers of nodes.
#[derive(Clone, Debug, Serialize)]
pub struct Growth {
    pub player: String,
    pub from: u64,
    pub to: u64,
    /// Iterations that ten times the nodes add.
    pub per_tenfold: f64,
    /// How many times as many nodes an iteration takes as all before it.
    pub factor: f64,
}

impl Gains {
    /// What `series` show, whose moves lose so much by `judge`.
    pub(super) fn new(
        measurement: &Measurement,
        judge: &Judge,
        series: &[Series],
        losses: &[Vec<Option<f64>>],
        reference_builds: usize,
    ) -> Self {
        let oracle = measurement.oracle.last();
        let oracle_found = oracle.map(|(_, found)| &found[..]);
        let of_first = |nodes| {
            let mut all = series.iter().zip(losses);
            let first = all.find(|(it, _)| it.player == 0 && it.nodes == nodes);
            first.map(|(_, losses)| &losses[..])
        };
        let rows = series.iter().zip(losses).map(|(series, losses)| {
            let first = of_first(series.nodes).filter(|_| series.player > 0);
            Row::new(series, losses, first, oracle_found, &judge.best)
        });
        let rows: Vec<_> = rows.collect();
        Self {
            positions: measurement.games.len(),
            reference: measurement.reference.name().to_owned(),
            reference_nodes: measurement.reference_nodes,
            reference_builds,
            oracle_nodes: oracle.map(|&(nodes, _)| nodes),
            growth: growths(series, &rows),
            rows,
        }
    }
}

impl Row {
    fn new(
        series: &Series,
        losses: &[Option<f64>],
        first: Option<&[Option<f64>]>,
        oracle: Option<&[Found]>,
        reference: &[Found],
    ) -> Self {
        let found = &series.found[..];
        let difference = |(one, other): (&Option<f64>, &Option<f64>)| Some((*one)? - (*other)?);
        let more = first.map(|first| losses.iter().zip(first).filter_map(difference));
        Self {
            player: series.name.clone(),
            nodes: series.nodes,
            oracle: oracle.and_then(|oracle| agreement(found, oracle)),
            reference: agreement(found, reference),
            oracle_error: oracle.and_then(|oracle| error(found, oracle)),
            reference_error: error(found, reference),
            loss: Mean::of(losses.iter().copied().flatten()),
            more_than_first: more.and_then(Mean::of),
            depth: Mean::of(found.iter().map(|it| it.depth.into())),
            seldepth: Mean::of(found.iter().filter_map(|it| it.seldepth).map(f64::from)),
        }
    }
}

/// How often the moves are the same.
fn agreement(found: &[Found], yardstick: &[Found]) -> Option<Mean> {
    let pairs = found.iter().zip(yardstick);
    Mean::percent(pairs.map(|(it, best)| it.mv == best.mv))
}

/// How far the values are apart.
fn error(found: &[Found], yardstick: &[Found]) -> Option<Mean> {
    let pairs = found.iter().zip(yardstick);
    Mean::of(pairs.map(|(it, best)| f64::from((it.cp() - best.cp()).abs())))
}

/// The growth of each player: up to its most nodes, from a tenth of them where it was measured
/// there, else from its fewest.
fn growths(series: &[Series], rows: &[Row]) -> Vec<Growth> {
    let players = 0..series.last().map_or(0, |last| last.player + 1);
    let of = |player| {
        let all = series.iter().zip(rows);
        let own = all.filter(|(it, _)| it.player == player);
        let own: Vec<_> = own.map(|(_, row)| row).collect();
        let (first, last) = (own.first()?, own.last()?);
        let tenth = own.iter().find(|row| row.nodes == last.nodes / 10);
        growth(tenth.unwrap_or(first), last)
    };
    players.filter_map(of).collect()
}

fn growth(from: &Row, to: &Row) -> Option<Growth> {
    let tenfolds = (to.nodes as f64 / from.nodes as f64).log10();
    let per_tenfold = (to.depth?.value - from.depth?.value) / tenfolds;
    (per_tenfold.is_finite() && per_tenfold > 0.0).then(|| Growth {
        player: to.player.clone(),
        from: from.nodes,
        to: to.nodes,
        per_tenfold,
        factor: 10_f64.powf(1.0 / per_tenfold),
    })
}

impl fmt::Display for Gains {
    /// A table and a line for each player, without an end after the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (positions, nodes) = (self.positions, self.reference_nodes);
        writeln!(
            f,
            "{positions} positions; reference: {}, {nodes} nodes",
            self.reference
        )?;
        if let Some(nodes) = self.oracle_nodes {
            writeln!(f, "oracle: its move and value after {nodes} nodes")?;
        }
        if self.reference_builds > 1 {
            let builds = self.reference_builds;
            writeln!(
                f,
                "the reference's searches are of {builds} builds of this program"
            )?;
        }
        let mut table = Table::new([
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
        ]);
        let mut last = "";
        for row in &self.rows {
            let value = |mean: Option<Mean>| or_dash(mean.map(|it| format!("{:.2}", it.value)));
            table.push([
                if row.player == last { "" } else { &row.player }.to_owned(),
                row.nodes.to_string(),
                mean(row.oracle, 1),
                mean(row.reference, 1),
                mean(row.oracle_error, 0),
                mean(row.reference_error, 0),
                mean(row.loss, 1),
                mean(row.more_than_first, 1),
                value(row.depth),
                value(row.seldepth),
            ]);
            last = &row.player;
        }
        write!(f, "{table}")?;
        self.growth.iter().try_for_each(|it| write!(f, "\n{it}"))
    }
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

/// What a plot shows of a row.
type Measure = (&'static str, fn(&Row) -> Option<Mean>);

const MEASURES: [Measure; 5] = [
    ("move of the oracle's last search, % of positions", |row| {
        row.oracle
    }),
    ("move of the reference, % of positions", |row| row.reference),
    ("loss of the move by the reference, centipawns", |row| {
        row.loss
    }),
    ("error of the value to the reference, centipawns", |row| {
        row.reference_error
    }),
    ("iteration", |row| row.depth),
];

impl Gains {
    /// The drawing: curves over nodes, one for each player.
    pub fn picture(&self) -> Chart {
        let x = Axis::through(self.rows.iter().map(|row| row.nodes as f64));
        let players = |one: &Row, next: &Row| one.player == next.player && one.nodes < next.nodes;
        let panel = |(title, measure): &Measure| {
            let curves = self.rows.chunk_by(players).map(|rows| {
                let points = rows.iter();
                let points = points.filter_map(|row| Some([row.nodes as f64, measure(row)?.value]));
                Curve::new(&rows[0].player, points.collect())
            });
            let curves: Vec<_> = curves.collect();
            let values = curves.iter().flat_map(|it| &it.points).map(|it| it[1]);
            let most = values.reduce(f64::max)?;
            Some(Panel {
                title: (*title).to_owned(),
                x: x.clone(),
                y: Axis::of([0.0, most.max(1.0)]).divided(4, 0),
                curves,
            })
        };
        Chart(MEASURES.iter().filter_map(panel).collect())
    }
}
