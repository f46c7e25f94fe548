//! A moment of a game at which a player's move is predicted, as that player sees it.

use crate::shogi::game::Game;
use crate::shogi::turned::{turned, turned_move};
use crate::shogi::{Checks, Color, Move, Position};

/// The board with the player to move, as Black, and what came before.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The player's colour in the game.
    pub player: Color,
    /// The board.
    pub pos: Position,
    /// The same before and after the player's last move.
    pub earlier: Vec<Position>,
    /// The player's own moves so far.
    pub moves: Vec<Move>,
}

impl Situation {
    /// That after the moves of `game`, as if `player` were to move. None if the other side is to
    /// move and in check, which it cannot leave standing.
    pub fn of(game: &Game, player: Color) -> Option<Self> {
        let mut pos = game.start().clone();
        let (mut earlier, mut moves) = (Vec::new(), Vec::new());
        for &mv in game.moves() {
            let is_own = pos.side() == player;
            let before = is_own.then(|| pos.clone());
            let _ = pos.do_move(mv);
            if let Some(before) = before {
                moves.push(seen(mv, player));
                earlier = vec![view(&before, player), view(&pos, player)];
            }
        }
        if pos.side() != player {
            if Checks::of(&pos).in_check() {
                return None;
            }
            pos.do_null_move();
        }
        Some(Self {
            player,
            pos: view(&pos, player),
            earlier,
            moves,
        })
    }

    /// `mv`, as the player sees it, as it is written.
    pub fn written(&self, mv: Move) -> Move {
        seen(mv, self.player)
    }
}

/// `pos` as `player` sees it.
pub fn view(pos: &Position, player: Color) -> Position {
    match player {
        Color::Black => pos.clone(),
        Color::White => turned(pos),
    }
}

/// `mv` as `player` sees it; and the other way round.
pub fn seen(mv: Move, player: Color) -> Move {
    match player {
        Color::Black => mv,
        Color::White => turned_move(mv),
    }
}
