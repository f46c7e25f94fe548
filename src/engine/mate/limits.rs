//! How long a search for mate may take, and who is told how it goes.

use super::memory::Memory;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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

/// What the threads that search for one mate know of each other.
#[derive(Debug, Default)]
pub(super) struct Team {
    /// Nodes of all of them, but for the last few of each.
    nodes: AtomicU64,
    /// One of them has the answer.
    pub decided: AtomicBool,
}

/// Counts nodes and says when to end.
pub(super) struct Watch<'a> {
    pub nodes: u64,
    began: Instant,
    limits: MateLimits,
    stop: &'a AtomicBool,
    listener: &'a mut dyn FnMut(&MateProgress),
    told: Instant,
    team: Option<&'a Team>,
    /// Nothing is left but the line.
    finishing: bool,
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
        team: Option<&'a Team>,
    ) -> Self {
        let began = Instant::now();
        Self {
            nodes: 0,
            began,
            limits,
            stop,
            listener,
            told: began,
            team,
            finishing: false,
            over: false,
        }
    }

    /// Whether a limit has been reached.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Goes on although another thread has found the answer.
    pub(super) fn go_on(&mut self) {
        self.finishing = true;
        self.over = false;
    }

    /// One more node, with what is known in `memory`.
    pub(super) fn count_node(&mut self, memory: &Memory) {
        self.nodes += 1;
        if self.team.is_none() {
            self.over |= self.has_spent(self.nodes);
        }
        if self.nodes.is_multiple_of(Self::INTERVAL) {
            self.look_up(memory);
        }
    }

    fn has_spent(&self, nodes: u64) -> bool {
        self.limits.nodes.is_some_and(|limit| nodes >= limit)
    }

    fn look_up(&mut self, memory: &Memory) {
        let now = Instant::now();
        self.over |= self.stop.load(Ordering::Relaxed);
        self.over |= self.limits.until.is_some_and(|until| now >= until);
        if let Some(team) = self.team {
            let nodes = team.nodes.fetch_add(Self::INTERVAL, Ordering::Relaxed) + Self::INTERVAL;
            self.over |= self.has_spent(nodes);
            self.over |= team.decided.load(Ordering::Relaxed) && !self.finishing;
        }
        if now - self.told >= Self::REPORT_EVERY {
            self.told = now;
            let progress = self.progress(memory);
            (self.listener)(&progress);
        }
    }

    /// How far the search has come.
    pub(super) fn progress(&self, memory: &Memory) -> MateProgress {
        let of_all = self.team.map(|team| team.nodes.load(Ordering::Relaxed));
        MateProgress {
            nodes: of_all.unwrap_or(0).max(self.nodes),
            time_ms: self.began.elapsed().as_millis() as u64,
            hash_full: memory.permille(),
        }
    }
}
