//! What the moves of a line lose by the reference.
//!
//! The reference searches the position before a move and the one after it. The loss is by how much
//! the value falls, seen from the side that moves: none if the move is the reference's own.

use super::moment::Line;
use super::plan::Plan;
use crate::searches::{Request, Searches};
use engine::shogi::game::Game;

/// The most that a move can lose, in centipawns.
pub const MOST_LOSS: i32 = 1000;

/// The reference of a plan.
pub struct Reference<'a> {
    /// The plan.
    pub plan: &'a Plan,
}

impl<'a> Reference<'a> {
    /// The searches of the positions of `line`, from the first to that after its last move.
    pub fn requests(&self, line: &Line) -> Vec<Request<'a>> {
        if line.moves.is_empty() {
            return Vec::new();
        }
        games(line).map(|game| self.request(game)).collect()
    }

    fn request(&self, game: Game) -> Request<'a> {
        Request {
            by: &self.plan.reference,
            nodes: self.plan.reference_nodes,
            game,
        }
    }

    /// What each move of `line` loses in centipawns. The searches must have been made.
    pub fn losses(&self, line: &Line, searches: &Searches) -> Vec<i32> {
        let requests = self.requests(line);
        let found: Vec<_> = requests
            .iter()
            .filter_map(|it| searches.found(it))
            .collect();
        let moves = found.windows(2).zip(&line.moves);
        moves
            .map(|(around, mv)| {
                if around[0].mv == mv.to_string() {
                    0
                } else {
                    (around[0].cp() + around[1].cp()).clamp(0, MOST_LOSS)
                }
            })
            .collect()
    }
}

/// The positions of `line`, with what led to them.
fn games(line: &Line) -> impl Iterator<Item = Game> {
    let start = Game::parse(&line.start).map_or_else(|_| Game::default(), |(game, _)| game);
    let after = line.moves.iter().scan(start.clone(), |game, &mv| {
        game.play(mv).ok()?;
        Some(game.clone())
    });
    std::iter::once(start).chain(after)
}
