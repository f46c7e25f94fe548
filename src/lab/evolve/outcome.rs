//! What an evolution came to, as data, in words and as a drawing.

use super::course::{Evolution, Generations};
use super::pieces::Pieces;
use super::population::deviations;
use base::table::Table;
use engine::eval::piece_values::{KINDS, PieceValues};
use engine::shogi::{Color, Piece, PieceKind, sfen};
use serde::Serialize;
use show::plot::{Axis, Chart, Curve, Panel};
use std::fmt;

/// The textbook's values in points, in the order of [`KINDS`]: those of K. Tanigawa, by which
/// players count.
const TEXTBOOK: [f64; KINDS.len()] = [
    1.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 7.0, 6.0, 6.0, 6.0, 10.0, 12.0,
];

/// What became of the values of pieces.
#[derive(Clone, Debug, Serialize)]
pub struct EvolvedValues {
    effort: Effort,
    populations: Vec<Trajectory>,
    /// The values of the hand-made evaluation, in the order of the pieces.
    handmade: Vec<i32>,
    /// How well these agree with the textbook.
    handmade_agreement: f64,
}

/// A population of values by generation.
#[derive(Clone, Debug, Serialize)]
struct Trajectory {
    number: u64,
    /// The mean value of each piece, by generation.
    means: Vec<Vec<f64>>,
    /// How well these agree with the textbook: their correlation, −1 to 1.
    agreement: Vec<f64>,
    /// The mean standard deviation of a value in the population, by generation.
    spread: Vec<f64>,
}

/// What was run.
#[derive(Clone, Copy, Debug, Serialize)]
struct Effort {
    members: usize,
    /// Generations of the longest run.
    generations: u64,
    games: u64,
    /// Nodes a move that were allowed.
    nodes: u64,
    /// Nodes a move that were used.
    used: f64,
}

impl Effort {
    fn new(evolution: &Evolution, populations: &[(u64, Generations)]) -> Self {
        let all = || populations.iter().flat_map(|(_, generations)| generations);
        let moves: u64 = all().map(|it| it.moves).sum();
        let nodes: u64 = all().map(|it| it.nodes).sum();
        Self {
            members: evolution.members,
            generations: all().map(|it| it.generation).max().unwrap_or_default(),
            games: all().map(|it| it.games).sum(),
            nodes: evolution.nodes,
            used: nodes as f64 / moves.max(1) as f64,
        }
    }
}

impl EvolvedValues {
    /// What `populations` of `evolution` came to.
    pub(super) fn new(evolution: &Evolution, populations: &[(u64, Generations)]) -> Self {
        let handmade = PieceValues::handmade().0;
        let population =
            |(number, generations): &(u64, Generations)| Trajectory::new(*number, generations);
        Self {
            effort: Effort::new(evolution, populations),
            populations: populations.iter().map(population).collect(),
            handmade: handmade.into(),
            handmade_agreement: agreement(&handmade.map(f64::from)),
        }
    }
}

impl Trajectory {
    fn new(number: u64, generations: &Generations) -> Self {
        let numbers = generations.iter().map(|it| {
            let members = it.members.iter().map(Pieces::numbers);
            members.collect::<Vec<_>>()
        });
        let numbers: Vec<_> = numbers.collect();
        let means: Vec<_> = numbers.iter().map(|it| means(it)).collect();
        Self {
            number,
            agreement: means.iter().map(|it| agreement(it)).collect(),
            spread: numbers.iter().map(|it| mean(deviations(it))).collect(),
            means,
        }
    }
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let values: Vec<_> = values.into_iter().collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The mean of each number of a population.
fn means(population: &[Vec<f64>]) -> Vec<f64> {
    let numbers = population.first().map_or(0, Vec::len);
    (0..numbers)
        .map(|it| mean(population.iter().map(|member| member[it])))
        .collect()
}

/// The correlation of `values` with the textbook's, −1 to 1; 0 if they are all equal.
fn agreement(values: &[f64]) -> f64 {
    let apart = |values: &[f64]| {
        let mean = mean(values.iter().copied());
        values.iter().map(|it| it - mean).collect::<Vec<_>>()
    };
    let (ours, book) = (apart(values), apart(&TEXTBOOK));
    let product =
        |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let size = (product(&ours, &ours) * product(&book, &book)).sqrt();
    if size > 0.0 {
        product(&ours, &book) / size
    } else {
        0.0
    }
}

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

/// Displayed as a table of the last generation and a sentence for each population.
impl fmt::Display for EvolvedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.effort)?;
        let last = |population: &Trajectory| population.means.last().cloned().unwrap_or_default();
        let last: Vec<_> = self.populations.iter().map(last).collect();
        let mut table = Table::new([
            "piece",
            "textbook",
            "hand-made",
            "evolved, cp",
            "as textbook",
        ]);
        for (place, kind) in KINDS.into_iter().enumerate() {
            let values: Vec<_> = last.iter().map(|it| it[place]).collect();
            let texts: Vec<_> = values.iter().map(|it| format!("{it:.0}")).collect();
            table.push([
                sfen::piece_name(Piece::new(kind, Color::Black)),
                TEXTBOOK[place].to_string(),
                self.handmade[place].to_string(),
                texts.join(" "),
                format!("{:.1}", mean(values) / scale(&last)),
            ]);
        }
        write!(f, "{table}")?;
        for population in &self.populations {
            let [[from, to], [wide, narrow]] =
                [ends(&population.agreement), ends(&population.spread)];
            write!(
                f,
                "\npopulation {}: correlation with the textbook {from:.2} at first, {to:.2} at last; \
                 standard deviation of a value {wide:.0}, {narrow:.0} cp",
                population.number
            )?;
        }
        let handmade = self.handmade_agreement;
        write!(f, "\nthe hand-made evaluation's own: {handmade:.2}")
    }
}

/// The first and the last.
fn ends(values: &[f64]) -> [f64; 2] {
    [values.first(), values.last()].map(|it| it.copied().unwrap_or_default())
}

/// How many centipawns make one point of the textbook, over all pieces.
fn scale(last: &[Vec<f64>]) -> f64 {
    let all: f64 = last.iter().flatten().sum();
    let book: f64 = TEXTBOOK.iter().sum();
    all / (book * last.len().max(1) as f64)
}

/// The pieces whose values are drawn.
const SHOWN: [PieceKind; 6] = [
    PieceKind::Pawn,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::ProRook,
];

/// Curves over generations from `first` on, each with its name, that reach up to `most`.
fn panel(title: &str, first: usize, most: f64, curves: Vec<(String, Vec<f64>)>) -> Panel {
    let longest = curves.iter().map(|(_, values)| values.len());
    let steps = longest.max().unwrap_or_default().saturating_sub(1).max(1);
    let ends = [first, first + steps].map(|it| it as f64);
    let curves = curves.into_iter().map(|(name, values)| {
        let points = (first..).zip(values);
        let points = points.map(|(generation, value)| [generation as f64, value]);
        Curve::new(name, points.collect())
    });
    Panel {
        title: title.to_owned(),
        x: Axis::of(ends).divided(4, 0),
        y: Axis::of([0.0, most]).divided(4, if most > 4.0 { 0 } else { 2 }),
        curves: curves.collect(),
    }
}

impl EvolvedValues {
    /// The drawing: how well the values agree with the textbook, and the mean values of the first
    /// population.
    pub fn picture(&self) -> Chart {
        let agreement = self.populations.iter();
        let agreement =
            agreement.map(|it| (format!("population {}", it.number), it.agreement.clone()));
        let means = self.populations.first().map_or(&[][..], |it| &it.means);
        let values = SHOWN.into_iter().filter_map(|kind| {
            let place = KINDS.iter().position(|it| *it == kind)?;
            let name = sfen::piece_name(Piece::new(kind, Color::Black));
            Some((name, means.iter().map(|it| it[place]).collect()))
        });
        let [correlation, mean] = [
            "Correlation of the mean values with the textbook's, by generation",
            "Mean values in the first population, cp, by generation",
        ];
        Chart(vec![
            panel(correlation, 0, 1.0, agreement.collect()),
            panel(mean, 0, 1600.0, values.collect()),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_a_correlation() {
        assert!((agreement(&TEXTBOOK.map(|it| 90.0 * it + 7.0)) - 1.0).abs() < 1e-9);
        assert!((agreement(&TEXTBOOK.map(|it| -it)) + 1.0).abs() < 1e-9);
        assert!(agreement(&[5.0; 13]).abs() < 1e-9);
    }
}
