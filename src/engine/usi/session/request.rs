//! What a `go` asks of a search.

use crate::search::Limits;
use crate::shogi::game::Game;
use crate::shogi::{Move, MoveList, movegen};
use crate::usi::grammar::GoRequest;
use std::time::Instant;

/// How long to think when a `go` says nothing, in milliseconds.
pub const DEFAULT_MOVE_TIME_MS: u64 = 1000;

/// What `request`, received at `at`, asks of a search in `game`.
pub fn limits(request: &GoRequest, game: &Game, at: Instant) -> Limits {
    let mut limits = Limits {
        received: at,
        clock: request.times.reading(game.position().side()),
        move_time_ms: request.move_time_ms,
        nodes: request.nodes.map(|nodes| nodes.max(1)),
        depth: request.depth.map(|depth| depth.max(1)),
        infinite: request.is_infinite(),
        ponder: request.ponder,
        moves: legal_among(&request.moves, game),
        ..Limits::none()
    };
    if !(limits.infinite || limits.ponder || is_limited(&limits)) {
        limits.move_time_ms = Some(DEFAULT_MOVE_TIME_MS);
    }
    limits
}

/// Whether anything but `stop` ends a search.
pub fn is_limited(limits: &Limits) -> bool {
    let by_time = limits.clock.is_some() || limits.move_time_ms.is_some();
    by_time || limits.nodes.is_some() || limits.depth.is_some()
}

fn legal_among(moves: &[Move], game: &Game) -> Vec<Move> {
    let mut legal = MoveList::new();
    movegen::legal(game.position(), &mut legal);
    moves
        .iter()
        .copied()
        .filter(|mv| legal.contains(mv))
        .collect()
}
