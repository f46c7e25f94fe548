//! The plan for a clock that gives nothing back: what it shows is for all moves of the game.
//!
//! A fixed share of what is left, as `YaneuraOu` has it (an 80th), would leave half of the time at the end of
//! most games; so the share grows as the end comes near. And whatever is planned for thinking, a long game
//! also needs time for its moves alone.

use super::super::settings::TimeSettings;
use super::TimePlan;

/// For how many plies there must be time at the beginning of a game.
const WHOLE_PLIES: u32 = 110;
/// For how many plies there must be time, however long the game is already.
const LAST_PLIES: u32 = 70;
/// A game that goes on for so many plies must not be lost on time, however little there is to think.
const LONGEST_PLIES: u32 = 500;
/// What a move takes without any thinking: messages, threads, a look at the clock that comes late.
const BARE_MOVE_MS: u64 = 4;
/// What a move takes without any thinking on a busy machine.
const BUSY_MOVE_MS: u64 = 20;
/// The share of the time that is thought, however many moves are to come: one in so many.
const LEAST_SHARE: u64 = 8;
/// How many fair shares a hard move may use.
const BOLDNESS: u64 = 3;

/// How many more plies the time is divided among at `ply`.
pub(super) fn horizon(ply: u32) -> u32 {
    let passed = ply.saturating_mul(2) / 3;
    WHOLE_PLIES.saturating_sub(passed).max(LAST_PLIES)
}

/// What may be kept for a busy machine or `NetworkDelay`: a sixth of the time at the beginning, half of it from ply 120 on,
/// because the game is lost by the clock rather than by the next move.
fn affordable(main_ms: u64, ply: u32) -> u64 {
    main_ms * u64::from(60 + ply.min(120)) / 360
}

/// Divides `main_ms`, of which `cap` may be used for a move, among the next `moves` own moves (2 or more).
///
/// Kept for the moves of a long game is what they take without thinking, and where it can be afforded
/// what they take on a busy machine, or the delay of the network if that is more. Where the clock counts seconds, rounding up takes half a second a move.
pub(super) fn plan(main_ms: u64, cap: u64, time: &TimeSettings, ply: u32, moves: u64) -> TimePlan {
    let to_come = u64::from(LONGEST_PLIES.saturating_sub(ply).max(LAST_PLIES) / 2);
    let delays = to_come.saturating_mul(time.network_delay_ms.max(BUSY_MOVE_MS));
    let kept = (to_come * BARE_MOVE_MS).max(delays.min(affordable(main_ms, ply)));
    let thought = main_ms.saturating_sub(kept).clamp(cap / LEAST_SHARE, cap);

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
