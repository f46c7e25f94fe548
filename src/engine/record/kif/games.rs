//! Where a game begins in a text with several.

use super::headers::HEADERS;
use super::read_mark;

/// Headers that no table of names lists.
const OTHERS: [&str; 9] = [
    "手合割",
    "先手",
    "後手",
    "下手",
    "上手",
    "先手の持駒",
    "後手の持駒",
    "下手の持駒",
    "上手の持駒",
];

/// The lines so far.
#[derive(Default)]
pub(in crate::record) struct Games {
    /// Whether the game has come to its moves.
    has_moves: bool,
}

impl Games {
    /// Says of each line in turn whether a game begins with it that is not the first.
    pub(in crate::record) fn begins(mut self) -> impl FnMut(usize, &str) -> bool {
        move |_, line| self.begins_with(line)
    }

    fn begins_with(&mut self, line: &str) -> bool {
        let text = line.trim();
        let is_table = text.starts_with("手数");
        if self.has_moves && (is_table || is_head(text)) {
            self.has_moves = is_table;
            return true;
        }
        let is_move =
            text.starts_with(|first: char| first.is_ascii_digit() || read_mark(first).is_some());
        self.has_moves |= is_table || is_move || text.starts_with("まで");
        false
    }
}

/// Whether a line is a header or the drawing of a board.
fn is_head(line: &str) -> bool {
    let is_board = line.starts_with("+-") || line.starts_with('|');
    let name = line.split_once(['：', ':']).map(|(name, _)| name.trim());
    let is_header =
        |name: &str| OTHERS.contains(&name) || HEADERS.iter().any(|(_, kif)| *kif == name);
    is_board || line.starts_with("# KI") || line.starts_with("#KI") || name.is_some_and(is_header)
}
