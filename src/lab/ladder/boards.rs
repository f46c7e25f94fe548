//! The horizon effect as a drawing: its boards side by side.

use super::horizon::Horizon;
use engine::shogi::sfen::parse_move;
use show::explain::board::{Arrow, EXTENT, STYLE, board};
use show::plot::Svg;

/// The height of a title.
const TITLE: f64 = 30.0;

/// The drawing of `horizon`.
pub fn picture(horizon: &Horizon) -> Svg {
    let [width, height] = EXTENT;
    let views = horizon.views();
    let mut svg = Svg::new([width * views.len() as f64, height + TITLE]);
    svg.style(STYLE);
    for (number, view) in (0_u32..).zip(&views) {
        let left = width * f64::from(number);
        svg.words("title", [left + 14.0, 20.0], &view.title);
        let arrow = parse_move(&view.mv).map(|mv| Arrow {
            mv,
            weight: 0.3,
            class: "arrow",
        });
        let drawn = board(view.game.position(), &Vec::from_iter(arrow));
        svg.part([left, TITLE], EXTENT, &drawn);
    }
    svg
}
