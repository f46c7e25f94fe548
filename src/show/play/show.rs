//! How a game is shown on a terminal.

use engine::record::kif;
use engine::search::Score;
use engine::shogi::diagram::Diagram;
use engine::shogi::{Move, Position, Square};

/// How boards are drawn: with Japanese characters, or with USI's letters.
pub struct Board(pub bool);

impl Board {
    /// `pos` as lines of text.
    pub fn of(&self, pos: &Position) -> String {
        if !self.0 {
            return Diagram(pos).to_string();
        }
        let mark = kif::mark(pos.side());
        let lines = kif::drawing(pos).join("\n");
        format!("{lines}\n{mark} to move, move {}", pos.ply())
    }
}

/// The name of `mv`, a move of `pos`, in Japanese and in USI notation; the move before went to `last`.
pub fn name(pos: &Position, mv: Move, last: Option<Square>) -> String {
    let names = kif::line_names(pos, last, &[mv]);
    format!("{} ({mv})", names.concat())
}

/// A value in words, for the side to move.
pub fn value(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{cp:+} centipawns for you"),
        Score::Mate(plies) if plies > 0 => format!("you mate in {plies}"),
        Score::Mate(plies) => format!("you are mated in {}", -plies),
        Score::Mated => "you are mated".to_owned(),
    }
}
