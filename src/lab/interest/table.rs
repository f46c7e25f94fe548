//! The findings as a table for people.

use super::finding::{Bout, Finding, Reached};
use crate::results::{Columns, dash, elo};
use matches::stats::Interval;
use matches::stats::text::percent;
use std::fmt;

/// Findings, displayed as lines of columns, without an end after the last.
pub struct Table<'a>(pub &'a [Finding]);

const HEAD: [&str; 10] = [
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
];

type Cells = [String; HEAD.len()];

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![HEAD.map(str::to_owned)];
        rows.extend(self.0.iter().flat_map(cells));
        Columns(&rows).fmt(f)
    }
}

/// The row of a finding, and one for each step of a ladder.
fn cells(finding: &Finding) -> Vec<Cells> {
    let figure = |figure: Option<_>| figure.map_or_else(dash, |it| ToString::to_string(&it));
    let published: Vec<_> = finding.published.iter().map(ToString::to_string).collect();
    let [must, aim] = [finding.must, finding.aim].map(figure);
    let published = Some(published.join(", ")).filter(|text| !text.is_empty());
    let ratio = finding.ratio.map_or_else(dash, times);
    let wanted = [published.unwrap_or_else(dash), must, aim, reached(finding)];
    let name = finding.name.to_owned();
    match &finding.bouts[..] {
        [bout] if finding.score.is_some() || bout.games == 0 => {
            vec![row(name, bout, ratio, wanted)]
        }
        steps => {
            let [published, must, aim, reached] = wanted;
            let games = finding.games().to_string();
            let [won, score, elo] = [dash(), dash(), dash()];
            let mut rows = vec![[
                name, games, won, score, elo, ratio, published, must, aim, reached,
            ]];
            rows.extend(steps.iter().map(|bout| {
                let name = format!("  at {}× the time", bout.ratio);
                row(name, bout, dash(), [(); 4].map(|()| dash()))
            }));
            rows
        }
    }
}

fn row(name: String, bout: &Bout, ratio: String, wanted: [String; 4]) -> Cells {
    let Bout {
        games,
        wins,
        losses,
        draws,
        ..
    } = bout;
    let [published, must, aim, reached] = wanted;
    let (won, score) = if *games == 0 {
        (dash(), dash())
    } else {
        let score = bout.score.map(|score| score.value);
        (format!("{wins}-{losses}-{draws}"), percent(score, 1))
    };
    let games = format!("{games}/{}", bout.wanted);
    let elo = bout.elo.map_or_else(dash, elo);
    [
        name, games, won, score, elo, ratio, published, must, aim, reached,
    ]
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
fn reached(finding: &Finding) -> String {
    let said = match finding.reached {
        _ if finding.games() == 0 => return "no games yet".to_owned(),
        None if finding.must.is_some() => return "open".to_owned(),
        None => return dash(),
        Some(Reached::Nothing) => "no",
        Some(Reached::Must) => "must",
        Some(Reached::Aim) => "aim",
    };
    let so_far = if finding.is_complete { "" } else { " so far" };
    format!("{said}{so_far}")
}
