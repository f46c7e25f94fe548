//! The root: deeper and deeper until a limit is reached, and what is told of it.

use super::Searcher;
use super::costs::Budget;
use super::table::Table;
use crate::eval::{INFINITE, LONGEST_MATE, MATE, MAX_PLY, is_mate};
use crate::platform::Instant;
use crate::search::signals::Shared;
use crate::search::{Bound, Info, Listener, Score};
use crate::shogi::Move;

/// Iterations before a value is trusted enough for a narrow window.
const FULL_WINDOW_ITERATIONS: u32 = 4;
/// Beyond so many centipawns a window is opened for good.
const WIDEST_WINDOW: i32 = 1500;
/// The share of the CPU time, in percent, after which no iteration begins.
const NEXT_ITERATION_PERCENT: u32 = 60;
/// The last iteration.
const LAST_ITERATION: u32 = MAX_PLY as u32 - 8;

/// A line and its value.
#[derive(Clone)]
struct Found {
    value: i32,
    bound: Bound,
    line: Vec<Move>,
    iteration: u32,
}

/// What is known of the root.
#[derive(Default)]
pub struct Root {
    /// The moves to be searched.
    pub moves: Vec<Move>,
    pub iteration: u32,
    /// The last line whose value is exact.
    whole: Option<Found>,
    /// What was found last: that, or a move that has risen above it.
    last: Option<Found>,
}

impl Root {
    /// Of which nothing is known but `moves`.
    pub fn new(moves: Vec<Move>) -> Self {
        Self {
            moves,
            iteration: 1,
            ..Self::default()
        }
    }

    /// The best move so far; the first as long as nothing is known.
    pub fn best(&self) -> Move {
        let found = self.last.as_ref().and_then(|it| it.line.first());
        found.or(self.moves.first()).copied().unwrap_or(Move::NONE)
    }

    fn value(&self) -> Option<i32> {
        self.whole.as_ref().map(|it| it.value)
    }
}

impl Searcher {
    /// Searches until a limit is reached, tells `listener` of every iteration, and returns what is known of the best
    /// move, and the worth of the position.
    pub fn search(&mut self, shared: &Shared, listener: &mut dyn Listener) -> (Info, Score) {
        let last = shared.limits.depth.unwrap_or(LAST_ITERATION);
        let last = last.clamp(1, LAST_ITERATION);
        let at_once = shared.limits.depth.is_some() && self.rules.deepening == 0;
        let mut stability = 0;
        for iteration in if at_once { last } else { 1 }..=last {
            self.root.iteration = iteration;
            let (best, expected) = (self.root.best(), self.root.value());
            self.search_root(shared);
            if self.stopped {
                break;
            }
            listener.info(&self.info(shared));
            let is_same = best == self.root.best();
            stability = if is_same { stability + 1 } else { 0 };
            if self.is_content(shared, stability, expected) {
                break;
            }
        }
        let value = self.root.value();
        let value = value.unwrap_or_else(|| self.line.evaluate(0));
        (self.info(shared), Score::of_value(value))
    }

    /// An iteration, in a window that is widened until the value lies within.
    fn search_root(&mut self, shared: &Shared) {
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut width = self.rules.first_window;
        let trusted = width > 0 && self.root.iteration > FULL_WINDOW_ITERATIONS;
        let expected = self.root.value().filter(|&value| !is_mate(value));
        if let Some(value) = expected.filter(|_| trusted) {
            (alpha, beta) = (value - width, value + width);
        }
        let budget = Budget::of_plies(self.root.iteration as i32);
        loop {
            let window = [alpha.max(-INFINITE), beta.min(INFINITE)];
            let value = self.node(shared, window, budget, 0);
            width *= 2;
            match Bound::within(value, alpha, beta) {
                _ if self.stopped => return,
                Bound::Upper if alpha > -INFINITE => alpha = value - width,
                Bound::Lower if beta < INFINITE => beta = value + width,
                _ => return,
            }
            if width > WIDEST_WINDOW || is_mate(value) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Notes that `mv` is the best move of the root so far. That the best of the iteration before falls short of a
    /// window says nothing yet.
    pub(super) fn note_root(&mut self, mv: Move, value: i32, bound: Bound) {
        if bound == Bound::Upper {
            return;
        }
        self.line.lead_with(0, mv);
        let found = Found {
            value,
            bound,
            line: self.line.places[0].best.to_vec(),
            iteration: self.root.iteration,
        };
        if bound == Bound::Exact {
            self.root.whole = Some(found.clone());
        }
        let whole = self.root.whole.clone();
        let same = whole.filter(|it| it.line.first() == Some(&mv));
        self.root.last = Some(same.unwrap_or(found));
    }

    /// Whether another iteration has no point or no time: the best move has been the same for `stability` iterations,
    /// and the one before had the value `expected`.
    fn is_content(&self, shared: &Shared, stability: u32, expected: Option<i32>) -> bool {
        let limits = shared.limits;
        if limits.ponder && shared.signals.holding() {
            return false;
        }
        let value = self.root.value().unwrap_or(0);
        let is_found = is_mate(value) && MATE - value.abs() <= self.root.iteration as i32;
        let asked_for_all = limits.infinite || limits.depth.is_some() || limits.nodes.is_some();
        let expected = expected.filter(|&it| it > -LONGEST_MATE);
        let drop = (expected.unwrap_or(value) - value).max(0) as u32;
        let goes_on = |clock: &crate::search::Clock| {
            clock.may_start_iteration(Instant::now(), stability, drop)
        };
        (is_found && !asked_for_all)
            || limits.soft_nodes.is_some_and(|soft| self.nodes >= soft)
            || shared.past_cpu_time(NEXT_ITERATION_PERCENT)
            || !goes_on(&shared.clock())
    }

    /// What is known of the best move.
    pub fn info(&mut self, shared: &Shared) -> Info {
        let nothing = Found {
            value: self.line.evaluate(0),
            bound: Bound::Exact,
            line: vec![self.root.best()],
            iteration: 1,
        };
        let found = self.root.last.as_ref().unwrap_or(&nothing);
        Info {
            depth: found.iteration,
            selective_depth: self.longest.max(1) as u32,
            multi_pv: 1,
            score: Score::of_value(found.value),
            bound: found.bound,
            declares: false,
            nodes: self.nodes,
            time_ms: shared.clock().since_request_ms(),
            hash_full: self.table.as_ref().map_or(0, Table::permille_full),
            pv: found.line.clone(),
        }
    }
}
