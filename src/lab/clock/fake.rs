//! A search that only takes time: iterations, each longer than the last, with looks at the clock as the
//! real search has them, on a machine that stalls now and then.

use engine::random::Generator;
use engine::search::{Clock, ClockReading};
use rand::RngExt;
use std::time::{Duration, Instant};

/// No search has more iterations.
const MOST_ITERATIONS: u32 = 200;
/// How many looks a long search has at least, each no sooner than the real one's.
const LOOKS: u32 = 300;
/// No iteration is longer.
const LONGEST_ITERATION: Duration = Duration::from_secs(1 << 30);

/// The opponent's reply to a move that is pondered on.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// When it comes.
    pub at: Instant,
    /// The clock that comes with it, if one does.
    pub reading: Option<ClockReading>,
}

/// A search of one move.
pub struct Fake<'a> {
    /// The real clock.
    pub clock: Clock,
    /// What it is to wait for before it may answer.
    pub hit: Option<Hit>,
    /// The longest stall of the machine, in milliseconds.
    pub stall_ms: u64,
    /// From where numbers are drawn.
    pub rng: &'a mut Generator,
}

impl Fake<'_> {
    /// Searches from `start` on, and says when it answers.
    pub fn run(mut self, start: Instant) -> Instant {
        let released = self.hit.map_or(start, |hit| hit.at);
        // Who has nothing more to search waits for the reply all the same.
        let ended = self.iterate(start).max(released);
        ended + self.microseconds(20, 1000)
    }

    fn iterate(&mut self, start: Instant) -> Instant {
        let mut now = start;
        let mut length = self.microseconds(10, 1000);
        let growth_percent = self.rng.random_range(110..260);
        let look = self.microseconds(100, 2000);
        let mut stability = 0;
        for _ in 0..MOST_ITERATIONS {
            let (ended, stopped) = self.iteration(now, length, look);
            now = ended;
            stability = (stability + 1) * u32::from(self.rng.random_ratio(3, 4));
            let drop_cp = self.rng.random_range(0..150) * i32::from(self.rng.random_ratio(1, 6));
            let is_content = || !self.clock.may_start_iteration(now, stability, drop_cp);
            if stopped || self.hit.is_none() && is_content() {
                break;
            }
            length = length * growth_percent * self.rng.random_range(70..140) / 10_000;
        }
        now
    }

    /// An iteration of `length` with a look at the clock every `look` or so: when it ends, and whether
    /// it was broken off.
    fn iteration(&mut self, start: Instant, length: Duration, look: Duration) -> (Instant, bool) {
        let (mut now, end) = (start, start + length.min(LONGEST_ITERATION));
        while now < end {
            let ahead = match (self.hit, self.clock.hard_limit_ms()) {
                (Some(hit), _) => hit.at.saturating_duration_since(now),
                (None, Some(ms)) => Duration::from_millis(ms),
                (None, None) => length,
            };
            now += look.max(ahead / LOOKS);
            if self.rng.random_ratio(1, 50) {
                now += self.microseconds(0, 1000 * self.stall_ms + 1);
            }
            if self.must_stop(now) {
                return (now, true);
            }
        }
        (now, false)
    }

    /// As the real search looks whether it must break off.
    fn must_stop(&mut self, now: Instant) -> bool {
        match self.hit {
            Some(hit) if now < hit.at => false,
            hit => {
                if let Some(Hit { at, reading }) = hit {
                    self.clock.restart(at, reading);
                    self.hit = None;
                }
                self.clock.past_maximum(now)
            }
        }
    }

    fn microseconds(&mut self, from: u64, to: u64) -> Duration {
        Duration::from_micros(self.rng.random_range(from..to))
    }
}
