//! What an evolution came to, as data, in words and as a drawing; and how many times as many nodes another
//! search needs to be as strong as what was bred.

use super::demes::{Evolution, Generations};
use super::genomes::{Genome, Pieces, Whole};
use super::population::deviations;
use crate::LabError;
use crate::campaign::Bout;
use crate::results::{or_dash, ratio_at_parity};
use engine::eval::piece_values::{KINDS, PieceValues};
use engine::shogi::{Color, Piece, PieceKind, sfen};
use engine::table::Table;
use matches::players::limit::MoveLimit;
use matches::shell;
use matches::stats::Interval;
use serde::Serialize;
use show::plot::{Axis, Chart, Curve, Panel};
use std::fmt;
use std::io::Write;

/// The textbook's values in points, in the order of [`KINDS`]: those of K. Tanigawa, by which
/// players count.
const TEXTBOOK: [f64; KINDS.len()] = [
    1.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 7.0, 6.0, 6.0, 6.0, 10.0, 12.0,
];

/// What became of the values of pieces.
#[derive(Clone, Debug, Serialize)]
pub struct EvolvedValues {
    effort: Effort,
    demes: Vec<PiecesDeme>,
    /// The values of the hand-made evaluation, in the order of the pieces.
    handmade: Vec<i32>,
    /// How well these agree with the textbook.
    handmade_agreement: f64,
}

/// A population of values by generation.
#[derive(Clone, Debug, Serialize)]
struct PiecesDeme {
    deme: u64,
    /// The mean value of each piece, by generation.
    means: Vec<Vec<f64>>,
    /// How well these agree with the textbook: their correlation, −1 to 1.
    agreement: Vec<f64>,
    /// The mean standard deviation of a value in the population, by generation.
    spread: Vec<f64>,
}

/// What became of whole engines.
#[derive(Clone, Debug, Serialize)]
pub struct EvolvedEngines {
    effort: Effort,
    demes: Vec<WholeDeme>,
    /// The best of the deme whose best won most at the end.
    pub best: String,
    /// How many times as many nodes others need.
    pub parity: Vec<Parity>,
}

/// A deme by generation.
#[derive(Clone, Debug, Serialize)]
struct WholeDeme {
    deme: u64,
    /// The mean size of the depth modules, by generation.
    sizes: Vec<f64>,
    /// Moves of a game, by both sides, by generation from the first.
    lengths: Vec<f64>,
    /// The best at the end, as a player.
    best: String,
    /// The half points it won in the last generation, of 4.
    points: u32,
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
    fn new<G: Genome>(evolution: &Evolution, demes: &[(u64, Generations<G>)]) -> Self {
        let all = || demes.iter().flat_map(|(_, generations)| generations);
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
    /// What `demes` of `evolution` came to.
    pub(super) fn new(evolution: &Evolution, demes: &[(u64, Generations<Pieces>)]) -> Self {
        let handmade = PieceValues::handmade().0;
        let deme = |(number, generations): &(u64, Generations<Pieces>)| {
            PiecesDeme::new(*number, generations)
        };
        Self {
            effort: Effort::new(evolution, demes),
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
            spread: numbers.iter().map(|it| mean(deviations(it))).collect(),
            means,
        }
    }
}

impl EvolvedEngines {
    /// What `demes` of `evolution` came to, before it is held against others.
    pub(super) fn new(evolution: &Evolution, demes: &[(u64, Generations<Whole>)]) -> Self {
        let effort = Effort::new(evolution, demes);
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

/// Whom it is held against, and how many times as many nodes were published to be needed.
const OTHERS: [(&str, &str, f64); 2] = [
    ("plain alpha-beta", "search=alphabeta,eval=handmade", 100.0),
    (
        "conventional search",
        "search=conventional,eval=handmade",
        10.0,
    ),
];
/// How many times as many nodes the other has, step by step, until what was bred scores less than half.
const LADDER: [u64; 6] = [1, 2, 4, 8, 16, 32];

/// What a ladder of matches says.
#[derive(Clone, Debug, Serialize)]
pub struct Parity {
    /// Against whom.
    pub other: &'static str,
    /// How many times as many nodes the other had, with the share of points of what was bred.
    pub ladder: Vec<(u64, Interval)>,
    pub games: u64,
    /// Where both are equal; none if the ladder does not say.
    pub ratio: Option<Interval>,
    /// What was published.
    pub published: f64,
}

/// Plays `player` against each of the others, `games` on each step, with journals in the folder of
/// `evolution`.
pub fn parity(
    evolution: &Evolution,
    player: &str,
    games: u64,
    progress: &mut dyn Write,
) -> Result<Vec<Parity>, LabError> {
    let others = OTHERS.into_iter().enumerate();
    let parity = others.map(|(place, (other, text, published))| {
        let bout = |ratio| {
            let nodes = [evolution.nodes, evolution.nodes.saturating_mul(ratio)];
            let limits = nodes.map(MoveLimit::Nodes);
            let players = [player, text].map(str::to_owned);
            Bout {
                limits,
                ..Bout::new(format!("parity-{place}-{ratio}"), players, limits[0], games)
            }
        };
        let campaign = &evolution.campaign;
        let steps = campaign.climb(&LADDER, bout, true, progress)?;
        let mut games = 0;
        let mut ladder = Vec::new();
        for (ratio, played) in steps {
            let points = played.points();
            games += points.games;
            ladder.extend(points.score.map(|score| (ratio, score)));
        }
        let steps = ladder.iter().map(|&(ratio, score)| (ratio as f64, score));
        Ok(Parity {
            other,
            ratio: ratio_at_parity(&steps.collect::<Vec<_>>()),
            ladder,
            games,
            published,
        })
    });
    parity.collect()
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

/// Displayed as a table of the last generation and a sentence for each deme.
impl fmt::Display for EvolvedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.effort)?;
        let last = |deme: &PiecesDeme| deme.means.last().cloned().unwrap_or_default();
        let last: Vec<_> = self.demes.iter().map(last).collect();
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
        for deme in &self.demes {
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

/// Displayed as a sentence for each deme, and a table of parity.
impl fmt::Display for EvolvedEngines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.effort)?;
        for deme in &self.demes {
            let [first, last] = ends(&deme.sizes);
            write!(
                f,
                "\ndeme {}: depth modules of {first:.1} parts at first, {last:.1} at last; the best, {} of 4 \
                 half points: {}",
                deme.deme, deme.points, deme.best
            )?;
        }
        if !self.parity.is_empty() {
            let mut table = Table::new([
                "the best against",
                "games",
                "score by nodes of the other",
                "equal at",
                "published",
            ]);
            for it in &self.parity {
                let steps = it.ladder.iter();
                let steps =
                    steps.map(|(ratio, score)| format!("{ratio}×: {:.0} %", 100.0 * score.value));
                table.push([
                    it.other.to_owned(),
                    it.games.to_string(),
                    steps.collect::<Vec<_>>().join(", "),
                    or_dash(it.ratio.map(|it| format!("{:.1}×", it.value))),
                    format!("about {:.0}×", it.published),
                ]);
            }
            write!(f, "\n{table}")?;
        }
        write!(
            f,
            "\nAgainst the default: usi-engine selfplay {} --cpu-time 30 --sprt elo0=0 elo1=10",
            shell::line([self.best.as_str(), ""])
        )
    }
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
        let agreement = self.demes.iter();
        let agreement =
            agreement.map(|it| (format!("population {}", it.deme), it.agreement.clone()));
        let means = self.demes.first().map_or(&[][..], |it| &it.means);
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

impl EvolvedEngines {
    /// The drawing: how large depth modules are, and how long games.
    pub fn picture(&self) -> Chart {
        let curves = |of: fn(&WholeDeme) -> &Vec<f64>| {
            let demes = self.demes.iter();
            demes
                .map(|it| (format!("deme {}", it.deme), of(it).clone()))
                .collect()
        };
        let [parts, moves] = [
            "Parts of a depth module, mean of the deme, by generation",
            "Moves of a game, by generation",
        ];
        Chart(vec![
            panel(parts, 0, 60.0, curves(|it| &it.sizes)),
            panel(moves, 1, 256.0, curves(|it| &it.lengths)),
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
