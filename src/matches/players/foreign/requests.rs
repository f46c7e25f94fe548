//! What an engine is asked for, as a `go`.

use crate::players::Turn;
use crate::players::limit::MoveLimit;
use engine::search::ClockReading;
use engine::shogi::Color;
use engine::usi::grammar::{GoRequest, GoTimes, MateTime};
use std::time::Duration;

/// Asks for a move by `side`.
pub(super) fn request(turn: &Turn, side: Color) -> GoRequest {
    let mut request = GoRequest::default();
    match turn.limit {
        MoveLimit::Clock(clock) => request.times = times(clock, turn.other_main_ms, side),
        MoveLimit::MoveTimeMs(ms) => request.move_time_ms = Some(ms),
        // No other process can be asked for CPU time, and no match begins that would.
        MoveLimit::Nodes(n) | MoveLimit::CpuTimeMs(n) => request.nodes = Some(n),
        MoveLimit::Depth(depth) => request.depth = Some(depth),
    }
    request
}

/// Either an increment or a byoyomi, which some engines expect even if it is 0.
fn times(own: ClockReading, other_main_ms: u64, side: Color) -> GoTimes {
    let (black, white) = match side {
        Color::Black => (own.main_ms, other_main_ms),
        Color::White => (other_main_ms, own.main_ms),
    };
    let increment = (own.increment_ms > 0).then_some(own.increment_ms);
    GoTimes {
        black_ms: Some(black),
        white_ms: Some(white),
        byoyomi_ms: (own.byoyomi_ms > 0 || increment.is_none()).then_some(own.byoyomi_ms),
        black_increment_ms: increment,
        white_increment_ms: increment,
    }
}

/// Asks for a mate. Engines know a limit in time here; what has none gets all of `patience`, and
/// a number of nodes is said besides, for those that heed it.
pub(super) fn mate_request(turn: &Turn, patience: Duration) -> GoRequest {
    let mut request = GoRequest::default();
    let mut ms = patience.as_millis() as u64;
    match turn.limit {
        MoveLimit::MoveTimeMs(limit) => ms = limit,
        MoveLimit::Nodes(nodes) | MoveLimit::CpuTimeMs(nodes) => request.nodes = Some(nodes),
        MoveLimit::Clock(_) | MoveLimit::Depth(_) => {}
    }
    request.mate = Some(MateTime::Ms(ms));
    request
}
