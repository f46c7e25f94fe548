//! How long a search for mate may take, and who is told how it goes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What ends a search for mate before its answer is proven; whatever comes first.
#[derive(Clone, Copy, Debug, Default)]
pub struct MateLimits {
    /// Positions searched.
    pub nodes: Option<u64>,
    /// The moment at which an answer is due.
    pub until: Option<Instant>,
}

/// How far a search for mate has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateProgress {
    /// Positions searched so far. Those that a first look decides are not counted.
    pub nodes: u64,
    /// Time since the search began, in milliseconds.
    pub time_ms: u64,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
}

/// Counts nodes and says when to end.
pub(super) struct Watch<'a> {
    pub nodes: u64,
    began: Instant,
    limits: MateLimits,
    stop: &'a AtomicBool,
    listener: &'a mut dyn FnMut(&MateProgress),
    told: Instant,
    over: bool,
}

impl<'a> Watch<'a> {
    /// Nodes from one look at the clock to the next: well below a millisecond.
    const INTERVAL: u64 = 64;
    const REPORT_EVERY: Duration = Duration::from_secs(1);

    pub(super) fn new(
        limits: MateLimits,
        stop: &'a AtomicBool,
        listener: &'a mut dyn FnMut(&MateProgress),
    ) -> Self {
        let began = Instant::now();
        Self {
            nodes: 0,
            began,
            limits,
            stop,
            listener,
            told: began,
            over: false,
        }
    }

    /// Whether a limit has been reached.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// One more node; the table is full to `hash_full` thousandths.
    pub(super) fn count_node(&mut self, hash_full: u32) {
        self.nodes += 1;
        self.over |= self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        if self.nodes.is_multiple_of(Self::INTERVAL) {
            self.look_up(hash_full);
        }
    }

    fn look_up(&mut self, hash_full: u32) {
        let now = Instant::now();
        self.over |= self.stop.load(Ordering::Relaxed);
        self.over |= self.limits.until.is_some_and(|until| now >= until);
        if now - self.told >= Self::REPORT_EVERY {
            self.told = now;
            let progress = self.progress(hash_full);
            (self.listener)(&progress);
        }
    }

    /// How far the search has come.
    pub(super) fn progress(&self, hash_full: u32) -> MateProgress {
        MateProgress {
            nodes: self.nodes,
            time_ms: self.began.elapsed().as_millis() as u64,
            hash_full,
        }
    }
}
