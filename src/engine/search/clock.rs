//! How long to think: from what the clock shows to a plan ([`TimePlan`]), and from the plan to
//! "go on" or "enough" while the search runs ([`Clock`]).
//!
//! The plan is a pure function of the clock, the settings and the move number. What must hold:
//! `1 <= minimum <= optimum <= maximum`, and the maximum never exceeds what the clock leaves
//! after the reserve, whatever the numbers are, so that no game is lost on time. The formulas
//! begin with `YaneuraOu`'s; where they differ it is said.

use super::limits::{ClockReading, Limits};
use crate::platform::Instant;
use std::time::Duration;

/// No clock shows more than this: 31 years. Keeps every product below within 64 bits.
const LONGEST_MS: u64 = 1_000_000_000_000;
/// What is kept in reserve where the setting cannot be afforded, if there is as much.
const SMALLEST_RESERVE_MS: u64 = 30;
/// How many fair shares a hard move may use.
const BOLDNESS: u64 = 5;
/// The same by sudden death.
const SUDDEN_DEATH_BOLDNESS: u64 = 3;
/// By sudden death, for how many plies there must be time at the beginning of a game.
const WHOLE_PLIES: u32 = 110;
/// For how many plies there must be time, however long the game is already.
const LAST_PLIES: u32 = 70;
/// A game that goes on for so many plies must not be lost on time, however little there is to think.
const LONGEST_PLIES: u32 = 500;
/// What a move takes without any thinking: messages, threads, a look at the clock that comes late.
const BARE_MOVE_MS: u64 = 4;
/// The share of the time that is thought, however many moves are to come: one in so many.
const LEAST_SHARE: u64 = 8;
/// The share of the time at hand that the reserve may take: one in so many.
const RESERVE_SHARE: u64 = 5;
/// What a reserve that the user has set leaves of a move at least.
const SHORTEST_MOVE_MS: u64 = 10;
/// Kept in reserve from a fixed move time, which no reserve of a clock applies to.
const MOVE_TIME_RESERVE_MS: u64 = 10;
/// Thought for where there is nothing to decide: the game is over by its maximum of moves already, or
/// only one move is legal.
const AFTERTHOUGHT_MS: u64 = 500;

/// How the clock is used, with `YaneuraOu`'s meanings; all in milliseconds but where said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSettings {
    /// Taken off the second to which thinking time is rounded up.
    pub network_delay_ms: u64,
    /// Kept in reserve from all the time there is.
    pub network_delay2_ms: u64,
    /// Least time to think.
    pub minimum_thinking_ms: u64,
    /// Share of the planned time to use, in percent.
    pub slow_mover_percent: u64,
    /// Whether the clock counts only full seconds, so that thinking on to the end of one is free.
    pub round_up_to_full_second: bool,
    /// Whether the opponent's time is thought in too, so that more can be spent.
    pub ponder: bool,
    /// Whether the opponent's time is thought in about all its moves and not the expected one alone.
    pub stochastic_ponder: bool,
}

impl Default for TimeSettings {
    fn default() -> Self {
        Self {
            network_delay_ms: 120,
            network_delay2_ms: 1120,
            minimum_thinking_ms: 2000,
            slow_mover_percent: 100,
            round_up_to_full_second: true,
            ponder: false,
            stochastic_ponder: false,
        }
    }
}

/// How long to think about one move, in milliseconds from the start of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    /// No iteration is refused before this.
    pub minimum_ms: u64,
    /// What an ordinary move deserves.
    pub optimum_ms: u64,
    /// When the search must break off.
    pub maximum_ms: u64,
    /// If thinking on to the end of a second is free: how long before it to end.
    full_seconds: Option<u64>,
}

impl TimePlan {
    /// Plans the move number `ply` (from 1) of a game that is drawn after `max_moves` moves (0
    /// for never).
    pub fn plan(reading: ClockReading, time: &TimeSettings, ply: u32, max_moves: u32) -> Self {
        let reading = bounded(reading);
        let cap = cap_ms(reading, time.network_delay2_ms);
        match moves_to_go(reading, ply, max_moves) {
            0 => Self::exactly(cap.min(AFTERTHOUGHT_MS)),
            1 => Self::exactly(cap),
            _ if is_final_push(reading) => Self::exactly(cap),
            moves if is_sudden_death(reading) => {
                Self::of_sudden_death(reading.main_ms, cap, time, ply, moves)
            }
            moves => Self::share(reading, time, moves, cap),
        }
    }

    /// The plan for a move to which there is no alternative.
    #[must_use]
    fn forced(self) -> Self {
        Self {
            minimum_ms: self.minimum_ms.min(AFTERTHOUGHT_MS),
            optimum_ms: self.optimum_ms.min(AFTERTHOUGHT_MS),
            maximum_ms: self.maximum_ms.min(AFTERTHOUGHT_MS),
            full_seconds: None,
        }
    }

    fn exactly(ms: u64) -> Self {
        Self {
            minimum_ms: ms,
            optimum_ms: ms,
            maximum_ms: ms,
            full_seconds: None,
        }
    }

    /// Divides the time among the next `moves` own moves (2 or more).
    ///
    /// `YaneuraOu` thinks for the least time and rounds to seconds even where the clock cannot
    /// bear it; here both give way when the fair share of a move is smaller, so that the
    /// defaults, made for servers, also play a blitz game evenly.
    fn share(reading: ClockReading, time: &TimeSettings, moves: u64, cap: u64) -> Self {
        let per_move = reading.increment_ms + reading.byoyomi_ms;
        let fair = reading.main_ms / moves + per_move;
        let counts_seconds = time.round_up_to_full_second && fair >= 1000;
        let unused = if counts_seconds {
            (moves + 1) * 1000
        } else {
            0
        };
        let spare = (reading.main_ms + per_move * moves).saturating_sub(unused);

        let least = time.minimum_thinking_ms.min(fair);
        let minimum = least.saturating_sub(time.network_delay_ms);
        let maximum = (minimum + BOLDNESS * spare / moves).min(spare * 3 / 10);
        Self {
            minimum_ms: minimum,
            optimum_ms: minimum + spare / moves,
            maximum_ms: maximum,
            full_seconds: counts_seconds.then_some(time.network_delay_ms),
        }
        .fitted(time, cap)
    }

    /// Divides `main_ms` of sudden death, of which `cap` may be used for a move, among the next `moves` own moves
    /// (2 or more). Where the clock counts seconds, rounding up takes half a second a move.
    ///
    /// A fixed share of what is left for every move, as `YaneuraOu` has it (an 80th), leaves half of the time at
    /// the end of most games. Here the share is larger, and a growing part of the time is kept for what a long
    /// game takes.
    fn of_sudden_death(main_ms: u64, cap: u64, time: &TimeSettings, ply: u32, moves: u64) -> Self {
        let thought = main_ms
            .saturating_sub(kept(main_ms, ply))
            .clamp(cap / LEAST_SHARE, cap);

        let counts_seconds = time.round_up_to_full_second && thought / moves >= 1000;
        let rounded_up = if counts_seconds { moves * 500 } else { 0 };
        let fair = (thought - rounded_up) / moves;
        let least = time.minimum_thinking_ms.min(fair);
        Self {
            minimum_ms: least.saturating_sub(time.network_delay_ms),
            optimum_ms: fair,
            maximum_ms: (SUDDEN_DEATH_BOLDNESS * fair).min(thought * 3 / 10),
            full_seconds: counts_seconds.then_some(time.network_delay_ms),
        }
        .fitted(time, cap)
    }

    /// The plan as the settings change it, in order and within `cap`.
    fn fitted(self, time: &TimeSettings, cap: u64) -> Self {
        let optimum = self.optimum_ms.saturating_mul(time.slow_mover_percent) / 100;
        let optimum = if time.ponder && !time.stochastic_ponder {
            optimum.saturating_add(optimum / 4)
        } else {
            optimum
        };
        let minimum_ms = self.rounded(self.minimum_ms).clamp(1, cap);
        let maximum_ms = self.rounded(self.maximum_ms).clamp(minimum_ms, cap);
        Self {
            minimum_ms,
            optimum_ms: optimum.clamp(minimum_ms, maximum_ms),
            maximum_ms,
            ..self
        }
    }

    /// When to be content, given how the search went: later when the best move changed lately
    /// or its score fell, earlier when it has long been the same.
    ///
    /// `stability` counts the last iterations that left the best move unchanged, `drop_cp` is by
    /// how many centipawns its score fell below what was expected.
    pub fn target_ms(&self, stability: u32, drop_cp: u32) -> u64 {
        let doubt_percent = match stability {
            0 => 140,
            1 => 115,
            2 => 100,
            3 => 85,
            _ => 70,
        };
        let worry_percent = u64::from(100 + drop_cp.min(100));
        let target = self.optimum_ms * doubt_percent / 100 * worry_percent / 100;
        self.rounded(target).clamp(self.minimum_ms, self.maximum_ms)
    }

    /// `ms`, or the last moment before the second ends in which it falls.
    fn rounded(&self, ms: u64) -> u64 {
        let Some(delay) = self.full_seconds else {
            return ms;
        };
        let end = ms.div_ceil(1000).max(1) * 1000;
        let before = end.saturating_sub(delay);
        if before < ms {
            ms.max(before + 1000)
        } else {
            before
        }
    }
}

fn bounded(reading: ClockReading) -> ClockReading {
    ClockReading {
        main_ms: reading.main_ms.min(LONGEST_MS),
        byoyomi_ms: reading.byoyomi_ms.min(LONGEST_MS),
        increment_ms: reading.increment_ms.min(LONGEST_MS),
    }
}

/// The most that may be used: what there is, less a reserve for what happens between the two
/// programs.
///
/// The increment counts only if the main time is smaller than it: then the time was sent
/// without this move's increment, because a referee that adds it after the move always leaves
/// as much. A reserve (`NetworkDelay2`) that the user has set holds, as long as 10 ms remain. The
/// default is made for servers; where that is more than a fifth of what there is, it shrinks to the
/// fifth, but not below 30 ms nor above half: 100 ms of byoyomi are used for 70 ms, 1000 ms for 800 ms.
fn cap_ms(reading: ClockReading, reserve_ms: u64) -> u64 {
    let unsent = if reading.main_ms < reading.increment_ms {
        reading.increment_ms
    } else {
        0
    };
    let at_hand = reading.main_ms + reading.byoyomi_ms + unsent;
    let affordable = (at_hand / RESERVE_SHARE)
        .max(SMALLEST_RESERVE_MS)
        .min(at_hand / 2);
    let reserve = if reserve_ms == TimeSettings::default().network_delay2_ms {
        reserve_ms.min(affordable)
    } else {
        reserve_ms.min(at_hand.saturating_sub(SHORTEST_MOVE_MS))
    };
    (at_hand - reserve).max(1)
}

/// How many more own moves the time is divided among; 0 when the game is over.
fn moves_to_go(reading: ClockReading, ply: u32, max_moves: u32) -> u64 {
    let horizon = if is_sudden_death(reading) {
        let passed = ply.saturating_mul(2) / 3;
        WHOLE_PLIES.saturating_sub(passed).max(LAST_PLIES)
    } else {
        180 - ply.min(80)
    };
    let left = match max_moves {
        0 => horizon,
        _ => max_moves.saturating_add(2).saturating_sub(ply).min(horizon),
    };
    u64::from(left / 2)
}

/// What is kept for the moves of a long game by sudden death: an eighth of the time at the beginning, two thirds
/// from ply 195 on, and always what they take without thinking.
fn kept(main_ms: u64, ply: u32) -> u64 {
    let share = main_ms * u64::from(45 + ply.min(195)) / 360;
    let to_come = LONGEST_PLIES.saturating_sub(ply).max(LAST_PLIES) / 2;
    share.max(u64::from(to_come) * BARE_MOVE_MS)
}

fn is_sudden_death(reading: ClockReading) -> bool {
    reading.byoyomi_ms == 0 && reading.increment_ms == 0
}

/// Whether the main time is so nearly used up that byoyomi is all that counts.
fn is_final_push(reading: ClockReading) -> bool {
    reading.byoyomi_ms > 0 && reading.main_ms < reading.byoyomi_ms * 6 / 5
}

/// The clock of one search: says how long it has run and when it must or should end. The
/// searching thread asks it, and says what time it is; it does nothing by itself.
#[derive(Clone, Debug)]
pub struct Clock {
    requested: Instant,
    origin: Instant,
    last_look: Option<Instant>,
    longest_gap: Duration,
    reading: Option<ClockReading>,
    budget: Option<TimePlan>,
    move_time_ms: Option<u64>,
    infinite: bool,
    pondering: bool,
    time: TimeSettings,
    ply: u32,
    max_moves: u32,
    /// Whether only one move may be played: one that is legal, or that was asked for.
    forced: bool,
}

impl Clock {
    /// A clock for the move number `ply` (from 1) of a game of at most `max_moves` (0: any number), which is `forced` if
    /// no other may be played. It runs from [`Limits::received`]; while pondering it limits nothing until
    /// [`Clock::restart`].
    pub fn new(
        limits: &Limits,
        time: TimeSettings,
        (ply, max_moves): (u32, u32),
        forced: bool,
    ) -> Self {
        let mut clock = Self {
            requested: limits.received,
            origin: limits.received,
            last_look: None,
            longest_gap: Duration::ZERO,
            reading: limits.clock,
            budget: None,
            move_time_ms: limits.move_time_ms,
            infinite: limits.infinite,
            pondering: limits.ponder,
            time,
            ply,
            max_moves,
            forced,
        };
        clock.make_plan();
        clock
    }

    /// The opponent made the expected move at `at`: time counts from then, on `reading` if
    /// given, else on the clock the search was started with.
    pub fn restart(&mut self, at: Instant, reading: Option<ClockReading>) {
        self.origin = at;
        self.last_look = None;
        self.longest_gap = Duration::ZERO;
        self.reading = reading.or(self.reading);
        self.pondering = false;
        self.make_plan();
    }

    fn make_plan(&mut self) {
        let plan = |reading| TimePlan::plan(reading, &self.time, self.ply, self.max_moves);
        let budget = self.reading.map(plan);
        self.budget = if self.forced {
            budget.map(TimePlan::forced)
        } else {
            budget
        };
    }

    /// Milliseconds from the request, or from the last [`Clock::restart`], to `now`: the time that
    /// counts against the limits.
    fn elapsed_ms(&self, now: Instant) -> u64 {
        now.saturating_duration_since(self.origin).as_millis() as u64
    }

    /// Milliseconds since the request, pondering included: the time that reports tell.
    pub fn since_request_ms(&self) -> u64 {
        self.requested.elapsed().as_millis() as u64
    }

    /// The milliseconds from the request, or from the last [`Clock::restart`], at which the search must break off; none for never.
    pub fn hard_limit_ms(&self) -> Option<u64> {
        if self.is_open_ended() {
            return None;
        }
        let of_clock = self.budget.map(|budget| budget.maximum_ms);
        let of_move = self.move_time_ms.map(usable_move_time_ms);
        of_clock.into_iter().chain(of_move).min()
    }

    /// How long an ordinary search takes; none where no clock decides.
    pub fn planned_ms(&self) -> Option<u64> {
        if self.is_open_ended() {
            return None;
        }
        let of_clock = self.budget.map(|budget| budget.optimum_ms);
        of_clock.into_iter().chain(self.move_time_ms).min()
    }

    /// Whether the search must break off, it being `now`. To be asked often: the longest time that passed
    /// between two looks, as happens when the machine has other things to do, may pass again
    /// before the next one, so it is allowed for (up to a quarter of the limit).
    pub fn past_maximum(&mut self, now: Instant) -> bool {
        if let Some(last) = self.last_look.replace(now) {
            self.longest_gap = self.longest_gap.max(now.saturating_duration_since(last));
        }
        let gap_ms = self.longest_gap.as_millis() as u64;
        self.hard_limit_ms()
            .is_some_and(|limit| self.elapsed_ms(now) + gap_ms.min(limit / 4) >= limit)
    }

    /// Whether another iteration is worth its time, it being `now`, [`TimePlan::target_ms`] saying what
    /// `stability` and `drop_cp` mean. Always true where no clock decides.
    pub fn may_start_iteration(&self, now: Instant, stability: u32, drop_cp: u32) -> bool {
        let target = self
            .budget
            .map(|budget| budget.target_ms(stability, drop_cp));
        self.is_open_ended() || target.is_none_or(|target| self.elapsed_ms(now) < target)
    }

    fn is_open_ended(&self) -> bool {
        self.infinite || self.pondering
    }
}

fn usable_move_time_ms(ms: u64) -> u64 {
    (ms - MOVE_TIME_RESERVE_MS.min(ms / 10)).max(1)
}

#[cfg(test)]
mod tests;
