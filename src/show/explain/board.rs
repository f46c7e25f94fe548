//! A shogi board as a drawing: pieces by their Japanese names, hands, and arrows for moves.
//!
//! What must hold: nothing here knows of searches; Black is below. The classes get their looks from
//! the page's style sheet. Lengths are pixels.

use crate::language::Language;
use crate::plot::Svg;
use engine::record::kif;
use engine::shogi::{Color, Move, Piece, PieceKind, Position, Square};

const CELL: f64 = 44.0;
const LEFT: f64 = 14.0;
const TOP: f64 = 46.0;
const SIZE: f64 = 9.0 * CELL;
/// Width and height of a drawing.
pub const EXTENT: [f64; 2] = [LEFT + SIZE + 24.0, TOP + SIZE + 42.0];
/// Half the height of a piece on the board, and of one in hand.
const RADIUS: f64 = 0.46 * CELL;
const HELD_RADIUS: f64 = 16.0;
/// From one piece in hand to the next.
const HELD_STEP: f64 = 43.0;

/// The looks of the classes in a drawing that has no page around it.
pub const STYLE: &str = "\
.wood{fill:#efd9a4}.grid{stroke:#6b5430}.piece{fill:#fbeecb;stroke:#8a6d3b}\
.name{text-anchor:middle;font:600 24.3px 'Noto Serif CJK JP','Yu Mincho','Hiragino Mincho ProN',serif;fill:#1d1a14}\
.held{font-size:19.2px}.promoted{fill:#b3261e}.coordinate{font-size:12px;text-anchor:middle}\
.side{font-size:15px}.to-move{font-weight:700}.arrow{fill:#1f6feb;fill-opacity:.7}";

type Point = [f64; 2];

/// An arrow for a move.
pub struct Arrow {
    /// The move.
    pub mv: Move,
    /// How wide it is, 0–1.
    pub weight: f64,
    /// Its class.
    pub class: &'static str,
}

/// `pos` as an SVG element, with `arrows` from the lowest to the topmost.
pub fn board(pos: &Position, arrows: &[Arrow], language: Language) -> String {
    let mut board = Board {
        svg: Svg::new(EXTENT),
        language,
        pos,
    };
    board.draw_grid();
    board.draw_pieces();
    for color in Color::all() {
        board.draw_hand(color);
    }
    for arrow in arrows {
        board.draw_arrow(arrow);
    }
    board.svg.element(language.of("board", "盤面"))
}

struct Board<'a> {
    svg: Svg,
    language: Language,
    pos: &'a Position,
}

impl Board<'_> {
    fn draw_grid(&mut self) {
        self.svg.rectangle("wood", [LEFT, TOP], [SIZE, SIZE]);
        for line in 0..=9 {
            let along = f64::from(line) * CELL;
            let (x, y) = (LEFT + along, TOP + along);
            self.svg.line("grid", &[[x, TOP], [x, TOP + SIZE]]);
            self.svg.line("grid", &[[LEFT, y], [LEFT + SIZE, y]]);
        }
        for number in 1..=9 {
            let [x, y] = middle(number, number);
            let (file, rank) = (kif::file_name(number), kif::rank_name(number));
            let (above, beside) = ([x, TOP - 5.0], [LEFT + SIZE + 11.0, y + 4.0]);
            self.svg.words("coordinate", above, &file.to_string());
            self.svg.words("coordinate", beside, &rank.to_string());
        }
    }

    fn draw_pieces(&mut self) {
        for square in Square::all() {
            if let Some(piece) = self.pos.piece_at(square) {
                self.draw_piece(piece, center(square), RADIUS);
            }
        }
    }

    fn draw_piece(&mut self, piece: Piece, [x, y]: Point, radius: f64) {
        let (kind, color) = piece.to_parts();
        let up = if color == Color::Black {
            radius
        } else {
            -radius
        };
        let corner = |[right, down]: Point| [x + right * up, y + down * up];
        let corners = OUTLINE.map(corner);
        self.svg.polygon("piece", &corners);
        let (name, base) = (kif::board_name(kind), corner([0.0, 0.52]));
        let promoted = if kind.unpromote().is_some() {
            " promoted"
        } else {
            ""
        };
        let held = if radius < RADIUS { " held" } else { "" };
        let class = format!("name{promoted}{held}");
        if color == Color::Black {
            self.svg.words(&class, base, name);
        } else {
            self.svg.turned_words(&class, base, name);
        }
    }

    fn draw_hand(&mut self, color: Color) {
        let (y, mark) = match color {
            Color::Black => (TOP + SIZE + 21.0, '☗'),
            Color::White => (16.0, '☖'),
        };
        let name = format!("{mark} {}", self.language.side(color));
        let to_move = if self.pos.side() == color {
            " to-move"
        } else {
            ""
        };
        self.svg
            .words(&format!("side{to_move}"), [LEFT, y + 5.0], &name);
        for (kind, count) in self.pos.hand(color).iter() {
            let [x, y] = self.held(color, kind);
            // Held pieces stand upright, so that both hands can be read.
            self.draw_piece(Piece::new(kind, Color::Black), [x, y], HELD_RADIUS);
            if count > 1 {
                let at = [x + HELD_RADIUS, y + 6.0];
                self.svg.words("count", at, &count.to_string());
            }
        }
    }

    /// Where `kind` lies in the hand of `color`.
    fn held(&self, color: Color, kind: PieceKind) -> Point {
        let mut kinds = self.pos.hand(color).iter();
        let index = kinds.position(|(held, _)| held == kind).unwrap_or(0);
        let y = match color {
            Color::Black => TOP + SIZE + 21.0,
            Color::White => 16.0,
        };
        [LEFT + 100.0 + HELD_STEP * index as f64, y]
    }

    fn draw_arrow(&mut self, arrow: &Arrow) {
        let from = match (arrow.mv.from(), arrow.mv.dropped()) {
            (Some(from), _) => center(from),
            (None, Some(kind)) => self.held(self.pos.side(), kind),
            (None, None) => return,
        };
        let width = 2.5 + 11.0 * arrow.weight.clamp(0.0, 1.0).sqrt();
        let corners = outline(from, center(arrow.mv.to()), width);
        self.svg.polygon(arrow.class, &corners);
    }
}

/// The corners of a piece of radius 1 around its middle.
const OUTLINE: [Point; 5] = [
    [0.0, -1.0],
    [0.68, -0.66],
    [0.88, 0.95],
    [-0.88, 0.95],
    [-0.68, -0.66],
];

fn middle(file: u8, rank: u8) -> Point {
    let (column, row) = (f64::from(9 - file), f64::from(rank - 1));
    [LEFT + (column + 0.5) * CELL, TOP + (row + 0.5) * CELL]
}

fn center(square: Square) -> Point {
    middle(square.file(), square.rank())
}

/// The corners of an arrow from one point to another whose shaft is so wide.
fn outline([x, y]: Point, to: Point, width: f64) -> [Point; 7] {
    let (dx, dy) = (to[0] - x, to[1] - y);
    let length = dx.hypot(dy).max(1.0);
    let (along, across) = ([dx / length, dy / length], [-dy / length, dx / length]);
    let point = |forward: f64, aside: f64| {
        [
            x + forward * along[0] + aside * across[0],
            y + forward * along[1] + aside * across[1],
        ]
    };
    let (half, head) = (width / 2.0, width + 5.0);
    let (tip, neck) = (length - 4.0, length - 4.0 - 1.3 * head);
    [
        point(6.0, half),
        point(neck, half),
        point(neck, head),
        point(tip, 0.0),
        point(neck, -head),
        point(neck, -half),
        point(6.0, -half),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::shogi::sfen;

    #[test]
    fn pieces_hands_and_arrows_are_drawn() {
        let pos = sfen::parse("4k4/9/9/9/9/9/9/9/+R3K4 b G2p 1").unwrap();
        let arrow = |text: &str| Arrow {
            mv: sfen::parse_move(text).unwrap(),
            weight: 0.5,
            class: "arrow",
        };
        let drawn = board(&pos, &[arrow("9i9a"), arrow("G*5b")], Language::English);
        assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>"));
        assert_eq!(drawn.matches("class=\"piece\"").count(), 5);
        assert_eq!(drawn.matches("class=\"arrow\"").count(), 2);
        for part in [
            ">龍<",
            ">玉<",
            ">金<",
            ">歩<",
            ">2<",
            "promoted",
            "rotate(180",
        ] {
            assert!(drawn.contains(part), "{part}: {drawn}");
        }
    }
}
