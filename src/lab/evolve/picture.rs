//! Findings as drawings, by generation.

use super::finding::{DemesFinding, PiecesFinding};
use engine::eval::piece_values::KINDS;
use engine::shogi::{Color, Piece, PieceKind, sfen};
use show::plot::{Axis, Plot, SERIES, Svg};

const SIZE: [f64; 2] = [720.0, 640.0];
/// Where the axes are: left and right, and bottom and top of the upper and the lower one.
const SIDES: [f64; 2] = [60.0, 700.0];
const UPPER: [f64; 2] = [260.0, 34.0];
const LOWER: [f64; 2] = [570.0, 344.0];
/// The pieces whose values are drawn.
const SHOWN: [PieceKind; 6] = [
    PieceKind::Pawn,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::ProRook,
];

/// Curves of a title over generations, each with its name.
struct Panel<'a> {
    title: &'a str,
    ends: [f64; 2],
    /// The first generation of the curves.
    first: usize,
    most: f64,
    curves: Vec<(String, Vec<f64>)>,
}

impl Panel<'_> {
    fn draw(&self, svg: &mut Svg) {
        let longest = self.curves.iter().map(|(_, values)| values.len());
        let steps = longest.max().unwrap_or_default().saturating_sub(1).max(1);
        let [first, last] = [self.first, self.first + steps].map(|it| it as f64);
        let plot = Plot {
            title: self.title,
            x: Axis::new([first, last], SIDES).divided(4, 0),
            y: Axis::new([0.0, self.most], self.ends)
                .divided(4, if self.most > 4.0 { 0 } else { 2 }),
        };
        plot.frame(svg);
        for (place, (name, values)) in self.curves.iter().enumerate() {
            let class = SERIES[place % SERIES.len()];
            let points = values.iter().enumerate();
            let points: Vec<_> = points
                .map(|(at, &value)| [first + at as f64, value])
                .collect();
            plot.curve(svg, class, &points);
            let (x, y) = (SIDES[0] + 118.0 * place as f64, self.ends[0] + 40.0);
            svg.line(class, &[[x, y - 4.0], [x + 20.0, y - 4.0]]);
            svg.words("", [x + 26.0, y], name);
        }
    }
}

/// How well the values agree with the textbook, and the mean values of the first population.
pub fn pieces(finding: &PiecesFinding) -> Svg {
    let agreement = finding.demes.iter();
    let agreement = agreement.map(|it| (format!("population {}", it.deme), it.agreement.clone()));
    let means = finding.demes.first().map_or(&[][..], |it| &it.means);
    let values = SHOWN.into_iter().filter_map(|kind| {
        let place = KINDS.iter().position(|it| *it == kind)?;
        let name = sfen::piece_name(Piece::new(kind, Color::Black));
        Some((name, means.iter().map(|it| it[place]).collect()))
    });
    drawn(&[
        Panel {
            title: "Correlation of the mean values with the textbook's, by generation",
            ends: UPPER,
            first: 0,
            most: 1.0,
            curves: agreement.collect(),
        },
        Panel {
            title: "Mean values in the first population, cp, by generation",
            ends: LOWER,
            first: 0,
            most: 1600.0,
            curves: values.collect(),
        },
    ])
}

/// How large depth modules are, and how long games.
pub fn demes(finding: &DemesFinding) -> Svg {
    let curves = |of: fn(&super::finding::WholeDeme) -> &Vec<f64>| {
        let demes = finding.demes.iter();
        demes
            .map(|it| (format!("deme {}", it.deme), of(it).clone()))
            .collect()
    };
    drawn(&[
        Panel {
            title: "Parts of a depth module, mean of the deme, by generation",
            ends: UPPER,
            first: 0,
            most: 60.0,
            curves: curves(|it| &it.sizes),
        },
        Panel {
            title: "Moves of a game, by generation",
            ends: LOWER,
            first: 1,
            most: 256.0,
            curves: curves(|it| &it.lengths),
        },
    ])
}

fn drawn(panels: &[Panel]) -> Svg {
    let mut svg = Svg::new(SIZE);
    for panel in panels {
        panel.draw(&mut svg);
    }
    svg
}
