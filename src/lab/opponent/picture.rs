//! Models and scores as drawings: boards with the commonest groups; how belief and truth agree.

use super::commonest::commonest;
use super::score::{PUBLISHED, Score};
use engine::habits::{Chunk, Model, name};
use engine::shogi::{Color, Square, sfen};
use show::plot::{Axis, Plot, SERIES, Svg};

/// The side of a square.
const SQUARE: f64 = 24.0;
/// The size of a board with its caption.
const BOARD: [f64; 2] = [9.0 * SQUARE + 24.0, 9.0 * SQUARE + 44.0];
/// Boards in a row.
const ROW: usize = 4;

/// The `most` commonest groups of `model` as boards, seen from the player's side.
pub fn boards(model: &Model, most: usize) -> Svg {
    let groups = commonest(model, most);
    let rows = groups.len().div_ceil(ROW).max(1);
    let mut svg = Svg::new([BOARD[0] * ROW as f64, BOARD[1] * rows as f64 + 10.0]);
    for (place, (habit, chunk)) in groups.into_iter().enumerate() {
        let (row, column) = (place / ROW, place % ROW);
        let corner = [
            BOARD[0] * column as f64 + 12.0,
            BOARD[1] * row as f64 + 34.0,
        ];
        let (games, all) = (habit.games, model.games);
        let called = name(chunk).map_or_else(String::new, |name| format!(", {name}"));
        let title = format!("{games} of {all} games{called}");
        svg.words("title", [corner[0], corner[1] - 10.0], &title);
        board(&mut svg, corner, chunk);
    }
    svg
}

fn board(svg: &mut Svg, [left, top]: [f64; 2], chunk: &Chunk) {
    let end = 9.0 * SQUARE;
    for line in 0..=9_u8 {
        let at = f64::from(line) * SQUARE;
        svg.line("tick", &[[left + at, top], [left + at, top + end]]);
        svg.line("tick", &[[left, top + at], [left + end, top + at]]);
    }
    for stone in chunk.stones() {
        let [x, y] = corner(stone.square);
        let place = [left + x + 5.0, top + y + 17.0];
        let name = sfen::piece_name(stone.piece).to_uppercase();
        if stone.piece.color() == Color::Black {
            svg.words("title", place, &name);
        } else {
            svg.turned_words("quiet", [place[0] + 14.0, place[1] - 10.0], &name);
        }
    }
}

fn corner(square: Square) -> [f64; 2] {
    [9 - square.file(), square.rank() - 1].map(|steps| SQUARE * f64::from(steps))
}

const SIZE: [f64; 2] = [560.0, 360.0];
/// Where the axes are: left and right, bottom and top.
const SIDES: [f64; 2] = [60.0, 540.0];
const ENDS: [f64; 2] = [280.0, 34.0];
/// The middle of each class of belief, in percent; of the open last one by eye.
const MIDDLES: [f64; 5] = [12.5, 27.5, 35.0, 45.0, 65.0];

/// The share of right predictions by belief, with 95 % intervals, and the published ones.
pub fn reliability(score: &Score) -> Svg {
    let mut svg = Svg::new(SIZE);
    let plot = Plot {
        title: "Right predictions, %, by stated belief, %",
        x: Axis::new([0.0, 100.0], SIDES).divided(10, 0),
        y: Axis::new([0.0, 100.0], ENDS).divided(4, 0),
    };
    plot.frame(&mut svg);
    svg.line("tick", &[[SIDES[0], ENDS[0]], [SIDES[1], ENDS[1]]]);
    let classes = score.classes.iter().zip(MIDDLES);
    let known: Vec<_> = classes.filter(|(class, _)| class.all > 0).collect();
    for (class, x) in &known {
        let [low, _, high] = class.share().map(|share| plot.y.at(share));
        svg.line("error", &[[plot.x.at(*x), low], [plot.x.at(*x), high]]);
    }
    let ours: Vec<_> = known
        .iter()
        .map(|(class, x)| [*x, class.share()[1]])
        .collect();
    plot.curve(&mut svg, SERIES[0], &ours);
    let mut legend = vec![(SERIES[0], format!("{}, {}", score.player, score.learned))];
    for ((games, classes), class) in PUBLISHED.iter().zip(&SERIES[1..]) {
        let share =
            |(x, [right, all]): (f64, &[u32; 2])| [x, 100.0 * f64::from(*right) / f64::from(*all)];
        let points: Vec<_> = MIDDLES.into_iter().zip(classes).map(share).collect();
        plot.curve(&mut svg, class, &points);
        legend.push((class, format!("published, {games}")));
    }
    for (place, (class, name)) in legend.iter().enumerate() {
        let (x, y) = (SIDES[0] + 120.0 * place as f64, SIZE[1] - 20.0);
        svg.line(class, &[[x, y - 4.0], [x + 20.0, y - 4.0]]);
        svg.words("", [x + 26.0, y], name);
    }
    svg
}
