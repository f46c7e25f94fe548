//! A player that does not think: it shows what a match costs apart from the thinking.

use super::{Answer, Fault, Player, Turn};
use engine::search::Decision;
use engine::shogi::game::Game;
use engine::shogi::{MoveList, movegen};
use engine::usi::grammar::GameResult;
use std::time::Duration;

/// Plays a legal move that follows from the position alone.
#[derive(Debug, Default)]
pub struct Null {
    moves: MoveList,
}

impl Player for Null {
    fn new_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _turn: &Turn) -> Result<Answer, Fault> {
        let pos = game.position();
        self.moves.clear();
        movegen::legal(pos, &mut self.moves);
        let pick = pos.key() % self.moves.len().max(1) as u64;
        let decision = match self.moves.get(pick as usize) {
            Some(&best) => Decision::Play { best, ponder: None },
            None => Decision::Resign,
        };
        Ok(Answer {
            decision,
            elapsed: Duration::ZERO,
            info: None,
            score: None,
        })
    }

    fn game_over(&mut self, _result: GameResult) {}
}
