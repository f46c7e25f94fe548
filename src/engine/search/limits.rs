//! What the caller asked of a search: how long, how far, over which moves.
//!
//! Everything is optional and everything given applies: the first limit reached ends the search.

use crate::platform::Instant;
use crate::shogi::Move;

/// The clock of the side to move, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockReading {
    /// Main time left.
    pub main_ms: u64,
    /// Time for each move once the main time is used up.
    pub byoyomi_ms: u64,
    /// Time added for each move (Fischer).
    pub increment_ms: u64,
}

/// The limits of one search.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the request was received: the origin of every time below.
    pub received: Instant,
    /// Play on this clock; how much of it to use is for the engine to decide.
    pub clock: Option<ClockReading>,
    /// Wall time in milliseconds.
    pub move_time_ms: Option<u64>,
    /// CPU time of the searching thread in milliseconds; meant for one thread.
    pub cpu_time_ms: Option<u64>,
    /// Nodes, all threads together.
    pub nodes: Option<u64>,
    /// Nodes of the first thread after which no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// Iterations: each looks a ply further than the one before.
    pub depth: Option<u32>,
    /// Give no answer before being told to stop.
    pub infinite: bool,
    /// Give no answer before being told to stop or that the opponent made the expected move.
    pub ponder: bool,
    /// Consider only these moves at the root; all if empty.
    pub moves: Vec<Move>,
    /// How many positions to draw from the first thread's tree, for [`Engine::drawn`](crate::player::Engine::drawn).
    pub draws: usize,
}

impl Limits {
    /// No limit at all, received now.
    pub fn none() -> Self {
        Self {
            received: Instant::now(),
            clock: None,
            move_time_ms: None,
            cpu_time_ms: None,
            nodes: None,
            soft_nodes: None,
            depth: None,
            infinite: false,
            ponder: false,
            moves: Vec::new(),
            draws: 0,
        }
    }

    /// Only a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::none()
        }
    }

    /// Only a number of iterations.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::none()
        }
    }
}
