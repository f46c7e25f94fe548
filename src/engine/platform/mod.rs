//! What is not the same everywhere: clocks, threads and memory. Here stands all by which the engine in a browser
//! (`wasm32-unknown-unknown`) differs from that of an operating system.
//!
//! What must hold: on an operating system nothing here costs anything. In a browser there is one thread, which does
//! one thing at a time, so a search is made where it is asked for; whoever runs the module gives it a clock.

#[cfg(target_family = "wasm")]
mod browser;

#[cfg(target_family = "wasm")]
pub use browser::{Instant, rest, thread_time};
#[cfg(not(target_family = "wasm"))]
pub use system::{Instant, rest, thread_time};

/// Whether there can be more threads than one.
pub const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// The largest table, in MiB, where nothing tells how much memory there is: a page of a browser has at most 4 GiB.
pub const MOST_TABLE_MB: usize = if cfg!(target_family = "wasm") {
    1024
} else {
    usize::MAX
};

#[cfg(not(target_family = "wasm"))]
mod system {
    use cpu_time::ThreadTime;
    use std::time::Duration;

    pub use std::time::Instant;

    /// CPU time of this thread.
    pub fn thread_time() -> Duration {
        ThreadTime::now().as_duration()
    }

    /// Nobody has to: threads tell each other.
    pub fn rest() {}
}
