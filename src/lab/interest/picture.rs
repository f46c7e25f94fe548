//! The findings as a drawing: a bar for each share of points and for each ratio, with its 95 %
//! interval, the published figures and what has to be reached.

use super::experiments::Figure;
use super::finding::Finding;
use matches::stats::{Interval, score_of_elo};
use show::plot::{Axis, Svg};

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
    rows: Vec<Row>,
}

struct Row {
    name: &'static str,
    /// In the unit of the panel.
    value: Option<Interval>,
    /// What has to be reached, in the same unit.
    must: Option<f64>,
    published: Option<f64>,
    games: u64,
}

/// The drawing of `findings`.
pub fn picture(findings: &[Finding]) -> Svg {
    let panels = [
        Panel {
            title: "Share of points, %",
            axis: Axis::new([0.0, 100.0], SIDES).divided(4, 0),
            unit: "%",
            rows: rows(findings, in_percent, |it| {
                it.score.map(|it| scaled(it, 100.0))
            }),
        },
        Panel {
            title: "Times as much: nodes at equal iterations, time at parity",
            axis: Axis::new([1.0, 1000.0], SIDES)
                .logarithmic()
                .with_ticks([1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0], 0),
            unit: "×",
            rows: rows(findings, as_ratio, |it| it.ratio),
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

/// The rows of the findings that are measured in one unit, or are to be.
fn rows(
    findings: &[Finding],
    unit: fn(Figure) -> Option<f64>,
    value: fn(&Finding) -> Option<Interval>,
) -> Vec<Row> {
    let row = |finding: &Finding| Row {
        name: finding.name,
        value: value(finding),
        must: finding.must.and_then(unit),
        published: finding.published.iter().copied().find_map(unit),
        games: finding.games(),
    };
    let is_ratio = |finding: &Finding| finding.must.is_some_and(|it| as_ratio(it).is_some());
    let belongs = |finding: &&Finding| {
        is_ratio(finding) == (unit(Figure::Ratio(1.0)).is_some()) || value(finding).is_some()
    };
    findings.iter().filter(belongs).map(row).collect()
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

fn scaled(interval: Interval, factor: f64) -> Interval {
    Interval {
        low: interval.low * factor,
        value: interval.value * factor,
        high: interval.high * factor,
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

    fn draw_row(&self, svg: &mut Svg, row: &Row, top: f64) {
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
