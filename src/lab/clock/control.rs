//! The time controls that are tried.

use engine::search::{ClockReading, TimeSettings};

/// A time control, and the interface that keeps it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Control {
    /// What it is called.
    pub name: &'static str,
    /// The clock at the start of a game.
    pub start: ClockReading,
    /// Whether the engine is set for a match on one machine and not for a server.
    pub is_local: bool,
    /// Whether what is sent lacks the increment of the move to come.
    pub sends_before_increment: bool,
    /// The longest that messages to and from the interface take for one move, in milliseconds.
    pub delay_ms: u64,
    /// The longest that the machine stalls, in milliseconds.
    pub stall_ms: u64,
    /// How many own moves a game has, at least and at most.
    pub moves: [u32; 2],
    /// What share of its time the engine must use, in percent.
    pub least_share_percent: f64,
    /// What share it must have used by ply 120, which is about its own move 60, in percent.
    pub least_by_ply_120_percent: f64,
}

/// Every control: byoyomi alone, behind main time, increments, sudden death, and what nobody sets.
pub const CONTROLS: &[Control] = &[
    byoyomi("byoyomi 100 ms", 0, 100, 10, 50.0),
    byoyomi("byoyomi 200 ms", 0, 200, 20, 50.0),
    byoyomi("byoyomi 500 ms", 0, 500, 50, 50.0),
    byoyomi("byoyomi 1 s", 0, 1000, 150, 50.0),
    byoyomi("byoyomi 3 s", 0, 3000, 500, 50.0),
    byoyomi("byoyomi 10 s", 0, 10_000, 900, 50.0),
    byoyomi("byoyomi 60 s", 0, 60_000, 900, 50.0),
    local(byoyomi("byoyomi 100 ms", 0, 100, 10, 50.0)),
    local(byoyomi("byoyomi 1 s", 0, 1000, 10, 50.0)),
    local(byoyomi("byoyomi 10 s", 0, 10_000, 10, 50.0)),
    byoyomi("1 min, byoyomi 10 s", 60_000, 10_000, 900, 30.0),
    byoyomi("10 min, byoyomi 30 s", 600_000, 30_000, 900, 30.0),
    byoyomi("60 min, byoyomi 60 s", 3_600_000, 60_000, 900, 30.0),
    fischer("10 s + 0.1 s", 10_000, 100, 10, 40.0),
    fischer("1 min + 1 s", 60_000, 1000, 100, 40.0),
    fischer("5 min + 10 s", 300_000, 10_000, 900, 40.0),
    fischer("0 + 2 s", 0, 2000, 300, 40.0),
    local(fischer("10 s + 0.1 s", 10_000, 100, 10, 40.0)),
    local(fischer("1 min + 1 s", 60_000, 1000, 10, 40.0)),
    sudden("sudden death 5 s", 5000, 5),
    sudden("sudden death 10 s", 10_000, 5),
    sudden("sudden death 1 min", 60_000, 20),
    sudden("sudden death 5 min", 300_000, 100),
    sudden("sudden death 10 min", 600_000, 200),
    sudden("sudden death 60 min", 3_600_000, 900),
    local(sudden("sudden death 5 s", 5000, 5)),
    local(sudden("sudden death 10 s", 10_000, 5)),
    local(sudden("sudden death 1 min", 60_000, 10)),
    local(sudden("sudden death 5 min", 300_000, 10)),
    long(sudden("sudden death 1 s, long", 1000, 1)),
    long(local(sudden("sudden death 1 s, long", 1000, 1))),
    byoyomi("byoyomi 30 ms", 0, 30, 2, 10.0),
    byoyomi("1 ms, byoyomi 100 ms", 1, 100, 10, 50.0),
    byoyomi("byoyomi 10 days", 0, 864_000_000, 900, 10.0),
    fischer("1 s + 1 day", 1000, 86_400_000, 900, 0.0),
];

const fn byoyomi(
    name: &'static str,
    main_ms: u64,
    byoyomi_ms: u64,
    delay_ms: u64,
    share: f64,
) -> Control {
    Control {
        name,
        start: ClockReading {
            main_ms,
            byoyomi_ms,
            increment_ms: 0,
        },
        is_local: false,
        sends_before_increment: false,
        delay_ms,
        // A tenth of what the reserve leaves.
        stall_ms: if byoyomi_ms < 100 { 1 } else { 5 },
        moves: [20, 149],
        least_share_percent: share,
        least_by_ply_120_percent: 0.0,
    }
}

const fn fischer(
    name: &'static str,
    main_ms: u64,
    increment_ms: u64,
    delay_ms: u64,
    share: f64,
) -> Control {
    Control {
        start: ClockReading {
            main_ms,
            byoyomi_ms: 0,
            increment_ms,
        },
        sends_before_increment: main_ms < increment_ms,
        ..byoyomi(name, main_ms, 100, delay_ms, share)
    }
}

const fn sudden(name: &'static str, main_ms: u64, delay_ms: u64) -> Control {
    Control {
        start: ClockReading {
            main_ms,
            byoyomi_ms: 0,
            increment_ms: 0,
        },
        least_by_ply_120_percent: 75.0,
        ..byoyomi(name, main_ms, 100, delay_ms, 15.0)
    }
}

/// Games so long that hardly any time is left to think.
const fn long(control: Control) -> Control {
    Control {
        moves: [200, 256],
        least_by_ply_120_percent: 0.0,
        ..control
    }
}

const fn local(control: Control) -> Control {
    Control {
        is_local: true,
        ..control
    }
}

impl Control {
    /// How the engine is set.
    pub fn settings(&self) -> TimeSettings {
        if self.is_local {
            TimeSettings {
                network_delay_ms: 0,
                network_delay2_ms: 30,
                minimum_thinking_ms: 1,
                round_up_to_full_second: false,
                ..TimeSettings::default()
            }
        } else {
            TimeSettings::default()
        }
    }
}
