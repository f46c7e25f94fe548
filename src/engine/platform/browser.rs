//! The clock of a module in a browser, which the script around it gives.
//!
//! What must hold: the script may call the functions of the module for stopping, and no others, from `now` and `rest`:
//! that is how a search hears that it is to end.
#![allow(unsafe_code)]

use std::ops::Add;
use std::time::Duration;

#[link(wasm_import_module = "kyomi")]
unsafe extern "C" {
    /// Milliseconds since a fixed moment, never fewer than before.
    #[link_name = "now"]
    safe fn milliseconds() -> f64;
    /// Waits a little.
    pub safe fn rest();
}

/// A moment, as [`std::time::Instant`] is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Self {
        Self(Duration::from_secs_f64(milliseconds().max(0.0) / 1000.0))
    }

    /// The time from `earlier` to this moment; none if it comes later.
    pub fn saturating_duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The time since.
    pub fn elapsed(self) -> Duration {
        Self::now().saturating_duration_since(self)
    }

    /// The moment so much later.
    pub fn checked_add(self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0 + time)
    }
}

/// Time of the only thread.
pub fn thread_time() -> Duration {
    Instant::now().0
}
