//! The findings as drawings: Elo by level; moves of people by Elo.

use super::bouts::text;
use super::finding::Finding;
use super::humans::{Agreement, Humans, WAYS};
use engine::search::Level;
use show::plot::{Axis, Plot, SERIES, Svg};

/// Width and height.
const SIZE: [f64; 2] = [640.0, 380.0];
/// Where the axes are: left and right, bottom and top.
const SIDES: [f64; 2] = [60.0, 610.0];
const ENDS: [f64; 2] = [300.0, 34.0];

/// What each level is worth above level 0, with its 95 % interval.
pub fn strengths(finding: &Finding) -> Svg {
    let rated = Level::all().filter_map(|level| {
        let rating = finding.rating(&text(level))?;
        Some((f64::from(level.number()), rating))
    });
    let rated: Vec<_> = rated.collect();
    let points = rated
        .iter()
        .filter_map(|(level, it)| Some([*level, it.elo?]));
    let points: Vec<_> = points.collect();
    let most = points.iter().map(|[_, elo]| *elo).fold(1.0, f64::max);
    let last = f64::from(Level::FULL.number());
    let plot = Plot {
        title: "Elo above level 0, by level",
        x: Axis::new([0.0, last], SIDES).divided(10, 0),
        y: Axis::new([0.0, round_up(most)], ENDS).divided(5, 0),
    };
    let mut svg = Svg::new(SIZE);
    plot.frame(&mut svg);
    for (level, rating) in &rated {
        let x = plot.x.at(*level);
        let [low, high] = rating.interval;
        let [low, high] = [low.unwrap_or(0.0), high.unwrap_or(most)].map(|it| plot.y.at(it));
        svg.line("error", &[[x, low], [x, high]]);
    }
    plot.curve(&mut svg, SERIES[0], &points);
    svg
}

/// How often players make the move of the game, by what they are worth; a curve for each way to be weak.
pub fn agreement(humans: &Humans) -> Svg {
    let rated = |it: &&Agreement| it.elo.is_some();
    let elo = |it: &Agreement| it.elo.unwrap_or_default();
    let known: Vec<_> = humans.players.iter().filter(rated).collect();
    let least = known.iter().map(|it| elo(it)).fold(0.0, f64::min);
    let most = known.iter().map(|it| elo(it)).fold(1.0, f64::max);
    let highest = known.iter().map(|it| it.same.value).fold(1.0, f64::max);
    let plot = Plot {
        title: "Moves that the person made, %, by Elo above level 0",
        x: Axis::new([-round_up(-least), round_up(most)], SIDES).divided(5, 0),
        y: Axis::new([0.0, (highest / 10.0).ceil() * 10.0], ENDS).divided(5, 0),
    };
    let mut svg = Svg::new(SIZE);
    plot.frame(&mut svg);
    for (place, (way, class)) in WAYS.iter().zip(SERIES).enumerate() {
        let mut points: Vec<_> = known.iter().filter(|it| it.way == *way).collect();
        points.sort_by(|one, other| elo(one).total_cmp(&elo(other)));
        for it in &points {
            let x = plot.x.at(elo(it));
            let ends = [it.same.value - it.same.error, it.same.value + it.same.error];
            let [low, high] = ends.map(|it| plot.y.at(it));
            svg.line("tick", &[[x, low], [x, high]]);
        }
        let points: Vec<_> = points.iter().map(|it| [elo(it), it.same.value]).collect();
        plot.curve(&mut svg, class, &points);
        let (x, y) = (SIDES[0] + 180.0 * place as f64, SIZE[1] - 24.0);
        svg.line(class, &[[x, y - 4.0], [x + 30.0, y - 4.0]]);
        svg.words("", [x + 40.0, y], way);
    }
    svg
}

/// The next multiple of 500.
fn round_up(elo: f64) -> f64 {
    (elo / 500.0).ceil() * 500.0
}
