//! How long a player may think, and its clock during one game.
//!
//! What must hold: time is charged only through [`SideClock::charge`], which checks before it
//! gives anything back, so that a move that came too late never earns its period or increment.

use engine::search::ClockReading;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// How long one player may think about its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// The clock at the start of a game; how much of it a move takes is for the player to decide.
    Clock(ClockReading),
    /// So many ms of wall time.
    MoveTimeMs(u64),
    /// So many nodes.
    Nodes(u64),
    /// So many iterations.
    Depth(u32),
    /// So many ms of the thread's CPU time: fair between different searches, and immune to
    /// whatever else the machine does. Only for players in this process.
    CpuTimeMs(u64),
}

impl MoveLimit {
    /// Whether games under it come out the same however busy the machine is.
    pub fn is_reproducible(self) -> bool {
        matches!(self, Self::Nodes(_) | Self::Depth(_))
    }

    /// The main time, 0 without a clock.
    pub fn main_ms(self) -> u64 {
        match self {
            Self::Clock(clock) => clock.main_ms,
            _ => 0,
        }
    }

    /// The option of `selfplay` that sets it, and its value.
    pub fn option(self) -> (&'static str, String) {
        match self {
            Self::Clock(clock) => match (clock.main_ms, clock.increment_ms, clock.byoyomi_ms) {
                (main, 0, byoyomi) => ("--byoyomi", format!("{main}+{byoyomi}")),
                (main, increment, 0) => ("--fischer", format!("{main}+{increment}")),
                (main, increment, byoyomi) => {
                    let seconds = [main, increment, byoyomi].map(|ms| ms as f64 / 1000.0);
                    let [main, increment, byoyomi] = seconds;
                    ("--tc", format!("{main}+{increment},{byoyomi}"))
                }
            },
            Self::MoveTimeMs(ms) => ("--movetime", ms.to_string()),
            Self::Nodes(nodes) => ("--nodes", nodes.to_string()),
            Self::Depth(depth) => ("--depth", depth.to_string()),
            Self::CpuTimeMs(ms) => ("--cpu-time", ms.to_string()),
        }
    }
}

/// A text is no limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no limit; expected one as journals have it, such as `1000 nodes a move`")]
pub struct NoLimit(String);

impl FromStr for MoveLimit {
    type Err = NoLimit;

    /// Reads a limit as it is displayed, and so as journals have it.
    fn from_str(text: &str) -> Result<Self, NoLimit> {
        let clock = |main_ms, byoyomi_ms, increment_ms| {
            Self::Clock(ClockReading {
                main_ms,
                byoyomi_ms,
                increment_ms,
            })
        };
        let parts = text.split(" + ").map(|part| part.split_once(' '));
        let parts = parts.map(|part| Some((part?.0.parse().ok()?, part?.1)));
        let parts: Option<Vec<(u64, &str)>> = parts.collect();
        let limit = match parts.unwrap_or_default()[..] {
            [(nodes, "nodes a move")] => Some(Self::Nodes(nodes)),
            [(depth, "iterations a move")] => depth.try_into().ok().map(Self::Depth),
            [(ms, "ms a move")] => Some(Self::MoveTimeMs(ms)),
            [(ms, "ms of CPU time a move")] => Some(Self::CpuTimeMs(ms)),
            [(period, "ms byoyomi")] => Some(clock(0, period, 0)),
            [(main, "ms"), (period, "ms byoyomi")] => Some(clock(main, period, 0)),
            [(main, "ms"), (increment, "ms a move")] => Some(clock(main, 0, increment)),
            [
                (main, "ms"),
                (increment, "ms a move"),
                (period, "ms byoyomi"),
            ] => Some(clock(main, period, increment)),
            _ => None,
        };
        limit.ok_or_else(|| NoLimit(text.to_owned()))
    }
}

impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(clock) => match (clock.main_ms, clock.byoyomi_ms, clock.increment_ms) {
                (0, byoyomi, 0) => write!(f, "{byoyomi} ms byoyomi"),
                (main, byoyomi, 0) => write!(f, "{main} ms + {byoyomi} ms byoyomi"),
                (main, 0, increment) => write!(f, "{main} ms + {increment} ms a move"),
                (main, byoyomi, increment) => {
                    write!(
                        f,
                        "{main} ms + {increment} ms a move + {byoyomi} ms byoyomi"
                    )
                }
            },
            Self::MoveTimeMs(ms) => write!(f, "{ms} ms a move"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Depth(depth) => write!(f, "{depth} iterations a move"),
            Self::CpuTimeMs(ms) => write!(f, "{ms} ms of CPU time a move"),
        }
    }
}

/// One side's limit and what is left of it.
#[derive(Clone, Copy, Debug)]
pub struct SideClock {
    limit: MoveLimit,
    main: Duration,
}

impl SideClock {
    /// The clock before the first move.
    pub fn new(limit: MoveLimit) -> Self {
        Self {
            limit,
            main: Duration::from_millis(limit.main_ms()),
        }
    }

    /// The limit of the next move, with a clock as it stands now.
    pub fn limit(&self) -> MoveLimit {
        match self.limit {
            MoveLimit::Clock(clock) => MoveLimit::Clock(ClockReading {
                main_ms: self.main.as_millis() as u64,
                ..clock
            }),
            limit => limit,
        }
    }

    /// The longest that the next move may take; none if it is not limited by wall time.
    pub fn allowance(&self) -> Option<Duration> {
        match self.limit {
            MoveLimit::Clock(clock) => Some(self.main + Duration::from_millis(clock.byoyomi_ms)),
            MoveLimit::MoveTimeMs(ms) => Some(Duration::from_millis(ms)),
            _ => None,
        }
    }

    /// Charges a move, of which `margin` beyond the allowance is forgiven.
    ///
    /// # Errors
    /// By how much the allowance was overrun, if by more than the margin.
    pub fn charge(&mut self, used: Duration, margin: Duration) -> Result<(), Duration> {
        let Some(allowance) = self.allowance() else {
            return Ok(());
        };
        if used > allowance + margin {
            return Err(used.saturating_sub(allowance));
        }
        if let MoveLimit::Clock(clock) = self.limit {
            self.main = self.main.saturating_sub(used) + Duration::from_millis(clock.increment_ms);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clock(main_ms: u64, byoyomi_ms: u64, increment_ms: u64) -> SideClock {
        SideClock::new(MoveLimit::Clock(ClockReading {
            main_ms,
            byoyomi_ms,
            increment_ms,
        }))
    }

    #[test]
    fn a_limit_is_read_as_it_is_displayed() {
        let clocks = [(0, 500, 0), (1000, 500, 0), (1000, 0, 200), (1, 2, 3)];
        let clocks = clocks.map(|(main, byoyomi, increment)| clock(main, byoyomi, increment).limit);
        let others = [
            MoveLimit::MoveTimeMs(50),
            MoveLimit::Nodes(5),
            MoveLimit::Depth(6),
            MoveLimit::CpuTimeMs(7),
        ];
        for limit in clocks.into_iter().chain(others) {
            assert_eq!(limit.to_string().parse(), Ok(limit), "{limit}");
        }
        for text in [
            "",
            "nodes a move",
            "x nodes a move",
            "5 nodes",
            "-1 ms a move",
        ] {
            assert!(text.parse::<MoveLimit>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_limit_is_set_by_an_option() {
        for (limit, option) in [
            (clock(0, 500, 0).limit, "--byoyomi 0+500"),
            (clock(1000, 0, 200).limit, "--fischer 1000+200"),
            (clock(1500, 50, 200).limit, "--tc 1.5+0.2,0.05"),
            (MoveLimit::MoveTimeMs(50), "--movetime 50"),
            (MoveLimit::Nodes(5), "--nodes 5"),
            (MoveLimit::Depth(6), "--depth 6"),
            (MoveLimit::CpuTimeMs(7), "--cpu-time 7"),
        ] {
            let (name, value) = limit.option();
            assert_eq!(format!("{name} {value}"), option);
        }
    }

    #[test]
    fn byoyomi_begins_where_main_time_ends() {
        let mut clock = clock(1000, 500, 0);
        assert_eq!(clock.charge(MS(1200), MS(0)), Ok(()));
        assert_eq!(clock.allowance(), Some(MS(500)));
        assert_eq!(clock.charge(MS(500), MS(0)), Ok(()));
        assert_eq!(clock.charge(MS(501), MS(0)), Err(MS(1)));
        assert_eq!(clock.charge(MS(501), MS(1)), Ok(()));
    }

    #[test]
    fn an_increment_comes_after_the_move() {
        let mut clock = clock(1000, 0, 200);
        assert_eq!(clock.charge(MS(1100), MS(0)), Err(MS(100)));
        assert_eq!(clock.charge(MS(900), MS(0)), Ok(()));
        assert_eq!(clock.allowance(), Some(MS(300)));
    }

    #[test]
    fn nodes_take_the_time_they_take() {
        let mut clock = SideClock::new(MoveLimit::Nodes(5));
        assert_eq!(clock.charge(MS(1 << 40), MS(0)), Ok(()));
        assert_eq!(clock.allowance(), None);
    }
}
