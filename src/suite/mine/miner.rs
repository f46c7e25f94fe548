//! What finds rows in games, and what several of these do.

use super::lists::Lists;
use engine::search::{Decision, Engine, Limits, Listener, Score};
use engine::shogi::Move;
use engine::shogi::game::Game;

/// Finds rows in games.
pub trait Miner {
    /// Looks at the game with this number, from 0, and adds what it finds to `lists`.
    fn look_at(&mut self, number: usize, game: &Game, lists: &mut Lists);
}

/// Searches `game` within `limits`: the move, and what the position is worth.
pub(super) fn search(
    engine: &mut Engine,
    game: &Game,
    limits: Limits,
    listener: &mut dyn Listener,
) -> Option<(Move, Score)> {
    engine.set_game(game.clone());
    let outcome = engine.search(limits, listener);
    match outcome.decision {
        Decision::Play { best, .. } => Some((best, outcome.score)),
        Decision::Resign | Decision::DeclareWin => None,
    }
}

/// The position before move `plies` of `game`, with the moves that led to it.
pub(super) fn after(game: &Game, plies: usize) -> Game {
    let mut shorter = Game::new(game.start().clone());
    for &mv in game.moves().iter().take(plies) {
        if shorter.play(mv).is_err() {
            break;
        }
    }
    shorter
}
