//! A player in this process: an engine with its own table and configuration.

use super::limit::MoveLimit;
use super::{Answer, Fault, Player, Turn};
use crate::search::{Engine, Limits, Settings};
use crate::shogi::game::Game;
use crate::usi::grammar::GameResult;

/// An [`Engine`] as a player. At fixed nodes or depth and with one thread its games are a
/// function of their opening.
pub struct Builtin {
    engine: Engine,
}

impl Builtin {
    /// A player with `settings`.
    pub fn new(settings: Settings) -> Self {
        Self {
            engine: Engine::new(settings),
        }
    }
}

impl Player for Builtin {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Answer, Fault> {
        let mut limits = Limits::none();
        match turn.limit {
            MoveLimit::Clock(clock) => limits.clock = Some(clock),
            MoveLimit::MoveTimeMs(ms) => limits.move_time_ms = Some(ms),
            MoveLimit::Nodes(nodes) => limits.nodes = Some(nodes),
            MoveLimit::Depth(depth) => limits.depth = Some(depth),
            MoveLimit::CpuTimeMs(ms) => limits.cpu_time_ms = Some(ms),
        }
        let received = limits.received;
        self.engine.set_game(game.clone());
        let outcome = self.engine.search(limits, &mut ());
        Ok(Answer {
            decision: outcome.decision,
            elapsed: received.elapsed(),
            info: Some(outcome.info),
        })
    }

    fn game_over(&mut self, _result: GameResult) {}
}
