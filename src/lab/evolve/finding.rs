//! What an evolution came to.

use super::genome::Genome;
use super::parity::Parity;
use super::pieces::Pieces;
use super::run::{Generations, Plan};
use super::whole::Whole;
use engine::eval::piece_values::{KINDS, PieceValues};
use serde::Serialize;

/// The textbook's values in points, in the order of [`KINDS`]: those of K. Tanigawa, by which
/// players count.
pub const TEXTBOOK: [f64; KINDS.len()] = [
    1.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 7.0, 6.0, 6.0, 6.0, 10.0, 12.0,
];

/// What became of the values of pieces.
#[derive(Clone, Debug, Serialize)]
pub struct PiecesFinding {
    /// What was run.
    pub effort: Effort,
    /// Each population.
    pub demes: Vec<PiecesDeme>,
    /// The values of the hand-made evaluation, in the order of the pieces.
    pub handmade: Vec<i32>,
    /// How well these agree with the textbook.
    pub handmade_agreement: f64,
}

/// A population of values by generation.
#[derive(Clone, Debug, Serialize)]
pub struct PiecesDeme {
    /// Its number.
    pub deme: u64,
    /// The mean value of each piece, by generation.
    pub means: Vec<Vec<f64>>,
    /// How well these agree with the textbook: their correlation, −1 to 1.
    pub agreement: Vec<f64>,
    /// The mean standard deviation of a value in the population, by generation.
    pub spread: Vec<f64>,
}

/// What became of whole engines.
#[derive(Clone, Debug, Serialize)]
pub struct DemesFinding {
    /// What was run.
    pub effort: Effort,
    /// Each deme.
    pub demes: Vec<WholeDeme>,
    /// The best of the deme whose best won most at the end.
    pub best: String,
    /// How many times as many nodes others need.
    pub parity: Vec<Parity>,
}

/// A deme by generation.
#[derive(Clone, Debug, Serialize)]
pub struct WholeDeme {
    /// Its number.
    pub deme: u64,
    /// The mean size of the depth modules, by generation.
    pub sizes: Vec<f64>,
    /// Moves of a game, by both sides, by generation from the first.
    pub lengths: Vec<f64>,
    /// The best at the end, as a player.
    pub best: String,
    /// The half points it won in the last generation, of 4.
    pub points: u32,
}

/// What was run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Effort {
    /// Members of a population.
    pub members: usize,
    /// Generations of the longest run.
    pub generations: u64,
    /// Games played.
    pub games: u64,
    /// Nodes a move that were allowed.
    pub nodes: u64,
    /// Nodes a move that were used.
    pub used: f64,
}

impl Effort {
    fn new<G: Genome>(plan: &Plan, demes: &[(u64, Generations<G>)]) -> Self {
        let all = || demes.iter().flat_map(|(_, generations)| generations);
        let moves: u64 = all().map(|it| it.moves).sum();
        let nodes: u64 = all().map(|it| it.nodes).sum();
        Self {
            members: plan.members,
            generations: all().map(|it| it.generation).max().unwrap_or_default(),
            games: all().map(|it| it.games).sum(),
            nodes: plan.nodes,
            used: nodes as f64 / moves.max(1) as f64,
        }
    }
}

impl PiecesFinding {
    /// What `demes` of `plan` came to.
    pub fn new(plan: &Plan, demes: &[(u64, Generations<Pieces>)]) -> Self {
        let handmade = PieceValues::handmade().0;
        let deme = |(number, generations): &(u64, Generations<Pieces>)| {
            PiecesDeme::new(*number, generations)
        };
        Self {
            effort: Effort::new(plan, demes),
            demes: demes.iter().map(deme).collect(),
            handmade: handmade.into(),
            handmade_agreement: agreement(&handmade.map(f64::from)),
        }
    }
}

impl PiecesDeme {
    fn new(deme: u64, generations: &Generations<Pieces>) -> Self {
        let numbers = generations.iter().map(|it| {
            let members = it.members.iter().map(Genome::numbers);
            members.collect::<Vec<_>>()
        });
        let numbers: Vec<_> = numbers.collect();
        let means: Vec<_> = numbers.iter().map(|it| means(it)).collect();
        Self {
            deme,
            agreement: means.iter().map(|it| agreement(it)).collect(),
            spread: numbers
                .iter()
                .map(|it| mean(super::rules::deviations(it)))
                .collect(),
            means,
        }
    }
}

impl DemesFinding {
    /// What `demes` of `plan` came to, before it is held against others.
    pub fn new(plan: &Plan, demes: &[(u64, Generations<Whole>)]) -> Self {
        let effort = Effort::new(plan, demes);
        let demes: Vec<_> = demes.iter().filter_map(WholeDeme::new).collect();
        let best = demes
            .iter()
            .max_by_key(|it| (it.points, std::cmp::Reverse(it.deme)));
        Self {
            effort,
            best: best.map_or_else(String::new, |it| it.best.clone()),
            demes,
            parity: Vec::new(),
        }
    }
}

impl WholeDeme {
    fn new((deme, generations): &(u64, Generations<Whole>)) -> Option<Self> {
        let last = generations.last()?;
        let best = last.best();
        let sizes = generations
            .iter()
            .map(|it| mean(it.members.iter().map(|it| it.size() as f64)));
        let lengths = generations.iter().skip(1);
        let lengths = lengths.map(|it| it.moves as f64 / it.games.max(1) as f64);
        Some(Self {
            deme: *deme,
            sizes: sizes.collect(),
            lengths: lengths.collect(),
            best: last.members.get(best)?.settings(),
            points: last.points[best],
        })
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
pub fn agreement(values: &[f64]) -> f64 {
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
