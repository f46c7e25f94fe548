//! A position, the search of it, and what that explains.

use super::names::Named;
use engine::record::kif;
use engine::search::explanation::{ExplainedMove, Explanation};
use engine::search::{Engine, Info, Limits, Listener, Outcome, Settings};
use engine::shogi::game::Game;
use engine::shogi::{Color, Move, Position, Square};

/// How many moves are shown at once: those with most nodes.
pub(super) const SHOWN: usize = 10;

/// A position and what a search of it found and explains.
pub struct Study {
    game: Game,
    /// With which settings it was searched.
    pub(super) settings: Settings,
    /// What the search came to.
    pub outcome: Outcome,
    /// What it explains.
    pub explanation: Explanation,
    /// The move to say more about.
    pub(super) asked: Option<Move>,
}

#[derive(Default)]
struct Heard(Explanation);

impl Listener for Heard {
    fn explained(&mut self, explanation: &Explanation) {
        self.0 = explanation.clone();
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
            explanation: heard.0,
            asked,
        }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The side to move, by name.
    pub(super) fn side(&self) -> &'static str {
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
    pub(super) fn last_square(&self) -> Option<Square> {
        self.game.moves().last().map(|mv| mv.to())
    }

    /// The names of a move of the position.
    pub(super) fn named(&self, mv: Move) -> Named {
        Named {
            usi: mv.to_string(),
            kif: kif::move_name(self.position(), mv, self.last_square()),
        }
    }

    /// The explained moves, those with most nodes first.
    pub(super) fn by_nodes(&self) -> Vec<&ExplainedMove> {
        let mut moves: Vec<_> = self.explanation.moves.iter().collect();
        moves.sort_by_key(|it| std::cmp::Reverse(it.nodes));
        moves
    }

    /// What is explained of a move; nothing where rules decide.
    pub(super) fn explained(&self, mv: Move) -> Option<&ExplainedMove> {
        self.explanation.moves.iter().find(|it| it.mv == mv)
    }

    /// The best move, explained; none where rules decide.
    pub(super) fn best(&self) -> Option<&ExplainedMove> {
        self.info().pv.first().and_then(|&mv| self.explained(mv))
    }

    /// The part of all nodes that went to a move, 0–1.
    pub(super) fn share(&self, explained: &ExplainedMove) -> f64 {
        let all: u64 = self.explanation.moves.iter().map(|it| it.nodes).sum();
        explained.nodes as f64 / all.max(1) as f64
    }
}
