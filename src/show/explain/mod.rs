//! What a search says about a position, for people: as text, as a page, as JSON.
//!
//! A [`Study`] is a position, the search of it, and its explanation; [`Text`], [`html`] and [`json`]
//! show it. What must hold: all three say the same, for they take their words from `words`; a page
//! needs no other file and no network.

pub mod board;
mod page;
mod terms;
mod text;
mod words;

pub use page::html;
pub use text::{Text, json};
pub(crate) use words::piece as piece_name;

use crate::language::{Language, Reader};
use engine::player::{Engine, Settings};
use engine::record::kif;
use engine::search::explanation::{ExplainedMove, Explanation};
use engine::search::{Info, Limits, Listener, Outcome};
use engine::shogi::game::Game;
use engine::shogi::{Move, Position, Square};
use serde::Serialize;

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
struct Recorder {
    explanation: Explanation,
    lines: Vec<Info>,
}

impl Listener for Recorder {
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
        let mut heard = Recorder::default();
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

    /// What the search came to, in a sentence or two.
    pub fn finding(&self, reader: Reader) -> String {
        words::finding(self, reader)
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The side to move, by name.
    fn side(&self, language: Language) -> &'static str {
        language.side(self.position().side())
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
    fn named(&self, mv: Move, reader: Reader) -> Named {
        let name = match reader.notation {
            Some(notation) => notation.name(self.position(), mv, self.last_square()),
            None => kif::move_name(self.position(), mv, self.last_square()),
        };
        Named::new(name, mv, reader)
    }

    /// What a move is called in sentences, such as `3i4h (４八銀)` in English unless a notation was chosen.
    fn told(&self, mv: Move, reader: Reader) -> String {
        let Named { name, usi } = self.named(mv, reader);
        match reader.language {
            Language::English if !usi.is_empty() => format!("{usi} ({name})"),
            _ => name,
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

/// A move in the notation of the reader.
#[derive(Clone, Serialize)]
struct Named {
    /// As the reader chose; as KIF writes it, without the square it comes from, if nothing was chosen.
    name: String,
    /// Then as USI writes it besides, or else nothing.
    usi: String,
}

impl Named {
    fn new(name: String, mv: Move, reader: Reader) -> Self {
        let usi = reader
            .notation
            .map_or_else(|| mv.to_string(), |_| String::new());
        Self { name, usi }
    }
}

/// The moves of `line` from `pos` on; the move before went to `last`.
fn named_line(pos: &Position, last: Option<Square>, line: &[Move], reader: Reader) -> Vec<Named> {
    let names = reader.line(pos, last, line).into_iter();
    let moves = names.zip(line);
    moves
        .map(|(name, &mv)| Named::new(name, mv, reader))
        .collect()
}

#[cfg(test)]
mod tests;
