//! What the threads of one search share: the table, the stop signal, the limits, the clock.

use super::clock::Clock;
use super::limits::{ClockReading, Limits};
use super::table::Table;
use crate::platform::{HAS_THREADS, Instant, rest, thread_time};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How a search is told things from outside while it runs.
#[derive(Default)]
pub struct Signals {
    stop: AtomicBool,
    /// What comes before the search has to end: it is to stop, or the clock runs.
    prelude_ends: AtomicBool,
    /// Ends every search while it is raised.
    outer: OnceLock<Arc<AtomicBool>>,
    state: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    /// The answer must wait for a stop or a ponder hit.
    holding: bool,
    /// The ponder hit that came, until the search takes notice of it.
    hit: Option<(Instant, Option<ClockReading>)>,
}

impl Signals {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Before a search starts: `holding` if its answer must wait.
    pub fn reset(&self, holding: bool) {
        self.stop.store(false, Relaxed);
        self.prelude_ends.store(false, Relaxed);
        *self.lock() = Waiting { holding, hit: None };
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.prelude_ends.store(true, Relaxed);
        self.lock().holding = false;
        self.changed.notify_all();
    }

    /// Ends every search while `stop` is raised; only the first that is given counts.
    pub fn heed(&self, stop: Arc<AtomicBool>) {
        let _ = self.outer.set(stop);
    }

    /// Whether the search was told to end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.outer.get().is_some_and(|stop| stop.load(Relaxed))
    }

    /// True when what comes before the search has to end: it was told to stop, or the clock runs since
    /// the expected move was made.
    pub fn prelude_ends(&self) -> &AtomicBool {
        &self.prelude_ends
    }

    /// The expected move was made: from now on the limits count, from `at` on `clock` if given.
    pub fn ponder_hit(&self, at: Instant, clock: Option<ClockReading>) {
        let mut state = self.lock();
        state.holding = false;
        state.hit = Some((at, clock));
        self.prelude_ends.store(true, Relaxed);
        self.changed.notify_all();
    }

    /// Whether the answer must wait.
    pub fn holding(&self) -> bool {
        self.lock().holding
    }

    /// Takes notice of a ponder hit.
    pub fn take_hit(&self) -> Option<(Instant, Option<ClockReading>)> {
        self.lock().hit.take()
    }

    /// Waits until the answer may be given.
    pub fn wait_for_release(&self) {
        while !HAS_THREADS && self.holding() {
            rest();
        }
        let state = self.lock();
        drop(self.changed.wait_while(state, |state| state.holding));
    }
}

/// How many nodes of a thread pass between two looks at the clock, where they are added up.
pub const NODES_BETWEEN_LOOKS: u64 = 512;

/// What the threads of one search share.
pub struct Shared<'a> {
    pub table: &'a Table,
    pub signals: &'a Signals,
    clock: Mutex<Clock>,
    /// Nodes of all threads, updated now and then.
    pub nodes: AtomicU64,
    pub limits: &'a Limits,
    threads: usize,
    done: AtomicBool,
    /// The CPU time of the first thread at the start, and how much more it may use.
    cpu: Option<(Duration, Duration)>,
}

impl<'a> Shared<'a> {
    /// The shared state of a search by `threads` threads. Call on the thread whose CPU time the
    /// limits mean.
    pub fn new(
        table: &'a Table,
        signals: &'a Signals,
        limits: &'a Limits,
        clock: Clock,
        threads: usize,
    ) -> Self {
        let cpu = limits
            .cpu_time_ms
            .map(|ms| (thread_time(), Duration::from_millis(ms)));
        Self {
            table,
            signals,
            clock: Mutex::new(clock),
            nodes: AtomicU64::new(0),
            limits,
            threads,
            done: AtomicBool::new(false),
            cpu,
        }
    }

    /// Tells the other threads that the first has finished.
    pub fn finish(&self) {
        self.done.store(true, Relaxed);
    }

    /// Counts `nodes` that were searched before the threads began; the first begins with as many.
    pub fn count_before(&self, nodes: u64) {
        self.nodes
            .store(nodes - nodes % NODES_BETWEEN_LOOKS, Relaxed);
    }

    pub fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The exact node limit, when there is one thread to keep it.
    #[inline]
    pub fn limit_of_one_thread(&self) -> Option<u64> {
        if self.threads == 1 {
            self.limits.nodes
        } else {
            None
        }
    }

    /// Whether a thread must stop at once. Looks at the signals, the clock and the node count.
    pub fn must_stop(&self) -> bool {
        if self.signals.stopped() || self.done.load(Relaxed) {
            return true;
        }
        let mut clock = self.clock();
        if let Some((at, reading)) = self.signals.take_hit() {
            clock.restart(at, reading);
        }
        let out_of_nodes = self
            .limits
            .nodes
            .is_some_and(|limit| self.nodes.load(Relaxed) >= limit);
        if self.limits.ponder && self.signals.holding() {
            return out_of_nodes;
        }
        out_of_nodes || clock.past_maximum(Instant::now()) || self.past_cpu_time(100)
    }

    /// Whether `percent` of the CPU time allowed is used up.
    pub fn past_cpu_time(&self, percent: u32) -> bool {
        self.cpu.is_some_and(|(start, allowed)| {
            thread_time().saturating_sub(start) * 100 >= allowed * percent
        })
    }
}
