//! The castles and formations that a player likes best, to be shown: of those of one frequency the largest, so that no
//! part of one is shown beside it.

use engine::habits::{Chunk, Habit, Model, Pattern, name};
use engine::shogi::sfen::Diagram;
use engine::shogi::{Color, PieceKind, Square, sfen};
use show::plot::Svg;
use std::cmp::Reverse;

/// The most frequent groups of `model` but structures of pawns, so many.
fn commonest(model: &Model, most: usize) -> Vec<(&Habit, &Chunk)> {
    let groups = model
        .habits
        .iter()
        .filter_map(|habit| match &habit.pattern {
            Pattern::Visual(chunk) if !is_of_pawns(chunk) => Some((habit, chunk)),
            _ => None,
        });
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|(habit, chunk)| Reverse((habit.games, chunk.size())));
    let mut shown: Vec<(&Habit, &Chunk)> = Vec::new();
    for (habit, chunk) in groups {
        let is_part = |&(of, whole): &(&Habit, &Chunk)| {
            of.games == habit.games && chunk.is_whole(&whole.board())
        };
        if shown.len() < most && !shown.iter().any(is_part) {
            shown.push((habit, chunk));
        }
    }
    shown
}

fn is_of_pawns(chunk: &Chunk) -> bool {
    let mut kinds = chunk.stones().iter().map(|it| it.piece.piece_kind());
    kinds.all(|kind| kind == PieceKind::Pawn)
}

/// How often a group was there, and its name.
fn title(model: &Model, habit: &Habit, chunk: &Chunk) -> String {
    let (games, all) = (habit.games, model.games);
    let called = name(chunk).map_or_else(String::new, |name| format!(", {name}"));
    format!("{games} of {all} games{called}")
}

/// The `most` commonest groups of `model` as boards in text, without an end after the last line.
pub fn diagrams(model: &Model, most: usize) -> String {
    let groups = commonest(model, most).into_iter();
    let boards = groups.map(|(habit, chunk)| {
        let board = Diagram(&chunk.board()).to_string();
        let board: Vec<_> = board.lines().skip(1).take(10).collect();
        format!("{}\n{}", title(model, habit, chunk), board.join("\n"))
    });
    boards.collect::<Vec<_>>().join("\n\n")
}

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
        let title = title(model, habit, chunk);
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
