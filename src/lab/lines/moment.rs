//! A search that is frozen at a node.

use super::plan::Plan;
use crate::LabError;
use crate::searches::Searcher;
use crate::spread::spread_in_order;
use engine::random::generator;
use engine::search::{Engine, Limits, Settings};
use engine::shogi::Move;
use engine::shogi::game::Game;
use rand::RngExt;

/// What keeps the moments apart from whatever else is drawn with the same seed.
const APART: u64 = 0x11AE_0F5E_A7C4_0001;

/// A node of a search: which position is searched, and how many nodes are.
#[derive(Clone, Debug)]
pub struct Moment {
    game: Game,
    nodes: u64,
}

/// The line that was examined at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it begins.
    pub start: String,
    /// Its moves.
    pub moves: Vec<Move>,
    /// Whether a null move came after them.
    pub passes: bool,
}

impl Moment {
    /// Moment `number` of `plan`: any position, any node of its search.
    pub fn draw(plan: &Plan, number: u64) -> Self {
        let mut random = generator(plan.seed ^ APART, number);
        Self {
            game: plan.games[random.random_range(0..plan.games.len())].clone(),
            nodes: random.random_range(1..=plan.nodes),
        }
    }

    /// What `engine` examines then.
    fn line(&self, engine: &mut Engine) -> Line {
        engine.new_game();
        engine.set_game(self.game.clone());
        engine.search(Limits::nodes(self.nodes), &mut ());
        let whole = engine.line_at_stop();
        let moves: Vec<Move> = whole
            .iter()
            .copied()
            .take_while(|mv| mv.is_some())
            .collect();
        Line {
            start: self.game.to_string(),
            passes: moves.len() < whole.len(),
            moves,
        }
    }
}

/// What `player` examines at each of `moments`.
///
/// # Errors
/// If it is not this engine.
pub fn freeze(
    moments: &[Moment],
    player: &Searcher,
    threads: usize,
) -> Result<Vec<Line>, LabError> {
    let settings = Settings {
        threads: 1,
        ..player.settings()?.clone()
    };
    let engine = || Engine::new(settings.clone());
    Ok(spread_in_order(
        moments,
        threads,
        engine,
        |engine, moment| moment.line(engine),
    ))
}
