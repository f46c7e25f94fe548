//! Findings in words, for people.

use super::finding::{DemesFinding, Effort, PiecesDeme, PiecesFinding, TEXTBOOK};
use super::parity::Parity;
use crate::results::{Columns, dash};
use engine::eval::piece_values::KINDS;
use engine::shogi::{Color, Piece, sfen};
use matches::shell;
use std::fmt;

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            members,
            generations,
            games,
            nodes,
            used,
        } = self;
        write!(
            f,
            "{members} members, {generations} generations, {games} games, {used:.0} nodes a move of {nodes}"
        )
    }
}

const PIECES_HEAD: [&str; 5] = [
    "piece",
    "textbook",
    "hand-made",
    "evolved, cp",
    "as textbook",
];

/// Displayed as a table of the last generation and a sentence for each deme.
impl fmt::Display for PiecesFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.effort)?;
        let last = |deme: &PiecesDeme| deme.means.last().cloned().unwrap_or_default();
        let last: Vec<_> = self.demes.iter().map(last).collect();
        let mut rows = vec![PIECES_HEAD.map(str::to_owned)];
        for (place, kind) in KINDS.into_iter().enumerate() {
            let values: Vec<_> = last.iter().map(|it| it[place]).collect();
            let told: Vec<_> = values.iter().map(|it| format!("{it:.0}")).collect();
            let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
            rows.push([
                sfen::piece_name(Piece::new(kind, Color::Black)),
                TEXTBOOK[place].to_string(),
                self.handmade[place].to_string(),
                told.join(" "),
                format!("{:.1}", mean / scale(&last)),
            ]);
        }
        write!(f, "{}", Columns(&rows))?;
        for deme in &self.demes {
            let ends =
                |of: &[f64]| [of.first(), of.last()].map(|it| it.copied().unwrap_or_default());
            let [[from, to], [wide, narrow]] = [ends(&deme.agreement), ends(&deme.spread)];
            write!(
                f,
                "\npopulation {}: correlation with the textbook {from:.2} at first, {to:.2} at last; \
                 standard deviation of a value {wide:.0}, {narrow:.0} cp",
                deme.deme
            )?;
        }
        let handmade = self.handmade_agreement;
        write!(f, "\nthe hand-made evaluation's own: {handmade:.2}")
    }
}

/// How many centipawns make one point of the textbook, over all pieces.
fn scale(last: &[Vec<f64>]) -> f64 {
    let all: f64 = last.iter().flatten().sum();
    let book: f64 = TEXTBOOK.iter().sum();
    all / (book * last.len().max(1) as f64)
}

/// Displayed as a sentence for each deme, and a table of parity.
impl fmt::Display for DemesFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.effort)?;
        for deme in &self.demes {
            let [first, last] = [deme.sizes.first(), deme.sizes.last()];
            let [first, last] = [first, last].map(|it| it.copied().unwrap_or_default());
            write!(
                f,
                "\ndeme {}: depth modules of {first:.1} parts at first, {last:.1} at last; the best, {} of 4 \
                 half points: {}",
                deme.deme, deme.points, deme.best
            )?;
        }
        if !self.parity.is_empty() {
            let mut rows = vec![
                [
                    "the best against",
                    "games",
                    "score by nodes of the other",
                    "equal at",
                    "published",
                ]
                .map(str::to_owned),
            ];
            rows.extend(self.parity.iter().map(cells));
            write!(f, "\n{}", Columns(&rows))?;
        }
        write!(
            f,
            "\nAgainst the default: usi-engine selfplay {} --cpu-time 30 --sprt elo0=0 elo1=10",
            shell::line([self.best.as_str(), ""])
        )
    }
}

fn cells(parity: &Parity) -> [String; 5] {
    let steps = parity.ladder.iter();
    let steps = steps.map(|(ratio, score)| format!("{ratio}×: {:.0} %", 100.0 * score.value));
    let steps: Vec<_> = steps.collect();
    let ratio = parity
        .ratio
        .map_or_else(dash, |it| format!("{:.1}×", it.value));
    [
        parity.other.to_owned(),
        parity.games.to_string(),
        steps.join(", "),
        ratio,
        format!("about {:.0}×", parity.published),
    ]
}
