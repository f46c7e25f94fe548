//! Which move of a book is played.

use super::text::BookMove;
use crate::shogi::Color;
use std::path::PathBuf;

/// The share in percent of all counts that a move has at least in a narrow book.
const NARROW_PERCENT: u64 = 10;

/// The name of the book that is part of the program.
pub const BUILT_IN: &str = "built-in";

/// What is set about the book, by the meanings of `YaneuraOu`'s options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookSettings {
    /// Whether a book is used.
    pub on: bool,
    /// The file, or [`BUILT_IN`].
    pub file: Option<PathBuf>,
    /// The folder where it is looked for first.
    pub folder: PathBuf,
    /// The book is used up to this move of the game.
    pub moves: u32,
    /// How often in a hundred the book is left aside.
    pub ignore_percent: u32,
    /// By how much a move may be worse than the best, in centipawns. With 30, as in `YaneuraOu`, the book
    /// cost 49 ± 58 Elo against playing without it (2026-11-23).
    pub margin: i32,
    /// What a move that was searched is worth at least, in centipawns: for Black, White.
    pub least_values: [i32; 2],
    /// How deep a move was searched at least, if it was searched at all.
    pub least_depth: u32,
    /// How long the line is that is shown.
    pub line_plies: usize,
    /// Whether moves are drawn by how often they were played, and not all alike.
    pub by_count: bool,
    /// Whether moves are left out that were played less than once in ten times.
    pub narrow: bool,
    /// Whether positions are also looked for with the colours swapped.
    pub flipped: bool,
}

impl Default for BookSettings {
    fn default() -> Self {
        Self {
            on: true,
            file: None,
            folder: PathBuf::from("book"),
            moves: 16,
            ignore_percent: 0,
            margin: 8,
            least_values: [0, -140],
            least_depth: 0,
            line_plies: 8,
            by_count: false,
            narrow: false,
            flipped: true,
        }
    }
}

impl BookSettings {
    /// The default, with the book that is part of the program.
    pub fn built_in() -> Self {
        Self {
            file: Some(PathBuf::from(BUILT_IN)),
            ..Self::default()
        }
    }

    /// Whether both name the same file.
    pub fn is_same_file(&self, other: &Self) -> bool {
        self.on == other.on && self.file == other.file && self.folder == other.folder
    }

    /// The moves that may be played by `side`.
    pub fn playable(&self, side: Color, mut moves: Vec<BookMove>) -> Vec<BookMove> {
        let least = self.least_values[side.array_index()];
        moves.retain(|it| !it.is_searched() || (it.depth >= self.least_depth && it.value >= least));
        let best = moves.iter().map(|it| it.value).max().unwrap_or_default();
        moves.retain(|it| it.value >= best.saturating_sub(self.margin));
        let all = sum_of_counts(&moves);
        moves.retain(|it| {
            !self.narrow || it.count.saturating_mul(100) >= all.saturating_mul(NARROW_PERCENT)
        });
        moves
    }

    /// One of `moves`, drawn by the random number `draw`; none if there is none.
    pub fn choose(&self, moves: &[BookMove], draw: u64) -> Option<BookMove> {
        let weight = |it: &BookMove| if self.by_count { it.count.max(1) } else { 1 };
        let all = moves
            .iter()
            .fold(0_u64, |sum, it| sum.saturating_add(weight(it)));
        let mut left = draw.checked_rem(all)?;
        for it in moves {
            match left.checked_sub(weight(it)) {
                Some(rest) => left = rest,
                None => return Some(*it),
            }
        }
        moves.last().copied()
    }
}

fn sum_of_counts(moves: &[BookMove]) -> u64 {
    moves.iter().fold(0, |sum, it| sum.saturating_add(it.count))
}
