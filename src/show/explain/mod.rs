//! What a search says about a position, for people: as text, as a page, as JSON.
//!
//! A [`Study`] is a position, the search of it, and its explanation; [`Text`], [`html`] and [`json`]
//! show it. What must hold: all three say the same, for they take their words from `words`; a page
//! needs no other file and no network.

pub mod board;
mod page;
mod text;
mod words;

pub use page::html;
pub use text::{Text, json};

use engine::player::{Engine, Settings};
use engine::record::kif;
use engine::search::explanation::{ExplainedMove, Explanation};
use engine::search::{Info, Limits, Listener, Outcome};
use engine::shogi::game::Game;
use engine::shogi::{Color, Move, Position, Square};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// How many moves are shown at once: those with most nodes.
const SHOWN: usize = 10;

/// A position and what a search of it found and explains.
pub struct Study {
    game: Game,
    /// With which settings it was searched.
    settings: Settings,
    /// What the search came to.
    pub outcome: Outcome,
    /// What it explains.
    pub explanation: Explanation,
    /// Its last whole lines, the best first, as many as the settings ask for. Those of an iteration that
    /// was cut off stand before those of the last, which may begin with the same moves.
    pub lines: Vec<Info>,
    /// The move to say more about.
    asked: Option<Move>,
}

/// What a search said last.
#[derive(Default)]
struct Heard {
    explanation: Explanation,
    lines: Vec<Info>,
}

impl Listener for Heard {
    fn info(&mut self, info: &Info) {
        if info.exact_score().is_none() {
            return;
        }
        match self.lines.get_mut(info.multi_pv as usize - 1) {
            Some(line) => line.clone_from(info),
            None => self.lines.push(info.clone()),
        }
    }

    fn explained(&mut self, explanation: &Explanation) {
        self.explanation = explanation.clone();
    }
}

impl Study {
    /// Searches the position of `game`; `asked`, a legal move of it, is explained in words.
    pub fn new(game: Game, settings: Settings, limits: Limits, asked: Option<Move>) -> Self {
        let settings = Settings {
            explain: true,
            ..settings
        };
        let mut engine = Engine::new(settings.clone());
        engine.set_game(game.clone());
        let mut heard = Heard::default();
        let outcome = engine.search(limits, &mut heard);
        Self {
            game,
            settings,
            outcome,
            explanation: heard.explanation,
            lines: heard.lines,
            asked,
        }
    }

    /// Why a move of the position costs what it costs, in a sentence; none where rules decide.
    pub fn reason(&self, mv: Move) -> Option<String> {
        Some(words::sentence(self, self.explained(mv)?))
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The side to move, by name.
    fn side(&self) -> &'static str {
        match self.position().side() {
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    /// The last line of analysis.
    pub fn info(&self) -> &Info {
        &self.outcome.info
    }

    /// Where the move before the position went.
    fn last_square(&self) -> Option<Square> {
        self.game.moves().last().map(|mv| mv.to())
    }

    /// The names of a move of the position.
    fn named(&self, mv: Move) -> Named {
        Named {
            usi: mv.to_string(),
            kif: kif::move_name(self.position(), mv, self.last_square()),
        }
    }

    /// The explained moves, those with most nodes first.
    fn by_nodes(&self) -> Vec<&ExplainedMove> {
        let mut moves: Vec<_> = self.explanation.moves.iter().collect();
        moves.sort_by_key(|it| std::cmp::Reverse(it.nodes));
        moves
    }

    /// What is explained of a move; nothing where rules decide.
    fn explained(&self, mv: Move) -> Option<&ExplainedMove> {
        self.explanation.moves.iter().find(|it| it.mv == mv)
    }

    /// The best move, explained; none where rules decide.
    fn best(&self) -> Option<&ExplainedMove> {
        self.info().pv.first().and_then(|&mv| self.explained(mv))
    }

    /// The part of all nodes that went to a move, 0–1.
    fn share(&self, explained: &ExplainedMove) -> f64 {
        let all: u64 = self.explanation.moves.iter().map(|it| it.nodes).sum();
        explained.nodes as f64 / all.max(1) as f64
    }
}

/// A move as USI and as KIF write it; displays as `3i4h (４八銀)`.
#[derive(Clone, Serialize)]
struct Named {
    /// As USI writes it.
    usi: String,
    /// As KIF writes it, without the square it comes from.
    kif: String,
}

impl Display for Named {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{} ({})", self.usi, self.kif)
    }
}

/// The moves of `line` from `pos` on, each behind the sign of its side; the move before went to
/// `last`.
fn named_line(pos: &Position, last: Option<Square>, line: &[Move]) -> Vec<Named> {
    let names = kif::line_names(pos, last, line).into_iter();
    let named = |(mv, kif): (&Move, String)| Named {
        usi: mv.to_string(),
        kif,
    };
    line.iter().zip(names).map(named).collect()
}

#[cfg(test)]
mod tests;
