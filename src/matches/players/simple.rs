//! Players to measure by: one that does not think, one that counts material one ply ahead, and one that
//! sometimes plays any legal move.
//!
//! What must hold: their moves follow from the position and the number of the move, so that games
//! between such players can be repeated.

use super::{Answer, Fault, Hear, Player, Turn};
use engine::eval::handmade::EXCHANGE;
use engine::player::Engine;
use engine::random::generator;
use engine::search::Decision;
use engine::shogi::game::Game;
use engine::shogi::movegen::{self, count_legal};
use engine::shogi::{Move, MoveList, Position};
use rand::RngExt;
use std::time::{Duration, Instant};

/// Mates if it can; else makes the move after which it has most material, by lot among equals. It does
/// not look at replies.
pub struct Material;

/// In `permille` of a thousand turns makes any legal move, by lot; else the move of `engine`.
pub struct Careless {
    pub permille: u32,
    pub engine: Engine,
}

/// What a mate counts, in centipawns: more than all pieces.
const MATE: i32 = 1_000_000;

impl Player for Material {
    fn choose_aloud(&mut self, game: &Game, _turn: &Turn, _hear: Hear) -> Result<Answer, Fault> {
        let start = Instant::now();
        let pos = game.position();
        let moves = legal(pos);
        let gains: Vec<i32> = moves.iter().map(|&mv| gain(pos, mv)).collect();
        let most = gains.iter().copied().max();
        let best = moves.iter().zip(&gains);
        let best = best.filter(|&(_, gain)| Some(*gain) == most);
        let best: Vec<Move> = best.map(|(&mv, _)| mv).collect();
        Ok(answer(by_lot(pos, &best), start.elapsed()))
    }
}

impl Player for Careless {
    fn new_game(&mut self) -> Result<(), Fault> {
        Player::new_game(&mut self.engine)
    }

    fn choose_aloud(&mut self, game: &Game, turn: &Turn, hear: Hear) -> Result<Answer, Fault> {
        let pos = game.position();
        let lot = generator(pos.key(), u64::from(pos.ply())).random_range(0..1000_u32);
        if lot < self.permille {
            return Ok(answer(by_lot(pos, &legal(pos)), Duration::ZERO));
        }
        self.engine.choose_aloud(game, turn, hear)
    }
}

fn legal(pos: &Position) -> MoveList {
    let mut moves = MoveList::new();
    movegen::legal(pos, &mut moves);
    moves
}

/// What `mv` wins at once, in centipawns.
fn gain(pos: &Position, mv: Move) -> i32 {
    let mut after = pos.clone();
    let _ = after.do_move(mv);
    if count_legal(&after) == 0 {
        return MATE;
    }
    EXCHANGE.gain(pos, mv)
}

/// One of `moves`, by a lot that follows from the position and the number of the move.
fn by_lot(pos: &Position, moves: &[Move]) -> Option<Move> {
    let mut lots = generator(!pos.key(), u64::from(pos.ply()));
    let place = lots.random_range(0..moves.len().max(1));
    moves.get(place).copied()
}

fn answer(best: Option<Move>, elapsed: Duration) -> Answer {
    let decision = best.map_or(Decision::Resign, |best| Decision::Play {
        best,
        ponder: None,
    });
    Answer {
        decision,
        elapsed,
        info: None,
        score: None,
    }
}

/// Plays a legal move that follows from the position alone.
pub struct Null;

impl Player for Null {
    fn choose_aloud(&mut self, game: &Game, _turn: &Turn, _hear: Hear) -> Result<Answer, Fault> {
        let pos = game.position();
        let moves = legal(pos);
        let pick = pos.key() % moves.len().max(1) as u64;
        Ok(answer(moves.get(pick as usize).copied(), Duration::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::PlayerSpec;
    use crate::players::limit::MoveLimit;
    use crate::standard_conduct;

    fn choice(player: &str, position: &str) -> String {
        let spec = PlayerSpec::parse(player, 1).unwrap();
        let mut player = spec.create(&standard_conduct());
        let (game, _) = Game::parse(position).unwrap();
        let turn = Turn {
            limit: MoveLimit::Nodes(200),
            other_main_ms: 0,
            deadline: None,
        };
        player.new_game().unwrap();
        match player.choose(&game, &turn).unwrap().decision {
            Decision::Play { best, .. } => best.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn material_takes_what_is_worth_most_and_mates_before_that() {
        let takes = "sfen 4k4/9/9/3p1r3/4B4/9/9/9/4K4 b - 1";
        assert_eq!(choice("material:", takes), "5e4d");
        let mates = "sfen 4k4/9/4P4/9/R7r/9/9/9/4K4 b G 1";
        assert_eq!(choice("material:", mates), "G*5b");
    }

    #[test]
    fn careless_players_play_by_lot_as_often_as_they_say() {
        let moves = |player: &str| -> Vec<String> {
            let after = ["", "7g7f", "2g2f", "2g2f 8c8d", "9g9f"];
            let after = after.map(|it| format!("startpos moves {it}"));
            after.map(|it| choice(player, &it)).into()
        };
        assert_eq!(moves("random:permille=0"), moves(""));
        assert_ne!(moves("random:"), moves(""));
        assert_eq!(moves("random:"), moves("random:permille=1000,hash=2"));
    }
}
