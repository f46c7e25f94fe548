//! Records in the format of Kifu for Windows (`.kif`, `.kifu`), and in its form for people
//! (`.ki2`): the same without times, with several moves to a line, each after the mark of its side
//! and told as in print.
//!
//! Times are whole seconds. Branches (`変化：12手`) follow the line that they leave, the last first, each with its own.
//! Start positions are named where they have a name, and drawn as a board otherwise. One reader takes
//! both forms, for files are not always called by their own.

mod board;
mod games;
pub(super) mod headers;
mod notation;
mod read;
mod spoken;
mod write;

pub(super) use board::{HANDICAP, name_of, named};
pub use board::{TEN as HANDICAPS, board_name, drawing, handicap, is_handicap};
pub(super) use games::Games;
pub use notation::{file_name, rank_name, read_move as read_written};
pub use read::read;
pub use spoken::{move_name, read_move as read_spoken};
pub use write::{write, write_ki2};

use super::Termination;
use crate::shogi::{Color, Move, Position, Square};

/// How records mark the moves of a side.
pub fn mark(side: Color) -> char {
    match side {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// The moves of `line` from `pos` on as they are told in print, each after the mark of its side;
/// the move before went to `last`.
pub fn line_names(pos: &Position, last: Option<Square>, line: &[Move]) -> Vec<String> {
    marked(move_name, pos, last, line)
}

/// The same as KIF writes moves, with the squares that pieces come from.
pub fn written_line(pos: &Position, last: Option<Square>, line: &[Move]) -> Vec<String> {
    marked(notation::write_move, pos, last, line)
}

fn marked(
    write: fn(&Position, Move, Option<Square>) -> String,
    pos: &Position,
    mut last: Option<Square>,
    line: &[Move],
) -> Vec<String> {
    let mut pos = pos.clone();
    let mut name = |&mv: &Move| {
        let name = format!("{}{}", mark(pos.side()), write(&pos, mv, last));
        let _ = pos.do_move(mv);
        last = Some(mv.to());
        name
    };
    line.iter().map(&mut name).collect()
}

/// The side whose moves `mark` is for.
fn read_mark(mark: char) -> Option<Color> {
    match mark {
        '▲' | '▼' | '☗' => Some(Color::Black),
        '△' | '▽' | '☖' => Some(Color::White),
        _ => None,
    }
}

/// The endings by their words when `mover` is to move; those that are read only come last.
fn endings(mover: Color) -> [(&'static str, Termination); 14] {
    let other = mover.flip();
    [
        ("投了", Termination::Resignation),
        ("詰み", Termination::Mate),
        ("不詰", Termination::NoMate),
        ("切れ負け", Termination::TimeUp),
        ("反則負け", Termination::IllegalMove),
        ("反則勝ち", Termination::Foul { loser: other }),
        ("不戦敗", Termination::Forfeit { loser: mover }),
        ("不戦勝", Termination::Forfeit { loser: other }),
        ("入玉勝ち", Termination::Declaration),
        ("千日手", Termination::Repetition),
        ("持将棋", Termination::Impasse),
        ("中断", Termination::Interrupted),
        ("時間切れ", Termination::TimeUp),
        (MATED, Termination::Mate),
    ]
}

/// A mate, at the end of a result.
const MATED: &str = "詰";

/// What the head of a branch is called.
const BRANCH: &str = "変化";
