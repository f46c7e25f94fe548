//! What an experiment has shown so far, from the games in its journals: as data, in a table, and as
//! a drawing.

use super::experiments::{Experiment, Figure, Limit};
use crate::campaign::{Played, Points};
use crate::results::{DASH, elo, or_dash, ratio_at_parity, ratio_of_sums};
use base::table::Table;
use matches::stats::text::percent;
use matches::stats::{Interval, score_of_elo};
use serde::Serialize;
use show::plot::{Axis, Svg};
use std::iter;

/// One match of an experiment.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Step {
    /// The command that plays the same games.
    pub(super) command: String,
    /// How many times as much the second player may use.
    pub(super) ratio: u64,
    pub(super) wanted: u64,
    /// Games asked for this time, no more than are wanted.
    #[serde(skip)]
    pub(super) asked: u64,
    /// What it came to.
    #[serde(flatten)]
    pub(super) points: Points,
    /// The second player's nodes over the first one's.
    pub(super) nodes: Option<Interval>,
}

impl Step {
    /// What has been `played` of a match of `wanted` games.
    pub(super) fn new(ratio: u64, wanted: u64, played: &Played) -> Self {
        Self {
            command: played.command.clone(),
            ratio,
            wanted,
            asked: played.asked,
            points: played.points(),
            nodes: ratio_of_sums(&played.nodes()),
        }
    }
}

/// What an experiment has shown.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Which.
    #[serde(flatten)]
    pub experiment: &'static Experiment,
    players: [String; 2],
    /// Its matches; more than one only for a ladder.
    bouts: Vec<Step>,
    /// Whether all games that are wanted have been played.
    pub is_complete: bool,
    /// The first player's share of the points, 0–1. None for a ladder.
    pub score: Option<Interval>,
    /// The Elo difference. None for a ladder.
    pub elo: Option<Interval>,
    /// How many times as much the second player needed, where that is asked.
    pub ratio: Option<Interval>,
    /// What has been reached by the games played so far.
    pub reached: Option<Reached>,
}

/// How much of what was wanted has been reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reached {
    /// Not what has to be.
    Nothing,
    /// What has to be.
    Must,
    /// All that is aimed at.
    Aim,
}

impl Outcome {
    /// What `bouts` say about `experiment` between `players`.
    pub(super) fn new(
        experiment: &'static Experiment,
        players: [String; 2],
        bouts: Vec<Step>,
    ) -> Self {
        let one = bouts.first().filter(|_| experiment.limit != Limit::Parity);
        let ladder = bouts.iter().filter(|bout| bout.points.games >= bout.asked);
        let ladder: Vec<_> = ladder
            .filter_map(|bout| Some((bout.ratio as f64, bout.points.score?)))
            .collect();
        let is_end = |bout: &Step| {
            let is_top = experiment.ratios().last() == Some(&bout.ratio);
            is_top || !bout.points.is_held()
        };
        let is_played = bouts.iter().all(|bout| bout.points.games >= bout.wanted);
        let mut outcome = Self {
            experiment,
            players,
            is_complete: is_played && bouts.last().is_some_and(is_end),
            score: one.and_then(|bout| bout.points.score),
            elo: one.and_then(|bout| bout.points.elo),
            ratio: match experiment.limit {
                Limit::Time(_) | Limit::Nodes(_) => None,
                Limit::Iterations(_) => one.and_then(|bout| bout.nodes),
                Limit::Parity => ratio_at_parity(&ladder),
            },
            reached: None,
            bouts,
        };
        outcome.reached = outcome.how_much();
        outcome
    }

    /// Games played in all matches.
    pub fn games(&self) -> u64 {
        self.bouts.iter().map(|bout| bout.points.games).sum()
    }

    fn how_much(&self) -> Option<Reached> {
        let must = self.has_reached(self.experiment.must?)?;
        let aim = self.experiment.aim.and_then(|aim| self.has_reached(aim));
        Some(match (must, aim) {
            (false, _) => Reached::Nothing,
            (true, Some(true)) => Reached::Aim,
            (true, _) => Reached::Must,
        })
    }

    /// Whether `figure` has been reached; none if nothing is known about it.
    fn has_reached(&self, figure: Figure) -> Option<bool> {
        match figure {
            Figure::Score(percent) => Some(100.0 * self.score?.value >= percent),
            Figure::Above(percent) => Some(100.0 * self.score?.low > percent),
            Figure::Elo(elo) => Some(self.elo?.value >= elo),
            Figure::Ratio(ratio) => Some(self.ratio?.value >= ratio),
        }
    }
}

/// The table of `outcomes`.
pub fn table(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new([
        "experiment",
        "games",
        "W-L-D",
        "score",
        "Elo (95 %)",
        "ratio (95 %)",
        "published",
        "must",
        "aim",
        "reached",
    ]);
    for row in outcomes.iter().flat_map(rows) {
        table.push(row);
    }
    table
}

/// The row of an outcome, and one for each step of a ladder.
fn rows(outcome: &Outcome) -> Vec<Vec<String>> {
    let experiment = outcome.experiment;
    let published: Vec<_> = experiment.published.iter().map(Figure::to_string).collect();
    let published = Some(published.join(", ")).filter(|text| !text.is_empty());
    let wanted = [
        or_dash(outcome.ratio.map(times)),
        or_dash(published),
        or_dash(experiment.must),
        or_dash(experiment.aim),
        reached(outcome),
    ];
    let dashes = || [DASH; 5].map(str::to_owned);
    let name = experiment.name.to_owned();
    match &outcome.bouts[..] {
        [bout] if outcome.score.is_some() || bout.points.games == 0 => {
            vec![row(name, bout, wanted)]
        }
        steps => {
            let played = [name, outcome.games().to_string()];
            let unknown = [DASH; 3].map(str::to_owned);
            let whole = played.into_iter().chain(unknown).chain(wanted).collect();
            let steps = steps.iter().map(|bout| {
                let name = format!("  at {}× the time", bout.ratio);
                row(name, bout, dashes())
            });
            iter::once(whole).chain(steps).collect()
        }
    }
}

/// What was played of a match, then the last five columns.
fn row(name: String, bout: &Step, wanted: [String; 5]) -> Vec<String> {
    let points = &bout.points;
    let Points { games, .. } = points;
    let known = (*games > 0).then_some(());
    let won = known.map(|()| points.won());
    let score = known.map(|()| percent(points.score.map(|score| score.value), 1));
    let played = [
        name,
        format!("{games}/{}", bout.wanted),
        or_dash(won),
        or_dash(score),
        or_dash(points.elo.map(elo)),
    ];
    played.into_iter().chain(wanted).collect()
}

fn times(interval: Interval) -> String {
    let Interval { low, value, high } = interval;
    if low < high && high.is_finite() {
        format!("{value:.1}× ({low:.1} to {high:.1})")
    } else {
        format!("{value:.1}×")
    }
}

/// What has been reached; nothing final while games are missing.
fn reached(outcome: &Outcome) -> String {
    let reached = match outcome.reached {
        _ if outcome.games() == 0 => return "no games yet".to_owned(),
        None if outcome.experiment.must.is_some() => return "open".to_owned(),
        None => return DASH.to_owned(),
        Some(Reached::Nothing) => "no",
        Some(Reached::Must) => "must",
        Some(Reached::Aim) => "aim",
    };
    let so_far = if outcome.is_complete { "" } else { " so far" };
    format!("{reached}{so_far}")
}

const WIDTH: f64 = 900.0;
/// Where bars begin and end.
const SIDES: [f64; 2] = [190.0, 740.0];
const ROW: f64 = 26.0;
/// The height of a panel's title and of its scale.
const HEAD: f64 = 46.0;

/// One panel: bars along a scale.
struct Panel {
    title: &'static str,
    axis: Axis,
    unit: &'static str,
    rows: Vec<Bar>,
}

struct Bar {
    name: &'static str,
    /// In the unit of the panel.
    value: Option<Interval>,
    /// What has to be reached, in the same unit.
    must: Option<f64>,
    published: Option<f64>,
    games: u64,
}

/// The drawing of `outcomes`.
pub fn picture(outcomes: &[Outcome]) -> Svg {
    let panels = [
        Panel {
            title: "Share of points, %",
            axis: Axis::new([0.0, 100.0], SIDES).divided(4, 0),
            unit: "%",
            rows: bars(outcomes, in_percent, |it| {
                it.score.map(|it| it.map(|share| 100.0 * share))
            }),
        },
        Panel {
            title: "Times as much: nodes at equal iterations, time at parity",
            axis: Axis::new([1.0, 1000.0], SIDES)
                .logarithmic()
                .with_ticks([1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0], 0),
            unit: "×",
            rows: bars(outcomes, as_ratio, |it| it.ratio),
        },
    ];
    let height: f64 = panels.iter().map(Panel::height).sum();
    let mut svg = Svg::new([WIDTH, height + ROW]);
    let mut top = 0.0;
    for panel in panels {
        panel.draw(&mut svg, top);
        top += panel.height();
    }
    let legend = "bar: measured, with 95 % interval; orange: what has to be reached; ◆ published";
    svg.words("quiet", [SIDES[0], top + 12.0], legend);
    svg
}

/// The rows of the outcomes that are measured in one unit, or are to be.
fn bars(
    outcomes: &[Outcome],
    unit: fn(Figure) -> Option<f64>,
    value: fn(&Outcome) -> Option<Interval>,
) -> Vec<Bar> {
    let row = |outcome: &Outcome| Bar {
        name: outcome.experiment.name,
        value: value(outcome),
        must: outcome.experiment.must.and_then(unit),
        published: outcome.experiment.published.iter().copied().find_map(unit),
        games: outcome.games(),
    };
    let of_ratios = unit(Figure::Ratio(1.0)).is_some();
    let belongs = |outcome: &&Outcome| {
        let is_ratio = matches!(outcome.experiment.must, Some(Figure::Ratio(_)));
        is_ratio == of_ratios || value(outcome).is_some()
    };
    outcomes.iter().filter(belongs).map(row).collect()
}

fn in_percent(figure: Figure) -> Option<f64> {
    match figure {
        Figure::Score(percent) | Figure::Above(percent) => Some(percent),
        Figure::Elo(elo) => Some(100.0 * score_of_elo(elo)),
        Figure::Ratio(_) => None,
    }
}

fn as_ratio(figure: Figure) -> Option<f64> {
    match figure {
        Figure::Ratio(ratio) => Some(ratio),
        Figure::Score(_) | Figure::Above(_) | Figure::Elo(_) => None,
    }
}

impl Panel {
    fn height(&self) -> f64 {
        HEAD + ROW * (self.rows.len() as f64 + 0.5)
    }

    fn draw(&self, svg: &mut Svg, top: f64) {
        svg.words("title", [10.0, top + 20.0], self.title);
        let bottom = top + HEAD + ROW * self.rows.len() as f64;
        for (x, label) in self.axis.labels() {
            svg.line("tick", &[[x, top + HEAD - 4.0], [x, bottom]]);
            svg.words("quiet middle", [x, top + HEAD - 8.0], &label);
        }
        for (index, row) in self.rows.iter().enumerate() {
            self.draw_row(svg, row, top + HEAD + ROW * index as f64);
        }
    }

    fn draw_row(&self, svg: &mut Svg, row: &Bar, top: f64) {
        let (base, middle) = (top + 17.0, top + ROW / 2.0);
        svg.words("end", [SIDES[0] - 8.0, base], row.name);
        if let Some(Interval { low, value, high }) = row.value {
            let width = self.axis.at(value) - SIDES[0];
            svg.rectangle("bar", [SIDES[0], top + 5.0], [width, ROW - 10.0]);
            svg.line(
                "error",
                &[[self.axis.at(low), middle], [self.axis.at(high), middle]],
            );
            let (unit, games) = (self.unit, row.games);
            let text = format!("{value:.1} {unit}, {games} games");
            svg.words("", [SIDES[1] + 10.0, base], &text);
        } else {
            let text = match row.games {
                0 => "no games yet".to_owned(),
                games => format!("open after {games} games"),
            };
            svg.words("quiet", [SIDES[1] + 10.0, base], &text);
        }
        if let Some(must) = row.must {
            let x = self.axis.at(must);
            svg.line("mark", &[[x, top + 2.0], [x, top + ROW - 2.0]]);
        }
        if let Some(published) = row.published {
            svg.words("middle", [self.axis.at(published), base], "◆");
        }
    }
}
