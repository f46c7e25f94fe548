//! The plan for a clock that gives nothing back: what it shows is for all moves of the game.
//!
//! A fixed share of what is left for every move, as `YaneuraOu` has it (an 80th), leaves half of the time at the end of
//! most games. Here the share is larger, and a growing part of the time is kept for what a long game takes.

use super::{TimePlan, TimeSettings};

/// For how many plies there must be time at the beginning of a game.
const WHOLE_PLIES: u32 = 110;
/// For how many plies there must be time, however long the game is already.
const LAST_PLIES: u32 = 70;
/// A game that goes on for so many plies must not be lost on time, however little there is to think.
const LONGEST_PLIES: u32 = 500;
/// What a move takes without any thinking: messages, threads, a look at the clock that comes late.
const BARE_MOVE_MS: u64 = 4;
/// The share of the time that is thought, however many moves are to come: one in so many.
const LEAST_SHARE: u64 = 8;
/// How many fair shares a hard move may use.
const BOLDNESS: u64 = 3;

/// How many more plies the time is divided among at `ply`.
pub(super) fn horizon(ply: u32) -> u32 {
    let passed = ply.saturating_mul(2) / 3;
    WHOLE_PLIES.saturating_sub(passed).max(LAST_PLIES)
}

/// What is kept for the moves of a long game: an eighth of the time at the beginning, two thirds from ply 195 on,
/// and always what they take without thinking.
fn kept(main_ms: u64, ply: u32) -> u64 {
    let share = main_ms * u64::from(45 + ply.min(195)) / 360;
    let to_come = LONGEST_PLIES.saturating_sub(ply).max(LAST_PLIES) / 2;
    share.max(u64::from(to_come) * BARE_MOVE_MS)
}

/// Divides `main_ms`, of which `cap` may be used for a move, among the next `moves` own moves (2 or more).
/// Where the clock counts seconds, rounding up takes half a second a move.
pub(super) fn plan(main_ms: u64, cap: u64, time: &TimeSettings, ply: u32, moves: u64) -> TimePlan {
    let thought = main_ms
        .saturating_sub(kept(main_ms, ply))
        .clamp(cap / LEAST_SHARE, cap);

    let counts_seconds = time.round_up_to_full_second && thought / moves >= 1000;
    let rounded_up = if counts_seconds { moves * 500 } else { 0 };
    let fair = (thought - rounded_up) / moves;
    let least = time.minimum_thinking_ms.min(fair);
    TimePlan {
        minimum_ms: least.saturating_sub(time.network_delay_ms),
        optimum_ms: fair,
        maximum_ms: (BOLDNESS * fair).min(thought * 3 / 10),
        full_seconds: counts_seconds.then_some(time.network_delay_ms),
    }
    .fitted(time, cap)
}
